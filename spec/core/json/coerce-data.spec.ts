import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { closed } from '../../../lib/codec/closed.js'
import { explain } from '../../../lib/codec/explain.js'
import { repairData } from '#core/json'

const issuesOf = (codec: t.Mixed, data: unknown) => {
  const decoded = codec.decode(data)
  return E.isRight(decoded) ? [] : explain(decoded.left, { values: true })
}

const repair = (codec: t.Mixed, data: unknown) => {
  const { data: repaired, repairs, issues } = repairData(data, issuesOf(codec, data), (next) => issuesOf(codec, next))
  return { data: repaired, repairs, left: issues.map(({ path }) => path.join('.')) }
}

const Filter = t.type({ tags: t.array(t.string), limit: t.Int, due: t.union([t.Int, t.null]) })
const fits = { tags: ['a'], limit: 5, due: null }

describe('repairData', () => {
  it('makes no element of a text that begins as JSON and is none', () => {
    for (const tags of ["['bob@x.com']", '[bob@x.com]', '["bob@x.com"', '{"a":1'])
      expect(repair(Filter, { ...fits, tags })).to.deep.equal({ data: { ...fits, tags }, repairs: [], left: ['tags'] })
  })

  const cases: ReadonlyArray<readonly [string, t.Mixed, unknown, unknown, ReadonlyArray<string>]> = [
    ['a JSON text that holds the object', Filter, JSON.stringify(fits), fits, ['$: json_text_to_value']],
    ['a JSON text with white space around it', Filter, `\n ${JSON.stringify(fits)} `, fits, ['$: json_text_to_value']],
    [
      'a JSON text further inside',
      t.type({ filter: Filter }),
      { filter: JSON.stringify(fits) },
      { filter: fits },
      ['filter: json_text_to_value']
    ],
    [
      'a JSON text that holds the array, rather than an array of that text',
      Filter,
      { ...fits, tags: '["a","b"]' },
      { ...fits, tags: ['a', 'b'] },
      ['tags: json_text_to_value']
    ],
    [
      'a single value where an array is due',
      Filter,
      { ...fits, tags: 'urgent' },
      { ...fits, tags: ['urgent'] },
      ['tags: single_value_to_array']
    ],
    [
      'a single object where an array is due',
      t.type({ rows: t.array(t.type({ a: t.number })) }),
      { rows: { a: 1 } },
      { rows: [{ a: 1 }] },
      ['rows: single_value_to_array']
    ],
    [
      'JSON text with fields of one name in different objects',
      t.type({ v: t.array(t.type({ n: t.number })) }),
      { v: '[{"n":1},{"n":2,"m":{"n":3}}]' },
      { v: [{ n: 1 }, { n: 2, m: { n: 3 } }] },
      ['v: json_text_to_value']
    ],
    ['a number in a text', Filter, { ...fits, limit: ' 20 ' }, { ...fits, limit: 20 }, ['limit: text_to_number']],
    [
      'a number with fraction and exponent',
      t.type({ n: t.number }),
      { n: '-1.5e3' },
      { n: -1500 },
      ['n: text_to_number']
    ],
    [
      'JSON text whose numbers all keep their digits',
      t.array(t.number),
      '[0.30000000000000004, -0.0, 1.50e3, 9007199254740991, 1E-7]',
      [0.30000000000000004, -0, 1500, 9007199254740991, 1e-7],
      ['$: json_text_to_value']
    ],
    [
      'JSON text whose long ids are texts',
      t.type({ ids: t.array(t.string) }),
      { ids: '["1187654321098765433"]' },
      { ids: ['1187654321098765433'] },
      ['ids: json_text_to_value']
    ],
    ['"null" where null may stand', Filter, { ...fits, due: 'null' }, fits, ['due: null_text_to_null']],
    [
      'all of them at once, in JSON text',
      Filter,
      '{"tags":"a","limit":"5","due":"null"}',
      fits,
      ['$: json_text_to_value', 'tags: single_value_to_array', 'limit: text_to_number', 'due: null_text_to_null']
    ],
    [
      'elements of arrays',
      t.array(t.number),
      ['1', 2, '3'],
      [1, 2, 3],
      ['$[0]: text_to_number', '$[2]: text_to_number']
    ]
  ]
  for (const [what, codec, data, repaired, repairs] of cases) {
    it(`repairs ${what}`, () => expect(repair(codec, data)).to.deep.equal({ data: repaired, repairs, left: [] }))
  }

  const untouched: ReadonlyArray<readonly [string, t.Mixed, unknown]> = [
    ['a word where a number is due', Filter, { ...fits, limit: 'twenty' }],
    ['a fraction where an integer is due', Filter, { ...fits, limit: '5.5' }],
    ['a number that a double cannot hold', Filter, { ...fits, limit: '9007199254740993' }],
    ['a number that may be one in thousands', t.type({ n: t.number }), { n: '1.500' }],
    ['a number that overflows', t.type({ n: t.number }), { n: '1e400' }],
    ['a number with leading zeros, which is a code', Filter, { ...fits, limit: '007' }],
    ['"null" where null may not stand, not even as an array of it', Filter, { ...fits, tags: 'null' }],
    ['a blank text where an array is due', Filter, { ...fits, tags: ' ' }],
    ['null where an array is due', Filter, { ...fits, tags: null }],
    ['a single value of the wrong type', Filter, { ...fits, tags: 7 }],
    ['a missing field', Filter, { tags: [], limit: 1 }],
    ['an unknown field', closed(Filter), { ...fits, stray: '5' }],
    ['JSON text that is cut', Filter, '{"tags":["a"],"limit":5,'],
    [
      'JSON text that is too deep',
      t.type({ filter: t.UnknownRecord }),
      { filter: `${'{"a":'.repeat(300)}1${'}'.repeat(300)}` }
    ],
    ['JSON text of something else', Filter, '[1]'],
    ['a list where a list of lists is due', t.type({ v: t.array(t.array(t.number)) }), { v: [13.4, 52.5] }],
    ['an object in a list where lists are due', t.array(t.array(t.type({ a: t.number }))), [{ a: 1 }]],
    ...['a@x.de, b@x.de', 'one;two', 'one\ntwo'].map((tags): readonly [string, t.Mixed, unknown] => [
      `a text that may list several: ${JSON.stringify(tags)}`,
      Filter,
      { ...fits, tags }
    ]),
    ...['{"n":1,"n":2}', '{"n":1,"\\u006e":1}', '{"n":3,"a":[{"b":1,"c":{"b":1},"b":2}]}'].map(
      (v): readonly [string, t.Mixed, unknown] => [
        `JSON text with two fields of a name: ${v}`,
        t.type({ v: t.type({ n: t.number }) }),
        { v }
      ]
    ),
    ...[
      '[1187654321098765433]',
      '[{"a":[9007199254740993]}]',
      '[-1187654321098765433]',
      '[0.12345678901234567890]',
      '[1.187654321098765433e18]',
      '[1e400]',
      '[1e-400]',
      '[1, 1187654321098765433]',
      ' [1187654321098765433] '
    ].flatMap((ids): ReadonlyArray<readonly [string, t.Mixed, unknown]> => [
      [`a list whose number is another one once it is parsed: ${ids}`, t.type({ ids: t.UnknownArray }), { ids }],
      [`an object whose number is: ${ids}`, t.type({ filter: t.UnknownRecord }), { filter: `{"ids":${ids}}` }],
      [`arguments whose number is: ${ids}`, t.type({ ids: t.UnknownArray }), `{"ids":${ids}}`],
      [`a number inside a text inside: ${ids}`, t.type({ ids: t.array(t.string) }), { ids }]
    ])
  ]
  for (const [what, codec, data] of untouched) {
    it(`leaves ${what}`, () => {
      const { data: repaired, repairs } = repair(codec, data)
      expect({ repaired, repairs }).to.deep.equal({ repaired: data, repairs: [] })
    })
  }

  it('leaves what it was given as it was', () => {
    const data = { ...fits, tags: 'urgent' }
    repair(Filter, data)
    expect(data.tags).to.equal('urgent')
  })

  it('says what is still wrong, and names no place that the repairing made', () => {
    expect(repair(Filter, '{"tags":"a","limit":"many","due":null}')).to.deep.equal({
      data: { tags: ['a'], limit: 'many', due: null },
      repairs: ['$: json_text_to_value', 'tags: single_value_to_array'],
      left: ['limit']
    })
    expect(repair(t.type({ rows: t.array(t.number) }), { rows: 'x' }).left).to.deep.equal(['rows'])
  })

  it('takes no prototype out of JSON text', () => {
    const { data } = repair(t.type({ filter: t.UnknownRecord }), { filter: '{"__proto__":{"polluted":true},"a":1}' })
    expect(Object.keys((data as { filter: object }).filter)).to.deep.equal(['a'])
  })

  it('repairs at most 20 fields, and nothing where more are wrong', () => {
    const texts = (length: number) => Array.from({ length }, (_, i) => String(i))
    expect(repair(t.array(t.number), texts(20)).repairs).to.have.length(20)
    expect(repair(t.array(t.number), texts(21)).repairs).to.deep.equal([])
    expect(repair(t.array(t.number), JSON.stringify(texts(500))).repairs).to.deep.equal(['$: json_text_to_value'])
  })
})
