/** Counts how often in a row a tool was called with arguments that do not fit it, so that a model that guesses is stopped. */
import * as E from 'fp-ts/lib/Either.js'
import { count } from '../core/text.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { decodeArgs, joinLines } from './arguments.js'
import type { Call } from './call.js'
import { formatPath } from '../core/issue.js'
import type { SavedTurn } from './session-state.js'

// A model can make up any name: all unknown tools share one row.
const NO_SUCH_TOOL = ''

const MAX_TOOLS = 1_000

const isInvalid = (code: string | undefined): boolean => code === 'invalid_arguments' || code === 'unknown_tool'

interface Row {
  times: number
  /** The model's message that asked for the latest call: the calls of one message count once. */
  message: unknown
}

/** The invalid calls of one turn. */
export class InvalidCalls {
  readonly #rows = new Map<string, Row>()

  constructor(
    readonly limit: number,
    saved: SavedTurn['invalid'] = []
  ) {
    for (const { tool, times } of saved.slice(0, MAX_TOOLS)) this.#rows.set(tool, { times, message: undefined })
  }

  /** Whether one more would be too many. */
  isSpent(tool: string, message?: unknown): boolean {
    const row = this.#rows.get(tool)
    if (row === undefined) return this.limit === 0
    return row.times >= this.limit + (message !== undefined && row.message === message ? 1 : 0)
  }

  add(tool: string, message: unknown): void {
    if (tool !== NO_SUCH_TOOL) this.#rows.delete(NO_SUCH_TOOL)
    const row = this.#rows.get(tool)
    if (row === undefined && this.#rows.size >= MAX_TOOLS) return
    const isSame = message !== undefined && row?.message === message
    this.#rows.set(tool, { times: (row?.times ?? 0) + (isSame ? 0 : 1), message })
  }

  save(): SavedTurn['invalid'] {
    return [...this.#rows].map(([tool, { times }]) => ({ tool, times }))
  }

  /** Ends the row of a tool: one of its calls had arguments that fit. */
  reset(tool: string): void {
    if (this.#rows.size === 0) return
    this.#rows.delete(tool)
    this.#rows.delete(NO_SUCH_TOOL)
  }
}

const rowOf = (tool: string, code: string): string => (code === 'unknown_tool' ? NO_SUCH_TOOL : tool)

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
  const times = count(call.turn.invalid.limit, 'time')
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
export const invalidTooOften = <Args, A>(call: Call<Args, A>, error: ToolError): ToolError | undefined =>
  isInvalid(error.code) && call.turn.invalid.isSpent(rowOf(call.tool.name, error.code), call.message)
    ? exceeded(call, error)
    : undefined

/** Counts a judged call whose arguments were invalid, and replaces its refusal where it is one too many in a row. A call whose arguments fitted ends the row. */
export const countInvalid = <Args, A>(call: Call<Args, A>): void => {
  const { turn, tool, message, judgement, admission } = call
  const { result, executed } = judgement
  if (E.isLeft(result) && isInvalid(result.left.code) && (executed === 'refused' || executed === 'no')) {
    const refusal = invalidTooOften(call, result.left)
    turn.invalid.add(rowOf(tool.name, result.left.code), message)
    if (refusal !== undefined) call.judgement = { ...judgement, result: E.left(refusal) }
  } else if (admission.refusal === undefined && executed !== 'refused') turn.invalid.reset(tool.name)
}
