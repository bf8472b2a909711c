/** What a repair did, told so that every difference between input and output can be explained. */
import type { MessageRepair } from './lens.js'

/**
 * One thing that was mended. `index` is the position in the input of the message that it concerns; `id` the call's id as it stood there.
 *
 * @category History @since 0.1.0
 */
export type Repair =
  /** The call of this message had no result: a marked one stands behind it now. */
  | { readonly kind: 'result_synthesized'; readonly id: string | null; readonly index: number }
  /** The call had no result and was removed. */
  | { readonly kind: 'call_removed'; readonly id: string | null; readonly index: number }
  /** The result had no earlier call: a note quotes it now. */
  | { readonly kind: 'result_noted'; readonly id: string | null; readonly index: number }
  /** The result had no earlier call and was dropped. */
  | { readonly kind: 'result_dropped'; readonly id: string | null; readonly index: number }
  /** Its call already had a real result. */
  | { readonly kind: 'duplicate_dropped'; readonly id: string | null; readonly index: number }
  /** A real result came late, and took the place of this synthetic one. */
  | { readonly kind: 'synthetic_replaced'; readonly id: string | null; readonly index: number }
  /** The result stood in a wrong place and now follows its call, parallel ones in the order of their calls. */
  | { readonly kind: 'result_moved'; readonly id: string | null; readonly index: number }
  /** The call, or the result, has another id now: one that exists, that the provider takes, and that is unique where it must be. */
  | { readonly kind: 'id_renamed'; readonly id: string | null; readonly index: number; readonly to: string }
  /** Later pairs just like this failed one were folded into one note. */
  | { readonly kind: 'repeats_collapsed'; readonly id: string | null; readonly index: number; readonly count: number }
  /**
   * What concerns one message alone. `empty_calls_removed`: an empty list of calls. `empty_content_removed`: empty text. `arguments_wrapped`: arguments
   * that were no object. `call_promoted`: a call that stood only among the invalid ones. `calls_moved_last`: text behind the calls. `reasoning_removed`:
   * reasoning that led to nothing that is left. `message_removed`: nothing was left of it. `messages_merged`: now part of the message before it.
   * `opening_added`: a conversation must begin with the user.
   */
  | { readonly kind: MessageRepair; readonly id: string | null; readonly index: number }

/** The name of a repair. @category History @since 0.1.0 */
export type RepairKind = Repair['kind']

/** An id as a report shows it: null where there is none. */
export const shownId = (id: unknown): string | null => (typeof id === 'string' && id !== '' ? id : null)
