/** The stage that runs the semantic checks. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import { schemaMismatch, toToolError, type PartialData, type ToolError } from '../core/tool-error.js'
import { abandon } from '../core/foreign/promises.js'

const checkThrew = (): ToolError =>
  schemaMismatch({ code: 'check_threw', detail: 'A semantic check threw instead of answering.' })

const ask = <A, Args>(check: SemanticCheck<A, Args>, payload: A, args: Args, raw: unknown): O.Option<ToolError> => {
  try {
    const found = check(payload, args, { raw })
    abandon(found)
    if (O.isNone(found)) return found
    // Untyped code may answer anything, a promise for one: what is no error is no answer.
    return O.some(toToolError(found.value) ?? checkThrew())
  } catch {
    return O.some(checkThrew())
  }
}

/** The checks' verdict: `Left` for a payload that must not pass, else the first `partial_data`, if any. Garbage wins over partial. */
export const check = <A, Args>(
  checks: ReadonlyArray<SemanticCheck<A, Args>>,
  payload: A,
  args: Args,
  raw: unknown
): E.Either<ToolError, PartialData | undefined> => {
  let partial: PartialData | undefined
  for (const each of checks) {
    const found = ask(each, payload, args, raw)
    if (O.isNone(found)) continue
    if (found.value.error_class !== 'partial_data') return E.left(found.value)
    partial ??= found.value
  }
  return E.right(partial)
}
