/** What a session tells a recorder of each settled call. */
import type { Issue } from '../core/issue.js'
import type { CallRecord } from './call-record.js'

/** One settled call, and what came back before the codec. @category Traffic @since 0.1.0 */
export interface SettledCall {
  readonly record: CallRecord
  /** What the model was told was wrong; `null` where nothing was. */
  readonly detail: string | null
  /** What the codec refused, not only the first: made of its first 100 errors, so there may be more. */
  readonly issues: ReadonlyArray<Issue>
  /** The text that was read, else the data that was returned; neither where nothing came or could be read. May be shared with the payload: copy it before the call returns, never change it. */
  readonly answer: { readonly text: string | undefined; readonly raw: unknown } | undefined
}

/** Keeps calls for later; told of every settled call. Whatever it does, the call goes on. @category Traffic @since 0.1.0 */
export interface CallRecorder {
  readonly record: (call: SettledCall) => unknown
}
