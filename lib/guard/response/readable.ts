/** Reads a `fetch` Response or a text stream within the caps; an unwanted body is cancelled. */
import { asFields, hidesProxy, isObject } from '../../core/foreign/index.js'
import { count, schemaMismatch } from '../../core/errors/index.js'
import { DEFAULT_MAX_BYTES, failed, incomplete, type ToolTraits } from '../tool.js'
import { byteBuffer, PEEK, wantedOf, type BodyEnd } from './body.js'
import { classifyResponse, tooLarge } from './classify-response.js'
import { patchOf } from './next-page.js'
import { isReport } from '../../core/failure/index.js'
import { isRefusingStatus } from '../../core/signs/index.js'
import { toAnswer, withNextArgs } from './outcome.js'
import { isProxy } from '#platform'

/** A return value of a tool that is read to its end before it is judged. */
export type Readable = Response | ReadableStream<unknown>

const isResponse = (answer: object): answer is Response => typeof Response === 'function' && answer instanceof Response

/** Whether nobody has begun to read it; an object may claim any prototype, and then there is nothing to read. */
export const isReadable = (answer: unknown): answer is Readable => {
  if (!isObject(answer) || hidesProxy(answer, isProxy)) return false
  try {
    if (isResponse(answer)) return !answer.bodyUsed && answer.body?.locked !== true
    return typeof ReadableStream === 'function' && answer instanceof ReadableStream && !answer.locked
  } catch {
    return false
  }
}

// -- reading

interface BodyRead {
  readonly body: Uint8Array
  readonly end: BodyEnd | 'no_text'
}

interface Limits {
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Reads no longer than this. @default as long as it takes */
  readonly forMs?: number | undefined
}

const ignore = (): void => {}
const NOTHING = new Uint8Array(0)

// zlib says `Z_BUF_ERROR` of compressed bytes that end too early, and another `Z_` code of damaged ones.
const endOf = (thrown: unknown): BodyEnd => {
  const { cause = thrown } = asFields(thrown)
  const { code } = asFields(cause)
  return code === 'Z_BUF_ERROR' ? 'torn' : String(code).startsWith('Z_') ? 'damaged' : 'cut'
}

// A timeout of the tool's own or an abort by its caller says nothing about the body.
const isGivenUp = (thrown: unknown): boolean =>
  thrown instanceof DOMException && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError')

const READS_BETWEEN_TIMERS = 10_000

const gather = async (stream: ReadableStream<unknown>, { maxBytes, signal, forMs }: Limits): Promise<BodyRead> => {
  const reader = stream.getReader()
  const gathered = byteBuffer(maxBytes)
  const encoder = new TextEncoder()
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    reader.cancel().catch(ignore)
  }
  const ended = (end: BodyRead['end']): BodyRead => ({ body: gathered.bytes(), end })
  const timer = forMs === undefined ? undefined : setTimeout(stop, forMs)
  signal.addEventListener('abort', stop)
  try {
    for (let reads = 1; ; reads++) {
      const { done, value } = await reader.read()
      // A source that never waits would keep every timer from running: empty chunks without an end.
      if (reads % READS_BETWEEN_TIMERS === 0) await new Promise((resolve) => void setTimeout(resolve))
      if (done) return ended(isStopped ? 'unread' : 'whole')
      const chunk = typeof value === 'string' ? encoder.encode(value) : value
      if (!(chunk instanceof Uint8Array)) {
        stop()
        return ended('no_text')
      }
      if (!gathered.append(chunk)) {
        gathered.append(chunk.subarray(0, maxBytes - gathered.length))
        stop()
        return ended('too_large')
      }
    }
  } catch (thrown) {
    if (isGivenUp(thrown)) throw thrown
    return ended(endOf(thrown))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** The text of a body, or its bytes where they are none; always bytes for a caller that gets what is read of them. */
const bodyFor = <Args>({ readsData = false }: ToolTraits<Args>, body: Uint8Array | string): Uint8Array | string => {
  if (typeof body === 'string') return readsData ? new TextEncoder().encode(body) : body
  if (readsData) return body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return body
  }
}

