/** Reads, decodes and checks a response, synchronously and without a turn, for the guarded call, calibration and the proxy. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { compile } from '../codec/compile/compile.js'
import { asCodec, type CodecLike } from '../codec/standard-schema.js'
import type { FindPages } from '../core/checks/find-pages.js'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import { CODE_HINTS, isDefaultHint } from '../core/codes.js'
import type { Issue } from '../core/issue.js'
import { withQuote } from '../core/quote.js'
import { schemaMismatch, type PartialData, type ToolError } from '../core/tool-error.js'
import { check, decoded, isPlain, MAX_ERRORS, NO_CONTENT, readAsText, type RefusedPayload } from './decode.js'
import { expectOption, expectPositive } from '../core/options.js'
import { expectWords } from './known-words.js'
import { read, type UnreadableResponse } from './read.js'
import {
  countWhole,
  encodeSalvaged,
  reportedFailure,
  reportedToCheck,
  salvage,
  salvagePlan,
  type SalvagePlan
} from './salvage.js'
import { DEFAULT_MAX_BYTES, verdictOf, type Execution } from './tool.js'

// -- model

/** The policy for a tool's responses. @category Guard @since 0.1.0 */
export interface JudgeOptions<A, Args> {
  /** A codec, or a schema of zod, valibot, arktype. */
  readonly codec: CodecLike<A>
  readonly checks?: ReadonlyArray<SemanticCheck<NoInfer<A>, NoInfer<Args>>>
  /** The arguments that the checks see. */
  readonly args?: Args
  /** @default 'json' */
  readonly reads?: 'json' | 'text'
  /** Path of an array whose complete elements are saved from a cut response; each is decoded by itself, and no check sees them. */
  readonly salvage?: string
  /** Most bytes of a response. @default 4_194_304 */
  readonly maxBytes?: number
  /** Whether any response, readable or not, means that a write was executed. @default false */
  readonly answersWhenDone?: boolean
}

/** The prepared policy for responses of one tool. */
export interface AnswerPolicy<A, Args> {
  readonly codec: t.Decoder<unknown, A>
  readonly decoder: t.Decoder<unknown, A>
  readonly checks: ReadonlyArray<SemanticCheck<A, Args>>
  readonly reads: 'json' | 'text'
  readonly salvage: SalvagePlan | undefined
  readonly maxBytes: number
  /** The outcome of the effect that an unreadable or refused response implies. */
  readonly answered: 'yes' | 'unknown'
}

/** The result of a call, and the facts that settling, recording and pipelines need. */
export interface Judgement<A> {
  readonly result: E.Either<ToolError, A>
  readonly executed: Execution
  readonly bytes: number
  /** The text of the response, whether it could be parsed or not. */
  readonly text: string | undefined
  /** The response as data, before the codec; undefined where it could not be read. */
  readonly raw: unknown
  /** Whether a smaller request would help: the response was cut, too large, or reported as partial. */
  readonly short: boolean
  /** The payload that was validated as a whole, where the result is a part of more. Neither salvaged elements nor an author's own data are one. */
  readonly payload: { readonly value: A } | undefined
  /** All issues of the codec; the error names only the first. */
  readonly issues: ReadonlyArray<Issue>
  /** Whether the error carries the whole elements of an answer that was cut. */
  readonly salvaged: boolean
  /** The tool's own words of its failure, unchanged: the detail quotes them where quoting is on, and failures are compared by them even where it is off. */
  readonly says?: string
  /** Finds the next page in the response, where a check of the tool does. */
  readonly findPages?: FindPages | undefined
  /** How many whole elements a cut response holds: of the salvaged array, or of the only one that the codec declares. */
  readonly elements?: number | undefined
  /** The thrown error, or a fault that a model could not correct, for the operator. */
  readonly cause: string | undefined
  /** Words of the hint for the refusal of a repeat, where the error's own hint has no variant for it. */
  readonly onRepeat?: string | undefined
  /** The framework's own way to stop, which the tool threw: the same call is made again later, and this one does not count. */
  readonly handedBack?: { readonly thrown: unknown; readonly counts?: boolean }
}

// -- constructors

