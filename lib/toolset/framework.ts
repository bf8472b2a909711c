/** The response of a framework's tool, as its adapter sees it, and the guard's judgement of it. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { expectationOf } from '../codec/expectation.js'
import type { SemanticCheck } from '../core/checks/index.js'
import { copyData } from '../core/foreign/index.js'
import { dataOf } from '../core/json/index.js'
import type { ToolError } from '../core/errors/index.js'
import {
  failedJudgement,
  judgeAnswer,
  judgementOf,
  policyFor,
  provenBy,
  verdictOf,
  jsonOf,
  writtenAsJson,
  type BesideWords,
  type Judgement,
  type Turn
} from '../guard/kernel.js'
import { answerWith, type Answer } from './answer.js'
import { jsonOfText } from './content.js'
import { errorFor, readingOf, type ForModel } from './for-model.js'
import { jsonFor } from './json-for.js'
import { ownFailure, ownJudgement, type RefusalCode } from './own-failure.js'
import { byteLength, isProxy, sha256 } from '#platform'

// -- model

type OfKind<Kind> = Extract<ClassifiedResponse, { readonly kind: Kind }>

type ValidAnswer = Extract<Answer, { readonly kind: 'value' }>

/** What a tool answered, as its adapter sees it. @category Adapters @since 0.1.0 */
export type ClassifiedResponse =
  /** Data to be judged, and the way back into the framework's own form. */
  | {
      readonly kind: 'data'
      readonly data: unknown
      readonly rebuild: (valid: ValidAnswer) => unknown
      /** All that a model reads of the response, where the data are a part of it: it is compared, and shown again. */
      readonly whole?: unknown
      /** The texts of data that are blocks of content, whose images no model reads as text. */
      readonly texts?: ReadonlyArray<string>
      /** What the data only wrap: judged instead of them, unless a codec takes them. */
      readonly wraps?: OfKind<'data'> | undefined
    }
  /** The tool says itself that it failed; known before anything of it is validated. */
  | { readonly kind: 'failure'; readonly says: string; readonly code?: RefusalCode; readonly beside?: BesideWords }
  /**
   * Nothing for the model: passed on unchanged. `goesOn`: the call does not end by it, its framework makes it again;
   * `whole`: what of it is compared, where that is not the response itself.
   */
  | { readonly kind: 'other'; readonly goesOn?: boolean; readonly whole?: unknown }

/** The codecs of the schemas that a tool itself declares. */
export interface DeclaredCodecs {
  /** Judges the arguments before the tool runs. */
  readonly args: t.Type<unknown> | undefined
  /** Fits arguments that are judged elsewhere. */
  readonly judgedArgs: t.Type<unknown> | undefined
  /** Makes of arguments what the tool gets, which is not handed on: it is made again elsewhere. */
  readonly filledArgs: t.Type<unknown> | undefined
  /** Judges answers, and leaves them as they are. */
  readonly output: t.Type<unknown> | undefined
  /** Writes a line for each schema that judges nothing, once; that it does may show only when it is asked. */
  readonly tellSkipped: (tool: string, turn: Turn) => void
}

/** What a tool declares: to read it takes longer than all the rest of a start. */
export interface Declarations {
  readonly judgesArgs: boolean
  readonly read: () => DeclaredCodecs
}

/** The traits of a framework, for its adapter. @category Adapters @since 0.1.0 */
export interface Framework {
  /** @default the answer is data, and stands for itself */
  readonly classify?: (answer: unknown) => ClassifiedResponse
  /** Whether a thrown value is not a failure, but the framework's own way to stop: it is rethrown. @default never */
  readonly isControl?: (thrown: unknown) => boolean
  /** Whether the call does not go on behind such a value: a write may have done its work. @default never */
  readonly endsCall?: (thrown: unknown) => boolean
  /**
   * The failure in a value that the framework throws to stop: the value is rethrown, and the call counts as failed.
   * @default none
   */
  readonly failureIn?: (thrown: unknown) => ToolError | undefined
  /** The effect that the tool itself declares. */
  readonly effect?: 'read' | 'write' | undefined
  /** Whether the tool itself declares that repeating it does no harm. */
  readonly idempotent?: boolean
  /**
   * Whether equal calls under way may share an answer: not where an answer names its call, or can be read only once.
   * @default false
   */
  readonly sharesAnswers?: boolean
  /** Whether the model reads what a tool throws: a session's `hidden` is then refused. @default false */
  readonly showsThrown?: boolean
  /** Whether a program gets the answers, and no model: none becomes a handle. @default false */
  readonly answersProgram?: boolean
  /**
   * Makes of an answer what a model reads of it, where the tool says that itself: an error hands on no more, and no
   * answer is too long, or becomes a handle.
   * @default the answer
   */
  readonly forModel?: ForModel | undefined
  /** Checks the model's arguments, and hands them on as it makes them. @default what the tool declares */
  readonly args?: t.Type<unknown>
  /** What the tool itself declares, which is its rule where the author's says nothing else. @default nothing */
  readonly declares?: Declarations
  /**
   * The data of a response: what a ledger keeps of instances, and its adapter makes the response of again; undefined
   * where it keeps nothing.
   * @default the response itself
   */
  readonly kept?: (answer: unknown) => { readonly data: unknown } | undefined
}

