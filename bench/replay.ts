/**
 * Replays recorded agents against the rule of repeats and the rules that were considered, and prints how many refusals
 * were right, by kind of agent.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { replayBudget, type PlayedCall } from '../lib/operate/audit/replay-budget.js'
import { NO_LIMIT, type RepeatRule, UNLIMITED, effectOf, ruleOf } from '#core/calls'
import { kindOf } from '#core/signs'

// -- the facts: of each call its tool, arguments, effect, turn, answer, answer without ids and figures, whether it
// failed, whether it changed something

type Effect = 'r' | 'i' | 'w' | 's' | 'u'
type Row = readonly [
  tool: number,
  args: number,
  effect: Effect,
  turn: number,
  answer: number | null,
  masked: number | null,
  failed: 0 | 1 | 2 | 3,
  changes: 0 | 1 | 2 | 3,
  message?: number,
  report?: number
]

interface Conversation {
  readonly half: 'tune' | 'held'
  readonly kind: string
  readonly source: string
  /** The names of its tools, where they are known. */
  readonly tools?: ReadonlyArray<string>
  readonly calls: ReadonlyArray<Row>
}

// This runs from built/bench, and the facts stay where they are.
const factsIn = (name: string): ReadonlyArray<Conversation> =>
  gunzipSync(readFileSync(new URL(`../../bench/replay/${name}`, import.meta.url)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Conversation | { readonly conversations: number })
    .filter((one): one is Conversation => !('conversations' in one))

// -- what a rule goes by

interface Candidate {
  readonly name: string
  readonly ruleOf: (effect: Effect, tool: string) => RepeatRule
  /** Whether an answer that was unchanged but for ids and figures counts as unchanged, also where it is no failure. */
  readonly alwaysMasked?: boolean
  readonly writes: (row: Row, tool: string) => boolean
  readonly perMessage?: boolean
  /** Whether an equal call of the same message joins the one in flight. */
  readonly joins?: boolean
}

const BUDGET = { read: 3, write: 1 }
const READ = ruleOf({ effect: 'read' }, BUDGET)
const WRITE = ruleOf({ effect: 'write' }, BUDGET)
const SCROLL = ruleOf({ effect: 'write', maxIdenticalCalls: 50 }, BUDGET)
const OF_NO_KIND = ruleOf({ effect: 'read', kind: 'none' }, BUDGET)
const ANY_THREE: RepeatRule = { ...OF_NO_KIND, kind: undefined }
const counting = (limit: number): RepeatRule => ({ ...UNLIMITED, admitted: limit })
const declaredWrite = ([, , effect]: Row): boolean => effect === 'w' || effect === 'i' || effect === 's'
const never = (): boolean => false

const DECLARED: Readonly<Record<Effect, RepeatRule>> = { r: READ, i: READ, w: WRITE, s: SCROLL, u: OF_NO_KIND }
const declared = (effect: Effect): RepeatRule => DECLARED[effect]
const byName = (_: Effect, tool: string): RepeatRule => ruleOf(effectOf(tool, undefined), BUDGET)
const writesByName = (_: Row, tool: string): boolean => effectOf(tool, undefined).effect === 'write'

// The facts of the first sources hold no names.
const OF_ALL: ReadonlyArray<Candidate> = [
  {
    name: 'as it was: 3 equal reads, 1 write, whatever came back',
    ruleOf: (effect) => counting(effect === 'r' ? 3 : 1),
    writes: never
  },
  { name: 'any 3 equal calls, whatever came back', ruleOf: () => counting(3), writes: never },
  {
    name: '3 equal calls, afresh after another write',
    ruleOf: (effect) => (effect === 'w' ? WRITE : counting(3)),
    writes: declaredWrite
  },
  {
    name: '2 unchanged answers',
    ruleOf: (effect) => (effect === 'w' ? WRITE : { ...READ, unchanged: 2 }),
    writes: declaredWrite
  },
  { name: 'unchanged but for ids and figures, 3', ruleOf: declared, writes: declaredWrite, alwaysMasked: true },
  {
    name: '4 unchanged answers',
    ruleOf: (effect) => (effect === 'w' ? WRITE : { ...declared(effect), unchanged: 4 }),
    writes: declaredWrite
  },
  {
    name: 'without the cap of 20',
    ruleOf: (effect) => (effect === 'w' ? WRITE : { ...declared(effect), admitted: NO_LIMIT }),
    writes: declaredWrite
  },
  { name: 'nothing declared, 3 with none in between, whatever came back', ruleOf: () => ANY_THREE, writes: never },
  { name: 'nothing declared, 3 alike with none in between', ruleOf: () => OF_NO_KIND, writes: never }
]
const BY_NAME: ReadonlyArray<Candidate> = [
  {
    name: 'nothing declared, names alone free others; 3 of any other name, whatever came back',
    ruleOf: (effect, tool) => (kindOf(tool) === 'none' ? ANY_THREE : byName(effect, tool)),
    writes: writesByName
  }
]
const UNDECLARED: Candidate = {
  name: '**chosen**, nothing declared: the kind that names tell',
  ruleOf: byName,
  writes: writesByName
}
const DECLARED_ONCE: Candidate = {
  name: 'declared, a write once, whatever it said',
  ruleOf: (effect) => ({ ...declared(effect), runs: 0 }),
  writes: declaredWrite
}
const CHOSEN: Candidate = { name: '**chosen**, declared', ruleOf: declared, writes: declaredWrite }

/** As the proxy counts where nobody says when a turn ends. */
const unnamed = (of: Candidate, ruleFor: Candidate['ruleOf']): Candidate => ({
  ...of,
  name: `${of.name}, turns that nobody names`,
  ruleOf: ruleFor
})
const UNNAMED: ReadonlyArray<Candidate> = [
  unnamed(UNDECLARED, (_, tool) => ruleOf({ ...effectOf(tool, undefined), inRow: true }, BUDGET)),
  unnamed(CHOSEN, (effect) => (effect === 'r' ? ruleOf({ effect: 'read', inRow: true }, BUDGET) : declared(effect)))
]

const joining = (of: Candidate): ReadonlyArray<Candidate> => [
  of,
  { ...of, name: `${of.name}, equal calls of one message join`, joins: true }
]

const variants = (of: Candidate): ReadonlyArray<Candidate> => [
  of,
  { ...of, name: `${of.name}, one turn a user message`, perMessage: true }
]

// -- what a refusal was worth

type Verdict = 'right' | 'neither' | 'wrong'

const isBroken = (failed: Row[6]): boolean => failed === 1 || failed === 3

// A refused call has its recorded answer all the same: whether it brought something new is known.
const verdictOf = (last: Row | undefined, row: Row, wroteBetween: boolean): Verdict => {
  const [, , effect, , answer, masked, failed] = row
  if (last === undefined || answer === null || last[4] === null) return 'neither'
  const same = answer === last[4] || (isBroken(failed) && isBroken(last[6]) && masked === last[5])
  if (!same) return effect === 'w' && failed !== 0 ? 'neither' : 'wrong'
  return wroteBetween ? 'neither' : 'right'
}

interface Tally {
  firstRight: number
  firstNeither: number
  firstWrong: number
  right: number
  neither: number
  wrong: number
  byCap: number
  wasted: number
  wastedRefused: number
  idle: number
  idleRefused: number
  helped: number
  hurt: number
}

const none = (): Tally => ({
  firstRight: 0,
  firstNeither: 0,
  firstWrong: 0,
  right: 0,
  neither: 0,
  wrong: 0,
  byCap: 0,
  wasted: 0,
  wastedRefused: 0,
  idle: 0,
  idleRefused: 0,
  helped: 0,
  hurt: 0
})

// No digit: those of answers read as `#` where they are compared without ids and figures.
const letters = (number: number): string => String(number).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))

