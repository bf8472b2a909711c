import { expect } from 'chai'
import net, { type LookupFunction } from 'node:net'
import { semanticGarbage } from '#core/errors'
import { httpTool, type AllowOrigins } from '../../../lib/tools/http/index.js'
import { openHttpDeadline } from '../../../lib/tools/http/deadline.js'
import { follow } from '../../../lib/tools/http/follow.js'
import { networkPolicyOf } from '../../../lib/tools/http/network-policy.js'
import { prepareRequest } from '../../../lib/tools/http/request.js'
import { CANARY } from './hostile/misbehaviour.js'
import { loopback, reply } from './loopback.js'
import { runTool } from './run-tool.js'
import { tripwire, watchConnections } from './tripwire.js'

const fetcher = (allowOrigins: AllowOrigins, lookup?: LookupFunction) =>
  httpTool<{ readonly url: string }>({
    name: 'fetch_page',
    effect: 'read',
    request: ({ url }) => ({ url, headers: { authorization: `Bearer ${CANARY}` }, searchParams: { key: CANARY } }),
    allowOrigins,
    timeoutMs: 500,
    ...(lookup === undefined ? {} : { lookup })
  })

const refused = (detail: string) => ({
  kind: 'failed',
  executed: 'no',
  error: semanticGarbage({ code: 'forbidden_url', detail })
})
const NOT_PUBLIC = refused('The address is not a public one.')
const OUTSIDE = refused('The address is outside the allowed origins.')
const CREDENTIALS = refused('The address carries credentials.')
const SCHEME = refused('The address is neither http nor https.')

const answering =
  (...addresses: ReadonlyArray<string>): LookupFunction =>
  (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: net.isIP(address) }))
    setImmediate(() => {
      if (options.all === true) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4)
    })
  }

const failing: LookupFunction = (_hostname, _options, callback) =>
  callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), '', 0)

const PRIVATE_LITERALS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://0x7f.0.0.1/',
  'http://0x7f000001/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://0.0.0.0:8080/',
  'http://10.1.2.3/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.169.254./',
  'http://127.0.0.1:8080/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[ff02::1]/',
  'http://unix/var/run/docker.sock:/info'
]