/** Prepares a policy once; throws a TypeError for options that cannot work. */
export const policyFor = <A, Args>(options: Omit<JudgeOptions<A, Args>, 'args'>): AnswerPolicy<A, Args> => {
  const { checks = [], reads = 'json', maxBytes = DEFAULT_MAX_BYTES, answersWhenDone = false } = options
  const codec = asCodec(options.codec, 'codec')
  expectOption(['json', 'text'].includes(reads), 'reads', "'json' or 'text'")
  expectPositive(maxBytes, 'maxBytes')
  const areFunctions = Array.isArray(checks) && checks.every((one) => typeof one === 'function')
  expectOption(areFunctions, 'checks', 'an array of functions')
  expectOption(options.salvage === undefined || typeof options.salvage === 'string', 'salvage', 'the path of an array')
  return {
    codec,
    decoder: compile(codec, { maxErrors: MAX_ERRORS }),
    checks,
    reads,
    salvage: salvagePlan(codec, options.salvage),
    maxBytes,
    answered: answersWhenDone ? 'yes' : 'unknown'
  }
}

const isShort = ({ code }: ToolError): boolean => CUTS.has(code) || code === 'too_large' || code === 'timeout'

type Facts = Partial<Omit<Judgement<never>, 'result' | 'executed'>>

/** A judgement with the facts that are known of it. */
export const judgementOf = <A>(
  result: E.Either<ToolError, A>,
  executed: Execution,
  facts: Facts = {}
): Judgement<A> => ({
  result,
  executed,
  bytes: 0,
  text: undefined,
  raw: undefined,
  short: false,
  payload: undefined,
  issues: NO_ISSUES,
  salvaged: false,
  cause: undefined,
  ...facts
})

/** The judgement of a call that failed. */
export const failedJudgement = (error: ToolError, executed: Execution, facts?: Facts): Judgement<never> =>
  judgementOf(E.left(error), executed, facts)

const NO_ISSUES: ReadonlyArray<Issue> = []

/** The placeholder in a call until it is judged. */
export const PENDING: Judgement<never> = failedJudgement(
  schemaMismatch({ code: 'tool_threw', detail: 'The call was given up before it was judged.' }),
  'refused'
)

// -- reading and decoding

const CUTS: ReadonlySet<string> = new Set(['truncated_response', 'incomplete_response'])

// The default hint says to go on with the data, and here there are no data.
const withNothing = (short: PartialData): ToolError => {
  const unusable = CODE_HINTS.get(short.code)?.unusable
  return unusable !== undefined && isDefaultHint(short) ? { ...short, hint: unusable } : short
}

const unread = <A, Args>(
  policy: AnswerPolicy<A, Args>,
  { error, text, bytes }: UnreadableResponse,
  short: PartialData | undefined
): Judgement<A> => {
  // The transport knows best: a body that it reports as short is incomplete, wherever its text breaks off. A next page does not explain a broken text.
  const reason = short?.code === 'incomplete_response' ? short : error
  const saved =
    policy.salvage !== undefined && text !== undefined && CUTS.has(reason.code)
      ? salvage(policy.salvage, text, reason.detail)
      : undefined
  const reported =
    saved === undefined && text !== undefined && isPlain(text, reason) ? reportedFailure(policy.codec, text) : undefined
  if (reported !== undefined)
    return failedJudgement(reported.error, reported.executed, { bytes, text, says: reported.says })
  const left = saved ?? (reason === short ? withNothing(short) : reason)
  const elements =
    text !== undefined && CUTS.has(reason.code) ? countWhole(policy.codec, policy.salvage, text) : undefined
  return failedJudgement(left, policy.answered, {
    short: isShort(reason),
    bytes,
    text,
    salvaged: saved !== undefined,
    elements
  })
}

// -- checking

/** The error that the checks or the tool itself find in a decoded payload; undefined for a valid one. */
const foundIn = <A, Args>(
  policy: AnswerPolicy<A, Args>,
  payload: A,
  args: Args,
  raw: unknown,
  short: PartialData | undefined
): ToolError | undefined => {
  const found = check(policy.checks, payload, args, raw)
  return E.isLeft(found) ? found.left : (short ?? found.right)
}

// -- judging

