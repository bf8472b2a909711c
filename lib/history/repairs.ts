/** The list of repairs, which explains every difference between input and output. */
import type { MessageRepair } from './lens.js'

/**
 * One repair. `index` is the position of its message in the input; `id` is the call's original id.
 * @category History @since 0.1.0
 */
export type Repair =
  /** The call had no result: a marked one follows it now. */
  | { readonly kind: 'result_synthesized'; readonly id: string | null; readonly index: number }
  /** The call had no result and was removed; so is one that the provider executes, once its turn has ended. */
  | { readonly kind: 'call_removed'; readonly id: string | null; readonly index: number }
  /** The result had no earlier call, or its call had another one before: a note quotes it now. */
  | { readonly kind: 'result_noted'; readonly id: string | null; readonly index: number }
  /** The result had no earlier call, or its call had another one before, and was dropped. */
  | { readonly kind: 'result_dropped'; readonly id: string | null; readonly index: number }
  /**
   * Its call already had this result, or this one is synthetic. Or a copy of a call without a result of its own, and in
   * OpenAI Responses of any item with an id: the same one stands before it.
   */
  | { readonly kind: 'duplicate_dropped'; readonly id: string | null; readonly index: number }
  /** A real result came late and replaced this synthetic one. */
  | { readonly kind: 'synthetic_replaced'; readonly id: string | null; readonly index: number }
  /** The result stood in the wrong place and now follows its call; parallel ones follow the order of their calls. */
  | { readonly kind: 'result_moved'; readonly id: string | null; readonly index: number }
  /** The call, or the result, has a new id, which the provider accepts and which is unique. */
  | { readonly kind: 'id_renamed'; readonly id: string | null; readonly index: number; readonly to: string }
  /** The call, or its result, names its tool in a way that the provider accepts. */
  | { readonly kind: 'tool_renamed'; readonly id: string | null; readonly index: number; readonly to: string }
  /** Later pairs that repeat this failed one were folded into one note. */
  | { readonly kind: 'repeats_collapsed'; readonly id: string | null; readonly index: number; readonly count: number }
  /**
   * A repair of one message alone. `empty_calls_removed`: an empty list of calls. `empty_content_removed`: empty text.
   * `arguments_wrapped`: arguments that were not an object. `text_written`: arguments or a content that were not the
   * text of their data, or not the text that a failure must have, or a last text that ended in white space.
   * `call_promoted`: a call that stood only among the invalid ones. `calls_moved_last`: text behind the calls.
   * `caller_removed`: a call by code that runs no more, or is gone: it stands as the model's own.
   * `reasoning_removed`: reasoning without its continuation. `message_removed`: an empty message. `messages_merged`:
   * now part of the message before it. `opening_added`: a conversation must begin with the user. `media_moved`: images,
   * sounds or files of a result, which a message of the user behind the results of its step shows now.
   * `item_id_removed`: the id of an item that another one before it has. `name_rewritten`: the name of whoever speaks,
   * or of a function of the old API, in which the provider refuses a sign.
   */
  | { readonly kind: MessageRepair; readonly id: string | null; readonly index: number }

/** The name of a repair. @category History @since 0.1.0 */
export type RepairKind = Repair['kind']

/** An id in a report: null if there is none. */
export const shownId = (id: unknown): string | null => (typeof id === 'string' && id !== '' ? id : null)