// -- a response

const readBody = async (response: Response, method: string, { maxBytes, signal }: Limits): Promise<BodyRead> => {
  const { body, status, headers } = response
  const wanted = wantedOf(status, method)
  const length = Number(headers.get('content-length') ?? 0)
  if (body === null) return { body: NOTHING, end: 'whole' }
  if (wanted === 'nothing' || (wanted === 'all' && length > maxBytes)) {
    body.cancel().catch(ignore)
    return { body: NOTHING, end: wanted === 'nothing' ? 'unread' : 'too_large' }
  }
  if (wanted === 'beginning') return gather(body, { maxBytes: PEEK.bytes, signal, forMs: PEEK.ms })
  const read = await gather(body, { maxBytes, signal })
  // Not every runtime compares the body with its `content-length`.
  const isShort = read.end === 'whole' && read.body.length < length && !headers.has('content-encoding')
  return isShort ? { ...read, end: 'cut' } : read
}

const HAS_NO_ADDRESS = 'http://unknown.invalid/'

const readResponse = async <Args>(response: Response, tool: ToolTraits<Args>, args: Args, limits: Limits) => {
  const { status, url } = response
  const headers = Object.fromEntries(response.headers)
  // A Response does not know its request; a length without a body answers HEAD.
  const isHead = response.body === null && Number(headers['content-length']) > 0
  const method = isHead ? 'HEAD' : tool.effect === 'read' ? 'GET' : 'POST'
  const { body, end } = await readBody(response, method, limits)
  const read = { status, headers, body, end: end === 'no_text' ? 'damaged' : end } as const
  const asked = { url: new URL(url === '' ? HAS_NO_ADDRESS : url), method }
  const outcome = classifyResponse(read, asked, limits.maxBytes, Date.now())
  if (outcome.kind === 'body') return bodyFor(tool, outcome.value)
  // The tool may have made other requests than this.
  if (outcome.kind === 'failed') {
    const { error, says = '', lost = false } = outcome
    const isDoubted = isRefusingStatus(status) && outcome.executed !== 'no'
    const report = !lost && !isDoubted && isReport({ code: error.code, says, statuses: [status] })
    return toAnswer({ ...outcome, executed: 'unknown', report, refuses: outcome.executed === 'no' })
  }
  if (outcome.kind !== 'incomplete' || outcome.page === undefined || tool.args === undefined) return toAnswer(outcome)
  return toAnswer(withNextArgs(outcome, tool.name, patchOf(outcome.page, args, tool.args)))
}

// -- a stream

const readStream = async <Args>(
  stream: ReadableStream<unknown>,
  tool: ToolTraits<Args>,
  limits: Limits
): Promise<unknown> => {
  const { body, end } = await gather(stream, limits)
  if (end === 'whole') return bodyFor(tool, body)
  if (end === 'no_text')
    return failed(
      schemaMismatch({ code: 'not_data', detail: 'The tool returned a stream of objects: that is not data.' })
    )
  if (end === 'too_large') return failed(tooLarge(limits.maxBytes))
  const detail = `The stream broke off after ${count(body.length, 'byte')}.`
  return incomplete(bodyFor(tool, body), { code: 'incomplete_response', detail })
}

/** Reads a response to its end, and classifies it as `httpTool` does. Rejects where it was given up. */
export const readToEnd = <Args>(
  answer: Readable,
  tool: ToolTraits<Args>,
  args: Args,
  signal: AbortSignal
): Promise<unknown> => {
  const limits = { maxBytes: tool.maxBytes ?? DEFAULT_MAX_BYTES, signal }
  return isResponse(answer) ? readResponse(answer, tool, args, limits) : readStream(answer, tool, limits)
}
