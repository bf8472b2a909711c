/** The memory of a loop window as data: one process saves it, another continues. */
import * as t from 'io-ts'

// A window is small; refusing an oversized state must be fast.
const MAX_SEEN = 10_000

const EntryFields = t.type({
  tool: t.string,
  args: t.string,
  answer: t.string,
  outcome: t.string,
  /** The error that makes calls with other arguments alike; null for a `Right` and for errors that come with progress. */
  error: t.union([t.string, t.null]),
  code: t.union([t.string, t.null]),
  turn: t.union([t.string, t.number]),
  /** Not in the window before: progress. */
  fresh: t.boolean
})

const Entry = t.exact(
  t.intersection([EntryFields, t.partial({ executed: t.union([t.literal('yes'), t.literal('unknown'), t.undefined]) })])
)

/** One exchange as the window remembers it. */
export type RememberedExchange = Readonly<t.TypeOf<typeof Entry>>

/** A mutable variant: a closing breaker clears its error. */
export type ForgettableExchange = Omit<RememberedExchange, 'error' | 'fresh'> & { error: string | null; fresh: boolean }

/** The memory of a loop window as plain data, oldest first. @category Loops @since 0.1.0 */
export type LoopState = ReadonlyArray<RememberedExchange>

const Entries = t.readonlyArray(Entry)

/** The codec of a saved window. @category Loops @since 0.1.0 */
export const LoopState: t.Type<LoopState, unknown> = new t.Type(
  'LoopState',
  (value): value is LoopState => Array.isArray(value) && value.length <= MAX_SEEN && Entries.is(value),
  (value, context) =>
    Array.isArray(value) && value.length > MAX_SEEN
      ? t.failure(value, context, `more than ${MAX_SEEN} exchanges`)
      : Entries.validate(value, context),
  t.identity
)
