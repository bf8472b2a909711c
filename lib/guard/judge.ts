/** Reads, decodes and checks a response, synchronously and without a turn, for calls, calibration and proxy. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { compile } from '../codec/compile/compile.js'
import { asCodec, type CodecLike } from '../codec/standard-schema.js'
import type { SemanticCheck } from '../core/checks/index.js'
import { failureIn } from '../core/failure/index.js'
import { type PartialData, type ToolError, sayingNoData, withQuote } from '../core/errors/index.js'
import {
  answeredBy,
  CUTS,
  isShort,
  provenBy,
  unreadProves,
  type ReceivedAnswer,
  type EffectPolicy
} from './answer-evidence.js'
import { check, decoded, isPlain, MAX_ERRORS, NO_CONTENT, readAsText, type RefusedPayload } from './decode.js'
import * as o from '../core/options.js'
import { failedJudgement, NO_ISSUES, type Judgement } from './judgement.js'
import { adviceOnRefused, marksItsEnd, read, type Reading, type ReadOptions, type UnreadableResponse } from './read.js'
import { countWhole, reportedFailure, toolWordsFor, salvage, salvagePlan, type SalvagePlan } from './salvage.js'
import { saidNoIn } from './said-no.js'
import { sentFor, withoutSent } from './sent-secrets.js'
import { DEFAULT_MAX_BYTES, verdictOf, type Tool } from './tool.js'
import { EFFECTS } from './tool-options.js'

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
  /** Path of an array whose complete elements are saved from a cut response, each decoded alone, unchecked. */
  readonly salvage?: string
  /** Most bytes of a response. @default 4_194_304 */
  readonly maxBytes?: number
}

/** The prepared policy for responses of one tool. */
export interface ResponsePolicy<A, Args> extends EffectPolicy, Pick<ReadOptions, 'asJson'> {
  readonly codec: t.Decoder<unknown, A>
  readonly decoder: t.Decoder<unknown, A>
  readonly checks: ReadonlyArray<SemanticCheck<A, Args>>
  readonly reads: 'json' | 'text'
  readonly salvage: SalvagePlan | undefined
  readonly maxBytes: number
  /** The payload of an answer, unchecked; undefined where there is none. */
  readonly reread?: (answer: unknown) => A | undefined
}

type Maybe<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined }

type PolicyOptions<A, Args> = Pick<JudgeOptions<A, Args>, 'codec'> &
  Maybe<Omit<JudgeOptions<A, Args>, 'codec' | 'args'> & Pick<Tool<never>, 'name' | 'effect' | 'respondsWhenDone'>>

// -- constructors

const JUDGE = {
  codec: o.anything,
  checks: o.optional(o.functions as o.Kind<ReadonlyArray<never>>, []),
  args: o.anything,
  reads: o.optional(o.choice('json', 'text'), 'json'),
  salvage: o.optional({ ...o.text, wants: 'the path of an array' }),
  maxBytes: o.optional(o.positive, DEFAULT_MAX_BYTES)
} satisfies o.TableOf<JudgeOptions<never, never>>

const readJudge = o.options('options', JUDGE)
const readPolicy = o.options('options', {
  ...JUDGE,
  name: o.optional(o.text, ''),
  effect: o.optional(EFFECTS),
  respondsWhenDone: o.optional(o.flag, false)
})

/** Prepares a policy once; throws a TypeError for options that cannot work. */
export const policyFor = <A, Args>(options: PolicyOptions<A, Args>): ResponsePolicy<A, Args> => {
  const { checks, reads, maxBytes, salvage: path, name, effect, respondsWhenDone } = readPolicy(options)
  const codec = asCodec(options.codec, 'codec')
  const policy: ResponsePolicy<A, Args> = {
    codec,
    decoder: compile(codec, { maxErrors: MAX_ERRORS }),
    checks,
    reads,
    salvage: salvagePlan(codec, path),
    maxBytes,
    answered: effect === 'read' || respondsWhenDone ? 'yes' : 'unknown',
    name,
    writes: effect === 'write'
  }
  const unchecked = { ...policy, checks: [] }
  const reread = (answer: unknown): A | undefined => {
    const { result } = judgedAnswer<A, Args>(unchecked, undefined as Args, answer, answer)
    return E.isRight(result) ? result.right : undefined
  }
  return { ...policy, reread }
}

