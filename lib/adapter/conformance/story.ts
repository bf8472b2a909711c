/** The tools by which the promises of an adapter are tried. */
import * as t from 'io-ts'
import { toStandardSchema } from '../../codec/standard-schema.js'
import type { StandardSchemaLike } from '../../codec/is-codec.js'
import { detectMorePages } from '../../core/checks/index.js'
import { guardedCall, openTurn, type AnyGuardedCall } from '../../guard/kernel.js'
import { cutAt, misbehaving } from '../../testing/misbehaving.js'
import { pause } from '../../stores/conformance/case.js'
import { fail } from './expect.js'
import type { AskedCall, CallsUnderTest, ReplyToModel, RunWith } from './under-test.js'

export const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })

const orders = Array.from({ length: 200 }, (_, id) => ({ id, total: id * 1.5 }))

/** A search whose answer some layer cuts at 4096 bytes. */
export const cutSearch = () => misbehaving(async (_args?: unknown) => ({ orders }), cutAt(4096))

export const Status = t.type({ status: t.string })

export const SECRET = 'postgres://admin:s3cret@10.0.0.1/orders'

export const searchOrders = (search = cutSearch()) =>
  guardedCall(
    { name: 'search_orders', description: 'Finds orders.', effect: 'read', args: Status, run: search },
    Orders
  )

/** A tool that looks something up, as it is told to. */
export const lookUp = (
  run: (args: { readonly q?: string | undefined }) => unknown,
  codec: t.Decoder<unknown, unknown> = t.unknown
) =>
  guardedCall(
    { name: 'look_up', description: 'Looks something up.', effect: 'read', args: t.partial({ q: t.string }), run },
    codec
  )

// -- pages

export const PageNumber = t.type({ page: t.number })
export const PageOfRows = t.type({ rows: t.array(t.number), has_more: t.boolean })
export const PAGE = { rows: [1, 2], has_more: true }
export const listing = guardedCall(
  { name: 'list', effect: 'read', args: PageNumber, run: () => PAGE },
  PageOfRows,
  detectMorePages()
)

// -- payloads that JSON does not have

export const Timestamp = new t.Type<Date, string>(
  'Timestamp',
  (value): value is Date => value instanceof Date,
  (value, context) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value))
      ? t.success(new Date(value))
      : t.failure(value, context),
  (date) => date.toISOString()
)

// Base64.
const Bytes = new t.Type<Uint8Array>(
  'Bytes',
  (value): value is Uint8Array => value instanceof Uint8Array,
  (value, context) =>
    typeof value === 'string'
      ? t.success(Uint8Array.from(atob(value), (character) => character.charCodeAt(0)))
      : t.failure(value, context),
  t.identity
)

export const DUE = '2026-05-03T00:00:00.000Z'
export const ScannedFile = t.strict({ due: Timestamp, file: Bytes })
export const SCAN = { due: DUE, file: 'aGk=' }

/** A Standard Schema that has nothing else of the codec. */
export const asSchema = <A>(codec: t.Type<A, unknown>): StandardSchemaLike<A> => ({
  '~standard': toStandardSchema(codec)['~standard']
})

// -- calls

export const askFor = (name: string, input: unknown = {}, id = 'call_1'): AskedCall => ({ id, name, input })

/** What the model reads of one call. */
export const replyOf = async (
  { answer }: CallsUnderTest,
  call: AnyGuardedCall,
  ask: AskedCall = askFor('look_up'),
  run: RunWith = { turn: openTurn() }
): Promise<ReplyToModel> => (await answer([call], [ask], run))[0] ?? fail('Expected a reply to the call.')

export const endless = (): Promise<never> => new Promise(() => {})

/** The reply to a call that has to end by itself. */
export const ending = async (reply: Promise<ReplyToModel>): Promise<ReplyToModel> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Expected the call to end within a second.')), 1_000)
  })
  return Promise.race([reply, late]).finally(() => clearTimeout(timer))
}

export const tick = (): Promise<void> => pause(5)

export const times = <A>(count: number, of: A): ReadonlyArray<A> => Array.from({ length: count }, () => of)

/** Options of single adapters, and words that none of them has. */
export const strangers = (own: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  'strands ToolError FunctionTool DynamicStructuredTool substitutes matcher leaveUnknown rule maxChar timeout __proto'
    .split(' ')
    .filter((word) => !own.includes(word))
