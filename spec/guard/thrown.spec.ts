import { expect } from 'chai'
import { partialData, schemaMismatch } from '../../lib/core/tool-error.js'
import { readThrown } from '../../lib/guard/thrown.js'

const threw = (what: string, cause: string) => ({
  error: schemaMismatch({ code: 'tool_threw', detail: `The tool threw ${what} instead of returning.` }),
  executed: 'unknown',
  cause
})
const coded = (code: string, more: object = {}): Error => Object.assign(new Error('secret'), { code, ...more })

class Named extends Error {
  override readonly name = 'VendorError'
}

describe('readThrown', () => {
  const kinds: ReadonlyArray<readonly [unknown, string, string]> = [
    [new Error('a'), 'an Error', 'Error: a'],
    [new TypeError('a'), 'a TypeError', 'TypeError: a'],
    [new RangeError('a'), 'a RangeError', 'RangeError: a'],
    [new AggregateError([], 'a'), 'an AggregateError', 'AggregateError: a'],
    [new URIError('a'), 'an URIError', 'URIError: a'],
    [new Named('a'), 'an error', 'VendorError: a'],
    [new DOMException('a', 'AbortError'), 'an AbortError', ''],
    ['text', 'a value of type string', 'text'],
    [7, 'a value of type number', ''],
    [null, 'a value of type null', ''],
    [undefined, 'a value of type undefined', ''],
    [{ message: 'm' }, 'an error', 'm'],
    [coded('E_OWN'), 'an Error', 'Error: E_OWN: secret'],
    [{ name: 7, message: 8, code: 9 }, 'an error', '']
  ]
  for (const [thrown, what, cause] of kinds) {
    it(`says that ${what} was thrown, and tells the operator ${JSON.stringify(cause)}`, () => {
      expect(readThrown(thrown)).to.deep.equal(threw(what, cause))
    })
  }

  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']) {
    it(`says of ${code} that nothing was sent`, () => {
      expect(readThrown(coded(code))).to.deep.equal({
        error: partialData({ code: 'tool_unavailable', detail: `The service cannot be reached (${code}).` }),
        executed: 'no',
        cause: `Error: ${code}: secret`
      })
    })
  }

  for (const code of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']) {
    it(`says of ${code} that the connection broke`, () => {
      expect(readThrown(coded(code))).to.deep.equal({
        error: partialData({ code: 'tool_unavailable', detail: `The connection to the service broke (${code}).` }),
        executed: 'unknown',
        cause: `Error: ${code}: secret`
      })
    })
  }

  it('says of a timeout by which code it is known, where there is one', () => {
    const gaveUp = (code: string) =>
      partialData({ code: 'timeout', detail: `The tool gave up waiting for a response${code}.` })
    expect(readThrown(coded('ETIMEDOUT'))).to.deep.equal({
      error: gaveUp(' (ETIMEDOUT)'),
      executed: 'unknown',
      cause: 'Error: ETIMEDOUT: secret'
    })
    expect(readThrown(coded('UND_ERR_CONNECT_TIMEOUT')).executed).to.equal('no')
    expect(readThrown(new DOMException('late', 'TimeoutError')).error).to.deep.equal(gaveUp(''))
    expect(readThrown(Object.assign(new Error('late'), { name: 'TimeoutError' })).error).to.deep.equal(gaveUp(''))
  })

  it('finds the code up to four causes deep', () => {
    const within = (depth: number): unknown =>
      depth === 0 ? coded('ECONNRESET') : new Error('outer', { cause: within(depth - 1) })
    expect([0, 1, 4, 5].map((depth) => readThrown(within(depth)).error.code)).to.deep.equal([
      'tool_unavailable',
      'tool_unavailable',
      'tool_unavailable',
      'tool_threw'
    ])
  })

  it('knows the other codes by which nothing can have been sent', () => {
    for (const code of ['EHOSTDOWN', 'EADDRNOTAVAIL', 'EAI_NODATA']) {
      const { error, executed } = readThrown(coded(code))
      expect([error.code, executed]).to.deep.equal(['tool_unavailable', 'no'])
    }
  })

  it('keeps 300 characters of what the operator reads', () => {
    expect(readThrown(new Error('x'.repeat(400))).cause).to.equal(`Error: ${'x'.repeat(292)}…`)
    expect(readThrown('x'.repeat(1_000)).cause).to.equal(`${'x'.repeat(299)}…`)
  })

  it('takes secrets out before it cuts: half of one would not be known any more', () => {
    const message = `${'no route to host '.repeat(17)}postgres://ann:hunter2${'2'.repeat(40)}@db/shop`
    for (const thrown of [message, new Error(message)])
      expect(readThrown(thrown).cause).to.include('no route').and.not.include('hunter')
  })

  it('takes a name and a code from what an error inherits, but from no getter and no proxy', () => {
    const inherits = (steps: number): object =>
      steps === 0 ? { code: 'ECONNRESET' } : (Object.create(inherits(steps - 1)) as object)
    expect([0, 1, 2, 3].map((steps) => readThrown(inherits(steps)).error.code)).to.deep.equal([
      'tool_unavailable',
      'tool_unavailable',
      'tool_unavailable',
      'tool_unavailable'
    ])
    expect(
      readThrown({
        get code(): string {
          throw new Error('ran')
        }
      })
    ).to.deep.equal(threw('an error', ''))
    for (const proxy of [new Proxy({}, { get: () => 'ECONNRESET' }), Object.create(new Proxy({}, {})) as object])
      expect(readThrown(proxy)).to.deep.equal(threw('an error', ''))
  })
})
