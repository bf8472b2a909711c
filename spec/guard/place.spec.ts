import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { createServer, type Server } from 'node:net'
import { httpTool } from '../../lib/tools/http/index.js'
import { guardedCall, guardFunctions, openTurn, type Tool } from '../../lib/index.js'
import { failedJudgement, type Judgement } from '../../lib/guard/judgement.js'
import { isWrongId, placeNamed, placeToBlame } from '../../lib/guard/place.js'
import { callKeyOf } from '../../lib/guard/arguments.js'
import { partialData, semanticGarbage } from '#core/errors'

const TOOL: Tool<unknown> = { name: 'fetch', effect: 'read', run: () => '' }

const named = (args: unknown, place?: (args: unknown) => string) =>
  placeNamed(
    { ...TOOL, args: undefined, ...(place === undefined ? {} : { place }) } as never,
    callKeyOf(args),
    () => {}
  )

describe('placeNamed', () => {
  it('is the host and port of the one address among the arguments', () => {
    const rows: ReadonlyArray<readonly [unknown, string | undefined]> = [
      [{ url: 'https://A.test/x?y=1' }, 'a.test:443'],
      [{ page: 'http://a.test:8080/x', depth: 2 }, 'a.test:8080'],
      [{ dsn: 'postgres://db.test/shop' }, 'db.test'],
      [{ host: 'db.test' }, 'db.test'],
      [{ server_host: 'db.test:5432' }, 'db.test:5432'],
      [{ host: 'db.test', port: 5432 }, 'db.test:5432'],
      [{ baseUrl: 'api.test' }, 'api.test'],
      ['https://a.test/x', 'a.test:443'],
      [['https://a.test/x', { retries: 2 }], 'a.test:443'],
      [{ from: 'https://a.test/', to: 'https://a.test/b' }, 'a.test:443'],
      [{ from: 'https://a.test/', to: 'https://b.test/' }, undefined],
      [{ file: 'report.pdf', note: 'see a.test' }, undefined],
      [{ to: 'ada@a.test' }, undefined],
      [{ q: 'https:// is a scheme' }, undefined],
      [{ url: 'https://[' }, undefined],
      [{ id: 7 }, undefined],
      [undefined, undefined]
    ]
    for (const [args, place] of rows) expect(named(args), JSON.stringify(args)).to.equal(place)
  })

  it('is what its author says, if that is a text', () => {
    const args = { url: 'https://a.test/', site: 'oslo' }
    expect(named(args, (given) => (given as { site: string }).site)).to.equal('oslo')
    for (const wrong of ['', 7, undefined, Promise.reject(new Error('x'))])
      expect(named(args, () => wrong as string)).to.equal(undefined)
    expect(
      named(args, () => {
        throw new Error('x')
      })
    ).to.equal(undefined)
  })
})

const threw = (value: unknown): Judgement<never> =>
  failedJudgement(partialData({ code: 'tool_unavailable', detail: 'x' }), 'unknown', {
    thrown: { value, says: '', isBug: false }
  })

const blamedFor = (judgement: Judgement<unknown>, place?: () => string): string | undefined =>
  placeToBlame(
    { ...TOOL, args: undefined, ...(place === undefined ? {} : { place }) } as never,
    judgement,
    (judgement.result as E.Left<never>).left,
    () => 'named'
  )

describe('placeToBlame', () => {
  const fault = (fields: object, message = 'x'): Error => Object.assign(new Error(message), fields)

  it('is the host and port that a throw names', () => {
    const rows: ReadonlyArray<readonly [unknown, string | undefined]> = [
      [fault({ code: 'ECONNREFUSED', address: '10.0.0.1', port: 443 }), '10.0.0.1:443'],
      [fault({ code: 'ENOTFOUND', hostname: 'a.test' }), 'a.test'],
      [
        Object.assign(new TypeError('fetch failed'), {
          cause: fault({ code: 'ECONNREFUSED', address: '::1', port: 80 })
        }),
        '::1:80'
      ],
      [fault({ code: 'UND_ERR_SOCKET', socket: { remoteAddress: '10.0.0.1', remotePort: 80 } }), '10.0.0.1:80'],
      [fault({}, 'connect ECONNREFUSED 10.0.0.1:5432'), '10.0.0.1:5432'],
      [
        fault(
          { code: 'UND_ERR_CONNECT_TIMEOUT' },
          'Connect Timeout Error (attempted address: a.test:443, timeout: 10000ms)'
        ),
        'a.test:443'
      ],
      [fault({ code: 'ECONNRESET' }), 'named'],
      [new TypeError('fetch failed'), 'named'],
      [new DOMException('late', 'TimeoutError'), 'named'],
      [fault({ status: 503, code: 'ECONNREFUSED' }), undefined],
      [fault({ code: '23505', severity: 'ERROR' }), undefined],
      [fault({ code: 'ENOENT' }), undefined],
      [new Error('no such order'), undefined],
      ['connect ECONNREFUSED 10.0.0.1:80', '10.0.0.1:80']
    ]
    for (const [value, place] of rows) expect(blamedFor(threw(value)), String(value)).to.equal(place)
  })

  it("is the author's word for it, where there is one", () => {
    expect(blamedFor(threw(fault({ code: 'ENOTFOUND', hostname: 'a.test' })), () => 'x')).to.equal('named')
  })

  it('is none where something answered', () => {
    for (const [code, says] of [
      ['tool_unavailable', 'Down for maintenance'],
      ['unauthorized', 'connect ECONNREFUSED 10.0.0.1:80'],
      ['error_in_body', 'A form has ERRORS']
    ] as const)
      expect(blamedFor(failedJudgement(partialData({ code, detail: 'x' }), 'unknown', { says })), says).to.equal(
        undefined
      )
  })
})

