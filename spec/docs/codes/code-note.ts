/**
 * What the pages say of a code besides what the library says itself, and the ways to provoke one, through the boundary
 * where it arises.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ServerResponse } from 'node:http'
import {
  guardedCall,
  judge,
  openTurn,
  type SemanticCheck,
  type Tool,
  type ToolError,
  type Turn
} from '../../../lib/index.js'
import { httpTool } from '../../../lib/tools/http/index.js'
import { startLoopback } from '../../helpers/loopback.js'

// -- model

export type Result = E.Either<ToolError, unknown>

export interface CodeNote {
  /** What happened, in a sentence or two. */
  readonly happened: string
  /** What somebody who operates the agent does about it. */
  readonly operator: string
  /** Makes it happen, so that the page shows what a model really reads. */
  readonly provoke: () => Result | Promise<Result>
}

// -- by what is read

export const WHOLE = '{"orders":[{"id":1,"total":12},{"id":2,"total":13}]}'

const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })

/** An answer that cannot be read, or that is not what `Orders` promises. */
export const reading = (answer: string | Uint8Array) => (): Result => judge({ codec: Orders }, answer)

// -- by what is checked

const Weather = t.type({ city: t.string, celsius: t.array(t.number), count: t.number, at: t.string })

export const WEATHER = { city: 'Limassol', celsius: [88, 91], count: 24, at: '2026-02-20T11:50:00Z' }

/** A check of an answer that the codec took. */
export const checking =
  (
    check: SemanticCheck<t.TypeOf<typeof Weather>, object>,
    { args = {}, answer = WEATHER }: { readonly args?: object; readonly answer?: typeof WEATHER } = {}
  ) =>
  (): Result =>
    judge({ codec: Weather, checks: [check], args }, answer)

// -- by what is run

const tool = (run: Tool<object>['run'], rest: Partial<Tool<object>> = {}): Tool<object> => ({
  name: 'get_orders',
  effect: 'read',
  run,
  ...rest
})

/** A call of a tool. */
export const running =
  (run: Tool<object>['run'], rest: Partial<Tool<object>> = {}, turn: () => Turn = openTurn) =>
  (): Promise<Result> =>
    turn().run(guardedCall(tool(run, rest), Orders)({}))

/** The last of several calls whose answers are cut alike. */
export const repeatedly = async (times: number, turnOf: () => Turn): Promise<Result> => {
  const call = guardedCall(
    tool(() => '{"orders":[{"id":1001,"total":12'),
    Orders
  )
  for (let i = 1; i < times; i++) await turnOf().run(call({ customer: 'Ada' }))
  return turnOf().run(call({ customer: 'Ada' }))
}

export const placeOrder = guardedCall(
  {
    name: 'place_order',
    effect: 'write',
    args: t.type({ customer: t.string, quantity: t.Int }),
    run: () => ({ ok: true })
  },
  t.type({ ok: t.boolean })
)

export const ofModelText = (text: string): Result => E.left(JSON.parse(text) as ToolError)

// -- by what a service answers

type Reply = (response: ServerResponse) => unknown

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end('{}')

/** A call over HTTP. */
export const overHttp = (reply: Reply) => async (): Promise<Result> => {
  const service = await startLoopback((_request, response) => reply(response))
  const call = guardedCall(
    httpTool({
      name: 'get_orders',
      effect: 'read',
      salvage: 'orders',
      allowOrigins: [service.origin],
      request: () => ({ url: `${service.origin}/orders` })
    }),
    Orders
  )
  try {
    return await openTurn().run(call({}))
  } finally {
    await service.close()
  }
}
