/** Where long results are kept: a store keeps texts by their names, and knows nothing of them. */
import type { MaybePromise } from '../foreign/promises.js'

/** Keeps long results for `read_result`. A store may let the oldest go. @category Results @since 0.1.0 */
export interface ResultStore {
  readonly put: (ref: string, text: string) => MaybePromise<void>
  /** Undefined for one that is not kept any more. */
  readonly get: (ref: string) => MaybePromise<string | undefined>
  readonly delete: (ref: string) => MaybePromise<void>
}
