/** What a tool says of its own failure, in words that were meant for the model and may come from anyone. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { AS_THE_TOOL_SAYS, CODES } from '../core/codes.js'
import { dataOf } from '../core/json-read.js'
import { redactText } from '../core/secret-text.js'
import { oneLine } from '../core/text.js'
import { partialData, schemaMismatch, semanticGarbage, ToolError } from '../core/tool-error.js'

const MAX_QUOTED = 300

/** Refusals by which a framework says that the tool itself was never reached. */
export type FailureCode = 'invalid_arguments' | 'unknown_tool'

const SAYS: Readonly<Record<FailureCode | 'tool_threw', string>> = {
  tool_threw: 'The tool says that it failed',
  invalid_arguments: 'The arguments do not fit the tool',
  unknown_tool: 'There is no tool of this name'
}

const quoted = (text: string, code: keyof typeof SAYS = 'tool_threw'): string => {
  const line = oneLine(redactText(text.slice(0, MAX_QUOTED * 4)), MAX_QUOTED)
  return line === '' ? `${SAYS[code]}.` : `${SAYS[code]}: ${JSON.stringify(line)}`
}

// Of an error that a guarded tool at the other end made, class and code stand; its words are quoted like any other's.
const knownError = (text: string): ToolError | undefined => {
  const error = ToolError.decode(dataOf(text))
  if (E.isLeft(error)) return undefined
  const codes: ReadonlyArray<string> = CODES[error.right.error_class]
  return codes.includes(error.right.code) ? error.right : undefined
}

const validData = (error: ToolError, codec: t.Decoder<unknown, unknown> | undefined): { readonly data?: unknown } => {
  if (error.error_class !== 'partial_data' || error.data === undefined || codec === undefined) return {}
  const data = codec.decode(error.data)
  return E.isRight(data) ? { data: data.right } : {}
}

export interface OwnFailureOptions {
  readonly codec?: t.Decoder<unknown, unknown> | undefined
  readonly code?: FailureCode | undefined
}

/** The error of a tool that says by itself that it failed, whatever it says; data that came with it only if the codec takes it. */
export const ownFailure = (text: string, { codec, code: refusal }: OwnFailureOptions = {}): ToolError => {
  if (refusal !== undefined) return semanticGarbage({ code: refusal, detail: quoted(text, refusal) })
  const error = knownError(text)
  if (error === undefined)
    return schemaMismatch({ code: 'tool_threw', detail: quoted(text), hint: AS_THE_TOOL_SAYS.hint })
  const { code } = error
  const detail = quoted([error.detail, error.hint].filter((words) => words !== null).join(' '))
  switch (error.error_class) {
    case 'schema_mismatch':
      return schemaMismatch({ code, detail })
    case 'semantic_garbage':
      return semanticGarbage({ code, detail })
    case 'partial_data':
      return partialData({ code, detail, ...validData(error, codec) })
  }
}
