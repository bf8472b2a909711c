/** Repairs a history for its provider: every call has its result, every result its call; no evidence is lost. */
import * as o from '../core/options.js'
import { type Fields, isFields } from '../core/foreign/index.js'
import { collapseRepeats } from './collapse.js'
import { formatLens, type HistoryFormat } from './formats.js'
import { cleanMessages, type RepairReporter } from './lens.js'
import { repairSteps, type RepairSettings } from './step-repairs.js'
import { pair } from './pair.js'
import { shownId, type Repair } from './repairs.js'

// -- model

/** How a history is repaired. @category History @since 0.1.0 */
export interface RepairOptions {
  /** `open` leaves unanswered calls of the last step unchanged: their results are still to come. @default 'closed' */
  readonly frontier?: 'closed' | 'open'
  /**
   * `note` quotes a result without an earlier call, which may be the only evidence of a side effect; `drop` removes it.
   * @default 'note'
   */
  readonly orphanResults?: 'note' | 'drop'
  /** `synthesize` gives a call without a result a marked one; `remove` deletes the call. @default 'synthesize' */
  readonly unansweredCalls?: 'synthesize' | 'remove'
  /**
   * Folds runs of identical failed calls into the first and a note with the count: models imitate repetition in their
   * context.
   * @default false
   */
  readonly collapseRepeats?: boolean
  /**
   * Whether the history continues messages that the server keeps (`previous_response_id`, `conversation`): a result
   * without a call then belongs to one of them and stays.
   * @default whether the request says so, where it is given whole
   */
  readonly continues?: boolean
}

/** A whole request with its messages. @category History @since 0.1.0 */
export type RequestLike = { readonly input: ReadonlyArray<unknown> } | { readonly messages: ReadonlyArray<unknown> }

/** A repaired history: the same array, or request, if nothing was wrong. @category History @since 0.1.0 */
export interface RepairedHistory<Messages> {
  readonly messages: Messages
  /** The repairs, in the order of the messages. */
  readonly repairs: ReadonlyArray<Repair>
}

// -- options

const read = o.options('options', {
  frontier: o.optional(o.choice('closed', 'open'), 'closed'),
  orphanResults: o.optional(o.choice('note', 'drop'), 'note'),
  unansweredCalls: o.optional(o.choice('synthesize', 'remove'), 'synthesize'),
  collapseRepeats: o.optional(o.flag, false),
  continues: o.optional(o.flag)
} satisfies o.TableOf<RepairOptions>)

type RepairChoices = RepairSettings & { readonly continues: boolean }

const resolve = (options: RepairOptions, continues: boolean): RepairChoices => {
  const settings = read(options)
  return { ...settings, continues: settings.continues ?? continues }
}

// -- whole requests

/** The field of a request that holds its messages, in chat APIs and in the Responses API. */
export const MESSAGE_FIELDS = ['messages', 'input'] as const

/** Whether a request of the Responses API continues messages that the server keeps. */
export const continuesOnServer = ({ previous_response_id: previous, conversation }: Fields): boolean =>
  (typeof previous === 'string' && previous !== '') ||
  (typeof conversation === 'string' && conversation !== '') ||
  (isFields(conversation) && typeof conversation['id'] === 'string')

// -- the verb

const repairMessages = (
  format: HistoryFormat,
  messages: ReadonlyArray<unknown>,
  { continues, ...settings }: RepairChoices
): RepairedHistory<ReadonlyArray<unknown>> => {
  const lens = formatLens(format, messages)
  const live = settings.frontier === 'open'
  const choices = { live, notes: settings.orphanResults === 'note' }
  const repairs: Array<Repair> = []
  const report: RepairReporter = (kind, index, id) => {
    repairs.push({ kind, id: shownId(id), index })
  }

  const cleaned = cleanMessages(lens, messages, report)
  const repaired = repairSteps(lens, pair(lens, cleaned, { live, continues }), settings)
  for (const repair of repaired.repairs) repairs.push(repair)
  const whole = lens.settle(repaired.items, choices, report)
  // Repeats are visible only in the final messages; their note may then have to be merged with a neighbour.
  const settled = settings.collapseRepeats
    ? lens.settle(
        collapseRepeats(lens, whole, { live, continues }, (repair) => repairs.push(repair)),
        choices,
        report
      )
    : whole
  if (repairs.length === 0) return { messages, repairs }
  return { messages: settled.map(({ message }) => message), repairs: repairs.sort((a, b) => a.index - b.index) }
}

/**
 * Repairs a history before it is sent: matches calls with results, completes interrupted calls, quotes results whose
 * call is lost, and rewrites what the provider refuses, such as names of tools with a space in them (not for AI SDK and
 * LangChain, which do not say to which provider they send). Deterministic and idempotent; the input is never changed,
 * and is returned itself if nothing is wrong with it. A whole request also says whether the server keeps earlier
 * messages. A message added to instances of LangChain is plain: `coerceMessageLikeToMessage` makes it one of them.
 *
 * @throws TypeError for an unknown format or option, and for nothing else.
 * @category History @since 0.1.0
 * @example
 * import { repairHistory } from 'guarded-call'
 *
 * const { messages, repairs } = repairHistory('openai', [
 *   { role: 'user', content: 'Refund order 7.' },
 *   {
 *     role: 'assistant',
 *     content: null,
 *     tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'refund', arguments: '{"id":7}' } }]
 *   },
 *   { role: 'user', content: 'And?' }
 * ])
 *
 * assert.deepEqual(
 *   messages.map(({ role }) => role),
 *   ['user', 'assistant', 'tool', 'user']
 * )
 * assert.deepEqual(repairs, [{ kind: 'result_synthesized', id: 'call_1', index: 1 }])
 */
export const repairHistory = <Messages extends ReadonlyArray<unknown> | RequestLike>(
  format: HistoryFormat,
  messages: Messages,
  options: RepairOptions = {}
): RepairedHistory<Messages> => {
  if (Array.isArray(messages))
    return repairMessages(format, messages, resolve(options, false)) as unknown as RepairedHistory<Messages>
  const request = messages as Fields
  const field = MESSAGE_FIELDS.find((name) => Array.isArray(request[name]))
  const settings = resolve(options, continuesOnServer(request))
  // The input of a request may be a plain text.
  if (field === undefined) return { messages, repairs: [] }
  const inside = request[field] as ReadonlyArray<unknown>
  const repaired = repairMessages(format, inside, settings)
  return {
    messages:
      repaired.messages === inside ? messages : ({ ...request, [field]: repaired.messages } as unknown as Messages),
    repairs: repaired.repairs
  }
}
