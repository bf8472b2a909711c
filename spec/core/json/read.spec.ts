import { isUtf8 } from 'node:buffer'
import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { decodeUtf8, parseJsonText } from '#core/json'
import { schemaMismatch } from '#core/errors'
import { expectLeft, expectRight } from '../../helpers/either.js'
import { meaning, writtenDocument } from './json-document.js'
import { runs } from '../../helpers/runs.js'

const read = (text: string) => parseJsonText(text, { bytes: text.length })

const codeOf = (text: string): string => expectLeft(read(text)).code

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

const codeOfCutCharacter = (text: string): string =>
  expectLeft(parseJsonText(text, { bytes: text.length + 2, cutInsideCharacter: true })).code

const zeros = (n: number): string => `[${'0,'.repeat(n - 1)}0]`

const readLimited = (text: string) => parseJsonText(text, { bytes: text.length, limits: { maxDepth: 2, maxValues: 4 } })

const isUnsafe = (text: string): boolean => expectRight(read(text)).hasUnsafe

const decode = (...bytes: ReadonlyArray<number>) => decodeUtf8(Uint8Array.from(bytes))

const notText = (detail: string) => E.left(schemaMismatch({ code: 'not_text', detail }))

describe('parseJsonText', () => {
  it('gives the value', () => {
    expect(read(' {"a":[1,null,"x"]} ')).to.deep.equal(E.right({ value: { a: [1, null, 'x'] }, hasUnsafe: false }))
  })

  it('drops one byte order mark', () => {
    expect(read('\ufeff[1]')).to.deep.equal(E.right({ value: [1], hasUnsafe: false }))
    expect(codeOf('\ufeff\ufeff[1]')).to.equal('not_json')
  })

  it('tells an empty answer from one of white space', () => {
    expect(['', ' \r\n\t', '\ufeff'].map(read)).to.deep.equal([
      E.left(schemaMismatch({ code: 'empty_body', detail: 'The response is empty.' })),
      E.left(schemaMismatch({ code: 'empty_body', detail: 'The response holds nothing but white space (4 bytes).' })),
      E.left(schemaMismatch({ code: 'empty_body', detail: 'The response holds nothing but white space (1 byte).' }))
    ])
  })

  it('diagnoses what does not parse', () => {
    expect(read('{"orders":[{"total":1')).to.deep.equal(
      E.left(
        schemaMismatch({
          code: 'truncated_response',
          detail: 'The response ends after 21 bytes inside orders[0].total (a number).'
        })
      )
    )
  })

  it('takes no text for whole that ends inside a character', () => {
    expect(['{"a":1}', '12', '', '{"a":"', '<html>'].map(codeOfCutCharacter)).to.deep.equal([
      'truncated_response',
      'truncated_response',
      'truncated_response',
      'truncated_response',
      'html_response'
    ])
  })

  it('refuses more than 200 levels', () => {
    expect(E.isRight(read(nested(200)))).to.equal(true)
    expect(read(nested(201))).to.deep.equal(
      E.left(schemaMismatch({ code: 'too_deep', detail: 'The response is nested more than 200 levels deep.' }))
    )
    expect(codeOf(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).to.equal('too_deep')
    expect(E.isRight(read(`{"a":${nested(199)}}`))).to.equal(true)
  })

  it('refuses more than 2,000,000 values, but names the depth first', () => {
    expect(E.isRight(read(zeros(1_999_999)))).to.equal(true)
    expect(read(zeros(2_000_000))).to.deep.equal(
      E.left(schemaMismatch({ code: 'too_large', detail: 'The response holds more than 2000000 values.' }))
    )
    expect(codeOf(`[${nested(201)},${zeros(2_000_000)}]`)).to.equal('too_deep')
  })

  it('takes other limits', () => {
    expect(['[[1,2]]', '{"a":{"b":1,"c":2}}', '1'].map((text) => E.isRight(readLimited(text)))).to.deep.equal([
      true,
      true,
      true
    ])
    expect(
      ['[[[]]]', '{"a":{"b":1,"c":2,"d":3}}', '[1,2,3,4]', '["a","b","c","d"]', '[null,true,"a",1]'].map(
        (text) => expectLeft(readLimited(text)).code
      )
    ).to.deep.equal(['too_deep', 'too_large', 'too_large', 'too_large', 'too_large'])
  })

  it('removes own __proto__ keys, however they are spelled and wherever they stand', () => {
    const texts = [
      '{"__proto__":{"isAdmin":true},"a":1}',
      '{"\\u005f_pr\\u006Fto__":{"isAdmin":true},"a":1}',
      '{"_\\u005Fproto__":null,"a":1}',
      '{"__\\u0070\\u0072o\\u0074o__":[],"a":1}'
    ]
    for (const text of texts) {
      const value = expectRight(read(text)).value as object
      expect(Object.getOwnPropertyNames(value), text).to.deep.equal(['a'])
      expect(Object.assign({}, value), text).to.deep.equal({ a: 1 })
    }
    expect(expectRight(read('[{"a":{"__proto__":1,"b":{"__proto__":[1]}}}]')).value).to.deep.equal([{ a: { b: {} } }])
  })

  it('keeps the word __proto__ where it is no key', () => {
    expect(expectRight(read('["__proto__",{"a":"\\u005f"},{"proto":1}]')).value).to.deep.equal([
      '__proto__',
      { a: '_' },
      { proto: 1 }
    ])
  })

  it('says whether a number is beyond what JavaScript holds', () => {
    expect(
      ['9007199254740992', '[-9007199254740993]', '{"a":[1e400]}', '{"a":-1e400}', '[1e300]'].map(isUnsafe)
    ).to.deep.equal(Array(5).fill(true))
    expect(
      ['9007199254740991', '[-9007199254740991]', '{"a":0.1}', '["9007199254740993"]', 'null'].map(isUnsafe)
    ).to.deep.equal(Array(5).fill(false))
  })

  it('reads any document as JSON.parse does, but for __proto__ keys', () => {
    fc.assert(
      fc.property(writtenDocument(), ({ text, root }) => {
        expect(expectRight(read(text)).value).to.deep.equal(meaning(root))
      }),
      { numRuns: runs(1_000, 20_000) }
    )
  })
})

describe('decodeUtf8', () => {
  it('decodes text and drops its byte order mark', () => {
    expect(decode(0xef, 0xbb, 0xbf, 0x7b, 0xc3, 0xa9)).to.deep.equal(E.right({ text: '{é', cutInsideCharacter: false }))
  })

  it('takes an unfinished character at the end for a cut', () => {
    for (const tail of [
      [0xc3],
      [0xe2],
      [0xe2, 0x82],
      [0xf0],
      [0xf0, 0x9f],
      [0xf0, 0x9f, 0x98],
      [0xed, 0x9f],
      [0xf4, 0x8f]
    ]) {
      expect(decode(0x61, ...tail)).to.deep.equal(E.right({ text: 'a', cutInsideCharacter: true }))
    }
  })

  it('takes bytes that no text can hold for no text', () => {
    for (const bytes of [
      [0x61, 0x80],
      [0x61, 0xc0],
      [0xe2, 0x28, 0xa1],
      [0x61, 0xed, 0xa0],
      [0x61, 0xf4, 0x90],
      [0x61, 0xe0, 0x80],
      [0x61, 0xf8],
      [0xc3, 0x61, 0xc3]
    ]) {
      expect(decode(...bytes)).to.deep.equal(notText(`The response (${bytes.length} bytes) is not UTF-8 text.`))
    }
    expect(decode(0xff, 0xfe, 0x7b, 0x00)).to.deep.equal(notText('The response (4 bytes) is UTF-16, not UTF-8 text.'))
    expect(decode(0xff)).to.deep.equal(notText('The response (1 byte) is not UTF-8 text.'))
  })

  it('gives the whole characters of every cut of a text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
        (text) => {
          const bytes = new TextEncoder().encode(text)
          for (let length = 0; length <= bytes.length; length++) {
            const { text: begun, cutInsideCharacter } = expectRight(decodeUtf8(bytes.subarray(0, length)))
            expect(text.replace(/^\ufeff/, '').startsWith(begun)).to.equal(true)
            expect(cutInsideCharacter).to.equal(!isUtf8(bytes.subarray(0, length)))
          }
        }
      ),
      { numRuns: runs(300, 6_000) }
    )
  })

  it('refuses what cannot become text by more bytes', () => {
    const continuations = [[], [0x80], [0xbf], [0x80, 0x80], [0xbf, 0xbf], [0x80, 0x80, 0x80], [0xbf, 0xbf, 0xbf]]
    const byte = fc.oneof(
      fc.constantFrom(0x61, 0x80, 0x8f, 0x90, 0xa0, 0xbf, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff),
      // Zeros would make UTF-16 of them.
      fc.integer({ min: 1, max: 255 })
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 6 }), (bytes) => {
        const canBecomeText = continuations.some((more) => isUtf8(Uint8Array.from([...bytes, ...more])))
        expect(E.isRight(decode(...bytes))).to.equal(canBecomeText)
      }),
      { numRuns: runs(5_000, 100_000) }
    )
  })

  it('takes the last of two fields of one name, as SECURITY.md says', () => {
    expect(expectRight(read('{"to":"ann","to":"bob","\\u0074o":"eve"}')).value).to.deep.equal({ to: 'eve' })
  })
})
