import { expect } from 'chai'
import { UNREADABLE } from './open-relay.js'
import { readMessage, refusalLine } from '../../../lib/operate/proxy/message.js'
import { schemaMismatch } from '#core/errors'

const read = (text: string) => readMessage(Buffer.from(text))

describe('readMessage', () => {
  it('tells requests, notifications and responses', () => {
    expect(read('{"jsonrpc":"2.0","id":"1","method":"ping"}')).to.deep.equal({
      kind: 'request',
      id: '1',
      method: 'ping',
      params: {}
    })
    expect(read('{"method":"a","params":{"b":1}}')).to.deep.equal({
      kind: 'notification',
      method: 'a',
      params: { b: 1 }
    })
    expect(read('{"jsonrpc":"2.0","id":1,"result":{"a":1}}')).to.deep.equal({
      kind: 'response',
      id: 1,
      result: { a: 1 },
      error: undefined,
      isExact: true
    })
    expect(read('{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no","data":1}}')).to.deep.equal({
      kind: 'response',
      id: 1,
      result: undefined,
      error: { code: -1, message: 'no', data: 1 },
      isExact: true
    })
  })

  it('reads neither a result nor an error in a response that official clients do not take for one', () => {
    for (const text of UNREADABLE)
      expect(read(text), text).to.deep.equal({
        kind: 'response',
        id: 1,
        result: undefined,
        error: undefined,
        isExact: false
      })
  })

  it('takes a field that is null for one that is not there, as some clients do', () => {
    const result = { content: [] }
    for (const text of [
      '{"jsonrpc":"2.0","id":1,"result":{"content":[]},"error":null}',
      '{"jsonrpc":"2.0","id":1,"result":{"content":[]},"method":null,"params":{}}'
    ])
      expect(read(text), text).to.deep.equal({ kind: 'response', id: 1, result, error: undefined, isExact: false })
    expect(read('{"id":null,"method":"a","result":null,"error":null}')).to.deep.equal({
      kind: 'notification',
      method: 'a',
      params: {}
    })
  })

  it('reads a line once, through however many hands it goes', () => {
    const line = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"a":[{},{}]}}}\n')
    expect(readMessage(line)).to.equal(readMessage(line))
  })

  it('leaves alone what is none of these', () => {
    for (const text of [
      '[]',
      '1',
      '{}',
      'null',
      '{"id":{},"method":"a"}',
      '{"id":1e400,"method":"a"}',
      '{"id":-1e400,"result":1}',
      '{"id":{},"result":1}',
      '{"id":null,"error":{"code":-1}}',
      '{"id":{},"method":"a","result":1}',
      '{"method":"a","error":{"code":-1}}'
    ])
      expect(read(text), text).to.deep.equal({ kind: 'other', isJson: true })
    for (const field of ['"result":{}', '"error":{"code":-1,"message":"no"}'])
      expect(read(`{"jsonrpc":"2.0","id":1,"method":"a",${field}}`), field).to.deep.equal({
        kind: 'other',
        isJson: true,
        response: { kind: 'response', id: 1, result: undefined, error: undefined, isExact: false }
      })
    for (const text of ['', '\n', 'Listening', '{"id":1,'])
      expect(read(text), text).to.deep.equal({ kind: 'other', isJson: false })
  })
})

describe('refusalLine', () => {
  const error = schemaMismatch({ code: 'not_json', detail: 'No JSON.', hint: null })

  it('is the result of a tool that failed, of a type where results have one', () => {
    const content = [
      { type: 'text', text: '{"error_class":"schema_mismatch","code":"not_json","detail":"No JSON.","hint":null}' }
    ]
    expect(JSON.parse(refusalLine(7, error, { typed: false, wantsTask: false }).toString())).to.deep.equal({
      jsonrpc: '2.0',
      id: 7,
      result: { content, isError: true }
    })
    expect(JSON.parse(refusalLine('7', error, { typed: true, wantsTask: false }).toString())).to.deep.equal({
      jsonrpc: '2.0',
      id: '7',
      result: { content, isError: true, resultType: 'complete' }
    })
  })

  it('is an error of the protocol for who asked for a task, and would read no result', () => {
    expect(JSON.parse(refusalLine(7, error, { typed: false, wantsTask: true }).toString())).to.deep.equal({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32603,
        message: '{"error_class":"schema_mismatch","code":"not_json","detail":"No JSON.","hint":null}',
        data: error
      }
    })
  })
})
