import { expect } from 'chai'
import { inOwnIds } from '../../../lib/operate/proxy/own-ids.js'

const asked = (id: string, token?: string): Buffer =>
  Buffer.from(
    `{ "method":"tools/call", "id" : ${id},"params":{"name":"a","arguments":{"id":7,"_meta":{"progressToken":7}},"_meta":{${
      token === undefined ? '' : `"progressToken": ${token},`
    }"v":1.0}},"jsonrpc":"2.0"}\n`
  )

const IDS = ['0', '7', '7.0', '7e0', '12345678901234567890', '0.1234567890123456789', '"7"', '"listen:0"', '"\\u0061é"']

describe('inOwnIds', () => {
  it('gives a request and its token the id, and changes no other byte', () => {
    for (const id of IDS)
      for (const token of [undefined, ...IDS]) {
        const own = inOwnIds(asked(id, token), 42)
        expect(String(own.line)).to.equal(String(asked('42', token === undefined ? undefined : '42')))
        expect(own.hasToken).to.equal(token !== undefined)
      }
  })

  it('takes no token for one that the protocol does not know, and reads names as they are escaped', () => {
    const { line, hasToken } = inOwnIds(asked('1', 'null'), 42)
    expect([String(line), hasToken]).to.deep.equal([String(asked('42', 'null')), false])
    const twice = Buffer.from('{"id":1,"\\u0069d":2,"method":"ping"}\n')
    const own = inOwnIds(twice, 42)
    expect(String(own.line)).to.equal('{"id":42,"\\u0069d":42,"method":"ping"}\n')
    expect(String(own.theirs(Buffer.from('{"id":42,"jsonrpc":"2.0","result":{}}')))).to.equal(
      '{"id":2,"jsonrpc":"2.0","result":{}}'
    )
  })

  const given: Record<string, (id: string, token: string) => string> = {
    response: (id) => `{"jsonrpc":"2.0", "result":{"id":42,"a":[42,1.0]},"id": ${id}}\n`,
    error: (id) => `{"jsonrpc":"2.0","id":${id},"error":{"code":42,"message":"42","data":42}}\n`,
    'response that repeats what was asked': (id, token) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"_meta":{"progressToken":${token}}}}\n`,
    'end of a subscription': (id) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"_meta":{"io.modelcontextprotocol/subscriptionId":${id}}}}\n`,
    change: (id) =>
      `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":${id}},"uri":"42"}}\n`,
    progress: (_, token) =>
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":42}}\n`,
    'request that is given up': (id) =>
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}\n`
  }
  for (const [name, written] of Object.entries(given))
    it(`gives its client back what it sent, as it was written: ${name}`, () => {
      for (const id of IDS)
        for (const token of IDS)
          expect(String(inOwnIds(asked(id, token), 42).theirs(Buffer.from(written('42', '42'))))).to.equal(
            written(id, token)
          )
    })

  it('changes nothing that names no request of this client', () => {
    const { theirs } = inOwnIds(asked('1'), 42)
    for (const line of [
      '{"jsonrpc":"2.0","id":42,"method":"elicitation/create","params":{"requestId":"42"}}\n',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":42}}\n',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":43}}\n'
    ]) {
      const sent = Buffer.from(line)
      expect(theirs(sent)).to.equal(sent)
    }
  })
})
