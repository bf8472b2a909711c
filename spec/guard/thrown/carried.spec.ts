/** What errors and returned failures carry in fields of any name: responses, their bodies, instances of classes. */
import { expect } from 'chai'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import * as t from 'io-ts'
import { readThrown } from '../../../lib/guard/thrown/read-thrown.js'
import { isThrownReport } from '../../../lib/guard/thrown/report.js'
import { currentCall, guardFunctions, memoryLedger, openSession } from '../../../lib/index.js'
import { startLoopback } from '../../helpers/loopback.js'

const LOCKED = 'The stock table is locked'

const error = (fields: object, message = LOCKED): Error => Object.assign(new Error(message), fields)

const isReported = (fields: object): boolean => isThrownReport(readThrown(error(fields)))

const response = (status: number): Response => Response.json({ message: LOCKED }, { status })

const readOf = async (status: number): Promise<Response> => {
  const came = response(status)
  await came.text()
  return came
}

/** The response of `node:http`. */
const incoming = async (status: number): Promise<IncomingMessage> => {
  const { origin, close } = await startLoopback((_, res) => void res.writeHead(status).end('{}'))
  const [came] = (await once(get(origin), 'response')) as [IncomingMessage]
  came.resume()
  await once(came, 'end')
  await close()
  return came
}

/** As axios has it. */
const axiosLike = (status: number): object => ({
  status,
  headers: new (class AxiosHeaders {
    readonly server = 'x'
  })(),
  data: { message: LOCKED },
  config: { adapter: () => undefined },
  request: { sent: true, on: () => undefined }
})

const CARRIERS: ReadonlyArray<readonly [name: string, of: (status: number) => unknown]> = [
  ['a Response', response],
  ['one that was read', readOf],
  ['a response of node:http', incoming],
  ['a response of axios', axiosLike],
  ['fields', (status) => ({ statusCode: String(status) })]
]
const KEYS = ['response', 'res', 'resp', 'raw', 'httpResponse', 'context']

/** How often a write runs whose call is made again after another write. */
const runsOf = async (run: () => unknown): Promise<number> => {
  let runs = 0
  const place_order = async (_: { sku: string }): Promise<unknown> => ((runs += 1), run())
  const unlock_table = async (_: { sku: string }): Promise<unknown> => ({ unlocked: true })
  const turn = openSession({ logger: false }).openTurn()
  const rules = { place_order: { effect: 'write' }, unlock_table: { effect: 'write' } } as const
  const tools = guardFunctions({ place_order, unlock_table }, { turn, rules })
  for (const call of [tools.place_order, tools.unlock_table, tools.place_order])
    await call({ sku: 'A' }).catch(() => undefined)
  return runs
}

const throwing = (thrown: unknown) => (): never => {
  throw thrown
}

describe('the status of a response in a field', () => {
  for (const [name, of] of CARRIERS) {
    it(`leaves a thrown error open, in a field of any name: ${name}`, async () => {
      for (const status of [503, 500, 409, 408, 424, 429]) {
        const carried = await of(status)
        for (const key of KEYS)
          for (const fields of [{ [key]: carried }, { [key]: [carried] }, { details: { [key]: carried } }])
            expect(isReported(fields), `${key} ${status}`).to.equal(false)
        expect(isReported({ cause: error({ res: carried }) })).to.equal(false)
      }
    })

    it(`leaves a returned failure open: ${name}`, async () => {
      for (const status of [503, 409, 408]) {
        const carried = await of(status)
        for (const returned of [
          { error: { message: LOCKED }, response: carried },
          { error: LOCKED, res: carried },
          { ok: false, error: LOCKED, of: { raw: carried } }
        ])
          expect(await runsOf(() => returned), `${name} ${status}`).to.equal(1)
        expect(await runsOf(throwing({ error: { message: LOCKED }, response: carried }))).to.equal(1)
      }
    })

    it(`leaves a refusal as it is: ${name}`, async () => {
      for (const status of [400, 404, 422, 423]) {
        const carried = await of(status)
        // Of plain fields under any name, nobody knows that they are a response.
        for (const key of name === 'fields' ? ['response'] : KEYS)
          expect(isReported({ [key]: carried }), `${key} ${status}`).to.equal(true)
        if (name.includes('Response') || name === 'one that was read')
          expect(await runsOf(() => ({ error: { message: LOCKED }, response: carried }))).to.equal(2)
        expect(await runsOf(throwing(error({ response: carried })))).to.equal(2)
      }
    })
  }

  it('leaves an error open whose response tells its status by a getter alone', () => {
    class Answer {
      get status(): number {
        return 422
      }
    }
    for (const key of KEYS) expect(isReported({ [key]: new Answer() }), key).to.equal(false)
  })
})

