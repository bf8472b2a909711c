/** Mends a history so that its provider takes it: every call is followed by its result, every result has a call, and no evidence is lost. */
import { isFields, type Fields } from '../core/foreign/fields.js'
import { collapseRepeats } from './collapse.js'
import { formatLens, type HistoryFormat } from './formats.js'
import { cleanMessages, type RepairReporter } from './lens.js'
import { repairSteps, type RepairSettings } from './step-repairs.js'
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
  /**
   * Whether the history goes on with messages that the server keeps (`previous_response_id`, `conversation`): a result whose call is not here belongs to
   * one of those, and stays as it is. @default whether the request says so, where it is given whole
   */
  readonly continues?: boolean
}

/** A request as it is sent, with its messages in it. @category History @since 0.1.0 */
export type RequestLike = { readonly input: ReadonlyArray<unknown> } | { readonly messages: ReadonlyArray<unknown> }

/** A mended history: the same array, or request, where nothing was wrong. @category History @since 0.1.0 */
export interface RepairedHistory<Messages> {
  readonly messages: Messages
  /** What was done, in the order of the messages that it concerns. */
  readonly repairs: ReadonlyArray<Repair>
}

// -- options

const CHOICES = {
  frontier: ['closed', 'open'],
  orphanResults: ['note', 'drop'],
  unansweredCalls: ['synthesize', 'remove'],
  collapseRepeats: [false, true],
  continues: [false, true]
} as const

type RepairChoices = RepairSettings & { readonly continues: boolean }

const resolve = (options: RepairOptions, continues: boolean): RepairChoices => {
  const settings: RepairChoices = {
    frontier: options.frontier ?? 'closed',
    orphanResults: options.orphanResults ?? 'note',
    unansweredCalls: options.unansweredCalls ?? 'synthesize',
    collapseRepeats: options.collapseRepeats ?? false,
    continues: options.continues ?? continues
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const given = settings[name as keyof RepairChoices]
    if (!choices.some((choice) => choice === given)) {
      throw new TypeError(
        `Expected \`${name}\` to be ${choices.map((choice) => (typeof choice === 'string' ? `'${choice}'` : choice)).join(' or ')}.`
      )
    }
  }
  return settings
}

// -- whole requests

/** Where a request keeps its messages, in chat APIs and in the Responses API. */
export const MESSAGE_FIELDS = ['messages', 'input'] as const

/** Whether a request of the Responses API goes on with what the server keeps. */
export const continuesOnServer = ({ previous_response_id: previous, conversation }: Fields): boolean =>
  (typeof previous === 'string' && previous !== '') ||
  (typeof conversation === 'string' && conversation !== '') ||
  (isFields(conversation) && typeof conversation['id'] === 'string')

// -- the verb

const mendMessages = (
  format: HistoryFormat,
  messages: ReadonlyArray<unknown>,
  { continues, ...settings }: RepairChoices
): RepairedHistory<ReadonlyArray<unknown>> => {
  const lens = formatLens(format, messages)
  const live = settings.frontier === 'open'
  const repairs: Array<Repair> = []
  const report: RepairReporter = (kind, index, id) => {
    repairs.push({ kind, id: shownId(id), index })
  }

  const cleaned = cleanMessages(lens, messages, report)
  const mended = repairSteps(lens, pair(lens, cleaned, { live, continues }), settings)
  for (const repair of mended.repairs) repairs.push(repair)
  const whole = lens.settle(mended.items, live, report)
  // What repeats is only seen once messages stand as they will be sent; the note may then have to join its neighbour.
  const settled = settings.collapseRepeats
    ? lens.settle(
        collapseRepeats(lens, whole, { live, continues }, (repair) => repairs.push(repair)),
        live,
        report
      )
    : whole
  if (repairs.length === 0) return { messages, repairs }
  return { messages: settled.map(({ message }) => message), repairs: repairs.sort((a, b) => a.index - b.index) }
}

/**
 * Mends a history before it is sent: pairs calls and results in one ordered walk, answers what was interrupted, keeps a note of what lost its call.
 * Deterministic and idempotent; the input is never changed, and is given back as it is where nothing is wrong with it. A request may be given whole: then
 * it says by itself whether the server keeps what came before.
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
export const repairHistory = <Messages extends ReadonlyArray<unknown> | RequestLike>(
  format: HistoryFormat,
  messages: Messages,
  options: RepairOptions = {}
): RepairedHistory<Messages> => {
  if (Array.isArray(messages))
    return mendMessages(format, messages, resolve(options, false)) as unknown as RepairedHistory<Messages>
  const request = messages as Fields
  const field = MESSAGE_FIELDS.find((name) => Array.isArray(request[name]))
  const settings = resolve(options, continuesOnServer(request))
  // The input of a request may be a text alone.
  if (field === undefined) return { messages, repairs: [] }
  const inside = request[field] as ReadonlyArray<unknown>
  const mended = mendMessages(format, inside, settings)
  return {
    messages: mended.messages === inside ? messages : ({ ...request, [field]: mended.messages } as unknown as Messages),
    repairs: mended.repairs
  }
}