const asPlayed = (
  // The facts of the first sources hold no words: what failed there in words counts as the tool's own refusal.
  row: Row,
  name: string,
  { ruleOf: rule, writes, alwaysMasked = false }: Candidate
): PlayedCall => {
  const [tool, args, effect, , answer, masked, failed, , , report = failed] = row
  return {
    key: `${tool} ${args}`,
    rule: rule(effect, name),
    writes: writes(row, name),
    // Numbers stand for texts.
    answer: answer === null ? null : `${letters(masked ?? 0)} ${answer}`,
    failed: failed === 1 || alwaysMasked,
    report: report === 1
  }
}

const turnsOf = (calls: ReadonlyArray<Row>, perMessage: boolean): ReadonlyArray<ReadonlyArray<Row>> => {
  if (!perMessage) return [calls]
  const turns = [...new Set(calls.map(([, , , turn]) => turn))]
  return turns.map((turn) => calls.filter((row) => row[3] === turn))
}

/** Whether an equal call was asked for by the same message before it. */
const joinsIn = (calls: ReadonlyArray<Row>, row: Row, at: number): boolean =>
  row[8] !== undefined &&
  row[2] !== 'w' &&
  calls.slice(Math.max(0, at - 30), at).some((one) => one[8] === row[8] && one[0] === row[0] && one[1] === row[1])

const FIRST_OF = { right: 'firstRight', neither: 'firstNeither', wrong: 'firstWrong' } as const