class Rows {
  constructor(readonly rows: ReadonlyArray<unknown>) {}
  get count(): number {
    return this.rows.length
  }
}
class BatchResult {
  constructor(readonly created: ReadonlyArray<unknown>) {}
}
class Hidden {
  readonly #created = ['a']
  get size(): number {
    return this.#created.length
  }
}

describe('an instance in a field', () => {
  const done = new BatchResult([{ id: 1 }, { id: 2 }])

  it('is read like a plain object, and leaves an error open by the deeds that it states', () => {
    for (const carried of [
      { ...done },
      done,
      new Rows([done]),
      new Map([['first', done]]),
      { of: { it: done } },
      [{ log: () => undefined, done }],
      new (class Later extends BatchResult {})([1])
    ])
      for (const key of ['result', 'batch', 'data', 'error'])
        expect(isReported({ [key]: carried }), key).to.equal(false)
  })

  it('leaves an error and a returned failure open where it cannot be read', async () => {
    const getter = Object.defineProperty({ log: () => undefined }, 'created', { enumerable: true, get: () => ['a'] })
    for (const carried of [new Hidden(), getter, { of: [new Hidden()] }]) {
      expect(isReported({ result: carried })).to.equal(false)
      expect(await runsOf(() => ({ error: LOCKED, result: carried }))).to.equal(1)
    }
  })

  it('leaves an error a report where it states none', async () => {
    class Field {
      readonly name = 'sku'
    }
    const cyclic: { self?: unknown; log: unknown } = { log: () => undefined }
    cyclic.self = cyclic
    for (const carried of [
      new Field(),
      [new Field()],
      new Map([['sku', new Field()]]),
      new URL('https://x.io/orders'),
      new Headers({ created: 'yes' }),
      new Date(0),
      new Uint8Array(8),
      cyclic,
      { on: () => undefined, created: ['a'] }
    ]) {
      expect(isReported({ result: carried }), inspect(carried)).to.equal(true)
      expect(await runsOf(throwing(error({ result: carried })))).to.equal(2)
    }
  })
})

describe('a returned failure that its author calls transient', () => {
  const fateOf = async (returned: unknown) => {
    const ids = new Set<string | undefined>()
    const place_order = async (_: { sku: string }): Promise<unknown> => (ids.add(currentCall()?.operationId), returned)
    const turn = openSession({ logger: false, ledger: memoryLedger() }).openTurn({ id: 'job' })
    const output = t.type({ data: t.type({ id: t.number }) })
    const rules = { place_order: { effect: 'write', output, transient: () => true } } as const
    const tools = guardFunctions({ place_order }, { turn, rules })
    for (let i = 0; i < 2; i++) await tools.place_order({ sku: 'A' }).catch(() => undefined)
    return [turn.calls[0]?.executed, ids.size]
  }
  const busy = { message: 'Too many requests to the stock service' }

  it('stays unknown by the status of its response, and by a body that nobody read', async () => {
    for (const carried of [await readOf(503), await readOf(409), await incoming(503), response(429), response(400)])
      expect(await fateOf({ error: busy, response: carried })).to.deep.equal(['unknown', 1])
  })

  it('was not executed where that refuses it', async () => {
    for (const carried of [await readOf(429), undefined])
      expect(await fateOf({ error: busy, response: carried })).to.deep.equal(['no', 2])
  })
})
