/** Keeps what is too long for a model, and gives it a handle and one tool that reads any part. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { closed } from '../codec/closed.js'
import { losslessData } from '../core/json/index.js'
import * as o from '../core/options.js'
import type { ResultHandles, ResultStore } from '../core/calls/index.js'
import { type MaybePromise, type WaitOutcome, waitFor } from '../core/foreign/index.js'
import { semanticGarbage } from '../core/errors/index.js'
import { failed, guardedCall, type GuardedCall } from '../guard/kernel.js'
import { handleOf, type ResultHandle } from './preview.js'
import { readPart } from './read.js'
import { sha256 } from '#platform'
import { memoryResultStore } from './memory-store.js'

// -- model

// A word that it does not know is a mistake, not nothing.
const ReadResult = closed(
  t.intersection([
    t.type({ ref: t.string }),
    t.partial({
      path: t.string,
      from: t.number,
      to: t.number,
      skip: t.number,
      fields: t.readonlyArray(t.string),
      find: t.union([t.string, t.number]),
      context: t.number,
      count: t.boolean,
      distinct: t.string
    })
  ])
)

/** The arguments of `read_result`. @category Results @since 0.1.0 */
export type ReadResult = t.TypeOf<typeof ReadResult>

/** What is kept, where, and how much of it a model is shown at once. @category Results @since 0.1.0 */
export interface ResultHandlesOptions {
  /** A result of more characters is kept, and handed on as a handle. @default 20_000 */
  readonly over?: number
  /** Characters of a handle, about. @default 4_000 */
  readonly preview?: number
  /**
   * Bytes that are kept in this process, by all sessions that share the handles; the oldest results go first.
   * @default 8_388_608
   */
  readonly keepBytes?: number
  /** Where results are kept. @default in this process */
  readonly store?: ResultStore
}

/**
 * Kept results. Make one for each conversation, or one for all: a result can be read by nobody who was not given its
 * `ref`.
 * @category Results @since 0.1.0
 */
export interface KeptResults extends ResultHandles<GuardedCall<ReadResult, unknown>> {
  /** The tool `read_result`, a guarded read whose responses have at most `over` characters. */
  readonly reader: GuardedCall<ReadResult, unknown>
  readonly instead: (...given: Parameters<ResultHandles['instead']>) => Promise<ResultHandle | undefined>
}

// -- the reader

const DESCRIPTION =
  'Reads any part of a result that was too long to show. ref: as given. path: a list, record, text or field of it, as in its shape (orders, data.rows[3].note, orders[200..220]). ' +
  'from, to: elements of a list, entries of a record or lines of a text, or what was found, or distinct values; numbered from 0, without to. skip: characters of the line from, where it is too long to show whole (chars is its length). ' +
  'fields: only these of each, by name or path (owner.name, rows[].owner.name). find: what holds a text or number, anywhere below the path: values and names, lines with context around. ' +
  'count: how many. distinct: the values of a field with their numbers. next holds the arguments of the next call.'

const gone = (ref: string, others: ReadonlyArray<string>): ReturnType<typeof failed> => {
  const exist = others.length === 0 ? '' : `; others of this turn: ${others.join(', ')}`
  return failed(
    semanticGarbage({
      code: 'not_found',
      detail: `No result is kept as ${JSON.stringify(ref.slice(0, 40))} (any more)${exist}.`,
      hint: 'Make the call again that gave it, if it reads.'
    }),
    { executed: 'no' }
  )
}

// -- keeping

const MAX_REFS = 1_000

