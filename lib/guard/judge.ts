/** Read, decode, check: what an answer is worth. Synchronous and without a turn; the guarded call, calibration and the proxy are made of it. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { compileForData } from '../codec/compile/compile.js'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import { CODE_HINTS, isDefaultHint } from '../core/codes.js'
import { schemaMismatch, type PartialData, type ToolError } from '../core/tool-error.js'
import { check } from './check.js'
import { decode, MAX_ERRORS } from './decode.js'
import { expectCodec, expectOption, expectPositive } from './options.js'
import { carrying, withHint } from './payloads.js'
import { read, type Reading, type Unreadable } from './read.js'
import { salvage, salvagePlan, type SalvagePlan } from './salvage.js'
import { DEFAULT_MAX_BYTES, verdictOf } from './tool.js'

// -- model

/** What an answer is held to. @category Guard @since 0.1.0 */
export interface JudgeOptions<A, Args> {
  readonly codec: t.Decoder<unknown, A>
  readonly checks?: ReadonlyArray<SemanticCheck<NoInfer<A>, NoInfer<Args>>>
  /** What the checks are told that was asked for. */
  readonly args?: Args
  /** @default 'json' */
  readonly reads?: 'json' | 'text'
  /** Path of an array whose whole elements are saved from an answer that was cut; each is decoded by itself, and no check sees them. */
  readonly salvage?: string
  /** Most bytes of an answer. @default 4_194_304 */
  readonly maxBytes?: number
}

/** What judging needs, worked out once. */
export interface Judge<A, Args> {
  readonly codec: t.Decoder<unknown, A>
  readonly decoder: t.Decoder<unknown, A>
  readonly checks: ReadonlyArray<SemanticCheck<A, Args>>
  readonly reads: 'json' | 'text'
  readonly salvage: SalvagePlan | undefined
  readonly maxBytes: number
}

export interface Judgement<A> {
  readonly result: E.Either<ToolError, A>
  readonly executed: 'yes' | 'no' | 'unknown'
  readonly bytes: number
  /** The text that was read, whether it could be parsed or not. */
  readonly text: string | undefined
  /** The answer as data, before the codec; undefined where it could not be read. */
  readonly raw: unknown
  /** Whether a smaller request would mend it: the answer was cut, too large, or said to be a part. */
  readonly short: boolean
}

// -- constructors

/** Works out once what judging needs; TypeErrors for what cannot work. */
export const judgeFor = <A, Args>(options: Omit<JudgeOptions<A, Args>, 'args'>): Judge<A, Args> => {
  expectCodec(options.codec, 'codec')
  expectOption([undefined, 'json', 'text'].includes(options.reads), 'reads', "'json' or 'text'")
  expectPositive(options.maxBytes, 'maxBytes')
  expectOption(
    (options.checks ?? []).every((one) => typeof one === 'function'),
    'checks',
    'functions'
  )
  return {
    codec: options.codec,
    decoder: compileForData(options.codec, { maxErrors: MAX_ERRORS }),
    checks: options.checks ?? [],
    reads: options.reads ?? 'json',
    salvage: salvagePlan(options.codec, options.salvage),
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES
  }
}

// -- judging

const NO_CONTENT: Reading = { raw: null, text: undefined, hasUnsafe: false, bytes: 0 }

const CUTS: ReadonlySet<string> = new Set(['truncated_response', 'incomplete_response'])

const isShort = ({ code }: ToolError): boolean => CUTS.has(code) || code === 'too_large' || code === 'timeout'

// The default says to go on with the data that came.
const withNothing = (short: PartialData): ToolError => {
  const unusable = CODE_HINTS.get(short.code)?.unusable
  return unusable !== undefined && isDefaultHint(short) ? withHint(short, unusable) : short
}

const unread = <A, Args>(
  judge: Judge<A, Args>,
  { error, text, bytes }: Unreadable,
  short: PartialData | undefined
): Judgement<A> => {
  // What the transport knows comes first: a body known to be short is incomplete, however its text breaks off. A next page says nothing of that.
  const reason = short?.code === 'incomplete_response' ? short : error
  const saved =
    judge.salvage !== undefined && text !== undefined && CUTS.has(reason.code)
      ? salvage(judge.salvage, text, reason.detail)
      : undefined
  return {
    result: E.left(saved ?? (reason === short ? withNothing(short) : reason)),
    executed: 'yes',
    bytes,
    text,
    raw: undefined,
    short: isShort(reason)
  }
}

const decoded = <A, Args>(judge: Judge<A, Args>, reading: Reading): E.Either<ToolError, A> => {
  const payload = decode(judge.codec, judge.decoder, reading)
  if (reading === NO_CONTENT && E.isLeft(payload) && payload.left.code === 'schema_violation') {
    return E.left(
      schemaMismatch({
        code: 'empty_body',
        detail: 'The service answered that there is no content, and the codec does not take null.'
      })
    )
  }
  return payload
}

const checked = <A, Args>(
  judge: Judge<A, Args>,
  payload: A,
  args: Args,
  raw: unknown,
  short: PartialData | undefined
): E.Either<ToolError, A> => {
  const found = check(judge.checks, payload, args, raw)
  if (E.isLeft(found)) return found
  if (short !== undefined) return E.left(carrying(short, payload))
  if (found.right === undefined) return E.right(payload)
  return E.left(found.right.data === undefined ? carrying(found.right, payload) : found.right)
}

/** Judges one answer, and says what the guarded call wants to know besides the result. */
export const judgeAnswer = <A, Args>(judge: Judge<A, Args>, args: Args, answer: unknown): Judgement<A> => {
  const said = verdictOf(answer)
  // A failure that stands inside an incomplete answer is the answer.
  const inner = said?.kind === 'incomplete' ? verdictOf(said.value) : undefined
  const verdict = inner?.kind === 'failed' ? inner : said
  if (verdict?.kind === 'failed')
    return {
      result: E.left(verdict.error),
      executed: verdict.executed ?? 'unknown',
      bytes: 0,
      text: undefined,
      raw: undefined,
      short: isShort(verdict.error)
    }
  const short = verdict?.kind === 'incomplete' ? verdict.error : undefined
  const reading =
    verdict?.kind === 'no_content'
      ? E.right(NO_CONTENT)
      : read(verdict?.kind === 'incomplete' ? verdict.value : answer, judge)
  if (E.isLeft(reading)) return unread(judge, reading.left, short)
  const { raw, text, bytes } = reading.right
  // Of a body known to be cut, a number at its very end may have gone on: `12` of `123`.
  if (short?.code === 'incomplete_response' && text !== undefined && typeof raw === 'number')
    return unread(judge, { error: short, text, bytes }, short)
  const payload = decoded(judge, reading.right)
  const result =
    E.isLeft(payload) || (short === undefined && judge.checks.length === 0)
      ? payload
      : checked(judge, payload.right, args, raw, short)
  return { result, executed: 'yes', bytes, text, raw, short: short !== undefined && E.isRight(payload) }
}

/**
 * Judges an answer as a guarded call would: a validated payload, or a `ToolError`. Never throws for an answer.
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
export const judge = <A, Args = unknown>(options: JudgeOptions<A, Args>, answer: unknown): E.Either<ToolError, A> =>
  judgeAnswer(judgeFor<A, Args>(options), options.args as Args, answer).result
