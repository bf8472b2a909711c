/** Handles in the place of results that are too long for a model. */
import type { ToolError } from '../core/tool-error.js'
import * as o from '../core/options.js'
import type { AnyGuardedCall, Turn } from '../guard/kernel.js'
import type { Answer } from './answer.js'

/** Keeps results that are too long for a model: `resultHandles()` of `guarded-call/results` makes one. @category Adapters @since 0.1.0 */
export interface ResultHandles {
  /** The tool that reads any part of a kept result. */
  readonly reader: AnyGuardedCall
  /** Keeps a result that is too long (by its own limit, or by `maxChars` where that is less), and gives its handle; undefined for any other. */
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

/** Where long results are kept, and for whom. */
export interface Keeping {
  readonly results: ResultHandles
  readonly maxChars: number | undefined
  readonly turn: Turn
}

type Valid = Extract<Answer, { readonly kind: 'value' }>

const handleOf = ({ results, maxChars, turn }: Keeping, value: unknown) =>
  results.instead(value, { turnId: turn.id, ...(maxChars === undefined ? {} : { maxChars }) })

/** The handle of a value as its answer; undefined of a value that is not too long. */
export const keptAnswer = async (keeping: Keeping, value: unknown): Promise<Valid | undefined> => {
  const handle = await handleOf(keeping, value)
  return handle === undefined ? undefined : { kind: 'value', value: handle, text: JSON.stringify(handle) }
}

/** The error with a handle for its data, where those are too long: a part of a response, or the earlier response that a refusal repeats. */
export const keptError = async (keeping: Keeping, error: ToolError): Promise<ToolError> => {
  const handle = error.data === undefined ? undefined : await handleOf(keeping, error.data)
  return handle === undefined ? error : { ...error, data: handle }
}
