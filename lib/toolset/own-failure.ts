/** A tool's report of its own failure, in words that were meant for the model and may come from anyone. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import {
  AS_THE_TOOL_SAYS,
  CODES,
  ToolError,
  UNNAMED_ARGUMENTS,
  errorOfCode,
  schemaMismatch,
  semanticGarbage
} from '../core/errors/index.js'
import {
  codeOfWords,
  failureIn,
  followsLines,
  holdsPart,
  isReport,
  refusesIn,
  saysMisfit,
  saysRefused,
  textHoldsPart,
  wordsIn
} from '../core/failure/index.js'
import { dataOf } from '../core/json/index.js'
import { type BesideWords, failedAs, failedJudgement, type Judgement } from '../guard/kernel.js'

/** Refusals by which a framework says that the tool itself was never reached. @category Adapters @since 0.1.0 */
export type RefusalCode = 'invalid_arguments' | 'unknown_tool'

/** A failure in a tool's own words, which are quoted behind the detail. @category Adapters @since 0.1.0 */
export interface OwnFailure {
  readonly error: ToolError
  readonly says: string
  readonly executed: 'no' | 'unknown'
  /** The tool itself said no. */
  readonly report?: boolean
  /** It says that the request was refused, and leaves nothing open. */
  readonly refuses?: boolean
}

const SAYS: Readonly<Record<RefusalCode, string>> = {
  invalid_arguments: 'The arguments do not fit the tool.',
  unknown_tool: 'There is no tool of this name.'
}

const refusedBy = (code: RefusalCode): ToolError =>
  semanticGarbage({
    code,
    detail: SAYS[code],
    ...(code === 'invalid_arguments' ? { hint: UNNAMED_ARGUMENTS.hint } : {})
  })

const FAILED = 'The tool reports that it failed.'

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

const ofGuarded = (error: ToolError, codec: t.Decoder<unknown, unknown> | undefined): OwnFailure => ({
  error: errorOfCode(error.code, { detail: FAILED, ...validData(error, codec) }),
  says: [error.detail, error.hint].filter((words) => words !== null).join(' '),
  executed: 'unknown'
})

const leavesPart = ({ blocks, artifact, structured }: BesideWords = { blocks: [] }): boolean =>
  blocks.length > 0 || holdsPart(artifact) || holdsPart(structured)

/**
 * The failure that a tool itself reports; its data are kept only if the codec accepts them.
 * @category Adapters @since 0.1.0
 */
export const ownFailure = (
  text: string,
  {
    codec,
    code: refusal,
    beside
  }: {
    readonly codec?: t.Decoder<unknown, unknown> | undefined
    readonly code?: RefusalCode | undefined
    readonly beside?: BesideWords | undefined
  } = {}
): OwnFailure => {
  if (refusal !== undefined) return { error: refusedBy(refusal), says: text, executed: 'no' }
  const known = knownError(text)
  if (known !== undefined) return ofGuarded(known, codec)
  if (text.trim() === '')
    return { error: schemaMismatch({ code: 'tool_threw', detail: FAILED }), says: '', executed: 'unknown' }
  if (saysMisfit(text))
    return { error: errorOfCode('schema_violation', { detail: FAILED }), says: wordsIn(text), executed: 'unknown' }
  const found = failureIn(text)
  const code = found?.code ?? codeOfWords(text) ?? 'error_in_body'
  const detail = FAILED
  const mayBeDone = textHoldsPart(text) || followsLines(text) || leavesPart(beside)
  return {
    error: errorOfCode(code, code === 'error_in_body' ? { detail, hint: AS_THE_TOOL_SAYS.hint } : { detail }),
    says: wordsIn(text),
    executed: 'unknown',
    report: !mayBeDone && found?.rows === undefined && isReport({ code, says: text, isOwn: true }),
    refuses: !mayBeDone && (found === undefined ? saysRefused({ code, says: text }) : refusesIn(text, false))
  }
}

/** The judgement of a tool's own failure. */
export const ownJudgement = ({ error, executed, ...said }: OwnFailure): Judgement<never> =>
  failedJudgement(error, executed, said)

/** The same as an answer of a tool. @category Adapters @since 0.1.0 */
export const ownAnswer = ({ error, says, refuses = false }: OwnFailure, executed: 'no' | 'unknown'): unknown =>
  failedAs({ error, executed, says, refuses })
