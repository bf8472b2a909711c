/** What keeps results that are too long for a model, as sessions and adapters take it. */
import * as o from '../options.js'

/**
 * Keeps results that are too long for a model: `resultHandles()` of `guarded-call/results` makes one.
 * @category Results @since 0.1.0
 */
export interface ResultHandles<Reader = unknown> {
  /** The guarded call that reads any part of a kept result. */
  readonly reader: Reader
  /**
   * Keeps a result that is too long (by its own limit, or by `maxChars` where that is less), and gives its handle;
   * undefined for any other.
   */
  readonly instead: (
    result: unknown,
    options?: { readonly maxChars?: number; readonly turnId?: string }
  ) => Promise<object | undefined>
  /** The text of a result for a model: its JSON, or that of its handle. */
  readonly textOf: (result: unknown) => Promise<string>
}

/** The handles of `guarded-call/results`. */
export const RESULTS = o.optional(
  o.having<ResultHandles>(['instead', 'textOf'], 'the handles of `resultHandles()`, of guarded-call/results')
)
