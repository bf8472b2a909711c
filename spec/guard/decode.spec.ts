import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { schemaMismatch, semanticGarbage } from '#core/errors'
import { decode, type RefusedPayload } from '../../lib/guard/decode.js'
import { judge, judgeAnswer, policyFor } from '../../lib/guard/judge.js'
import { read } from '../../lib/guard/read.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const decoded = (codec: t.Decoder<unknown, unknown>, answer: unknown) =>
  E.mapLeft(({ error }: RefusedPayload) => error)(
    decode(codec, codec, expectRight(read(answer, { reads: 'json', maxBytes: 1_000 })))
  )

const Order = t.type({ id: t.number, tags: t.array(t.string) })
const twice = schemaMismatch({
  code: 'double_encoded',
  detail: 'The response is a JSON string that holds another JSON text: it was encoded twice.'
})

describe('decode', () => {
  it('names the first issue, says how many more there are, and keeps them all', () => {
    const one = expectLeft(decoded(Order, '{"id":"x","tags":[]}'))
    expect(one).to.deep.equal(
      schemaMismatch({ code: 'schema_violation', detail: 'id: expected number, received one word of 1 letter' })
    )
    const three = expectLeft(decoded(Order, '{"id":"x","tags":[1,2]}'))
    expect(three).to.deep.equal(
      schemaMismatch({
        code: 'schema_violation',
        detail: 'id: expected number, received one word of 1 letter (+2 more)'
      })
    )
    const pathsOf = (text: string) =>
      judgeAnswer(policyFor({ codec: Order }), undefined, text).issues.map(({ path }) => path)
    expect([pathsOf('{"id":"x","tags":[]}'), pathsOf('{"id":"x","tags":[1,2]}')]).to.deep.equal([
      [['id']],
      [['id'], ['tags', 0], ['tags', 1]]
    ])
  })

  it('gives no number as exact where it looked no further', () => {
    const wrong = (n: number): string => JSON.stringify(Array.from({ length: n }, () => 'x'))
    const said = (codec: t.Mixed, n: number): string => expectLeft(judge({ codec }, wrong(n))).detail
    expect([50, 99, 100, 1_000].map((n) => said(t.array(t.number), n))).to.deep.equal(
      ['(+49 more)', '(+98 more)', '(+99 or more)', '(+99 or more)'].map(
        (more) => `$[0]: expected number, received one word of 1 letter ${more}`
      )
    )
    // Of a union each member's errors count.
    expect(said(t.array(t.union([t.number, t.boolean, t.null])), 40)).to.match(/ \(\+33 or more\)$/)
  })

  it('says so where a codec refuses without a reason', () => {
    const silent: t.Decoder<unknown, unknown> = { name: 'silent', validate: () => E.left([]), decode: () => E.left([]) }
    expect(decoded(silent, '1')).to.deep.equal(
      E.left(
        schemaMismatch({ code: 'schema_violation', detail: 'The codec refused the response without giving a reason.' })
      )
    )
  })

  it('tells a text that was encoded twice from one that only is no object', () => {
    for (const inner of ['{"id":1}', '[1]', ' \n{}', '[]'])
      expect(decoded(Order, JSON.stringify(inner)), inner).to.deep.equal(E.left(twice))
    for (const inner of ['text', '{broken', '7', '"[1]"', 'x [1]', 'null', ''])
      expect(expectLeft(decoded(Order, JSON.stringify(inner))).code, inner).to.equal('schema_violation')
    expect(expectLeft(decoded(Order, ['{}'])).code).to.equal('schema_violation')
    expect(expectLeft(decoded(t.type({ a: Order }), '{"a":"{}"}')).code).to.equal('schema_violation')
    // Data that a tool gave was never a text.
    expect(decode(Order, Order, { raw: '{}', text: undefined, hasUnsafe: false, bytes: 0 })).to.have.nested.property(
      'left.error.code',
      'schema_violation'
    )
    expect(decoded(t.string, '"{}"')).to.deep.equal(E.right('{}'))
  })

  it('names the number whose digits are lost, where the codec reads it as one', () => {
    const Ids = t.type({ ids: t.array(t.number), note: t.unknown })
    const lost = (detail: string) => E.left(semanticGarbage({ code: 'unsafe_integer', detail }))
    const integer = 'an integer beyond ±9007199254740991, whose last digits are lost'
    expect(decoded(Ids, '{"ids":[1,9007199254740993],"note":1}')).to.deep.equal(lost(`ids[1]: ${integer}`))
    expect(decoded(Ids, '{"ids":[9007199254740993,1e999,9007199254740995],"note":1}')).to.deep.equal(
      lost(`ids[0]: ${integer} (+2 more)`)
    )
    expect(decoded(Ids, '{"ids":[1e999],"note":1}')).to.deep.equal(lost('ids[0]: a number too large to be read'))
    expect(judgeAnswer(policyFor({ codec: Ids }), undefined, '{"ids":[1e999],"note":1}').issues).to.deep.equal([
      {
        path: ['ids', 0],
        kind: 'constraint',
        expected: 'a number other than a number too large to be read',
        received: 'number',
        message: 'expected a number other than a number too large to be read, got number'
      }
    ])
    expect(E.isRight(decoded(Ids, '{"ids":[1],"note":9007199254740993}'))).to.equal(true)
    expect(E.isRight(decoded(Ids, '{"ids":[9007199254740993],"ids":[1],"note":1}'))).to.equal(true)
    expect(E.isRight(decoded(Ids, { ids: [2 ** 60], note: 1 }))).to.equal(true)
  })

  it('refuses a number that JSON lacks where the codec reads one, and hands it on where it does not', () => {
    const Row = t.intersection([t.type({ id: t.number }), t.partial({ totals: t.array(t.number), any: t.unknown })])
    for (const value of [NaN, Infinity, -Infinity]) {
      const refused = (path: string, more = '') =>
        E.left(
          schemaMismatch({ code: 'nan_or_infinity', detail: `${path}: ${value}, which is no number in JSON${more}` })
        )
      expect(decoded(Row, { id: value })).to.deep.equal(refused('id'))
      expect(decoded(Row, { id: 1, totals: [2, value, value] })).to.deep.equal(refused('totals[1]', ' (+1 more)'))
      expect(decoded(Row, { any: value, id: value })).to.deep.equal(refused('id'))
      expect(decoded(t.number, value)).to.deep.equal(refused('$'))
      const passes = { id: 1, any: value, undeclared: { deep: [value] } }
      expect(decoded(Row, passes)).to.deep.equal(E.right(passes))
      expect(decoded(t.unknown, { value })).to.deep.equal(E.right({ value }))
      expect(decoded(t.union([t.number, t.string]), value)).to.deep.equal(refused('$'))
    }
  })

  it('says of a codec that throws or answers nothing of the kind that it threw', () => {
    const threw = E.left(schemaMismatch({ code: 'codec_threw', detail: 'The codec threw instead of returning.' }))
    const broken = (answer: () => unknown) =>
      ({ name: 'broken', validate: answer, decode: answer }) as unknown as t.Decoder<unknown, unknown>
    for (const answer of [
      () => {
        throw new Error('x')
      },
      () => ({ _tag: 'Neither' }),
      () => Promise.reject(new Error('late')),
      () => undefined
    ]) {
      expect(decoded(broken(answer), '1')).to.deep.equal(threw)
    }
  })
})