const play = ({ calls, tools = [] }: Conversation, candidate: Candidate): Tally => {
  const tally = none()
  const made = candidate.joins === true ? calls.filter((row, at) => !joinsIn(calls, row, at)) : calls
  const played = turnsOf(made, candidate.perMessage === true).flatMap((rows) =>
    replayBudget(rows.map((row) => asPlayed(row, tools[row[0]] ?? '', candidate)))
  )
  const latest = new Map<string, { row: Row; at: number; streak: number; idle: number }>()
  // The latest two calls of different keys that the rule takes for writes.
  let wrote = { key: '', at: -1, before: -1 }
  const refusedKeys = new Set<string>()
  let changed = -1
  for (const [at, row] of made.entries()) {
    const [tool, args, effect, , , , failed, changes] = row
    const key = `${tool} ${args}`
    const last = latest.get(key)
    const verdict = verdictOf(last?.row, row, changed > (last?.at ?? -1))
    const streak = verdict === 'right' ? (last?.streak ?? 0) + 1 : 0
    // The third repeat in a row that brought nothing new, and each after it, is waste that a rule ought to refuse.
    const isWasted = streak >= 3
    if (isWasted) tally.wasted += 1
    const wroteBetween = (wrote.key === key ? wrote.before : wrote.at) > (last?.at ?? -1)
    const idle = verdict === 'right' && !wroteBetween ? (last?.idle ?? 0) + 1 : 0
    if (idle >= 3) tally.idle += 1
    const by = played[at]?.refusedBy
    latest.set(key, { row, at, streak, idle })
    if (by !== undefined) {
      tally[verdict] += 1
      // After the first an agent would have gone another way.
      if (!refusedKeys.has(key)) tally[FIRST_OF[verdict]] += 1
      refusedKeys.add(key)
      // Of the wrong ones, those that a cap refused: it bounds news, too.
      if (verdict === 'wrong' && by !== 'unchanged') tally.byCap += 1
      if (isWasted) tally.wastedRefused += 1
      if (idle >= 3) tally.idleRefused += 1
      continue
    }
    if (candidate.writes(row, tools[tool] ?? ''))
      wrote = wrote.key === key ? { ...wrote, at } : { key, at, before: wrote.at }
    // Of a shell, what its command changed; of any other tool, what it is for.
    if (failed !== 1 && (changes === 3 ? effect === 'w' : changes !== 0)) changed = at
  }
  if (tally.wrong > 0) tally.hurt = 1
  else if (tally.right > 0) tally.helped = 1
  return tally
}

const sum = (tallies: ReadonlyArray<Tally>): Tally =>
  tallies.reduce((all, one) => {
    for (const field of Object.keys(all) as Array<keyof Tally>) all[field] += one[field]
    return all
  }, none())

const line = (name: string, tally: Tally): string => {
  const { right, neither, wrong, byCap, wasted, wastedRefused, idle, idleRefused, helped, hurt } = tally
  const first = `${tally.firstRight} / ${tally.firstNeither} / ${tally.firstWrong}`
  const shareOf = (part: number, of: number): string =>
    `${part} of ${of}${of === 0 ? '' : ` (${Math.round((1000 * part) / of) / 10} %)`}`
  return `| ${name} | ${right + neither + wrong} | ${right} | ${neither} | ${wrong} (${byCap}) | ${first} | ${shareOf(wastedRefused, wasted)} | ${shareOf(idleRefused, idle)} | ${helped} / ${hurt} |`
}

const header = (first: string): string =>
  `| ${first} | refused | right | neither | wrong (by a cap) | of these the first of a call: right / neither / wrong | waste refused | with no write in between | helped / hurt |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |`

const printed = (these: ReadonlyArray<Conversation>, candidates: ReadonlyArray<Candidate>): void => {
  console.log(`\n${header('rule')}`)
  for (const candidate of candidates) console.log(line(candidate.name, sum(these.map((one) => play(one, candidate)))))
}

const printedBy = (field: 'kind' | 'source', these: ReadonlyArray<Conversation>, candidate: Candidate): void => {
  console.log(`\n${header(`by ${field}: ${candidate.name}`)}`)
  for (const of of [...new Set(these.map((one) => one[field]))].sort())
    console.log(line(of, sum(these.filter((one) => one[field] === of).map((one) => play(one, candidate)))))
}

// `npm run bench` prints both halves; rules are made on the first alone.
const halves = process.argv.includes('--tune') ? (['tune'] as const) : (['tune', 'held'] as const)
const FIRST = factsIn('facts.jsonl.gz')
const LATER = factsIn('agents.jsonl.gz')
for (const half of halves) {
  const named = half === 'tune' ? 'on which rules were made' : 'that was set aside'
  const first = FIRST.filter((one) => one.half === half)
  console.log(`\nThe first sources, the half ${named}`)
  printed(first, [...OF_ALL, ...variants(CHOSEN)])
  printedBy('kind', first, CHOSEN)
  const later = LATER.filter((one) => one.half === half)
  console.log(`\nThe later sources, the half ${named}`)
  printed(later, [
    ...OF_ALL.slice(-2),
    ...BY_NAME,
    ...joining(UNDECLARED),
    DECLARED_ONCE,
    ...joining(CHOSEN),
    ...UNNAMED
  ])
  for (const candidate of [UNDECLARED, CHOSEN]) printedBy('source', later, candidate)
}
