/** Tools that misbehave as they are told to, one call after the other. */
import * as o from '../core/options.js'

// -- model

/** One way to answer a call: `run` runs the tool itself, and may be run or not. @category Testing @since 0.1.0 */
export type Behaviour = (run: () => unknown, signal: AbortSignal | undefined) => unknown

/** A tool that counts how often it was called, whatever it answered. @category Testing @since 0.1.0 */
export interface MisbehavingTool<Args extends ReadonlyArray<unknown>> {
  (...args: Args): Promise<unknown>
  readonly calls: number
}

// -- ways to behave

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer))

const withFields = (answer: unknown, fields: Readonly<Record<string, unknown>>): unknown =>
  typeof answer === 'string'
    ? JSON.stringify({ ...(JSON.parse(answer) as object), ...fields })
    : { ...(answer as object), ...fields }

/** Answers as the tool does. @category Testing @since 0.1.0 */
export const fine: Behaviour = (run) => run()

/**
 * Answers with the first bytes of the tool's answer, as a layer in between does that has a limit.
 * @category Testing @since 0.1.0
 */
export const cutAt = (bytes: number): Behaviour => {
  o.required(o.nonNegative)(bytes, 'bytes')
  return async (run) => new TextDecoder().decode(new TextEncoder().encode(textOf(await run())).subarray(0, bytes))
}

/**
 * Answers with a page for browsers in the place of data, as a proxy does with status 200.
 * @category Testing @since 0.1.0
 */
export const htmlPage: Behaviour = () =>
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in to go on.</body></html>'

/** Refuses the call as an API does that was asked too often; the tool does not run. @category Testing @since 0.1.0 */
export const rateLimited: Behaviour = () =>
  '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Too many requests. Please retry in 1s."}}'

/** Answers about something else: `fields` take the place of the answer's own. @category Testing @since 0.1.0 */
export const wrongEntity =
  (fields: Readonly<Record<string, unknown>>): Behaviour =>
  async (run) =>
    withFields(await run(), fields)

/** Answers with what was true once: the time in `field` lies `ageMs` in the past. @category Testing @since 0.1.0 */
export const stale =
  (field: string, ageMs: number): Behaviour =>
  async (run) =>
    withFields(await run(), { [field]: new Date(Date.now() - ageMs).toISOString() })

/** Runs the tool and loses its answer: the connection breaks after the write. @category Testing @since 0.1.0 */
export const lostAnswer: Behaviour = async (run) => {
  await run()
  throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}

/**
 * Answers as the tool does, `ms` milliseconds later; a call that is given up ends at once.
 * @category Testing @since 0.1.0
 */
export const slow =
  (ms: number): Behaviour =>
  async (run, signal) => {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      const giveUp = (): void => {
        clearTimeout(timer)
        reject(new DOMException('The operation was aborted.', 'AbortError'))
      }
      if (signal?.aborted === true) giveUp()
      signal?.addEventListener('abort', giveUp)
    })
    return run()
  }

/** Throws instead of running the tool. @category Testing @since 0.1.0 */
export const throws =
  (thrown: unknown): Behaviour =>
  () => {
    throw thrown
  }

// -- constructors

const signalIn = (args: ReadonlyArray<unknown>): AbortSignal | undefined =>
  (args.at(-1) as { readonly signal?: AbortSignal } | null | undefined)?.signal

/**
 * Makes a tool misbehave: its first call behaves as the first behaviour says, its second as the second, and all that
 * follow as the last.
 *
 * @category Testing @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardFunctions, openTurn } from 'guarded-call'
 * import { fine, misbehaving, rateLimited } from 'guarded-call/testing'
 *
 * const weather = misbehaving(async (city: string) => ({ city, degrees: 22 }), rateLimited, fine)
 * const tools = guardFunctions(
 *   { weather },
 *   { turn: openTurn(), rules: { weather: { output: t.type({ degrees: t.number }) } } }
 * )
 *
 * await assert.rejects(tools.weather('Oslo'), /"code":"rate_limited"/)
 * assert.deepEqual(await tools.weather('Oslo'), { city: 'Oslo', degrees: 22 })
 * assert.equal(weather.calls, 2)
 */
export const misbehaving = <Args extends ReadonlyArray<unknown>>(
  run: (...args: Args) => unknown,
  ...behaviours: readonly [Behaviour, ...ReadonlyArray<Behaviour>]
): MisbehavingTool<Args> => {
  let calls = 0
  const tool = async (...args: Args): Promise<unknown> => {
    const behave = behaviours[Math.min(calls, behaviours.length - 1)] ?? fine
    calls++
    return behave(() => run(...args), signalIn(args))
  }
  return Object.defineProperty(tool, 'calls', { get: () => calls }) as MisbehavingTool<Args>
}

/**
 * Every answer that is left where `answer` is cut after some of its bytes, from none to all but the last. An answer of
 * an object or an array that passes for whole in any of them is one that a truncated response passes for, too.
 *
 * @category Testing @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { judge } from 'guarded-call'
 * import { cutEverywhere } from 'guarded-call/testing'
 *
 * const Order = t.type({ id: t.number, note: t.union([t.string, t.undefined]) })
 * for (const part of cutEverywhere({ id: 7, note: 'olá' })) assert.equal(judge({ codec: Order }, part)._tag, 'Left')
 */
export const cutEverywhere = (answer: unknown): ReadonlyArray<Uint8Array> => {
  const bytes = new TextEncoder().encode(textOf(answer).trimEnd())
  return Array.from({ length: bytes.length }, (_, end) => bytes.subarray(0, end))
}
