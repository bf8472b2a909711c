/** What a tool's `verify` says of an operation whose outcome is unknown, and what that proves. */
import * as E from 'fp-ts/lib/Either.js'
import { dataOf } from '../core/json/index.js'
import { codeOfWords } from '../core/failure/index.js'
import { asFields, isObject, isPlainObject, waitFor } from '../core/foreign/index.js'
import { type Witness, runsOnce } from '../core/calls/index.js'
import { partialData } from '../core/errors/index.js'
import { provenBy } from './answer-evidence.js'
import type { Call } from './call.js'
import { Context } from './context.js'
import { denialOf, type AnswerField } from './denied-deed.js'
import { saidNo } from './evidence.js'
import { failedJudgement, type Judge, type Judgement } from './judgement.js'
import { readAnswer, type ToolRun } from './run.js'
import { tellOfUnread } from './thrown/author-fault.js'
import { timeoutOf, verdictOf, type CheckedTool } from './tool.js'
import { isPlainData } from './twin.js'

// -- asking

/** `verify` said how the operation ended, with or without its response; or it said nothing that counts. */
type Verification<A> = 'executed' | 'not_executed' | 'unknown' | JudgedAnswer<A>

/** The answer that `verify` brought, read to its end, and what the call makes of it. */
export interface JudgedAnswer<A> {
  readonly answer: unknown
  readonly judgement: Judgement<A>
}

/** A look at the service takes no longer, and a lease lasts for two of them beyond its run. */
const MOST_MS = 10_000

const isAnswer = (said: unknown): said is { readonly answer: unknown } =>
  isObject(said) && Object.hasOwn(said, 'answer')

const MAX_DEPTH = 20

// Whatever it names is there: `{"id": 7, "refunds": []}`. `Id` is as often that of a response.
const ID = /^_?(?:id|uuid|number)$/
const PAYLOAD = /^(?:data|records|results?|rows|structuredcontent|values)$/i
const COUNT =
  /^(?:(?:(?:item|key|result|row)s?_?)?count|\w*estimate|(?:n(?:b|um)_?)?(?:found|hits)|\w{0,32}total(?:_?(?:count|size|\w{1,32}s))?)$/i
const PRESENT = /^(?:found|exists)$/i
const BESIDE = /^(?:etag|kind|_?links?|\$metadata|readtime|type)$/i
const NONE_IN_WORDS = /(?<![\w.,-])(?:0|no|none|nothing|zero)(?![\w%]|[.,]\d)/i

const isHolder = (value: unknown): value is object =>
  isObject(value) && isPlainObject(value) && Object.keys(value).length > 0

/** The fields of an answer, and of what it holds outside of lists. */
const fieldsIn = (data: object, depth = 0): ReadonlyArray<AnswerField> =>
  Object.entries(data)
    .filter(([key]) => !BESIDE.test(key) && depth <= MAX_DEPTH)
    .flatMap((field) => (isHolder(field[1]) ? fieldsIn(field[1], depth + 1) : [field]))

/**
 * Whether an answer is what a look for the operation brings where there is none: its only lists are empty, whatever
 * stands beside them. Those of a record with an id of its own (of a whole answer, or in a list) are details.
 */
const isNothing = (data: unknown, isDenial: (field: AnswerField) => boolean, depth = 0): boolean => {
  if (!data || depth > MAX_DEPTH) return true
  const isNone = (value: unknown): boolean => isNothing(value, isDenial, depth + 1)
  if (typeof data === 'string') {
    const inner = dataOf(data)
    if (inner !== data) return isNone(inner)
    return (
      data.length <= 200 && (codeOfWords(data) === 'not_found' || NONE_IN_WORDS.test(data) || isDenial(['state', data]))
    )
  }
  if (Array.isArray(data)) return data.every(isNone)
  if (!isObject(data) || !isPlainObject(data)) return false
  const fields = fieldsIn(data)
  if (fields.some((field) => isDenial(field) || (field[1] === false && PRESENT.test(field[0])))) return true
  // The id of one is that of its request, and of the other that of the search.
  const { jsonrpc, result, resourceType, entry } = asFields(data)
  if (jsonrpc !== undefined) return isNone(result)
  if (resourceType === 'Bundle') return isNone(entry)
  const own = Object.entries(data)
  if (own.some(([key, value]) => ID.test(key) && !isNone(value))) return false
  const payloads = own.filter(([key, value]) => PAYLOAD.test(key) && (value === null || isObject(value)))
  if (payloads.length > 0) return payloads.some(([, value]) => isNone(value))
  if (fields.some(([key, value]) => COUNT.test(key) && (value === 0 || value === '0'))) return true
  const lists = fields.filter(([, value]) => isObject(value) && isPlainData(value))
  // `{"success": true, "order": null}`, but not `{"paid": true}`
  const parts = lists.length > 0 ? lists : fields.filter(([, value]) => value !== true)
  return parts.length > 0 ? parts.every(([, value]) => isNone(value)) : fields.length === 0
}

