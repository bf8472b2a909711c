import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { EXECUTED, type ToolError, partialData, schemaMismatch, semanticGarbage, toModelText } from '#core/errors'
import { hostileValues } from '../../helpers/hostile.js'

const notData = (what: string): string =>
  JSON.stringify(schemaMismatch({ code: 'not_data', detail: `The payload cannot be written as JSON: ${what}.` }))

const bigintEncode = (payload: unknown): unknown => (typeof payload === 'bigint' ? String(payload) : payload)

const more = (data: unknown, detail = 'More exists.'): ToolError =>
  partialData({ code: 'more_pages_available', detail, hint: 'Call again with page=2.', data })
const bare = (detail: string): ToolError =>
  partialData({ code: 'more_pages_available', detail, hint: 'Call again with page=2.' })

const expectJson = (text: string): void => {
  expect(text).to.be.a('string')
  expect(() => JSON.parse(text) as unknown).not.to.throw()
}

const throws = (): never => {
  throw new Error('secret')
}

describe('toModelText', () => {
  it('writes a payload as compact JSON', () => {
    expect(toModelText(E.right({ orders: [{ id: 1, note: null, gone: undefined }] }))).to.equal(
      '{"orders":[{"id":1,"note":null}]}'
    )
  })

  it('writes an error in its wire form', () => {
    const errors: ReadonlyArray<ToolError> = [
      schemaMismatch({ code: 'not_json', detail: 'x' }),
      semanticGarbage({ code: 'not_found', detail: 'x', hint: null }),
      partialData({ code: 'more_pages_available', detail: 'x', data: { orders: [1] } })
    ]
    for (const error of errors) expect(JSON.parse(toModelText(E.left(error)))).to.deep.equal(error)
  })

  it('writes of an error that was made by hand only what its wire form has', () => {
    const made = { error_class: 'schema_mismatch', code: 'not_found', detail: 'Gone.', hint: null } as const
    expect(toModelText(E.left({ ...made, stack: 'at line 1' } as ToolError))).to.equal(JSON.stringify(made))
    const next = { tool: 'list', args: { page: 2 } }
    expect(
      toModelText(E.left({ retryAfterMs: 5, next, ...made, stack: 'at line 1', data: [1] } as ToolError))
    ).to.equal(JSON.stringify({ ...made, data: [1], next, retryAfterMs: 5 }))
    const partial = { ...made, error_class: 'partial_data', data: [1] } as const
    expect(toModelText(E.left({ ...partial, cause: 'x' }))).to.equal(JSON.stringify(partial))
  })

  it('takes the encoder to what JSON cannot carry', () => {
    const Payload = t.type({ at: DateFromISOString })
    const at = new Date('2026-01-02T03:04:05.000Z')
    expect(toModelText(E.right({ at }), { encode: Payload.encode })).to.equal('{"at":"2026-01-02T03:04:05.000Z"}')
    expect(toModelText(E.right(10n), { encode: bigintEncode })).to.equal('"10"')
  })

  class Money {
    constructor(readonly cents: number) {}
  }
  const unwritable: ReadonlyArray<readonly [unknown, string]> = [
    [new Map([[1, 2]]), 'it holds an instance of a class'],
    [{ price: new Money(5) }, 'it holds an instance of a class'],
    [() => 1, 'it holds a function'],
    [[Symbol('s')], 'it holds a symbol']
  ]
  for (const [payload, what] of unwritable) {
    it(`refuses what JSON would drop or change without a word: ${what}`, () => {
      expect(toModelText(E.right(payload))).to.equal(notData(what))
    })
  }

  const converted: ReadonlyArray<readonly [unknown, string]> = [
    [undefined, 'null'],
    [{ id: 10n }, '{"id":"10"}'],
    [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    [new Date(Number.NaN), '"Invalid Date"'],
    [[O.some(1), O.some(new Date(0)), O.some(O.none)], '[1,"1970-01-01T00:00:00.000Z",null]'],
    [{ next: O.none, last: O.some([O.some(1), 2]) }, '{"next":null,"last":[1,2]}'],
    [[JSON.parse('{"_tag":"None"}'), JSON.parse('{"_tag":"Some","value":{"a":1}}')], '[null,{"a":1}]'],
    [[Number.NaN, -Infinity], '["NaN","-Infinity"]'],
    [{ body: Buffer.from('x') }, '{"body":"eA=="}'],
    [new Uint8Array(30_000).fill(65), JSON.stringify(Buffer.alloc(30_000, 65).toString('base64'))]
  ]
  for (const [payload, text] of converted) {
    it(`writes as text what JSON has no form for: ${text.slice(0, 60)}`, () => {
      expect(toModelText(E.right(payload))).to.equal(text)
    })
  }

  it('writes what looks like an Option and is none', () => {
    const payload = [
      { _tag: 'Some' },
      { _tag: 'None', value: 1 },
      { _tag: 'Other' },
      { _tag: 'Some', value: 1, more: 2 }
    ]
    expect(toModelText(E.right(payload))).to.equal(JSON.stringify(payload))
  })

  it('writes an instance that knows its own JSON', () => {
    expect(toModelText(E.right({ url: new URL('https://example.com/a') }))).to.equal('{"url":"https://example.com/a"}')
  })

  it('refuses cycles, deep nesting and values that throw when read', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    let deep: unknown = 1
    for (let i = 0; i < 50_000; i++) deep = [deep]
    const throwing = { toJSON: throws }
    for (const payload of [cycle, deep, throwing]) {
      expect(toModelText(E.right(payload))).to.equal(
        notData('it holds a cycle, is too deep, or throws when it is read')
      )
    }
  })

  it('refuses a payload whose encoder throws', () => {
    const text = toModelText(E.right(1), { encode: throws })
    expect(text).to.equal(notData('its encoder threw, or it throws when it is read'))
  })

  it('hands on what just fits, and refuses what is longer with its size and a smaller request', () => {
    const rows = Array.from({ length: 10 }, () => 'x'.repeat(7))
    expect(toModelText(E.right(rows), { maxChars: 101 })).to.equal(JSON.stringify(rows))
    expect(JSON.parse(toModelText(E.right(rows), { maxChars: 40 }))).to.deep.equal(
      partialData({
        code: 'too_long_for_model',
        detail: 'The response has 101 characters in 10 elements; at most 40 can be handed on.',
        hint: 'Ask for at most 1/3 of it at a time: a smaller page, fewer fields or a narrower filter.'
      })
    )
    expect(JSON.parse(toModelText(E.right('x'.repeat(60_000))))).to.include({
      code: 'too_long_for_model',
      detail: 'The response has 60002 characters; at most 60000 can be handed on.'
    })
  })

  it('says of a write whose payload cannot be handed on that it was executed', () => {
    const said = (payload: unknown, effect: 'read' | 'write'): unknown =>
      JSON.parse(toModelText(E.right(payload), { maxChars: 40, effect }))
    expect(said('x'.repeat(50), 'write')).to.include({ code: 'too_long_for_model', hint: EXECUTED.hint })
    expect(said(new Map(), 'write')).to.include({ code: 'not_data', hint: EXECUTED.hint })
    expect(said('x'.repeat(50), 'read')).to.include({
      hint: 'Ask for at most 1/2 of it at a time: a smaller page, fewer fields or a narrower filter.'
    })
    expect(toModelText(E.right({ ok: true }), { effect: 'write' })).to.equal('{"ok":true}')
  })

  it('takes its default where the limit is none', () => {
    for (const maxChars of [Number.NaN, 0, -1]) expect(toModelText(E.right([1]), { maxChars })).to.equal('[1]')
    expect(toModelText(E.right('x'.repeat(100_000)), { maxChars: Number.POSITIVE_INFINITY })).to.have.length(100_002)
  })

  describe('of an error with data', () => {
    const tooLong = (size: string, hint: string, detail = 'More exists.'): ToolError =>
      partialData({
        code: 'too_long_for_model',
        detail: `${detail} (With its data, the response has ${size}; at most 400 can be handed on.)`,
        hint
      })

    it('refuses data that is too long with its size and a smaller request: the next page would leave out what nobody has seen', () => {
      const smaller = 'Ask for at most 1/2 of it at a time: a smaller page, fewer fields or a narrower filter.'
      expect(JSON.parse(toModelText(E.left(more('x'.repeat(500))), { maxChars: 400 }))).to.deep.equal(
        tooLong('627 characters', smaller)
      )
      expect(JSON.parse(toModelText(E.left(more(['x'.repeat(500)])), { maxChars: 400 }))).to.deep.equal(
        tooLong('629 characters in 1 element', smaller)
      )
      const own = partialData({ code: 'incomplete_response', detail: 'More exists.', data: 'x'.repeat(500) })
      expect(JSON.parse(toModelText(E.left(own), { maxChars: 400 }))).to.include({
        code: 'too_long_for_model',
        hint: smaller
      })
    })

    it('keeps what the author or the guard asks for instead', () => {
      const executed = partialData({
        code: 'more_pages_available',
        detail: 'More exists.',
        hint: EXECUTED.hint,
        data: 'x'.repeat(500)
      })
      expect(JSON.parse(toModelText(E.left(executed), { maxChars: 400 }))).to.include({
        code: 'too_long_for_model',
        hint: EXECUTED.hint
      })
    })

    it('stays within the bounds of an error', () => {
      const error: unknown = JSON.parse(toModelText(E.left(more('x', '😀'.repeat(250))), { maxChars: 400 }))
      expect(error).to.deep.equal(
        tooLong(
          '616 characters',
          'Ask for at most 1/2 of it at a time: a smaller page, fewer fields or a narrower filter.',
          `${'😀'.repeat(189)}…`
        )
      )
    })

    it('encodes data that JSON cannot carry', () => {
      expect(JSON.parse(toModelText(E.left(more(10n)), { encode: bigintEncode }))).to.deep.equal(more('10'))
    })

    it('is never lost to data that cannot be written', () => {
      const expected = bare('More exists. (Its data cannot be written as JSON.)')
      expect(JSON.parse(toModelText(E.left(more(new Map()))))).to.deep.equal(expected)
      expect(JSON.parse(toModelText(E.left(more({ a: new Map() })), { encode: throws }))).to.deep.equal(expected)
    })

    it('does not try for ever with an encoder that helps nothing', () => {
      const expected = bare('More exists. (Its data cannot be written as JSON.)')
      expect(JSON.parse(toModelText(E.left(more({ a: new Map() })), { encode: (payload) => payload }))).to.deep.equal(
        expected
      )
    })
  })

  it('never throws, whatever the payload', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: true
        }),
        (value) => {
          expectJson(toModelText(E.right(value)))
          expectJson(toModelText(E.left(partialData({ code: 'a', detail: 'b', data: value }))))
          expectJson(toModelText(E.right(1), { encode: () => value }))
        }
      ),
      { numRuns: 500 }
    )
  })

  it('refuses options that nobody knows, and no others', () => {
    const sentence = 'Expected `options` to hold no `maxChar`: it may hold maxChars, encode, effect.'
    expect(() => toModelText(E.right(1), { maxChar: 5 } as object)).to.throw(TypeError, sentence)
    expect(() => toModelText(E.left(schemaMismatch({ code: 'a', detail: 'b' })), { maxChar: 5 } as object)).to.throw(
      TypeError,
      sentence
    )
    expect([E.right(1), E.right(2)].map(toModelText as (result: E.Either<ToolError, number>) => string)).to.deep.equal([
      '1',
      '2'
    ])
    const known = { maxChars: 60, encode: (payload: unknown) => payload, effect: 'write' } as const
    expect(toModelText(E.right(1), known)).to.equal('1')
  })

  it('refuses hostile options in the same sentence, or takes them', () => {
    for (const value of hostileValues()) {
      try {
        expectJson(toModelText(E.right(1), value as object))
      } catch (thrown) {
        expect(thrown).to.be.instanceOf(TypeError)
        expect((thrown as Error).message).to.match(/^Expected `options` to hold no `/)
      }
    }
  })

  it('writes no null for what is no result', () => {
    for (const value of [Promise.resolve(E.right(1)), '{"ok":true}', {}, null])
      expect(toModelText(value as unknown as E.Either<ToolError, unknown>)).to.include('"code":"not_data"')
  })

  it('never throws, whatever hostile code makes of it', () => {
    for (const value of hostileValues()) {
      expectJson(toModelText(E.right(value)))
      expectJson(toModelText(E.left(value as ToolError)))
      expectJson(
        toModelText(
          E.left({ error_class: 'partial_data', code: value, detail: value, hint: value, data: value } as ToolError),
          { maxChars: 10 }
        )
      )
      expectJson(toModelText(value as E.Either<ToolError, unknown>))
      expectJson(toModelText(E.right(1), { maxChars: value as number, encode: value as () => unknown }))
    }
  })
})