// -- reading and decoding

/** The judgement of a response that reports the tool's own failure, whatever else it is. */
const reportedIn = <A, Args>(
  policy: ResponsePolicy<A, Args>,
  raw: unknown,
  came: ReceivedAnswer,
  facts: Parameters<typeof failedJudgement>[2]
): Judgement<never> | undefined => {
  const reported = reportedFailure(policy.codec, raw)
  if (reported === undefined) return undefined
  return failedJudgement(reported.error, 'unknown', {
    ...facts,
    says: reported.says,
    ...saidNoIn(policy, raw, came, false)
  })
}

const unread = <A, Args>(
  policy: ResponsePolicy<A, Args>,
  unreadable: UnreadableResponse,
  short: PartialData | undefined,
  came: ReceivedAnswer
): Judgement<A> => {
  const { error, text, bytes, advice } = unreadable
  // The transport knows best: a body that it reports as short is incomplete, wherever its text breaks off. A next page
  // does not explain a broken text.
  const reason = short?.code === 'incomplete_response' ? short : error
  const saved =
    policy.salvage !== undefined && text !== undefined && CUTS.has(reason.code)
      ? salvage(policy.salvage, text, reason.detail)
      : undefined
  const isWords = saved === undefined && text !== undefined && isPlain(text, reason)
  const reported = isWords ? reportedIn(policy, text, came, { bytes, text }) : undefined
  if (reported !== undefined) return reported
  const left = saved ?? sayingNoData(reason)
  const elements =
    text !== undefined && CUTS.has(reason.code) ? countWhole(policy.codec, policy.salvage, text) : undefined
  return failedJudgement(left, unreadProves(policy, { ...unreadable, error: reason }, came), {
    short: isShort(reason),
    bytes,
    text,
    salvaged: saved !== undefined,
    elements,
    advice
  })
}

// -- checking

/** The error that the checks or the tool itself find in a decoded payload; undefined for a valid one. */
const foundIn = <A, Args>(
  policy: ResponsePolicy<A, Args>,
  payload: A,
  args: Args,
  raw: unknown,
  short: PartialData | undefined
): ToolError | undefined => {
  const found = check(policy.checks, payload, args, raw)
  return E.isLeft(found) ? found.left : (short ?? found.right)
}

// -- judging

/**
 * Judges one response, and reports the facts that the guarded call needs besides the result; `original` is what the
 * tool returned, where `answer` is its copy.
 */
export const judgeAnswer = <A, Args>(
  policy: ResponsePolicy<A, Args>,
  args: Args,
  answer: unknown,
  original = answer
): Judgement<A> => {
  const judgement = judgedAnswer(policy, args, answer, original)
  return E.isRight(judgement.result) ? judgement : withoutSent(judgement, judgement.result.left, sentFor(original))
}

