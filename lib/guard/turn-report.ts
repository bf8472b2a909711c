/**
 * A turn in words, for the person who runs it: a line a tool, with what came of its calls and, where nobody declared
 * its effect, how its calls were counted.
 */
import { count, oneLine, visible } from '../core/errors/index.js'
import { COUNTED_AS } from '../core/signs/index.js'
import type { LateRecord } from './call-record.js'
import type { WriteOutcome } from './operation.js'
import { effectRule } from './undeclared.js'

const effectText = ({ draft: { tool, effect }, kind }: LateRecord): string =>
  kind === undefined ? effect : `effect undeclared, ${COUNTED_AS[kind]}: ${effectRule(tool)}`

const countsOf = (records: ReadonlyArray<LateRecord>): string => {
  const counts = new Map<string, number>()
  for (const { code, replayed } of records.map(({ draft }) => draft)) {
    const outcome = replayed === true ? `${code ?? 'valid'} replayed` : (code ?? 'valid')
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  return [...counts].map(([outcome, times]) => `${times} ${oneLine(outcome, 60)}`).join(', ')
}

const byTool = (
  records: ReadonlyArray<LateRecord>
): ReadonlyMap<string, readonly [LateRecord, ...Array<LateRecord>]> => {
  const tools = new Map<string, [LateRecord, ...Array<LateRecord>]>()
  for (const record of records) {
    const { tool } = record.draft
    const known = tools.get(tool)
    if (known === undefined) tools.set(tool, [record])
    else known.push(record)
  }
  return tools
}

// The one thing that somebody has to look up.
const unknownText = (tool: string, outcomes: ReadonlyArray<WriteOutcome>): string => {
  const unknown = outcomes.filter((outcome) => outcome.tool === tool && outcome.executed === 'unknown').length
  return unknown === 0 ? '' : `; nobody knows whether ${count(unknown, 'write')} happened`
}

/** The report of a turn: `records` of its newest calls, of `all` calls, and `outcomes` of its writes. */
export const turnReport = (
  id: string,
  records: ReadonlyArray<LateRecord>,
  all: number,
  outcomes: ReadonlyArray<WriteOutcome>
): string => {
  const newest = records.length < all ? `, of which the newest ${records.length} follow` : ''
  const lines = [...byTool(records)].map(
    ([tool, calls]) =>
      `${oneLine(tool, 100)}: ${count(calls.length, 'call')} (${countsOf(calls)}); ${effectText(calls[0])}${unknownText(tool, outcomes)}`
  )
  return visible([`turn ${oneLine(id, 100)}: ${count(all, 'call')}${newest}`, ...lines].join('\n'))
}
