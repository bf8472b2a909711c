/** Judges one output of a model, and writes the request for a better one. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { describeSchemaFailure } from '../codec/schema-failure.js'
import {
  type Issue,
  type Path,
  type ToolError,
  argumentLine,
  cut,
  dottedPath,
  issueSentence,
  oneLine,
  receivedText,
  schemaMismatch
} from '../core/errors/index.js'
import type { SemanticCheck } from '../core/checks/index.js'
import { check, decodeArgs, DEFAULT_MAX_BYTES, read } from '../guard/kernel.js'

// -- model

export interface ModelOutput {
  /** The output as a retry shows it to the model. */
  readonly text: string
  /** The value as plain data, or the fault of the text. */
  readonly data: E.Either<string, unknown>
}

export type OutputVerdict<A> =
  | { readonly kind: 'valid'; readonly value: A }
  | {
      readonly kind: 'invalid'
      /** For the model. */
      readonly problems: ReadonlyArray<string>
      /** For the `detail` of an error. */
      readonly lines: ReadonlyArray<string>
      readonly issues: ReadonlyArray<Issue>
      /** The fields that the model is asked to correct; undefined if they are unknown. */
      readonly mentioned: ReadonlyArray<Path> | undefined
    }
  /** The author's own code failed, which a model cannot correct. */
  | { readonly kind: 'broken'; readonly error: ToolError }

// -- reading

const FENCE = '```'

// Models fence JSON out of habit. A fence around the whole text does not count as part of the output; prose around a
// fence does.
const unfenced = (text: string): string => {
  const body = text.trim()
  const [opening = ''] = body.split('\n', 1)
  const isWhole =
    /^```[\w-]*\s*$/.test(opening) &&
    body.endsWith(FENCE) &&
    body.indexOf(FENCE, FENCE.length) === body.length - FENCE.length
  return isWhole ? body.slice(opening.length, -FENCE.length) : text
}

// The limit of tool responses; no model writes more.
const OPTIONS = { reads: 'json', maxBytes: DEFAULT_MAX_BYTES } as const

const NO_DATA = 'The output is neither JSON text nor a plain JSON value.'

// JSON has no bigints, which a client may have made of long integers.
const textOf = (data: unknown): string =>
  JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? 'nothing'

/** Reads an output without running any of its code. */
export const readOutput = (output: unknown): ModelOutput => {
  const isText = typeof output === 'string'
  const reading = read(isText ? unfenced(output) : output, OPTIONS)
  if (E.isRight(reading)) return { text: isText ? output : textOf(reading.right.raw), data: E.right(reading.right.raw) }
  return isText
    ? {
        text: output,
        data: E.left(`Invalid JSON: ${reading.left.error.detail.replace(/^The response\b/, 'The output')}`)
      }
    : { text: 'something that is not data', data: E.left(NO_DATA) }
}

// -- judging

const MAX_LINE = 400

const expectation = (issue: Issue): string => {
  const { kind, expected, received, shown, suggestion } = issue
  if (kind === 'missing') return `required field is missing, expected ${expected}.`
  if (kind === 'unknown_field') return 'unknown field, remove it.'
  const value = shown === undefined || shown === received ? received : `${received} ${receivedText(issue)}`
  const meant = suggestion === undefined ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`
  // The codec's own message, if it says more than the issue's fields.
  const own = issue.message === issueSentence(issue) ? '' : ` ${issue.message}`
  return `expected ${expected}, got ${value}.${meant}${own}`
}

/** Writes one issue as a bullet: `  - Field 'priority': expected integer, got string 'high'.` */
export const fieldLine = (issue: Issue): string =>
  `  - ${oneLine(`Field '${dottedPath(issue.path)}': ${expectation(issue)}`, MAX_LINE)}`

const said = <A>(what: string): OutputVerdict<A> => ({
  kind: 'invalid',
  problems: [`  - ${what}`],
  lines: [what],
  issues: [],
  mentioned: undefined
})

const UNSAID = 'The output is not valid, and its codec does not say why.'

const misshapen = <A>(issues: ReadonlyArray<Issue>): OutputVerdict<A> =>
  issues.length === 0
    ? said(UNSAID)
    : {
        kind: 'invalid',
        problems: issues.map(fieldLine),
        lines: issues.map(argumentLine),
        issues,
        mentioned: issues.map(({ path }) => path)
      }

/** Judges an output by its codec, and an accepted one by the semantic check. Never throws. */
export const judgeOutput = <A>(
  codec: t.Decoder<unknown, A>,
  semanticCheck: SemanticCheck<A, string> | undefined,
  request: string,
  { data }: ModelOutput
): OutputVerdict<A> => {
  if (E.isLeft(data)) return said(data.left)
  const decoded = decodeArgs(codec, data.right)
  if (E.isLeft(decoded)) {
    const { issues, thrown } = decoded.left
    return issues === undefined
      ? { kind: 'broken', error: schemaMismatch({ code: 'codec_threw', detail: `${describeSchemaFailure(thrown)}.` }) }
      : misshapen(issues)
  }
  const found = check(semanticCheck === undefined ? [] : [semanticCheck], decoded.right, request, data.right)
  const refused = E.isLeft(found) ? found.left : found.right
  if (refused === undefined) return { kind: 'valid', value: decoded.right }
  return refused.code === 'check_threw' ? { kind: 'broken', error: refused } : said(refused.detail)
}

// -- asking again

// A model that must keep every other field has to see them; a runaway output would crowd out the request.
const MAX_OUTPUT = 32_000
const MAX_PROBLEMS = 100

/** Writes the request again with the latest failure alone: a model copies earlier failures that it sees. */
export const retryPrompt = (
  request: string,
  { text }: ModelOutput,
  problems: ReadonlyArray<string>,
  { attempt, of }: { readonly attempt: number; readonly of: number }
): string => {
  const rest = problems.length - MAX_PROBLEMS
  return [
    request,
    '',
    'Your previous attempt produced invalid output. Here is what you returned:',
    cut(text, MAX_OUTPUT),
    '',
    'The following validation errors were found:',
    ...problems.slice(0, MAX_PROBLEMS),
    ...(rest > 0 ? [`  (+${rest} more)`] : []),
    '',
    'Fix ONLY the fields mentioned above. Keep all other fields exactly as they were.',
    'Return the complete corrected JSON object.',
    `Attempt ${attempt} of ${of}.`
  ].join('\n')
}
