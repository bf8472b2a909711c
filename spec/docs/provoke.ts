/** Provokes every code once, through the boundary where it arises, so that the page of codes shows what a model really reads. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import type { ServerResponse } from 'node:http'
import { answerChatToolCalls } from '../../lib/adapters/openai/index.js'
import {
  countMatches,
  detectMorePages,
  echoes,
  errorEnvelope,
  explain,
  failureCap,
  fresh,
  guardedCall,
  judge,
  looksLikeSlugId,
  nonEmpty,
  openSession,
  openTurn,
  repairArguments,
  toModelText,
  within,
  type SemanticCheck,
  type Tool,
  type ToolError,
  type Turn
} from '../../lib/index.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { startLoopback } from '../helpers/loopback.js'

type Result = E.Either<ToolError, unknown>

const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })
const WHOLE = '{"orders":[{"id":1,"total":12},{"id":2,"total":13}]}'
const opaque = (decode: (value: unknown) => never) => new t.Type<unknown>('Opaque', t.unknown.is, decode, t.identity)

// -- what is read

const ANSWERS: Readonly<Record<string, string | Uint8Array>> = {
  empty_body: '',
  html_response: '<!doctype html><title>Log in</title>',
  not_json: 'Service temporarily unavailable',
  invalid_json: '{"orders":[{"id":1,,}]}',
  truncated_response: '{"orders":[{"id":1001,"total":12',
  leading_data: `Warning: deprecated\n${WHOLE}`,
  trailing_data: `${WHOLE} -- done`,
  multiple_documents: `${WHOLE}\n${WHOLE}`,
  nan_or_infinity: '{"orders":[{"id":1,"total":NaN}]}',
  double_encoded: JSON.stringify(WHOLE),
  not_text: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
  too_deep: `{"orders":${'['.repeat(300)}${']'.repeat(300)}}`,
  too_large: `{"orders":[],"note":"${'x'.repeat(5_000_000)}"}`,
  schema_violation: '{"orders":[{"id":"1","total":null},{"id":2}]}',
  unsafe_integer: '{"orders":[{"id":9007199254740993,"total":1}]}'
}

// -- what is checked

const Weather = t.type({ city: t.string, celsius: t.array(t.number), count: t.number, at: t.string })
const weather = { city: 'Limassol', celsius: [88, 91], count: 24, at: '2026-02-20T11:50:00Z' }

const checking =
  (check: SemanticCheck<t.TypeOf<typeof Weather>, object>, args: object, answer: object = weather) =>
  (): Result =>
    judge({ codec: Weather, checks: [check], args }, answer)

const CHECKS: Readonly<Record<string, () => Result>> = {
  empty_first_page: checking(
    nonEmpty(({ celsius }) => celsius),
    { page: 1 },
    { ...weather, celsius: [] }
  ),
  empty_result: checking(
    nonEmpty(({ celsius }) => celsius),
    {},
    { ...weather, celsius: [] }
  ),
  count_mismatch: checking(
    countMatches(
      ({ celsius }) => celsius,
      ({ count }) => count
    ),
    {}
  ),
  wrong_entity: checking(echoes({ asked: () => 'Lima', answered: ({ city }) => city }), {}),
  out_of_range: checking(
    within(({ celsius }) => celsius, { min: -90, max: 60, what: 'The temperature' }),
    {}
  ),
  stale_data: checking(
    fresh(({ at }) => at, { maxAgeMs: 3_600_000, clock: () => Date.parse('2026-03-01T12:00:00Z') }),
    {}
  ),
  check_threw: checking(() => {
    throw new Error('no such field')
  }, {}),
  error_in_body: () =>
    judge({ codec: t.unknown, checks: [errorEnvelope()] }, '{"ok":false,"error":"channel_not_found"}'),
  more_pages_available: () =>
    judge(
      { codec: t.type({ orders: t.array(t.number), next_cursor: t.string }), checks: [detectMorePages()] },
      '{"orders":[1,2],"next_cursor":"eyJwIjoyfQ"}'
    ),
  codec_threw: () =>
    judge(
      {
        codec: opaque(() => {
          throw new Error('a fault of the codec')
        })
      },
      '{}'
    )
}

// -- what is run

const tool = (run: Tool<object>['run'], rest: Partial<Tool<object>> = {}): Tool<object> => ({
  name: 'get_orders',
  effect: 'read',
  run,
  ...rest
})
const running = (run: Tool<object>['run'], rest: Partial<Tool<object>> = {}, turn: Turn = openTurn()) =>
  turn.run(guardedCall(tool(run, rest), Orders)({}))

const repeatedly = async (times: number, turnOf: () => Turn): Promise<Result> => {
  const call = guardedCall(
    tool(() => '{"orders":[{"id":1001,"total":12'),
    Orders
  )
  for (let i = 1; i < times; i++) await turnOf().run(call({ customer: 'Ada' }))
  return turnOf().run(call({ customer: 'Ada' }))
}

const ofModelText = (text: string): Result => E.left(JSON.parse(text) as ToolError)

const placeOrder = guardedCall(
  {
    name: 'place_order',
    effect: 'write',
    args: t.type({ customer: t.string, quantity: t.Int }),
    run: () => ({ ok: true })
  },
  t.type({ ok: t.boolean })
)

const failCap = (): Result => {
  const Answer = t.type({ total: t.number }, 'Answer')
  const cap = failureCap({ maxRetries: 3, codec: Answer })
  const step = () => cap.step({ outputs: [E.mapLeft(explain)(Answer.decode({ total: 'twelve' }))], otherCalls: [] })
  for (let i = 0; i < 3; i++) step()
  return E.swap(E.fromOption((): unknown => 'the cap did not end it')(step()))
}

const CALLS: Readonly<Record<string, () => Promise<Result>>> = {
  not_data: () => running(() => new Response('{}')),
  tool_threw: () => running(() => JSON.parse('{')),
  timeout: () => running(() => new Promise(() => {}), { timeoutMs: 50 }),
  cancelled: () => running(() => new Promise(() => {}), {}, openTurn({ signal: AbortSignal.abort() })),
  retry_budget_exceeded: () => {
    const turn = openTurn()
    return repeatedly(4, () => turn)
  },
  loop_detected: () => {
    const session = openSession()
    return repeatedly(4, () => session.openTurn())
  },
  store_unavailable: () => {
    const down = async () => await Promise.reject(new Error('down'))
    return running(
      () => WHOLE,
      { effect: 'write' },
      openSession({ store: { reserve: down, giveBack: down, closeTurn: down } }).openTurn()
    )
  },
  too_long_for_model: async () =>
    ofModelText(toModelText(E.right(Array.from({ length: 2_000 }, (_, id) => ({ id, note: 'x'.repeat(100) }))))),
  validation_cap_exceeded: async () => failCap(),
  invalid_arguments: () => openTurn().run(placeOrder.fromModel({ customer: 'Ada', quantity: 'two' })),
  fabricated_id: () =>
    openTurn().run(
      repairArguments(placeOrder, {
        ask: () => undefined,
        checkIds: ({ customer }) => looksLikeSlugId(customer)
      })({ customer: 'ada-lovelace-1', quantity: 'two' })
    ),
  unknown_tool: async () => {
    const [answer] = await answerChatToolCalls(
      [placeOrder],
      { tool_calls: [{ id: '1', type: 'function', function: { name: 'place_orders', arguments: '{}' } }] },
      { turn: openTurn() }
    )
    return ofModelText(answer?.content ?? '')
  }
}

// -- what comes over HTTP

const reply =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status, headers).end('{}')

const REPLIES: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  unauthorized: reply(401),
  rate_limited: reply(429, { 'retry-after': '120' }),
  tool_unavailable: reply(503),
  not_found: reply(404),
  rejected_arguments: reply(422),
  forbidden_url: reply(302, { location: 'https://elsewhere.example/' }),
  incomplete_response: (response) => {
    response.writeHead(200, { 'content-length': String(WHOLE.length) })
    response.write(WHOLE.slice(0, 40))
    setTimeout(() => response.destroy(), 5)
  }
}

const overHttp = async (): Promise<ReadonlyArray<readonly [string, Result]>> => {
  const service = await startLoopback((request, response) => REPLIES[(request.url ?? '').slice(1)]?.(response))
  const ask = async (code: string): Promise<readonly [string, Result]> => [
    code,
    await openTurn().run(
      guardedCall(
        httpTool({
          name: 'get_orders',
          effect: 'read',
          salvage: 'orders',
          allowOrigins: [service.origin],
          request: () => ({ url: `${service.origin}/${code}` })
        }),
        Orders
      )({})
    )
  ]
  try {
    return await Promise.all(Object.keys(REPLIES).map(ask))
  } finally {
    await service.close()
  }
}

/** What every code came to, by its code. */
export const provokeAll = async (): Promise<ReadonlyMap<string, Result>> => {
  const read = Object.entries(ANSWERS).map(([code, answer]): readonly [string, Result] => [
    code,
    judge({ codec: Orders }, answer)
  ])
  const checked = Object.entries(CHECKS).map(([code, check]): readonly [string, Result] => [code, check()])
  const called = await Promise.all(
    Object.entries(CALLS).map(async ([code, call]): Promise<readonly [string, Result]> => [code, await call()])
  )
  return new Map([...read, ...checked, ...called, ...(await overHttp())])
}

export const errorOf = (result: Result | undefined): O.Option<ToolError> =>
  result !== undefined && E.isLeft(result) ? O.some(result.left) : O.none
