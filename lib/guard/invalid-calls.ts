/** Counts how often in a row a tool's arguments did not fit, so that a model that guesses is stopped. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, count, formatPath, schemaMismatch } from '../core/errors/index.js'
import { decodeArgs, joinLines } from './arguments.js'
import type { Call } from './call.js'
import type { LoggedCall } from './logged-call.js'

// A model can make up any name: all unknown tools count together.
const NO_SUCH_TOOL = 'unknown_tool'

const isInvalid = (code: string | undefined): boolean => code === 'invalid_arguments' || code === NO_SUCH_TOOL

/**
 * How many of the latest calls of a tool, or of tools that do not exist, had arguments that did not fit. The calls of
 * one message count once, and those of `message` not at all: one more of it changes nothing.
 */
const invalidInARow = (
  calls: ReadonlyArray<LoggedCall>,
  { tool, code, message }: { readonly tool: string; readonly code: string; readonly message?: object | undefined }
): number => {
  let times = 0
  let counted = message
  for (let i = calls.length - 1; i >= 0; i--) {
    const { tool: name, message: by, end, invalid } = calls[i] as LoggedCall
    const fits = invalid === undefined
    // A call that was refused for something else says nothing.
    if (end === undefined || end.standing === 'voided' || (fits && end.executed === 'refused')) continue
    if (code === NO_SUCH_TOOL) {
      if (invalid !== code) return times
    } else if (name !== tool || invalid === NO_SUCH_TOOL) continue
    else if (fits) return times
    if (by === undefined || by !== counted) times += 1
    counted = by
  }
  return times
}

// Decoding `{}` makes a codec name each field that it requires.
const requiredBy = <Args, A>({ tool }: Call<Args, A>): string | undefined => {
  if (tool.args === undefined) return undefined
  const decoded = decodeArgs(tool.args, {})
  if (E.isRight(decoded) || decoded.left.issues === undefined) return undefined
  const lines = decoded.left.issues.map(({ path, expected }) => `'${formatPath(path)}': ${expected}`)
  return lines.length === 0 ? undefined : joinLines(lines, 300)
}

const STOP = 'Stop guessing: use values that an earlier result or the user gave, or ask the user for what is missing.'

/** The refusal of one call too many; `error` is that of the call itself. */
const exceeded = <Args, A>(call: Call<Args, A>, { code, detail }: ToolError): ToolError => {
  const times = count(call.turn.settings.budget.invalid, 'time')
  if (code === 'unknown_tool')
    return schemaMismatch({
      code: 'validation_cap_exceeded',
      detail: `Tools that do not exist were called ${times} in a row. ${detail}`,
      hint: 'Stop guessing names: use a tool from the given list, or tell the user that no tool does this.'
    })
  const required = requiredBy(call)
  return schemaMismatch({
    code: 'validation_cap_exceeded',
    detail: `The arguments of ${call.tool.name} did not fit ${times} in a row. ${required === undefined ? detail : `It requires ${required}.`}`,
    hint: STOP
  })
}

/** The refusal of an invalid call where it is one too many in a row; undefined for any other. */
export const invalidTooOften = <Args, A>(call: Call<Args, A>, error: ToolError): ToolError | undefined => {
  const { turn, tool, message } = call
  if (!isInvalid(error.code)) return undefined
  const before = invalidInARow(turn.log.calls, { tool: tool.name, code: error.code, message })
  return before >= turn.settings.budget.invalid ? exceeded(call, error) : undefined
}

/** Notes a judged call whose arguments did not fit, and replaces its refusal where it is one too many in a row. */
export const countInvalid = <Args, A>(call: Call<Args, A>): void => {
  const { logged, judgement } = call
  const { result, executed } = judgement
  if (E.isRight(result) || !isInvalid(result.left.code) || (executed !== 'refused' && executed !== 'no')) return
  if (logged !== undefined) logged.invalid = result.left.code
  const refusal = invalidTooOften(call, result.left)
  if (refusal !== undefined) call.judgement = { ...judgement, result: E.left(refusal) }
}
