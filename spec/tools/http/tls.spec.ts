import { expect } from 'chai'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { createServer as createPlainServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { partialData } from '#core/errors'
import { httpTool } from '../../../lib/tools/http/index.js'
import { CANARY } from './hostile/misbehaviour.js'
import { runTool } from './run-tool.js'
import { TEST_CERTIFICATE, TEST_KEY } from './tls-certificate.js'
import type { TlsReport } from './tls-child.js'

const CHILD = fileURLToPath(new URL('tls-child.js', import.meta.url))

const distrustedAt = (place: string) => ({
  kind: 'failed',
  place,
  executed: 'no',
  error: partialData({
    code: 'tool_unavailable',
    detail: 'The certificate of the service is not trusted.',
    hint: 'Do not repeat this call; use another tool, or tell the user.'
  })
})

describe('httpTool over TLS', () => {
  let server: Server
  let port: number
  let connections: number
  const requests: Array<string | undefined> = []
  beforeEach(async () => {
    connections = 0
    requests.length = 0
    server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, ({ url }, response) => {
      requests.push(url)
      response.end('{}')
    })
    server.on('connection', () => connections++).on('tlsClientError', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => server.close())

  const calling = (effect: 'read' | 'write', at = port) => {
    const origin = `https://127.0.0.1:${at}`
    return httpTool({
      name: 'orders',
      effect,
      allowOrigins: [origin],
      request: () => ({
        url: `${origin}/orders`,
        headers: { authorization: `Bearer ${CANARY}` },
        searchParams: { key: CANARY }
      })
    })
  }

  for (const effect of ['read', 'write'] as const) {
    it(`sends a ${effect} to nobody whose certificate is not trusted, and asks once`, async () => {
      expect(await runTool(calling(effect), {})).to.deep.equal(distrustedAt(`127.0.0.1:${port}`))
      expect({ requests, connections }).to.deep.equal({ requests: [], connections: 1 })
    })
  }

  it('sends it where the certificate is trusted and names the host, and nowhere else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guarded-call-tls-'))
    const trusted = join(folder, 'trusted.pem')
    writeFileSync(trusted, TEST_CERTIFICATE)
    const child = fork(CHILD, [String(port)], { env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } })
    const reports: Array<TlsReport> = []
    child.on('message', (report) => reports.push(report as TlsReport))
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
    expect(reports).to.deep.equal([{ named: 'body', misnamed: distrustedAt(`invoices.test:${port}`) }])
    expect(requests).to.deep.equal(['/orders.test'])
  })

  it('asks a service that speaks no TLS once', async () => {
    let connected = 0
    const plain = createPlainServer((socket) => {
      connected++
      socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.6\r\n')
    }).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const error = partialData({
      code: 'tool_unavailable',
      detail: 'The connection to the service failed.',
      hint: 'Do not repeat this call; use another tool, or tell the user.'
    })
    expect(await runTool(calling('read', (plain.address() as AddressInfo).port), {})).to.deep.equal({
      kind: 'failed',
      executed: 'unknown',
      lost: true,
      place: `127.0.0.1:${(plain.address() as AddressInfo).port}`,
      error
    })
    expect(connected).to.equal(1)
    plain.close()
  })
})
