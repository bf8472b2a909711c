/** Mends a history so that its provider takes it: every call is followed by its result, every result has a call, and no evidence is lost. */
import { collapseRepeats } from './collapse.js'
import { formatLens, type HistoryFormat } from './formats.js'
import { cleanMessages, type RepairReporter } from './lens.js'
import { mend, type Settings } from './mend.js'
import { pair } from './pair.js'
import { shownId, type Repair } from './repairs.js'

// -- model

/** How a history is mended. @category History @since 0.1.0 */
export interface RepairOptions {
  /** `open` leaves the unanswered calls of the last step alone: their results are still to come. @default 'closed' */
  readonly frontier?: 'closed' | 'open'
  /** A result without an earlier call is quoted in a note, because it may be the only evidence of a side effect, or dropped. @default 'note' */
  readonly orphanResults?: 'note' | 'drop'
  /** A call without a result gets a marked synthetic one, or is removed. @default 'synthesize' */
  readonly unansweredCalls?: 'synthesize' | 'remove'
  /** Folds runs of identical failed calls into the first and a note with the count: models imitate what their context repeats. @default false */
  readonly collapseRepeats?: boolean
}

/** A mended history: the same array where nothing was wrong. @category History @since 0.1.0 */
export interface Repaired<Messages> {
  readonly messages: Messages
  /** What was done, in the order of the messages that it concerns. */
  readonly repairs: ReadonlyArray<Repair>
}

// -- options

const CHOICES = {
  frontier: ['closed', 'open'],
  orphanResults: ['note', 'drop'],
  unansweredCalls: ['synthesize', 'remove'],
  collapseRepeats: [false, true]
} as const

const resolve = (options: RepairOptions): Settings => {
  const settings: Settings = {
    frontier: options.frontier ?? 'closed',
    orphanResults: options.orphanResults ?? 'note',
    unansweredCalls: options.unansweredCalls ?? 'synthesize',
    collapseRepeats: options.collapseRepeats ?? false
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const given = settings[name as keyof Settings]
    if (!choices.some((choice) => choice === given)) {
      throw new TypeError(
        `Expected \`${name}\` to be ${choices.map((choice) => (typeof choice === 'string' ? `'${choice}'` : choice)).join(' or ')}.`
      )
    }
  }
  return settings
}

// -- the verb

/**
 * Mends a history before it is sent: pairs calls and results in one ordered walk, answers what was interrupted, keeps a note of what lost its call.
 * Deterministic and idempotent; the input is never changed, and is given back as it is where nothing is wrong with it.
 *
 * @throws TypeError for an unknown format or option, and for nothing else.
 * @category History @since 0.1.0
 * @example
 * import { repairHistory } from 'guarded-call'
 *
 * const { messages, repairs } = repairHistory('openai', [
 *   { role: 'user', content: 'Refund order 7.' },
 *   { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'refund', arguments: '{"id":7}' } }] },
 *   { role: 'user', content: 'And?' }
 * ])
 *
 * assert.deepEqual(messages.map(({ role }) => role), ['user', 'assistant', 'tool', 'user'])
 * assert.deepEqual(repairs, [{ kind: 'result_synthesized', id: 'call_1', index: 1 }])
 */
export const repairHistory = <Messages extends ReadonlyArray<unknown>>(
  format: HistoryFormat,
  messages: Messages,
  options: RepairOptions = {}
): Repaired<Messages> => {
  const settings = resolve(options)
  const lens = formatLens(format, messages)
  const live = settings.frontier === 'open'
  const repairs: Array<Repair> = []
  const report: RepairReporter = (kind, index, id) => {
    repairs.push({ kind, id: shownId(id), index })
  }

  const cleaned = cleanMessages(lens, messages, report)
  const mended = mend(lens, pair(lens, cleaned, live), settings)
  for (const repair of mended.repairs) repairs.push(repair)
  const whole = lens.settle(mended.items, live, report)
  // What repeats is only seen once messages stand as they will be sent; the note may then have to join its neighbour.
  const settled = settings.collapseRepeats
    ? lens.settle(
        collapseRepeats(lens, whole, live, (repair) => repairs.push(repair)),
        live,
        report
      )
    : whole
  if (repairs.length === 0) return { messages, repairs }
  return {
    messages: settled.map(({ message }) => message) as unknown as Messages,
    repairs: repairs.sort((a, b) => a.index - b.index)
  }
}
