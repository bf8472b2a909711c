/** Handles in the place of results that are too long for a model. */
import type { ToolError } from '../core/errors/index.js'
import { isObject } from '../core/foreign/index.js'
import type { ResultHandles } from '../core/calls/index.js'
import { stateOf, type AnyGuardedCall, type Turn } from '../guard/kernel.js'
import type { Answer } from './answer.js'

type Handles = ResultHandles<AnyGuardedCall>

/** The handles that an adapter was given, else those of the session whose turn it was given. */
export const resultsOf = ({
  results,
  turn
}: {
  readonly results?: ResultHandles
  readonly turn?: unknown
}): Handles | undefined =>
  // Only `resultHandles` makes them, and its reader is a guarded call.
  (results ?? (isObject(turn) ? stateOf({ turn: turn as Turn })?.settings.results : undefined)) as Handles | undefined

/** Where long results are kept, and for whom. */
export interface HandleOptions {
  readonly results: Handles
  readonly maxChars: number | undefined
  readonly turn: Turn
}

type Valid = Extract<Answer, { readonly kind: 'value' }>

const handleOf = ({ results, maxChars, turn }: HandleOptions, value: unknown) =>
  results.instead(value, { turnId: turn.id, ...(maxChars === undefined ? {} : { maxChars }) })

/** The handle of a whole answer in its place; undefined of an error, and where it is not too long. */
export const answerAsHandle = async (options: HandleOptions, whole: Answer): Promise<Valid | undefined> => {
  const handle = whole.kind === 'value' ? await handleOf(options, whole.value) : undefined
  return handle === undefined ? undefined : { kind: 'value', value: handle, text: JSON.stringify(handle) }
}

/**
 * The error with a handle for its data, where those are too long: a part of a response, or the earlier response that a
 * refusal repeats.
 */
export const errorWithHandle = async (options: HandleOptions, error: ToolError): Promise<ToolError> => {
  const handle = error.data === undefined ? undefined : await handleOf(options, error.data)
  return handle === undefined ? error : { ...error, data: handle }
}
