/** Adds to an error: a smaller request, whether a write took place, and the words for the refusal of a repeat. */
import * as E from 'fp-ts/lib/Either.js'
import {
  AS_THE_TOOL_SAYS,
  CODE_HINTS,
  EXECUTED,
  type Hint,
  MAX_HINT,
  MAY_HAVE_RUN,
  type ToolError,
  count,
  hintOnRepeat,
  inWordsOf,
  isDefaultHint,
  onRepeat,
  oneLine,
  sayingNoData,
  schemaMismatch,
  withQuote
} from '../core/errors/index.js'
import { abandon, isFields, isPlainObject } from '../core/foreign/index.js'
import type { Call } from './call.js'
import type { Execution } from './execution-of.js'
import { wordsOfEffect } from './handed-on.js'
import type { Judgement } from './judgement.js'
import type { ResponseSize, ToolTraits } from './tool.js'

/** A hint must not invite the model to run an executed write again. */
const WRITE_HINTS: Readonly<Record<Exclude<Execution, 'refused'>, Hint>> = {
  yes: EXECUTED,
  no: { hint: 'It was not executed: nothing happened.' },
  unknown: MAY_HAVE_RUN
}

/** Says whether a write was executed, where one more like it is refused. */
export const outcomeOnRepeat = (executed: Execution): string =>
  onRepeat(WRITE_HINTS[executed === 'refused' ? 'no' : executed])

const hinted = (error: ToolError, hint: string): ToolError => ({ ...error, hint: oneLine(hint, MAX_HINT) })

// `Call again with page=2.`
const namesCall = ({ hint }: ToolError): boolean => hint?.startsWith('Call again with ') === true

/**
 * Replaces the hint by the tool's own smaller request in words, where it has one; a call that is named already, as
 * `next` or in the hint, stays. Arguments to change become the next call.
 */
export const narrowed = <Args>(
  tool: ToolTraits<Args>,
  args: Args,
  error: ToolError,
  came: ResponseSize,
  onThrow: (thrown: unknown) => void = () => {}
): ToolError => {
  if (tool.narrow === undefined || error.next !== undefined || namesCall(error)) return error
  try {
    const move: unknown = tool.narrow(args, error, came)
    abandon(move)
    if (typeof move === 'string' && move !== '') return hinted(error, move)
    return isFields(move) && isPlainObject(move) ? { ...error, next: { tool: tool.name, args: move } } : error
  } catch (thrown) {
    onThrow(thrown)
    return error
  }
}

/**
 * An error as the model reads it, and its words for the refusal of a repeat: two variants, because words cut out of a
 * finished text would break.
 */
interface HintedError {
  readonly error: ToolError
  readonly onRepeat: string | undefined
}

/** Says whether a failed write was executed, was not, or nobody knows; the author's hint stays behind it. */
export const withOutcome = (error: ToolError, executed: Exclude<Execution, 'refused'>): HintedError => {
  const wrote = WRITE_HINTS[executed]
  // "Call again" would contradict what stands before it.
  const isShown =
    (executed === 'no' || !(isDefaultHint(error) || namesCall(error))) && wordsOfEffect(error) === undefined
  const kept = isShown ? error.hint : null
  if (kept === null) return { error: hinted(error, wrote.hint), onRepeat: onRepeat(wrote) }
  return { error: hinted(error, `${wrote.hint} ${kept}`), onRepeat: `${onRepeat(wrote)} ${hintOnRepeat(kept)}` }
}

// -- an order that was placed with other arguments

/** The refusal of an order that was executed with other arguments: with its response, or with where that is. */
export const ranOtherwise = (data: unknown, otherwise?: string): ToolError => {
  const where = data === undefined ? (otherwise ?? 'Its answer cannot be shown.') : '`data` is its answer.'
  const error = schemaMismatch({
    code: 'executed_with_other_arguments',
    detail: `The same order ran before with other arguments; these did not run. ${where}`,
    ...(data === undefined ? {} : { data })
  })
  return otherwise === undefined ? sayingNoData(error) : error
}

