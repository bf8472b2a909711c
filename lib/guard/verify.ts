/** What a tool's `verify` says of an operation whose outcome is unknown, and what that proves. */
import { dataOf } from '../core/json/index.js'
import { codeOfWords } from '../core/failure/index.js'
import { isObject, isPlainObject, waitFor } from '../core/foreign/index.js'
import { type Witness, runsOnce } from '../core/calls/index.js'
import { partialData } from '../core/errors/index.js'
import { provenBy } from './answer-evidence.js'
import type { Call } from './call.js'
import { Context } from './context.js'
import { isAnswered } from './evidence.js'
import { failedJudgement, type Judge, type Judgement } from './judgement.js'
import { timeoutOf, type CheckedTool } from './tool.js'

// -- asking

/** `verify` said how the operation ended, with or without its response; or it said nothing that counts. */
type Verification = 'executed' | 'not_executed' | 'unknown' | { readonly answer: unknown }

/** A look at the service takes no longer, and a lease lasts for two of them beyond its run. */
const MOST_MS = 10_000

const isAnswer = (said: unknown): said is { readonly answer: unknown } =>
  isObject(said) && Object.hasOwn(said, 'answer')

const MAX_DEPTH = 5

// Whatever it names is there: `{"id": 7, "refunds": []}`.
const ID = /^_?(?:id|uuid)$/i
// `order_id`, but not that of the search.
const OTHER_ID = /^(?!(?:request|search|trace|correlation|session)_?id$).*(?:_|[a-z](?=I))id$/i
const PAYLOAD = /^(?:data|documents?|hits|items?|matches|records?|results?|rows)$/i
const COUNT =
  /^(?:(?:row|scanned)?_?count|\w{0,40}estimate|n(?:b|um)_?(?:found|hits)|total_?(?:count|elements|hits|items|results|rows|size))$/i
// Of the search, and not of what it found.
const BESIDE =
  /^(?:\$metadata|_links|_shards|consumedcapacity|extensions|fields|links?|meta(?:data)?|page_?info|pagination|responseheader|schemas)$/i

// What a look for the operation brings where there is none: `null`, `[]`, `{"object": "list", "data": []}`, `{"found":
// false}`, `{"count": 0}`, "No payment found".
const isNothing = (data: unknown, depth = 0): boolean => {
  if (data === undefined || data === null || data === false || data === '') return true
  if (typeof data === 'string') return data.length <= 200 && codeOfWords(data) === 'not_found'
  if (!isObject(data)) return false
  if (depth > MAX_DEPTH) return true
  if (Array.isArray(data)) return data.every((one) => isNothing(one, depth + 1))
  if (!isPlainObject(data)) return false
  const entries = Object.entries(data).filter(([key]) => !BESIDE.test(key))
  const isEmpty = ([, value]: readonly [string, unknown]): boolean => isNothing(value, depth + 1)
  if (entries.some(([key, value]) => /^(?:found|exists)$/i.test(key) && value === false)) return true
  if (entries.some(([key, value]) => (ID.test(key) || OTHER_ID.test(key)) && !isNothing(value))) return false
  if (entries.some((entry) => PAYLOAD.test(entry[0]) && isEmpty(entry))) return true
  if (entries.some(([key, value]) => COUNT.test(key) && Number(value) === 0)) return true
  if (entries.every(isEmpty)) return true
  const parts = entries.filter(([, value]) => isObject(value))
  return parts.length > 0 && parts.every(isEmpty)
}

// An answer of the author's own make may throw while it is read.
const proves = (name: string, args: unknown, answer: unknown): boolean => {
  try {
    const data = dataOf(answer)
    const came = { args, value: answer }
    return !isNothing(data) && provenBy({ name, writes: true, answered: 'unknown' }, data, came) === 'yes'
  } catch {
    return false
  }
}

/** Asks within a time of its own. */
export const askVerify = async <Args, A>(
  call: Call<Args, A>,
  tool: CheckedTool<Args>,
  args: Args
): Promise<Verification> => {
  const context = new Context(call)
  const timeoutMs = Math.min(timeoutOf(tool), MOST_MS)
  const waited = await waitFor<unknown>(() => tool.verify?.(args, context), { timeoutMs, signals: call.signals })
  if (waited.kind === 'timed_out') Context.abort(context, 'TimeoutError', `no answer within ${timeoutMs} ms`)
  if (waited.kind === 'aborted') Context.abort(context, 'AbortError', 'the caller cancelled the call')
  if (waited.kind === 'threw') call.tellOf('verify', waited.thrown)
  if (waited.kind !== 'answered') return 'unknown'
  const said = waited.answer
  if (isAnswer(said)) return proves(tool.name, args, said.answer) ? said : 'unknown'
  return said === 'executed' || said === 'not_executed' ? said : 'unknown'
}

// -- the run that just ended

/** A judgement, who vouches for it, and the response that `verify` brought. */
interface VerifiedRun<A> {
  readonly judgement: Judgement<A>
  readonly by: Witness
  readonly response?: { readonly answer: unknown }
}

/**
 * Asks once about a run that ended unknown. "Not executed" counts only where the service itself answered each request
 * of the operation: any other request may still arrive.
 */
export const vouched = async <Args, A>(
  call: Call<Args, A>,
  tool: CheckedTool<Args>,
  args: Args,
  judge: Judge<Args, A>,
  judgement: Judgement<A>,
  isOpen: () => boolean
): Promise<VerifiedRun<A>> => {
  if (!mayAsk(call, judgement)) return { judgement, by: 'run' }
  const said = await askVerify(call, tool, args)
  if (said === 'executed') return { judgement: answerLost(call), by: 'verify' }
  if (typeof said === 'object')
    return { judgement: { ...judge(args, said.answer), executed: 'yes' }, by: 'verify', response: said }
  return said === 'not_executed' && isAnswered(call, judgement) && !isOpen()
    ? { judgement: { ...judgement, executed: 'no' }, by: 'verify' }
    : { judgement, by: 'run' }
}

/** Whether `verify` is asked about the run that was judged so. */
export const mayAsk = <Args, A>(call: Call<Args, A>, { executed, controlReturned }: Judgement<A>): boolean =>
  executed === 'unknown' &&
  call.tool.verify !== undefined &&
  runsOnce(call.tool) &&
  controlReturned === undefined &&
  !call.isCancelled

const answerLost = <Args, A>({ operationId, tool }: Call<Args, A>): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} was executed, and its response was lost.`
  return failedJudgement(partialData({ code: 'incomplete_response', detail }), 'yes')
}
