import { labelledWeek } from './labelled.js'
import { figuresOf, score } from './score.js'
import { webhooks } from './webhooks.js'
const seed = Number(process.argv[2] ?? 1)
const verbose = process.argv[3]
const week = labelledWeek(webhooks().slice(0, Number(process.argv[4] ?? 20)), { seed, callsPerTool: Number(process.argv[5] ?? 1000) })
const s = await score(week)
console.log({ records: s.records, rejected: s.rejected, suggestions: s.suggestions, edgesTaken: s.edgesTaken, edgesRejected: s.edgesRejected, faultsTaken: s.faultsTaken, faultsRejected: s.faultsRejected })
for (const t of ['edge', 'fault'] as const) console.log(t, figuresOf(s.groups, t))
console.log('mixed', s.groups.filter((g) => g.truth === 'mixed').length, s.groups.filter((g) => g.truth === 'mixed').map((g) => g.group.verdict).join())
for (const g of s.groups) {
  const bad = (g.truth === 'edge' && g.group.verdict !== 'likely edge case') || (g.truth === 'fault' && g.group.verdict !== 'likely fault') || (g.truth === 'mixed')
  if ((verbose === 'bad' && bad) || (verbose === 'opp' && ((g.truth === 'edge' && g.group.verdict === 'likely fault') || (g.truth === 'fault' && g.group.verdict === 'likely edge case')))) console.log(g.tool, g.truth, g.group.verdict, g.group.place, g.group.symptom, g.group.code, g.group.count, g.group.turns, g.group.share.toFixed(4), JSON.stringify(g.labels), '\n    ', g.group.reasons.map((r) => r.rule + ': ' + r.reason).join(' | '), g.group.suggestion?.code ?? g.group.withheld ?? '')
}