// What the tool's codec or a check refused proves nothing: it may be of another order. An answer of the author's own
// make may throw while it is read.
const proves = <A>(name: string, args: unknown, { answer, judgement: { result, raw } }: JudgedAnswer<A>): boolean => {
  if (E.isLeft(result)) return false
  try {
    const data = dataOf(raw)
    const came = { args, value: answer }
    return (
      !isNothing(data, denialOf(name)) && provenBy({ name, writes: true, answered: 'unknown' }, data, came) === 'yes'
    )
  } catch {
    return false
  }
}

// What says that there is none, an empty body or a status too, was read; what the tool's codec refused as well.
const whyUnread = <A>({ answer, judgement }: JudgedAnswer<A>): string | undefined => {
  const { result, raw, says, advice } = judgement
  if (E.isRight(result) || raw !== undefined || says !== undefined) return undefined
  const { code, detail, error_class } = result.left
  const isUnread = verdictOf(answer) === undefined && error_class === 'schema_mismatch' && code !== 'empty_body'
  return isUnread || code === 'not_data' || code === 'incomplete_response'
    ? (advice ?? detail).replace(/^The tool\b/, 'It')
    : undefined
}

/** Asks within a time of its own. An answer is read as one of the tool is: a `Response` by its status, for one. */
export const askVerify = async <Args, A>(
  call: Call<Args, A>,
  tool: CheckedTool<Args>,
  args: Args,
  judge: Judge<Args, A>
): Promise<Verification<A>> => {
  const context = new Context(call)
  const timeoutMs = Math.min(timeoutOf(tool), MOST_MS)
  const asking = async () => {
    const said: unknown = await tool.verify?.(args, context)
    return isAnswer(said) ? { ran: await readAnswer(said.answer, call, args, context) } : { word: said }
  }
  const waited = await waitFor<{ readonly ran?: ToolRun; readonly word?: unknown }>(asking, {
    timeoutMs,
    signals: call.signals
  })
  if (waited.kind === 'timed_out') Context.abort(context, 'TimeoutError', `no answer within ${timeoutMs} ms`)
  if (waited.kind === 'aborted') Context.abort(context, 'AbortError', 'the caller cancelled the call')
  if (waited.kind === 'threw') call.tellOf('verify', waited.thrown)
  if (waited.kind !== 'answered') return 'unknown'
  const { ran, word } = waited.answer
  if (ran?.kind !== 'answered') return word === 'executed' || word === 'not_executed' ? word : 'unknown'
  const judged = { answer: ran.answer, judgement: judge(args, ran.answer) }
  if (proves(tool.name, args, judged)) return judged
  const why = whyUnread(judged)
  if (why !== undefined) tellOfUnread(tool.name, 'verify', why, call.turn.settings)
  return 'unknown'
}

// -- the run that just ended

/** A judgement, who vouches for it, and the response that `verify` brought. */
interface VerifiedRun<A> {
  readonly judgement: Judgement<A>
  readonly by: Witness
  readonly response?: { readonly answer: unknown }
}

/**
 * Asks once about a run that ended unknown. "Not executed" counts only where the tool said no in words to the only
 * request of the operation: any other may be under way.
 */
export const vouched = async <Args, A>(
  call: Call<Args, A>,
  tool: CheckedTool<Args>,
  args: Args,
  judge: Judge<Args, A>,
  judgement: Judgement<A>,
  isOpen: () => boolean
): Promise<VerifiedRun<A>> => {
  const mayAsk =
    judgement.executed === 'unknown' &&
    tool.verify !== undefined &&
    runsOnce(tool) &&
    judgement.controlReturned === undefined &&
    !call.isCancelled
  const said = mayAsk ? await askVerify(call, tool, args, judge) : 'unknown'
  if (said === 'executed') return { judgement: answerLost(call), by: 'verify' }
  if (typeof said === 'object')
    return { judgement: { ...said.judgement, executed: 'yes' }, by: 'verify', response: said }
  return said === 'not_executed' && saidNo(judgement) && !isOpen()
    ? { judgement: { ...judgement, executed: 'no' }, by: 'verify' }
    : { judgement, by: 'run' }
}

const answerLost = <Args, A>({ operationId, tool }: Call<Args, A>): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} was executed, and its response was lost.`
  return failedJudgement(partialData({ code: 'incomplete_response', detail }), 'yes')
}