/** Judges one response, and reports the facts that the guarded call needs besides the result. */
export const judgeAnswer = <A, Args>(policy: AnswerPolicy<A, Args>, args: Args, answer: unknown): Judgement<A> => {
  const said = verdictOf(answer)
  // A failure that stands inside an incomplete answer is the answer.
  const inner = said?.kind === 'incomplete' ? verdictOf(said.value) : undefined
  const verdict = inner?.kind === 'failed' ? inner : said
  if (verdict?.kind === 'failed')
    return failedJudgement(verdict.error, verdict.executed ?? 'unknown', {
      short: isShort(verdict.error),
      ...(verdict.says === undefined ? {} : { says: verdict.says })
    })

  const short = verdict?.kind === 'incomplete' ? verdict.error : undefined
  const came =
    verdict?.kind === 'no_content'
      ? E.right(NO_CONTENT)
      : read(verdict?.kind === 'incomplete' ? verdict.value : answer, policy)
  const reading = E.isRight(came) ? came.right : readAsText(policy, came.left)
  if (reading === undefined) return unread(policy, (came as E.Left<UnreadableResponse>).left, short)

  const { raw, text, bytes } = reading
  // The last number of a cut body may have lost digits: `12` of `123`.
  if (short?.code === 'incomplete_response' && text !== undefined && typeof raw === 'number')
    return unread(policy, { error: short, text, bytes }, short)

  const payload = decoded(policy, reading)
  if (E.isLeft(payload)) return refused(policy, payload.left, { bytes, text, raw })
  const found =
    short === undefined && policy.checks.length === 0 ? undefined : foundIn(policy, payload.right, args, raw, short)
  const reported = found === undefined || found === short ? undefined : reportedToCheck(raw, found)
  const isWhole = found?.error_class === 'partial_data' && (found === short || found.data === undefined)
  const judgement: Judgement<A> = {
    findPages: found === undefined ? undefined : policy.checks.find((each) => each.findPages !== undefined)?.findPages,
    result: found === undefined ? payload : E.left(isWhole ? { ...found, data: payload.right } : found),
    // Rows beside errors show that the tool ran.
    executed: isWhole ? 'yes' : (reported?.executed ?? 'yes'),
    bytes,
    text,
    raw,
    short: short !== undefined,
    payload: isWhole ? { value: payload.right } : undefined,
    issues: NO_ISSUES,
    salvaged: false,
    cause: undefined
  }
  return reported === undefined ? judgement : { ...judgement, says: reported.says }
}

// A response that reports the tool's own failure is judged as that failure, not as one that does not fit.
const refused = <A, Args>(
  policy: AnswerPolicy<A, Args>,
  { error, issues }: RefusedPayload,
  facts: Pick<Judgement<A>, 'bytes' | 'text' | 'raw'>
): Judgement<A> => {
  const reported = REFUSALS.has(error.code) ? reportedFailure(policy.codec, facts.raw) : undefined
  if (reported !== undefined)
    return failedJudgement(reported.error, reported.executed, { ...facts, says: reported.says })
  return failedJudgement(error, DONE.has(error.code) ? 'yes' : policy.answered, { ...facts, issues })
}

// The write was executed: its response only lost digits, or its protocol reports success without content.
const DONE: ReadonlySet<string> = new Set(['unsafe_integer', 'empty_body'])

const REFUSALS: ReadonlySet<string> = new Set(['schema_violation', 'double_encoded'])

// -- the way back

const isValid = <A, Args>({ codec }: AnswerPolicy<A, Args>, data: unknown): boolean =>
  'is' in codec && typeof codec.is === 'function' && codec.is(data) === true

/** Encodes a payload, or the data of a partial one, as JSON values by the codec that decoded it. */
export const encodeWith =
  <A, Args>(policy: AnswerPolicy<A, Args>) =>
  (data: unknown): unknown => {
    const { codec, salvage: plan } = policy
    if (plan !== undefined && Array.isArray(data) && !isValid(policy, data)) return encodeSalvaged(plan, data)
    return 'encode' in codec && typeof codec.encode === 'function' ? (codec.encode(data) as unknown) : data
  }

/**
 * Judges a response as a guarded call would: a validated payload, or a `ToolError`. No response makes it throw.
 *
 * @throws TypeError for options that cannot work.
 * @category Guard @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { judge } from 'guarded-call'
 *
 * const codec = t.type({ orders: t.array(t.type({ total: t.number })) })
 * const result = judge({ codec }, '{"orders":[{"total":12')
 *
 * assert.ok(E.isLeft(result))
 * assert.equal(result.left.code, 'truncated_response')
 */
export const judge = <A, Args = unknown>(options: JudgeOptions<A, Args>, answer: unknown): E.Either<ToolError, A> => {
  expectWords(options, 'codec checks args reads salvage maxBytes answersWhenDone'.split(' '), 'options')
  return quoted(judgeAnswer(policyFor<A, Args>(options), options.args as Args, answer))
}

const quoted = <A>({ result, says }: Judgement<A>): E.Either<ToolError, A> =>
  E.isLeft(result) ? E.left(withQuote(result.left, says)) : result
