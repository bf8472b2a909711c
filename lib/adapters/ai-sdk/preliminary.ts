/** Tools that respond in parts: people see each at once, and the last is the tool's response, which is judged. */
import { abandon, isObject } from '../../core/foreign/index.js'
import { schemaMismatch } from '../../core/errors/index.js'
import { failed } from '../../guard/kernel.js'
import { Parts } from '../../toolset/parts.js'

/** Whether an answer comes in parts. */
export const isAsyncIterable = (answer: unknown): answer is AsyncIterable<unknown> =>
  isObject(answer) && Symbol.asyncIterator in answer && typeof answer[Symbol.asyncIterator] === 'function'

/** Whether a function answers in parts, whatever it is called with. */
export const isGenerator = (execute: unknown): boolean =>
  Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'

const close = (parts: AsyncIterator<unknown>): void => {
  try {
    abandon(parts.return?.())
  } catch {
    // The call is over, whatever becomes of its parts.
  }
}

const unread = (): unknown =>
  failed(
    schemaMismatch({ code: 'cancelled', detail: 'The answer came in parts, and its reader left before the last.' })
  )

/** The parts of one call. */
export class Preliminary {
  readonly #parts = new Parts<unknown>()
  #leave = (): void => {}
  #isLeft = false

  /** The answer of the tool, which is the last of its parts if it has any. */
  async lastOf(answer: unknown, signal: AbortSignal): Promise<unknown> {
    const settled = await answer
    return isAsyncIterable(settled) ? this.#read(settled, signal) : settled
  }

  async #read(parts: AsyncIterable<unknown>, signal: AbortSignal): Promise<unknown> {
    const iterator = parts[Symbol.asyncIterator]()
    const end = (): void => {
      this.#leave = () => {}
      close(iterator)
    }
    this.#leave = end
    signal.addEventListener('abort', end, { once: true })
    try {
      for (let last: unknown; ;) {
        const part = await iterator.next()
        if (this.#isLeft) return unread()
        if (part.done === true || signal.aborted) return last
        last = part.value
        this.#parts.push(last)
      }
    } finally {
      signal.removeEventListener('abort', end)
      this.#leave = () => {}
    }
  }

  /** The parts as they come, and at last the value of the call, which the model gets. */
  relay(call: Promise<unknown>): AsyncGenerator<unknown> {
    const settled = call.finally(this.#parts.end)
    // It is awaited only when the last part was taken.
    abandon(settled)
    return this.#relay(settled)
  }

  async *#relay(settled: Promise<unknown>): AsyncGenerator<unknown> {
    try {
      let last: unknown
      let isShown = false
      for await (const part of this.#parts.all()) {
        last = part
        isShown = true
        yield part
      }
      const value = await settled
      if (!isShown || value !== last) yield value
    } finally {
      this.#isLeft = true
      this.#leave()
    }
  }
}