const judgedAnswer = <A, Args>(
  policy: ResponsePolicy<A, Args>,
  args: Args,
  answer: unknown,
  original: unknown
): Judgement<A> => {
  const came = { args, value: original }
  const said = verdictOf(answer)
  // A failure that stands inside an incomplete answer is the answer.
  const inner = said?.kind === 'incomplete' ? verdictOf(said.value) : undefined
  const verdict = inner?.kind === 'failed' ? inner : said
  if (verdict?.kind === 'failed') {
    const { error, executed, lost, place, report, says } = verdict
    const facts = {
      short: isShort(error),
      lost,
      place,
      report,
      refuses: verdict.refuses ?? executed === undefined,
      unsure: executed === 'unknown',
      says,
      source: verdict.response?.body
    }
    return failedJudgement(error, executed ?? 'unknown', facts)
  }

  const part = verdict?.kind === 'incomplete' ? verdict : undefined
  const readOnce =
    verdict?.kind === 'no_content' ? E.right(NO_CONTENT) : read(part === undefined ? answer : part.value, policy)
  const reading = E.isRight(readOnce) ? readOnce.right : readAsText(policy, readOnce.left)
  const isPart = part?.unmarked !== true || (reading !== undefined && !marksItsEnd(reading))
  const short = isPart ? part?.error : undefined
  if (reading === undefined) return unread(policy, (readOnce as E.Left<UnreadableResponse>).left, short, came)

  const { raw, text, bytes } = reading
  // The last number of a cut body may have lost digits: `12` of `123`. A line may have been the first of many.
  const isUncertain = typeof raw === 'number' || (policy.writes && text?.endsWith('\n'))
  if (short?.code === 'incomplete_response' && text !== undefined && isUncertain)
    return unread(policy, { error: short, text, bytes }, short, came)

  const payload = decoded(policy, reading)
  if (E.isLeft(payload)) return refused(policy, payload.left, reading, came)
  const found =
    short === undefined && policy.checks.length === 0 ? undefined : foundIn(policy, payload.right, args, raw, short)
  const says = found === undefined || found === short ? undefined : toolWordsFor(raw, found)
  const failure = found === undefined ? undefined : failureIn(raw, { accepted: true })
  // Nothing but the words of a failure is no part of a response.
  const isWhole =
    found?.error_class === 'partial_data' &&
    (found === short || (found.data === undefined && (failure === undefined || failure.rows !== undefined)))
  const executed =
    (failure !== undefined && says !== undefined) ||
    (part !== undefined && part.unmarked !== true && policy.answered === 'unknown') ||
    (policy.writes && short?.code === 'incomplete_response' && !marksItsEnd(reading))
      ? 'unknown'
      : provenBy(policy, raw, came)
  const isOpen = executed === 'unknown' && short === undefined
  return {
    findPages: found === undefined ? undefined : policy.checks.find((each) => each.findPages !== undefined)?.findPages,
    result: found === undefined ? payload : E.left(isWhole ? { ...found, data: payload.right } : found),
    executed,
    says,
    ...(isOpen ? saidNoIn(policy, raw, came, true) : { report: false, refuses: false }),
    bytes,
    text,
    raw,
    reread: found === undefined || isWhole ? policy.reread : undefined,
    isWritten: reading.advice !== undefined,
    short: short !== undefined,
    payload: isWhole ? { value: payload.right } : undefined,
    issues: NO_ISSUES,
    salvaged: false,
    cause: undefined
  }
}

// A response that reports the tool's own failure is judged as that failure, not as one that does not fit.
const refused = <A, Args>(
  policy: ResponsePolicy<A, Args>,
  { error, issues }: RefusedPayload,
  reading: Reading,
  came: ReceivedAnswer
): Judgement<A> => {
  const { bytes, text, raw } = reading
  const facts = { bytes, text, raw }
  const reported = REFUSALS.has(error.code) ? reportedIn(policy, raw, came, facts) : undefined
  if (reported !== undefined) return reported
  // What only lost digits, or holds what JSON cannot carry, was accepted.
  const executed = (TAKEN.has(error.code) ? provenBy : answeredBy)(policy, raw, came)
  return failedJudgement(error, executed, { ...facts, issues, advice: adviceOnRefused(reading, issues) })
}

const TAKEN: ReadonlySet<string> = new Set(['unsafe_integer', 'nan_or_infinity'])
const REFUSALS: ReadonlySet<string> = new Set(['schema_violation', 'double_encoded'])

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
  readJudge(options)
  const { result, says } = judgeAnswer(policyFor<A, Args>(options), options.args as Args, answer)
  return E.isLeft(result) ? E.left(withQuote(sayingNoData(result.left), says)) : result
}