describe('isWrongId', () => {
  it('reads it in the words of a refusal', () => {
    const rows: ReadonlyArray<readonly ['rejected_arguments' | 'unauthorized', string, boolean]> = [
      ['rejected_arguments', 'Invalid id', true],
      ['rejected_arguments', 'user_id is malformed', true],
      ['rejected_arguments', 'orderId must be a number', true],
      ['rejected_arguments', 'unknown identifier', true],
      ['rejected_arguments', 'The query is invalid', false],
      ['rejected_arguments', 'No valid side was given', false],
      ['unauthorized', 'Access denied - path outside allowed directories: /etc/x1 not in /srv', true],
      ['unauthorized', "EACCES: permission denied, open '/etc/x1'", true],
      ['unauthorized', 'You may not read this file.', true],
      ['unauthorized', '401 Unauthorized: GET /v1/orders', false],
      ['unauthorized', 'Invalid API key, profile: default', false]
    ]
    for (const [code, says, is] of rows)
      expect(
        isWrongId(
          failedJudgement(semanticGarbage({ code: 'x', detail: 'x' }), 'no', { says }),
          semanticGarbage({ code, detail: 'x' })
        ),
        says
      ).to.equal(is)
    expect(isWrongId(threw('x'), semanticGarbage({ code: 'error_in_body', detail: 'id' }))).to.equal(false)
  })
})

describe('a place that does not answer', () => {
  it('is the service of an httpTool, for all tools of it', async () => {
    const server = await new Promise<Server>((resolve) => {
      const opened = createServer().listen(0, '127.0.0.1', () => resolve(opened))
    })
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    const origin = `http://127.0.0.1:${port}`
    const toolOf = (name: string) =>
      guardedCall(
        httpTool<{ id: number }>({
          name,
          effect: 'write',
          idempotent: true,
          request: ({ id }) => ({ url: `${origin}/${name}/${id}`, method: 'PUT' }),
          allowOrigins: [origin]
        }),
        t.unknown
      )
    const [users, orders] = [toolOf('users'), toolOf('orders')]
    const turn = openTurn()
    for (const id of [1, 2, 3]) await turn.run(users({ id }))
    for (const id of [4, 5]) await turn.run(orders({ id }))
    const result = await turn.run(users({ id: 6 }))
    expect(E.isLeft(result) && [result.left.code, result.left.detail]).to.deep.equal([
      'loop_detected',
      'orders 2 times, users 3 times, and this service did not answer (tool_unavailable), whatever else was asked of it.'
    ])
  })

  it('is the address that a plain function was given', async () => {
    const turn = openTurn()
    const tools = guardFunctions(
      {
        fetchPage: (url: string): string => {
          if (!url.includes('dead')) return 'fine'
          throw Object.assign(new TypeError('fetch failed'), {
            cause: Object.assign(new Error('x'), { code: 'ECONNRESET' })
          })
        }
      },
      { turn }
    )
    const codes: Array<string | null> = []
    for (const page of [
      'dead.test/1',
      'dead.test/2',
      'dead.test/3',
      'dead.test/4',
      'dead.test/5',
      'dead.test/6',
      'fine.test/1'
    ])
      await Promise.resolve(tools.fetchPage(`https://${page}`)).catch(() => undefined)
    for (const { code } of turn.calls) codes.push(code)
    expect(codes).to.deep.equal([...Array<string>(5).fill('tool_unavailable'), 'loop_detected', null])
  })
})
