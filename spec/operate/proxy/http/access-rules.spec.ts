import { expect } from 'chai'
import { rejectRequest } from '../../../../lib/operate/proxy/http/access-rules.js'

const status = (host: string | undefined, port: number): number | undefined =>
  rejectRequest(host === undefined ? {} : { host }, { port, token: undefined })?.status

describe('rejectRequest', () => {
  it('lets in who names this machine and the port, which clients leave out where it is 80', () => {
    for (const host of ['127.0.0.1:8080', 'LOCALHOST:8080', '[::1]:8080'])
      expect(status(host, 8080), host).to.equal(undefined)
    for (const host of ['localhost', 'localhost:80', '[::1]']) expect(status(host, 80), host).to.equal(undefined)
  })

  it('turns away whoever names another host, another port or none', () => {
    for (const host of [undefined, '', 'localhost', 'localhost:80', 'evil.example:8080', 'localhost:8080.evil.example'])
      expect(status(host, 8080), host).to.equal(403)
  })

  const fromPage = (origin: string, token?: string): number | undefined =>
    rejectRequest(
      { host: '127.0.0.1:8080', origin, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      { port: 8080, token }
    )?.status

  it('lets in its own pages alone where there is no token: any other port of this machine is a stranger', () => {
    for (const origin of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
      expect(fromPage(origin), origin).to.equal(undefined)
    for (const origin of [
      'http://localhost:5173',
      'http://localhost',
      'https://localhost:8080',
      'null',
      'https://evil.example'
    ])
      expect(fromPage(origin), origin).to.equal(403)
    expect(fromPage('http://localhost:5173', 'token')).to.equal(undefined)
    expect(fromPage('https://evil.example', 'token')).to.equal(403)
  })
})
