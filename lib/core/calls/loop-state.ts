/** The latest exchanges of a session as data: one process saves them, another continues. */
import * as t from 'io-ts'
import { LazyDigest } from './lazy-digest.js'
import type { SeenExchange } from './seen-exchange.js'

// A session remembers few; refusing an oversized state must be fast.
const MAX_SEEN = 10_000

const EntryFields = t.type({
  tool: t.string,
  args: t.string,
  answer: t.string,
  outcome: t.string,
  /** null for a `Right`, for errors that come with progress, and for those that are forgiven. */
  error: t.union([t.string, t.null]),
  code: t.union([t.string, t.null]),
  turn: t.union([t.string, t.number]),
  /** Not in the window before: progress. */
  fresh: t.boolean
})

const Optional = t.partial({
  executed: t.union([t.literal('yes'), t.literal('unknown'), t.undefined]),
  place: t.union([t.string, t.undefined]),
  address: t.union([t.string, t.undefined])
})

const Entry = t.exact(t.intersection([EntryFields, Optional]))

/** One exchange as a saved session holds it: digests stand for arguments, responses and places. */
export type RememberedExchange = Readonly<t.TypeOf<typeof Entry>>

/** The latest exchanges of a session as plain data, oldest first. @category Loops @since 0.1.0 */
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

// -- to and from exchanges

const remembered = ({ args, answer, failed, executed, place, address, ...rest }: SeenExchange): RememberedExchange => ({
  ...rest,
  args: args.digest,
  answer: answer.digest,
  error: failed ? JSON.stringify([rest.tool, rest.outcome, rest.code, place ?? answer.digest]) : null,
  ...(executed === undefined ? {} : { executed }),
  ...(place === undefined ? {} : { place }),
  ...(address === undefined ? {} : { address })
})

/** Saves exchanges without their arguments and responses. */
export const savedLoop = (seen: ReadonlyArray<SeenExchange>): LoopState => seen.map(remembered)

/** The exchanges that another process saved. */
export const restoredLoop = (state: LoopState): ReadonlyArray<SeenExchange> =>
  state.map(({ error, args, answer, executed, place, address, ...rest }) => ({
    ...rest,
    args: LazyDigest.of(args),
    answer: LazyDigest.of(answer),
    failed: error !== null,
    executed,
    place,
    address
  }))
