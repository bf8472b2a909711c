/** The judgement of one call: its result, and what settling, recording and pipelines need besides. */
import * as E from 'fp-ts/lib/Either.js'
import type { FindPages } from '../core/pages/index.js'
import { type Issue, type ToolError, fixedError } from '../core/errors/index.js'
import type { ThrownByTool } from './thrown/read-thrown.js'
import type { Execution } from './execution-of.js'

// -- model

/** What a failing tool handed over beside its words. */
export interface BesideWords {
  /** Images and files, for the model. */
  readonly blocks: ReadonlyArray<unknown>
  /** For the host alone. */
  readonly artifact?: unknown
  /** Data, which clients hand to no model. */
  readonly structured?: unknown
}

/** The result of a call, and the facts that settling, recording and pipelines need. */
export interface Judgement<A> {
  readonly result: E.Either<ToolError, A>
  readonly executed: Execution
  /** Those of text or bytes; 0 of a response that came as a value. */
  readonly bytes: number
  /** The text of the response, whether it could be parsed or not. */
  readonly text: string | undefined
  /** The response as data, before the codec; undefined where it could not be read. */
  readonly raw: unknown
  /** All of the response, where what was judged is a part of it: it is compared, and shown again. */
  readonly whole?: unknown
  /** Gives the payload of an answer once more, where one was validated as a whole; undefined where none fits. */
  readonly reread?: ((answer: unknown) => unknown) | undefined
  /** `raw` is the JSON that is written of a value which is no data. */
  readonly isWritten?: boolean | undefined
  /** Whether a smaller request would help: the response was cut, too large, or reported as partial. */
  readonly short: boolean
  /** The payload that was validated as a whole, where the result is a part of more; not salvaged elements. */
  readonly payload: { readonly value: A } | undefined
  /** All issues of the codec; the error names only the first. */
  readonly issues: ReadonlyArray<Issue>
  /** Whether the error carries the whole elements of an answer that was cut. */
  readonly salvaged: boolean
  /** In how many places of the response something was hidden, where that was counted. */
  readonly hidden?: number | undefined
  /**
   * The tool's own words of its failure, unchanged: the detail quotes them where quoting is on, and failures are
   * compared by them even where it is off.
   */
  readonly says?: string | undefined
  /** The body that they were read from, where it is no response. */
  readonly source?: unknown
  /** The values that the session's own `redact` takes out of what failed. */
  readonly taken?: ReadonlyArray<string>
  readonly beside?: BesideWords | undefined
  /** Finds the next page in the response, where a check of the tool does. */
  readonly findPages?: FindPages | undefined
  /** How many whole elements a cut response holds: of the salvaged array, or the only one in the codec. */
  readonly elements?: number | undefined
  /** The thrown error, or a fault that a model could not correct, for the operator. */
  readonly cause: string | undefined
  readonly thrown?: ThrownByTool | undefined
  /** What the author of the tool can do about the failure, where no model can. */
  readonly advice?: string | undefined
  /** Words of the hint for the refusal of a repeat, where the error's own hint has no variant for it. */
  readonly onRepeat?: string | undefined
  /** No answer came: a timeout, a cut, a reset or an abort, of which an author knows no more than the guard. */
  readonly lost?: boolean | undefined
  /** Host and port that did not answer, where the tool knows them. */
  readonly place?: string | undefined
  /** The tool itself said no. */
  readonly report?: boolean | undefined
  /** What came says that the request was refused: of its effect, an author may know more. */
  readonly refuses?: boolean | undefined
  /** The tool itself says that nobody knows whether it ran. */
  readonly unsure?: boolean | undefined
  /** Its author gives the run back (`transient`). */
  readonly again?: boolean | undefined
  /** The digest of the arguments that ran, where those of this call did not. */
  readonly ranWith?: string | undefined
  /**
   * The framework's own way to stop, which the tool threw: the same call comes again, this one is not counted, unless
   * it ends by that.
   */
  readonly controlReturned?: { readonly thrown: unknown; readonly counts?: boolean; readonly ends?: boolean }
}

/** Judges a response to these arguments. */
export type Judge<Args, A> = (args: Args, answer: unknown) => Judgement<A>

/** The data of a response by which its replay is judged again; undefined where a ledger keeps none of it. */
export type LedgerForm = (
  answer: unknown,
  judged: Pick<Judgement<unknown>, 'text' | 'raw'>
) => { readonly data: unknown } | undefined

// -- constructors

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

export const NO_ISSUES: ReadonlyArray<Issue> = []

/** The placeholder in a call until it is judged. */
export const PENDING: Judgement<never> = failedJudgement(
  fixedError('schema_mismatch', 'tool_threw', 'The call was given up before it was judged.'),
  'refused'
)

// -- destructors

/** All of a response that may be shown again, where its payload may. */
export const shownOf = <A>(judgement: Judgement<A>, payloadOf?: (payload: never) => unknown): unknown => {
  const part = partOf(judgement, payloadOf)
  return part === undefined ? undefined : (judgement.whole ?? part)
}

/** What of a response may be shown again: the payload, or the data of a partial one. */
export const partOf = <A>(
  { result }: Pick<Judgement<A>, 'result'>,
  payloadOf?: (payload: never) => unknown
): unknown => {
  if (E.isLeft(result)) return result.left.error_class === 'partial_data' ? result.left.data : undefined
  return payloadOf === undefined ? result.right : payloadOf(result.right as never)
}
