import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import { schemaMismatch } from '#core/errors'
import { read } from '../../lib/guard/read.js'

const json = { reads: 'json', maxBytes: 8 } as const
const text = { reads: 'text', maxBytes: 8 } as const
const bytes = (...values: ReadonlyArray<number>): Uint8Array => Uint8Array.from(values)
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value)

describe('read', () => {
  it('reads as many bytes as it may and not one more, whether they come as text or as bytes', () => {
    for (const options of [json, text]) {
      for (const [fits, long] of [
        ['"123456"', '"1234567"'],
        ['"\u00e9\u00e9\u00e9"', '"\u00e9\u00e9\u00e9x"']
      ] as const) {
        for (const as of [(one: string): unknown => one, utf8]) {
          expect(E.isRight(read(as(fits), options)), fits).to.equal(true)
          const error = schemaMismatch({ code: 'too_large', detail: 'The response has 9 bytes; at most 8 are read.' })
          expect(read(as(long), options), long).to.deep.equal(E.left({ error, bytes: 9, text: undefined }))
        }
      }
    }
  })

  it('says how much of a plain text came before it was cut inside a character', () => {
    const error = schemaMismatch({
      code: 'truncated_response',
      detail: 'The response ends after 3 bytes, inside a character.'
    })
    expect(read(bytes(0x61, 0x62, 0xc3), text)).to.deep.equal(E.left({ error, bytes: 3, text: 'ab' }))
    expect(read(bytes(0x61, 0xff), text)).to.deep.equal(
      E.left({
        error: schemaMismatch({ code: 'not_text', detail: 'The response (2 bytes) is not UTF-8 text.' }),
        bytes: 2,
        text: undefined
      })
    )
  })

  it('gives text as it is where text was due, and the value of JSON with its text', () => {
    expect(read('[1]', text)).to.deep.equal(E.right({ raw: '[1]', text: undefined, hasUnsafe: false, bytes: 3 }))
    expect(read('[1]', json)).to.deep.equal(E.right({ raw: [1], text: '[1]', hasUnsafe: false, bytes: 3 }))
    expect(read('[1e999]', json)).to.deep.equal(
      E.right({ raw: [Infinity], text: '[1e999]', hasUnsafe: true, bytes: 7 })
    )
    expect(read('[1', json)).to.have.deep.property('left').that.deep.includes({ bytes: 2, text: '[1' })
  })

  it('takes the bytes of a buffer and of a view, and other values as data', () => {
    expect([utf8('[1]').buffer, Buffer.from('[1]')].map((one) => read(one, json))).to.deep.equal(
      Array(2).fill(read('[1]', json))
    )
    expect(read({ a: 1 }, json)).to.deep.equal(E.right({ raw: { a: 1 }, text: undefined, hasUnsafe: false, bytes: 0 }))
  })

  it('says what of a value is no data', () => {
    const noData = (detail: string, advice: string) =>
      E.left({ error: schemaMismatch({ code: 'not_data', detail }), bytes: 0, text: undefined, advice })
    expect(read({ a: () => 1 }, json)).to.deep.equal(
      noData(
        'The tool returned a function at a: that is not data.',
        'The tool returned a function at a: return plain data there.'
      )
    )
    for (const forged of [
      Object.create(ArrayBuffer.prototype),
      Object.create(Uint8Array.prototype),
      new Float64Array(1),
      new DataView(new ArrayBuffer(1))
    ]) {
      expect(read(forged, json)).to.have.nested.property('left.error.code', 'not_data')
    }
  })

  it('lets no promise that was forgotten within a value end the process', async () => {
    const unheard: Array<unknown> = []
    const hear = (reason: unknown): void => {
      unheard.push(reason)
    }
    process.on('unhandledRejection', hear)
    const failing = () => Promise.reject(new Error('forgotten'))
    const deep = (levels: number): unknown => (levels === 0 ? failing() : { inner: deep(levels - 1) })
    for (const value of [{ a: failing() }, [failing()], deep(4), { none: null, text: 'x', more: [[failing()]] }])
      expect(E.isLeft(read(value, json))).to.equal(true)
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
    process.off('unhandledRejection', hear)
    expect(unheard).to.deep.equal([])
  })
})
