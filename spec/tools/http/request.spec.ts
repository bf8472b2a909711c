import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openSession, openTurn } from '../../../lib/index.js'
import { httpTool } from '../../../lib/tools/http/index.js'
import { prepareRequest, sentSecrets, type HttpRequest } from '../../../lib/tools/http/request.js'
import { startLoopback } from '../../helpers/loopback.js'

const url = 'https://shop.example/orders?sku=A&page=1'

describe('sentSecrets', () => {
  it('names the values that no argument holds, and what stands behind a scheme', () => {
    const headers = { authorization: 'Bearer Tr0ub4dor&3', 'x-key': 'short', accept: 'application/json' }
    const request = prepareRequest({ url, headers, searchParams: { api: 'q7Zk2LmP', q: 'chocolate' } }, 'read')
    expect(request && sentSecrets(request, { query: 'chocolate', n: 1n })).to.deep.equal([
      'Bearer%20Tr0ub4dor%263',
      'Bearer+Tr0ub4dor%263',
      'Bearer Tr0ub4dor&3',
      'Tr0ub4dor%263',
      'Tr0ub4dor&3',
      'q7Zk2LmP'
    ])
  })

  it('takes a value with half a character: such a request was never sent', async () => {
    const asked: Array<unknown> = []
    const service = await startLoopback((request, response) => {
      asked.push(request.method)
      response.end('{}')
    })
    const request = () => ({ url: service.origin, headers: { 'x-user': '\ud800abcdefghij' } })
    const post = httpTool({ name: 'post', effect: 'write', request, allowOrigins: [service.origin] })
    const turn = openTurn()
    const result = await turn.run(guardedCall(post, t.unknown)({}))
    await service.close()
    expect([E.isLeft(result) && result.left.detail, turn.calls[0]?.executed]).to.deep.equal([
      'The tool made a request that cannot be sent.',
      'no'
    ])
    expect(asked).to.deep.equal([])
  })

  const KEY = 'f3Kq9ZxV7mRt2LwB8nYc'
  const places: Readonly<Record<string, Pick<HttpRequest, 'headers' | 'searchParams'>>> = {
    'a header': { headers: { 'x-api-key': KEY } },
    'a bearer': { headers: { authorization: `Bearer ${KEY}` } },
    'a scheme of its own': { headers: { authorization: `Token ${KEY}` } },
    'a named part': { headers: { authorization: `Token token="${KEY}", email="ada"` } },
    'a password': { headers: { authorization: `Basic ${btoa(`ada:${KEY}`)}` } },
    'a key as the name of a user': { headers: { authorization: `Basic ${btoa(`${KEY}:`)}` } },
    'a key as the name of a user, with a password': { headers: { authorization: `Basic ${btoa(`${KEY}:api_token`)}` } },
    'a plain key as the name of a user': { headers: { authorization: `Basic ${btoa('zebra-lantern:X')}` } },
    'a key behind the name of a user': { headers: { authorization: `ApiKey ada:${KEY}` } },
    'a header in quotes': { headers: { 'x-api-key': `"${KEY}"` } },
    'a header before a tab': { headers: { 'x-api-key': `${KEY}\t` } },
    'a name behind a name': { headers: { authorization: `PVEAPIToken=ada@pam!shop=${KEY}` } },
    'one of two schemes': { headers: { authorization: `Bearer ${KEY}, Basic abc` } },
    'a bearer in a parameter': { searchParams: { auth: `Bearer ${KEY}` } },
    'a name in a parameter': { searchParams: { auth: `id=abc&key=${KEY}` } },
    'a password in a parameter': { searchParams: { Authorization: `Basic ${btoa(`ada:${KEY}`)}` } },
    'a cookie': { headers: { cookie: `theme=dark; sid=${KEY}` } },
    'a parameter': { searchParams: { api_key: KEY } }
  }
  const bodies: ReadonlyArray<readonly [status: number, body: unknown, type?: string]> = [
    [200, { ok: false, error: `account of ${KEY} is suspended` }],
    [200, { status: 'error', message: `${KEY} has no access to this workspace` }],
    [200, { errors: [{ message: `${KEY} has no access to this workspace` }] }],
    [200, { state: KEY }],
    [200, `Error: no account for ${KEY}`, 'text/plain; charset=iso-8859-1'],
    [200, { title: 'No access', detail: `no account for ${KEY}` }, 'application/problem+json'],
    [403, { error: `account of ${KEY} is suspended` }],
    [422, { message: `${KEY} is not a valid account` }],
    [500, { message: `no account for ${KEY}` }]
  ]
  for (const kind of ['utf8', 'latin1'] as const)
    it(`are in nothing that is told where a password is no ASCII: ${kind}`, async () => {
      const password = 'Müllers-Büro-neun'
      const service = await startLoopback((_request, response) => {
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: `No account ada with ${password} here` }))
      })
      const authorization = `Basic ${Buffer.from(`ada:${password}`, kind).toString('base64')}`
      const request = () => ({ url: service.origin, headers: { authorization } })
      const get = httpTool({ name: 'get', effect: 'read', request, allowOrigins: [service.origin] })
      const result = await openTurn().run(guardedCall(get, t.unknown)({}))
      await service.close()
      expect(E.isLeft(result) && result.left.detail)
        .to.match(/No account ada with /)
        .and.not.include('neun')
    })
  const secretsIn = (sent: Pick<HttpRequest, 'headers' | 'searchParams'>): ReadonlyArray<string> => {
    const request = prepareRequest({ url: 'https://shop.example', ...sent }, 'read')
    return request === undefined ? [] : sentSecrets(request, {})
  }
  for (const [place, sent] of Object.entries(places))
    it(`are all that a value holds: ${place}`, () => {
      expect(secretsIn(sent)).to.include(place === 'a plain key as the name of a user' ? 'zebra-lantern' : KEY)
    })

  it('are no names of users, nor words of other parameters', () => {
    const basic = (pair: string) => secretsIn({ headers: { authorization: `Basic ${btoa(pair)}` } })
    expect(basic('administrator:Sommer2024!')).to.include('Sommer2024!').and.not.include('administrator')
    expect(basic('deploy-2024@shop.example:Sommer2024!')).not.to.include('deploy-2024@shop.example')
    const filtered = secretsIn({ searchParams: { filter: 'status=delivered,cancelled', q: 'red chocolate' } })
    expect(filtered.filter((each) => /^(?:delivered|cancelled|chocolate)$/.test(each))).to.deep.equal([])
  })

  const marks = {
    'a zero-width mark': '\u200b',
    'a soft hyphen': '\u00ad',
    'a colour': '\u001b[31m',
    'a colour, escaped': '\\u001b[31m',
    'a title of a terminal': '\u001b]0;x\u0007',
    'a control': '\u0007',
    'a tag': '<b></b>',
    'an entity': '&#8203;'
  }
  for (const [mark, between] of Object.entries(marks))
    it(`are found with ${mark} within them`, async () => {
      const parted = ['zebra', '-lantern', '-92'].join(between)
      const error = `The key ${parted} is not valid here, the order 92 is`
      const service = await startLoopback((_request, response) => {
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error }))
      })
      const request = () => ({ url: service.origin, headers: { 'x-foo': 'zebra-lantern-92' } })
      const get = httpTool({ name: 'get', effect: 'read', request, allowOrigins: [service.origin] })
      const result = await openTurn().run(guardedCall(get, t.unknown)({}))
      await service.close()
      expect(E.isLeft(result) && result.left.detail)
        .to.include('The key [redacted] is not valid here, the order 92 is')
        .and.not.include('zebra')
    })

  for (const [place, sent] of Object.entries(places).filter(([name]) => name !== 'a plain key as the name of a user'))
    for (const hidden of ['keep', 'mark'] as const)
      it(`are in nothing that is told of an error, whatever its status: ${place}, hidden text: ${hidden}`, async () => {
        const told: Array<unknown> = []
        for (const [status, body, type = 'application/json'] of bodies) {
          const service = await startLoopback((_request, response) => {
            response.writeHead(status, { 'content-type': type })
            response.end(typeof body === 'string' ? body : JSON.stringify(body))
          })
          const request = () => ({ url: service.origin, ...sent })
          const post = httpTool({ name: 'post', effect: 'write', request, allowOrigins: [service.origin] })
          const call = guardedCall(post, t.type({ state: t.keyof({ open: null, shut: null }) }))
          const log = (...line: ReadonlyArray<unknown>): void => void told.push(line)
          const turn = openSession({ logger: { log }, recorder: { record: log }, hidden }).openTurn()
          const result = await turn.run(call({}))
          await service.close()
          expect(call.toModelText(result)).to.include('error_class')
          told.push(result, turn.calls)
        }
        expect(JSON.stringify(told)).to.include('[redacted]').and.not.include(KEY)
      })

  it('stay in the data of a response that is valid', async () => {
    const service = await startLoopback((_request, response) => response.end(JSON.stringify({ state: KEY })))
    const request = () => ({ url: service.origin, headers: { 'x-api-key': KEY } })
    const read = httpTool({ name: 'read', effect: 'read', request, allowOrigins: [service.origin] })
    const result = await openTurn().run(guardedCall(read, t.type({ state: t.string }))({}))
    await service.close()
    expect(result).to.deep.equal(E.right({ state: KEY }))
  })

  it('keeps them from a model where a service echoes them', async () => {
    const service = await startLoopback((request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: `No access: ${request.headers.authorization} ${request.url}` }))
    })
    const headers = { authorization: 'Bearer correct-horse' }
    const request = () => ({ url: service.origin, headers, searchParams: { api: 'Tr0ub4dor' } })
    const read = httpTool({ name: 'read', effect: 'read', request, allowOrigins: [service.origin] })
    const call = guardedCall(read, t.unknown)
    const turn = openTurn()
    const text = call.toModelText(await turn.run(call({})))
    await service.close()
    expect(text).to.include('No access')
    expect(text + JSON.stringify(turn.calls)).not.to.match(/correct-horse|Tr0ub4dor/)
  })
})