/** An answer in the framework's own form, and the payload that was validated in it. */
export interface FrameworkAnswer {
  readonly value: unknown
  readonly classified: ClassifiedResponse
  readonly payload: unknown
  /** What a model may be shown again: the payload, if it is all of the value. */
  readonly shown?: unknown
}

// -- data

/**
 * Data that is judged unchanged. Where a tool returned JSON text, the validated payload becomes JSON text too.
 * @category Adapters @since 0.1.0
 */
export const dataItself = (data: unknown): ClassifiedResponse => ({
  kind: 'data',
  data,
  rebuild: (valid) => (typeof data === 'string' && typeof valid.value !== 'string' ? valid.text : valid.value)
})

/**
 * The failure that a tool threw for the model to read, where its framework has an error of its own for that.
 * @category Adapters @since 0.1.0
 */
export class ThrownFailure {
  constructor(
    readonly says: string,
    readonly blocks: ReadonlyArray<unknown> = []
  ) {}
}

const OTHER: ClassifiedResponse = { kind: 'other' }

const classifyAny = (answer: unknown, classify: (answer: unknown) => ClassifiedResponse): ClassifiedResponse => {
  if (verdictOf(answer) !== undefined) return dataItself(answer)
  return answer instanceof ThrownFailure ? { kind: 'failure', says: answer.says, beside: answer } : classify(answer)
}

/** Whether a response stands for itself: all of it is judged, and gives way to what a codec makes of it. */
export const isData = ({ classify = dataItself }: Framework, answer: unknown): boolean => {
  const classified = classifyAny(answer, classify)
  return classified.kind === 'data' && classified.data === answer
}

// -- judging

const NO_MORE = E.right(undefined)

// Bytes that are no text are the framework's to write: nothing asks for data in them.
const isNoText = ({ result }: Judgement<unknown>): boolean => E.isLeft(result) && result.left.code === 'not_text'

// Their digest stands for them: three different pictures are three different answers.
const unjudged = (answer: FrameworkAnswer, data: unknown): Judgement<FrameworkAnswer> => {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data as ArrayBuffer)
  return judgementOf(E.right(answer), 'yes', {
    bytes: bytes.length,
    raw: sha256(new TextDecoder('latin1').decode(bytes))
  })
}

// A codec of strings wants the text of the response itself, not a string inside JSON.
const readsText = (codec: t.Decoder<unknown, unknown>): boolean => {
  const { types } = expectationOf(codec)
  return types !== undefined && types.length > 0 && types.every((type) => type === 'string')
}

// Of a text without a declared form, a check reads the JSON that it may hold beside the text itself.
const reading = (check: SemanticCheck<unknown, unknown>): SemanticCheck<unknown, unknown> =>
  Object.assign(
    ((payload, args, context) => check(payload, args, { ...context, raw: dataOf(context.raw) })) as typeof check,
    check
  )

/** What of a tool its judge knows. */
interface JudgedTool {
  readonly name: string
  readonly effect: 'read' | 'write'
  readonly salvage: string | undefined
  readonly maxBytes: number | undefined
  readonly respondsWhenDone: boolean | undefined
  /** Whether JSON that ends too early is refused where no codec judges it. */
  readonly mayBeCut: boolean
}