// A text that JSON.parse would change is kept as it is.
const asData = (result: unknown): unknown =>
  typeof result === 'string' && /^\s*[[{]/.test(result) ? losslessData(result) : result

// Data deeper than the stack are handed on unchanged.
const ifPossible = <A>(make: () => A): A | undefined => {
  try {
    return make()
  } catch {
    return undefined
  }
}

// The call is over, and its model waits.
const STORE_MS = 2_000

const inTime = <A>(ask: () => MaybePromise<A>): Promise<WaitOutcome<A>> => waitFor(ask, { timeoutMs: STORE_MS })

const readHandles = o.options('options', {
  over: o.optional(o.positive, 20_000),
  preview: o.optional(o.positive, 4_000),
  keepBytes: o.optional(o.positive, 8 * 1024 * 1024),
  store: o.optional(o.having<ResultStore>(['put', 'get', 'delete'], 'a store of results'))
} satisfies o.TableOf<ResultHandlesOptions>)

/**
 * Keeps results that are too long for a model: it reads a handle in their place, and any part of them by the tool
 * `read_result`. A result is kept after it was validated, so every part is validated, and none is altered.
 *
 * @throws TypeError for options that cannot work.
 * @category Results @since 0.1.0
 * @example
 * import { resultHandles } from 'guarded-call/results'
 *
 * const results = resultHandles({ over: 1_000, preview: 600 })
 * const rows = Array.from({ length: 12_000 }, (_, id) => ({ id, total: id % 7 }))
 * const handle = JSON.parse(await results.textOf({ rows }))
 *
 * assert.deepEqual(handle.shape, {
 *   $: 'record',
 *   rows: 'list of 12000',
 *   'rows[].id': 'number',
 *   'rows[].total': 'number'
 * })
 */
export const resultHandles = (options: ResultHandlesOptions = {}): KeptResults => {
  const { over, preview, keepBytes, store } = readHandles(options)
  const memory = memoryResultStore({ keepBytes })
  // By the turn that was given them: nobody learns those of another.
  const given = new Map<string, { readonly ref: string; readonly turnId: string }>()
  const remember = (ref: string, turnId: string): void => {
    const key = `${turnId} ${ref}`
    given.delete(key)
    given.set(key, { ref, turnId })
    for (const oldest of given.keys()) {
      if (given.size <= MAX_REFS) break
      given.delete(oldest)
    }
  }
  // A store may have let go of some, and would have to read them whole to say so.
  const othersOf = (turnId: string): ReadonlyArray<string> =>
    [...given.values()]
      .filter((one) => one.turnId === turnId && (store !== undefined || memory.get(one.ref) !== undefined))
      .map(({ ref }) => ref)
      .slice(-10)

  const keep = async (ref: string, text: string): Promise<void> => {
    const put = store === undefined ? undefined : await inTime(() => store.put(ref, text))
    // A store that is down or hangs must not lose a result that came.
    if (put?.kind !== 'answered') await memory.put(ref, text)
  }
  const find = async (ref: string): Promise<string | undefined> => {
    // A model may send anything.
    if (!/^r[0-9a-f]{12}$/.test(ref)) return undefined
    const here = await memory.get(ref)
    if (here !== undefined || store === undefined) return here
    const kept = await inTime(() => store.get(ref))
    return kept.kind === 'answered' ? kept.answer : undefined
  }

  // The same result has the same name, which nobody can guess.
  const secret = crypto.randomUUID()
  const refOf = (text: string): string => `r${sha256(`${secret} ${text}`).slice(0, 12)}`

  const instead: KeptResults['instead'] = async (result, { maxChars = Infinity, turnId } = {}) => {
    const data = ifPossible<string | undefined>(() => JSON.stringify(asData(result)))
    const most = Math.min(over, maxChars)
    if (data === undefined || data.length <= most) return undefined
    // No data of the guard have a field of that name.
    const text = data.includes('"__proto__":') ? JSON.stringify(data) : data
    const ref = refOf(text)
    const handle = ifPossible(() => handleOf(JSON.parse(text) as unknown, ref, text.length, Math.min(preview, most)))
    if (handle === undefined) return undefined
    await keep(ref, text)
    if (turnId !== undefined) remember(ref, turnId)
    return handle
  }

  const reader = guardedCall(
    {
      name: 'read_result',
      description: DESCRIPTION,
      effect: 'read',
      args: ReadResult,
      run: async ({ ref, ...query }: ReadResult, { turnId }) => {
        const text = await find(ref)
        if (text === undefined)
          return gone(
            ref,
            othersOf(turnId).filter((other) => other !== ref)
          )
        const part = readPart(JSON.parse(text) as unknown, query, over)
        return E.isLeft(part) ? failed(part.left, { executed: 'no' }) : part.right
      }
    },
    t.unknown
  )
  return {
    reader,
    instead,
    textOf: async (result) => JSON.stringify((await instead(result)) ?? result ?? null)
  }
}