/** The refusal of an order of which nobody knows whether it was executed with other arguments. */
export const beganOtherwise = <Args, A>({ operationId, tool }: Call<Args, A>): ToolError =>
  schemaMismatch({
    code: 'outcome_unknown',
    detail: `Operation ${operationId} of ${tool.name} began earlier with other arguments, and nobody knows how it ended; these did not run.`
  })

// -- repeats

/** Begins the hint of a call that was made too often. */
export const NO_MORE = 'Do not make this call again in this turn.'

/** The hint for a call that may be made again after a wait, in place of words that forbid it for the whole turn. */
export const untilThen = (waitMs: number, hint = ''): string =>
  `Do not make this call again for ${count(Math.ceil(waitMs / 1_000), 'second')}. ${hint.replace(`${NO_MORE} `, '')}`

/** The hint for the refusal of a call that failed in this way before. */
export const refusalHint = ({ hint }: ToolError, words?: string): string | null => {
  const move = words ?? (hint === null ? null : hintOnRepeat(hint))
  return move === null ? null : `${NO_MORE} ${move}`
}

const cameOf = <A>({ bytes, elements }: Judgement<A>): ResponseSize => ({
  bytes,
  ...(elements === undefined ? {} : { elements })
})

/** The error with the tool's words, where they may be quoted. */
export const quotedFor = <Args, A>(
  { tool, turn }: Call<Args, A>,
  error: ToolError,
  { says, thrown }: Pick<Judgement<A>, 'says' | 'thrown'>
): ToolError => {
  const quotes = tool.quoteErrors ?? turn.settings.quoteErrors
  if (thrown !== undefined && thrown.says !== '') return quotes === true ? inWordsOf(error, thrown.says) : error
  const quoted = quotes === false ? error : withQuote(error, says)
  return quoted === error ? sayingNoWords(error) : quoted
}

// Words that are not shown name nothing.
const sayingNoWords = (error: ToolError): ToolError =>
  error.hint === AS_THE_TOOL_SAYS.hint ? { ...error, hint: CODE_HINTS.get(error.code)?.hint ?? null } : error

// They end a call before anybody asks the ledger what came of the calls before.
const UNASKED: ReadonlySet<string> = new Set(['denied', 'cancelled', 'turn_limit_reached'])

const saysNothingBefore = (error: ToolError): ToolError =>
  hinted(error, `${error.hint === null ? '' : `${error.hint} `}This says nothing of an equal call before it.`)

/** A refusal beside an equal call that has begun. */
export const besideEqual = (error: ToolError): ToolError =>
  hinted(error, `An equal call before it may have run.${error.hint === null ? '' : ` ${error.hint}`}`)

/** Completes the failure of a call that reached its tool: its words, a smaller request, whether it wrote. */
export const explained = <Args, A>(call: Call<Args, A>): Judgement<A> => {
  const { tool, args, judgement } = call
  const { result: plain, executed, short, ranWith } = judgement
  if (E.isLeft(plain) && executed === 'refused' && call.isLedgered && UNASKED.has(plain.left.code))
    return { ...judgement, result: E.left(saysNothingBefore(plain.left)) }
  // "It was executed" would be read as of these arguments.
  if (E.isRight(plain) || executed === 'refused' || ranWith !== undefined) return judgement
  const refusal = sayingNoData(quotedFor(call, plain.left, judgement))
  const mayNarrow = short && E.isRight(args.value) && (tool.effect === 'read' || executed === 'no')
  const error = mayNarrow
    ? narrowed(tool, args.value.right, refusal, cameOf(judgement), (thrown) => call.tellOf('narrow', thrown))
    : refusal
  if (tool.effect === 'read') return error === plain.left ? judgement : { ...judgement, result: E.left(error) }
  const hint = withOutcome(error, executed)
  return { ...judgement, result: E.left(hint.error), onRepeat: hint.onRepeat }
}