/** Judges responses of one tool. Verdicts (`failed`, `incomplete`) count in every framework. */
export const judgeFramework = (
  codec: t.Decoder<unknown, unknown> | undefined,
  checks: ReadonlyArray<SemanticCheck<unknown, unknown>>,
  { classify = dataItself, answersProgram = false, forModel }: Framework,
  { mayBeCut, ...tool }: JudgedTool
) => {
  const policy = {
    ...policyFor<unknown, unknown>({
      ...tool,
      codec: codec ?? t.unknown,
      checks: codec === undefined ? checks.map(reading) : checks,
      reads: codec === undefined || readsText(codec) ? 'text' : 'json'
    }),
    asJson: codec === undefined ? jsonOf : jsonFor(codec)
  }
  const nothingChecked = { ...policy, checks: [] }
  // The codec may have dropped what no model is to read.
  const wholeWith = (classified: OfKind<'data'>, valid: { readonly value: unknown } | undefined): unknown => {
    if (classified.whole === undefined || valid === undefined) return undefined
    if (codec === undefined) return classified.whole
    const written = answerWith(codec, E.right(valid.value), { maxChars: Infinity })
    const handedOn = written.kind === 'value' ? classify(classified.rebuild(written)) : undefined
    return handedOn?.kind === 'data' ? handedOn.whole : undefined
  }
  const judgeData = (value: unknown, args: unknown, classified: OfKind<'data'>): Judgement<FrameworkAnswer> => {
    const text = mayBeCut && typeof classified.data === 'string' ? jsonOfText(classified.data) : NO_MORE
    // Only JSON that was cut is a `Left` here: any other text passes as text.
    if (E.isLeft(text)) {
      const bytes = byteLength(classified.data as string)
      return failedJudgement(text.left, policy.answered, { bytes, short: true })
    }
    const judgement = judgeAnswer(policy, args, classified.data, value)
    if (codec === undefined && isNoText(judgement))
      return unjudged({ value, classified, payload: undefined }, classified.data)
    // A verdict is a token: of `noContent`, the payload is the value.
    const isVerdict = verdictOf(value) !== undefined
    // JSON may hold nothing of an instance, and nobody can tell.
    const isWritten = codec === undefined && judgement.isWritten === true
    const { payload, result } = judgement
    const whole = wholeWith(classified, E.isRight(result) ? { value: result.right } : payload)
    const forReader = readingOf(forModel, { value, classified })
    // Its reader may change it.
    const kept = whole === undefined ? NO_MORE : copyData(whole, { isProxy })
    const answerAs = (valid: unknown): FrameworkAnswer => ({
      value: isVerdict ? valid : value,
      classified,
      payload: valid,
      shown: forReader !== undefined || isWritten || E.isLeft(kept) ? undefined : valid
    })
    const isInDoubt =
      policy.writes &&
      judgement.executed === 'yes' &&
      classified.whole !== undefined &&
      provenBy(policy, writtenAsJson(classified.whole), { args, value: classified.whole }) === 'unknown'
    // A copy by spread becomes a slow object of V8, which makes the whole call a fifth longer.
    return Object.assign(judgement, forReader && { reread: undefined }, isInDoubt && { executed: 'unknown' as const }, {
      whole: E.isRight(kept) ? kept.right : whole,
      result: E.bimap((error: ToolError) => errorFor(forReader, error, args), answerAs)(result),
      payload: payload && { value: answerAs(payload.value) }
    })
  }
  return (value: unknown, args: unknown): Judgement<FrameworkAnswer> => {
    // A program may need the function that it gets, to end what the tool began.
    const isForProgram = answersProgram && codec === undefined && typeof value === 'function'
    const classified = isForProgram ? OTHER : classifyAny(value, classify)
    switch (classified.kind) {
      case 'failure':
        return {
          ...ownJudgement(ownFailure(classified.says, { codec, code: classified.code, beside: classified.beside })),
          source: classified.says,
          beside: classified.beside
        }
      case 'other':
        return {
          ...judgeAnswer(
            nothingChecked,
            undefined,
            writtenAsJson(isForProgram ? null : (classified.whole ?? value)) ?? null,
            value
          ),
          result: E.right({ value, classified, payload: undefined }),
          payload: undefined
        }
      case 'data': {
        const { wraps } = classified
        if (codec === undefined) return judgeData(value, args, wraps ?? classified)
        const judged = judgeData(value, args, classified)
        const isTaken =
          wraps === undefined || E.isRight(judged.result) || judged.result.left.code !== 'schema_violation'
        return isTaken ? judged : judgeData(value, args, wraps)
      }
    }
  }
}
