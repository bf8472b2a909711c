/** The memory of a loop window as data: one process saves it, another continues. */
import * as t from 'io-ts'

// A window is small; whatever claims to be one and is not must cost nothing to refuse.
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
  /** Not seen before within the window: progress. */
  fresh: t.boolean
})

const Entry = t.exact(
  t.intersection([EntryFields, t.partial({ executed: t.union([t.literal('yes'), t.literal('unknown'), t.undefined]) })])
)

/** One exchange as the window remembers it. */
export type RememberedExchange = Readonly<t.TypeOf<typeof Entry>>

/** The same, where what a breaker has closed may be forgotten. */
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
