import { expect } from 'chai'
import * as t from 'io-ts'
import { describeReceived } from '../../lib/codec/describe-received.js'
import { integerBetween, judge } from '../../lib/index.js'
import { expectLeft } from '../helpers/either.js'

describe('describeReceived', () => {
  const forms: ReadonlyArray<readonly [value: unknown, words: string]> = [
    [7, '7'],
    [-0.5, '-0.5'],
    [true, 'true'],
    [null, 'null'],
    [[], 'an array of 0 elements'],
    [{ name: 'Ada' }, 'object'],
    ['', 'a text of 0 characters'],
    ['12.50', 'a number in quotes'],
    ['True', 'true or false in quotes'],
    ['null', 'null in quotes'],
    ['2026-05-03', 'a date without a time'],
    ['2026-05-03T10:00', 'a date and time without a zone'],
    ['2026-05-03 10:00:00.5', 'a date and time without a zone'],
    ['2026-05-03T10:00:00Z', 'a date and time'],
    ['3/5/26', 'a date written as d/m/y'],
    ['6f1d2c3b-0000-4000-8000-0123456789ab', 'a UUID'],
    ['https://example.com/a?b', 'a web address'],
    ['ada@example.com', 'an e-mail address'],
    [' {"a":1}', 'JSON in quotes'],
    ['Lovelace', 'one word of 8 letters'],
    ['12 St James Square', 'a text of 18 characters']
  ]
  for (const [value, words] of forms)
    it(`says of ${JSON.stringify(value)}: ${words}`, () => {
      expect(describeReceived(value, 'field', false)).to.equal(words)
    })

  it('gives a stranger to an enumeration as it came, if it is a name and neither it nor its key is a secret', () => {
    const strangers = ['shipping', 'a'.repeat(25), 'two words', '9lives', 'sk-live-4f9a8b7c6d5e']
    expect(strangers.map((value) => describeReceived(value, 'status', true))).to.deep.equal([
      '"shipping"',
      'one word of 25 letters',
      'a text of 9 characters',
      'a text of 6 characters',
      'a text of 20 characters'
    ])
    expect([describeReceived('shipping', 'password', true), describeReceived(1234, 'pin_token', false)]).to.deep.equal([
      'string',
      'number'
    ])
  })
})

describe('the detail of an answer that does not fit', () => {
  const Order = t.type({
    order_id: t.string,
    stars: integerBetween(1, 5),
    status: t.keyof({ placed: null, shipped: null })
  })
  const detailOf = (answer: object): string =>
    expectLeft(judge({ codec: Order }, JSON.stringify({ order_id: 'x', stars: 1, status: 'placed', ...answer }))).detail

  it('says what was received: a number, a length, a form, a stranger beside the nearest member', () => {
    expect(
      [{ stars: 7 }, { stars: '' }, { order_id: 17 }, { status: 'shipping' }, { status: 'lost at sea' }].map(detailOf)
    ).to.deep.equal([
      'stars: expected integer from 1 to 5, received 7',
      'stars: expected integer from 1 to 5, received a text of 0 characters',
      'order_id: expected string, received 17',
      'status: expected one of "placed", "shipped", received "shipping"; did you mean "shipped"?',
      'status: expected one of "placed", "shipped", received a text of 11 characters'
    ])
  })

  it('names up to three undeclared keys beside one that is missing, if they are names and no secrets', () => {
    expect(
      [
        { order_id: undefined, orderId: 'x' },
        { order_id: undefined, 'not a name': 1, password: 1, a: 1, b: 1, c: 1, d: 1 }
      ].map(detailOf)
    ).to.deep.equal([
      'order_id: required field is missing (expected string); undeclared beside it: orderId',
      'order_id: required field is missing (expected string); undeclared beside it: a, b, c'
    ])
  })
})