describe('allowOrigins', () => {
  describe('before any lookup or connection', () => {
    let wire: ReturnType<typeof tripwire>
    beforeEach(() => (wire = tripwire()))
    afterEach(() => wire.restore())

    for (const url of PRIVATE_LITERALS) {
      it(`public: refuses ${url}`, async () => {
        expect(await runTool(fetcher('public'), { url })).to.deep.equal(NOT_PUBLIC)
        expect(wire.touched).to.deep.equal([])
      })
    }

    const FORMS: ReadonlyArray<readonly [string, ReturnType<typeof refused>]> = [
      ['http://user:secret@example.com/', CREDENTIALS],
      ['http://user@example.com/', CREDENTIALS],
      ['http://api.example.com@127.0.0.1/', CREDENTIALS],
      ['file:///etc/passwd', SCHEME],
      ['ftp://example.com/', SCHEME],
      ['data:application/json,{}', SCHEME],
      ['unix:/var/run/docker.sock:/info', SCHEME],
      ['http://[fe80::1%25eth0]/', refused('The address is not an absolute URL.')],
      ['/relative', refused('The address is not an absolute URL.')],
      ['', refused('The address is not an absolute URL.')]
    ]
    for (const [url, expected] of FORMS) {
      it(`public: refuses ${JSON.stringify(url)}`, async () => {
        expect(await runTool(fetcher('public'), { url })).to.deep.equal(expected)
        expect(wire.touched).to.deep.equal([])
      })
    }

    const OTHER_ORIGINS = [
      'http://api.example.com/',
      'https://api.example.com:8443/',
      'https://api.example.com./',
      'https://example.com/',
      'https://api.example.com.evil.org/',
      'https://evil.org/https://api.example.com/',
      'https://api.example.com:1@evil.org/',
      'http://127.0.0.1/',
      'https://xn--api-example-com.org/'
    ]
    for (const url of OTHER_ORIGINS) {
      it(`a list: refuses ${url}`, async () => {
        expect(await runTool(fetcher(['https://api.example.com']), { url })).to.deep.equal(
          url.includes('@') ? CREDENTIALS : OUTSIDE
        )
        expect(wire.touched).to.deep.equal([])
      })
    }

    it('has nothing against the origin itself, however it is written', () => {
      const networkPolicy = networkPolicyOf(['https://API.example.com:443/'], undefined)
      expect(
        [
          'https://api.example.com/a?b=c',
          'https://api.example.com:443/',
          'HTTPS://Api.Example.Com',
          'https://api.example.com\\@evil.org/'
        ].map((url) => networkPolicy.refuses(new URL(url)))
      ).to.deep.equal([null, null, null, null])
    })

    it('trips the wire where an address may be tried, so that the silence above means something', async () => {
      await runTool(fetcher('public'), { url: 'http://example.com/' })
      await runTool(fetcher(['http://127.0.0.1']), { url: 'http://127.0.0.1/' })
      expect(wire.touched.map((one) => one.split(' ')[0])).to.include.members(['connect'])
    })
  })

  describe('when a name becomes an address', () => {
    let watch: ReturnType<typeof watchConnections>
    beforeEach(() => (watch = watchConnections()))
    afterEach(() => watch.restore())

    for (const address of [
      '127.0.0.1',
      '169.254.169.254',
      '10.0.0.7',
      '::1',
      '::ffff:127.0.0.1',
      'fe80::1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::'
    ]) {
      it(`refuses a name that leads to ${address}`, async () => {
        expect(
          await runTool(fetcher('public', answering(address)), { url: 'http://rebound.example.com/' })
        ).to.deep.equal(NOT_PUBLIC)
        expect(watch.attempted).to.deep.equal([])
      })
    }
    it('refuses a name that leads to a public address and to another', async () => {
      expect(
        await runTool(fetcher('public', answering('93.184.216.34', '127.0.0.1')), {
          url: 'http://rebound.example.com/'
        })
      ).to.deep.equal(NOT_PUBLIC)
      expect(watch.attempted).to.deep.equal([])
    })
    it('asks anew for every connection and trusts no earlier answer', async () => {
      let asked = 0
      const rebinding: LookupFunction = (hostname, options, callback) =>
        answering(asked++ === 0 ? '93.184.216.34' : '127.0.0.1')(hostname, options, callback)
      const { lookup } = networkPolicyOf('public', rebinding)
      const ask = () =>
        new Promise((resolve) =>
          lookup?.('rebound.example.com', { all: false }, (error, address) => resolve(error?.code ?? address))
        )
      expect([await ask(), await ask()]).to.deep.equal(['93.184.216.34', 'EFORBIDDENADDRESS'])
    })
    it("hands the resolver's own failure on", async () => {
      expect(await runTool(fetcher('public', failing), { url: 'http://nowhere.example.com/' })).to.have.nested.property(
        'error.detail',
        'The name of the service cannot be resolved. (3 attempts)'
      )
    })
    it('ends with the tool where the resolver never answers', async () => {
      expect(
        await runTool(
          fetcher('public', () => undefined),
          { url: 'http://nowhere.example.com/' }
        )
      ).to.have.nested.property('error.code', 'timeout')
      expect(watch.attempted).to.deep.equal([])
    })
    it('takes the first word of a resolver whose answer says something else each time it is read', async () => {
      const fickle = (): { readonly address: string; readonly family: number } => {
        let read = 0
        return {
          get address() {
            return read++ === 0 ? '93.184.216.34' : '127.0.0.1'
          },
          family: 4
        }
      }
      const { lookup } = networkPolicyOf('public', (_hostname, _options, callback) => callback(null, [fickle()]))
      const answer = await new Promise((resolve) =>
        lookup?.('rebound.example.com', { all: true }, (_error, addresses) => {
          resolve([0, 1].map(() => structuredClone(addresses)))
        })
      )
      const once = [{ address: '93.184.216.34', family: 4 }]
      expect(answer).to.deep.equal([once, once])
    })
    it('outlives a resolver that rejects, throws, answers twice or with something else', async () => {
      const unusual: ReadonlyArray<LookupFunction> = [
        async () => {
          await Promise.resolve()
          throw new Error('late')
        },
        () => {
          throw new Error('at once')
        },
        (_hostname, _options, callback) => callback(null, 'no address', 4),
        (_hostname, _options, callback) => callback(null, []),
        (_hostname, _options, callback) => callback(null, [null as never]),
        (_hostname, _options, callback) => {
          const none = Object.defineProperty(new Error('none'), 'code', {
            get: () => {
              throw new Error('no code either')
            }
          })
          callback(none, '')
          callback(null, '127.0.0.1', 4)
        }
      ]
      const name = 'http://nowhere.example.com'
      for (const lookup of unusual) {
        for (const networkPolicy of ['public', [name]] as const)
          expect(await runTool(fetcher(networkPolicy, lookup), { url: name }))
            .to.have.nested.property('error.detail')
            // The retries of an origin are counted across calls.
            .that.matches(/^The name of the service cannot be resolved\.(?: \([23] attempts\))?$/)
      }
      expect(watch.attempted).to.deep.equal([])
    })
    it('goes where a list says, even where that is this host', async () => {
      const server = await loopback((socket) => socket.end(reply(200, {}, '{}')))
      const origin = `http://internal.example.com:${server.port}`
      const spoken = await runTool(fetcher([origin], answering('127.0.0.1')), { url: origin })
      expect({ kind: spoken.kind, attempted: watch.attempted }).to.deep.equal({
        kind: 'body',
        attempted: ['127.0.0.1']
      })
      await server.close()
    })
    it('refuses localhost by what it leads to, with and without a trailing dot', async () => {
      expect(await runTool(fetcher('public'), { url: 'http://localhost/' })).to.deep.equal(NOT_PUBLIC)
      // Some resolvers do not know this spelling.
      expect(await runTool(fetcher('public'), { url: 'http://localhost./' }))
        .to.have.nested.property('error.code')
        .that.is.oneOf(['forbidden_url', 'tool_unavailable'])
      expect(watch.attempted).to.deep.equal([])
    })
  })

  describe('on redirects', () => {
    // The first address of an attempt is asked for leave by the tool; here it stands for a public one.
    const redirectedTo = async (location: string, lookup?: LookupFunction): Promise<unknown> => {
      // As servers send it: UTF-8.
      const sent = Buffer.from(location).toString('latin1')
      const server = await loopback((socket) => socket.end(reply(302, { location: sent })))
      const deadline = openHttpDeadline(500, new AbortController().signal)
      const connect = watchConnections()
      const outcome = await follow(prepareRequest({ url: server.origin }, 'read') ?? expect.fail('no request'), {
        networkPolicy: networkPolicyOf('public', lookup),
        maxBytes: 1000,
        deadline,
        mayFollow: true,
        now: Date.now
      })
      connect.restore()
      deadline.close()
      await server.close()
      const { error, executed } = outcome.kind === 'failed' ? outcome : expect.fail(outcome.kind)
      expect(error.hint).to.match(/^Nothing was sent to (?:the other|another) address\. /)
      return {
        code: error.code,
        executed,
        sockets: connect.opened(),
        attempted: connect.attempted.filter((address) => address !== '127.0.0.1')
      }
    }
    const NOT_FOLLOWED = { code: 'forbidden_url', executed: 'no', sockets: 1, attempted: [] }

    for (const url of [...PRIVATE_LITERALS, 'http://user:secret@93.184.216.34/', 'file:///etc/passwd']) {
      it(`public: opens no second socket for ${url}`, async () => {
        expect(await redirectedTo(url)).to.deep.equal(NOT_FOLLOWED)
      })
    }
    it('public: opens no second socket for what is no address', async () => {
      expect(await redirectedTo('http://[fe80::1%25eth0]/')).to.deep.equal({ ...NOT_FOLLOWED, executed: 'unknown' })
    })
    it('public: tries no address that a name leads to only now', async () => {
      for (const address of ['127.0.0.2', '169.254.169.254', '::1', '64:ff9b::7f00:1']) {
        expect(await redirectedTo('http://rebound.example.com/', answering(address))).to.deep.equal({
          ...NOT_FOLLOWED,
          sockets: 2
        })
      }
    })
    it('public: refuses to leave https', () => {
      const networkPolicy = networkPolicyOf('public', undefined)
      const from = new URL('https://example.com/')
      expect([
        networkPolicy.refuses(new URL('http://example.org/'), from),
        networkPolicy.refuses(new URL('https://example.org/'), from)
      ]).to.deep.equal(['The redirect leads from https to http.', null])
    })
    it("gives another origin none of the caller's headers", async () => {
      const there = await loopback((socket) => socket.end(reply(200, {}, '{}')))
      const here = await loopback((socket) => socket.end(reply(302, { location: `${there.origin}/moved` })))
      const tool = httpTool({
        name: 'moving',
        effect: 'read',
        request: () => ({
          url: here.origin,
          headers: { authorization: 'Bearer secret', cookie: 'a=secret', 'x-api-key': 'secret' }
        }),
        allowOrigins: [here.origin, there.origin]
      })
      expect((await runTool(tool, {})).kind).to.equal('body')
      expect({
        path: there.heard[0]?.path,
        leaked: JSON.stringify(there.heard).includes('secret'),
        sent: here.heard[0]?.headers['x-api-key']
      }).to.deep.equal({ path: '/moved', leaked: false, sent: 'secret' })
      await Promise.all([here.close(), there.close()])
    })
    it('keeps them within the origin', async () => {
      const server = await loopback((socket, { path }) =>
        socket.end(path === '/' ? reply(307, { location: '/moved' }) : reply(200, {}, '{}'))
      )
      const answer = await runTool(fetcher([server.origin]), { url: server.origin })
      expect({ kind: answer.kind, sent: server.heard.map(({ headers }) => headers['authorization']) }).to.deep.equal({
        kind: 'body',
        sent: [`Bearer ${CANARY}`, `Bearer ${CANARY}`]
      })
      await server.close()
    })
  })

  it('is checked when the tool is made', () => {
    for (const allowOrigins of [
      [],
      ['api.example.com'],
      ['https://api.example.com/v1'],
      ['https://u:p@api.example.com'],
      ['ftp://example.com'],
      ['*'],
      'https://api.example.com',
      undefined
    ]) {
      expect(() => fetcher(allowOrigins as AllowOrigins), JSON.stringify(allowOrigins)).to.throw(
        TypeError,
        /`allowOrigins`/
      )
    }
    expect(() => fetcher(['https://*.example.com'])).to.throw(
      TypeError,
      'Expected each of `allowOrigins` to be one origin without `*`: list each origin by itself.'
    )
  })
})