describe('a request that is described', () => {
  it('takes parameters in every form that is text', () => {
    const search = (searchParams: HttpRequest['searchParams']): string | undefined =>
      prepareRequest({ url, ...(searchParams === undefined ? {} : { searchParams }) }, 'read')?.url.search
    const all = [search('page=2&page=3'), search(new URLSearchParams('page=2&page=3'))]
    expect(all).to.deep.equal(Array(2).fill('?sku=A&page=2&page=3'))
    expect(search({ page: 2, sku: undefined, all: true })).to.equal('?sku=A&page=2&all=true')
  })

  it('is refused in a sentence where a part of it would not be sent', () => {
    const made = (more: object) => () => prepareRequest({ url, ...more }, 'write')
    const fields = 'Expected a request of `url`, `method`, `headers`, `searchParams`, `json` alone, not `body`.'
    expect(made({ body: '{}' })).to.throw(TypeError, fields)
    const scalar = 'Expected `searchParams.filter` to be a text, a number or a boolean.'
    expect(made({ searchParams: { filter: { sku: 'A' } } })).to.throw(TypeError, scalar)
    expect(made({ json: () => ({}) })).to.throw(TypeError, 'Expected `json` to be data, and no function.')
  })

  it('tells that sentence to the developer, and not to the model', async () => {
    const told: Array<unknown> = []
    const note = (...line: ReadonlyArray<unknown>): void => void told.push(line)
    const order = httpTool({
      name: 'order',
      effect: 'write',
      request: () => ({ url, body: '{}' }),
      allowOrigins: ['https://shop.example']
    })
    const turn = openSession({ logger: { log: note } }).openTurn()
    const call = guardedCall(order, t.unknown)
    expect(call.toModelText(await turn.run(call({})))).not.to.include('body')
    expect(JSON.stringify(told)).to.include('alone, not `body`')
    expect(turn.outcomes().map(({ executed }) => executed)).to.deep.equal(['no'])
  })
})
