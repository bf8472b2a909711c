import { expect } from 'chai'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import * as E from 'fp-ts/lib/Either.js'
import fc from 'fast-check'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { linearPattern } from '../../../lib/codec/json-schema/linear-pattern.js'
import { fastestMs } from '../../helpers/fastest-ms.js'

const CHARACTERS = [
  'a',
  'b',
  'A',
  '0',
  '_',
  '-',
  '.',
  ' ',
  '\t',
  '\v',
  '\u00a0',
  '\n',
  '\r',
  '\u2028',
  '\ufeff',
  '[',
  ']',
  '^',
  '$',
  'é',
  '😀',
  '\0'
]

// Parts that every engine has; `\p` and back references are compared below, one by one.
const part: fc.Arbitrary<string> = fc.letrec<{ whole: string; one: string; many: string }>((tie) => ({
  whole: fc.oneof(
    { depthSize: 'small' },
    tie('many'),
    fc.tuple(tie('many'), tie('many')).map((both) => both.join('|'))
  ),
  many: fc
    .array(fc.tuple(tie('one'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '*?', '+?')), { maxLength: 4 })
    .map((ones) => ones.flat().join('')),
  one: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      '0',
      '.',
      '\\s',
      '\\S',
      '\\d',
      '\\D',
      '\\w',
      '\\W',
      '\\.',
      '\\/',
      '\\[',
      '\\u0041',
      '\\x41',
      '\\u{1F600}',
      '(?:\\0)',
      '\\t',
      '\\v',
      '\\cI',
      'é'
    ),
    fc.constantFrom(
      '[ab]',
      '[^a]',
      '[\\s.]',
      '[\\S]',
      '[^\\s0]',
      '[a-z\\d_-]',
      '[[.]',
      '[[:alpha:]',
      '[^\\]]',
      '[^]',
      '[]',
      '[\\u0041-\\u0043]',
      '[.^$]'
    ),
    tie('whole').map((inner) => `(?:${inner})`),
    tie('whole').map((inner) => `(${inner})`)
  )
})).whole

const pattern = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('(?=', '(?!'), part), { maxLength: 2 }),
    fc.constantFrom('', '^'),
    part,
    fc.constantFrom('', '$', '\\b')
  )
  .map(
    ([looks, start, middle, end]) =>
      `${looks.length > 0 ? '^' : start}${looks.map(([look, inner]) => `${look}${inner})`).join('')}(?:${middle})${end}`
  )
  // The longer one is, the longer may JavaScript take for it: seconds for six characters.
  .filter((source) => source.length <= 150)

// Of a pattern that can be slow, JavaScript would never say what it answers.
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 6 }).map((characters) => characters.join(''))

// What zod, and those who write schemas by hand, ask of texts.
const PUBLISHED: ReadonlyArray<readonly [source: string, fits: string, not: string]> = [
  [
    "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
    'ann.lee@example.com',
    'ann..lee@example.com'
  ],
  ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'Passw0rd', 'password1'],
  [
    '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$',
    '0b5b6c1e-6f0a-4f53-8c2d-7d8b1a3e5f60',
    '0b5b6c1e'
  ],
  ['^\\p{L}[\\p{L}\\p{Nd}]*$', 'Žižkov3', '3'],
  ['^\\p{Script=Greek}+$', 'αβγ', 'abc'],
  ['\\S', ' a', '\u00a0\ufeff\v']
]

describe('linearPattern', () => {
  it('answers as JavaScript does', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 10, maxLength: 10 }), (source, texts) => {
        const own = new RegExp(source, 'u')
        const linear = linearPattern(source)
        for (const one of texts)
          expect(linear.test(one), `${source} for ${JSON.stringify(one)}`).to.equal(own.test(one))
      }),
      { numRuns: 200 }
    )
  })

  for (const [source, fits, not] of PUBLISHED)
    it(`runs ${source}`, () => {
      const linear = linearPattern(source)
      expect([linear.test(fits), linear.test(not)]).to.deep.equal([true, false])
      expect([fits, not].map((one) => new RegExp(source, 'u').test(one))).to.deep.equal([true, false])
    })

  it('takes linear time for patterns that would block the thread for good', () => {
    for (const source of [
      '^(a+)+$',
      '^(a|a)*$',
      '(x+x+)+y',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '^(?=(a+)+$)a',
      '^\\s*(\\w+\\s?)*$'
    ]) {
      const linear = linearPattern(source)
      expect(
        fastestMs(() => void linear.test(`${'a'.repeat(100_000)}!`)),
        source
      ).to.be.below(500)
    }
  })

  it('refuses what has no linear form, and says why', () => {
    const why = (source: string): string => {
      try {
        return String(linearPattern(source))
      } catch (thrown) {
        return thrown instanceof Error ? thrown.message.replace(/ \(.*\);/, ';') : ''
      }
    }
    const notLinear = 'a pattern cannot run in linear time; pass an `ajv` of your own that runs it'
    expect(
      ['(a)\\1', 'a(?=b)', '(?<!a)b', '^(?!a)b|c', '^.{1,2000}$', '('.repeat(1_001) + ')'.repeat(1_001)].map(why)
    ).to.deep.equal([...Array<string>(5).fill(notLinear), 'a pattern has more than 2000 characters'])
    expect(why('a(')).to.match(/^Invalid regular expression/)
  })
})

describe('a JSON Schema that a stranger wrote', () => {
  const ms = (schema: object, value: unknown): number => {
    const codec = fromJsonSchema(schema as { readonly type?: string })
    return fastestMs(() => expect(E.isLeft(codec.decode(value))).to.equal(true))
  }

  it('makes no value slow to check by its patterns', () => {
    const long = `${'a'.repeat(50_000)}!`
    expect(ms({ type: 'string', pattern: '^(a+)+$' }, long)).to.be.below(500)
    expect(ms({ patternProperties: { '^(a+)+!$': false } }, { [long]: 1 })).to.be.below(500)
  })

  it('nor by its formats', () => {
    const texts = ['https://', 'https://p:p@p-p.', 'a@', 'mailto:', '/', '{', '%41', '1', 'a.', '::', 'P1'].flatMap(
      (start) =>
        ['a', '.', '-', 'a.', ':', '@', '%41', '/', '0', '=', ' ', 'é', '{a}', '1:'].map(
          (one) => start + one.repeat(20_000) + '\n'
        )
    )
    for (const format of Object.keys(fullFormats)) {
      const codec = fromJsonSchema({ type: 'string', format })
      for (const one of texts)
        expect(
          fastestMs(() => void codec.decode(one)),
          `${format} ${one.slice(0, 20)}`
        ).to.be.below(50)
    }
  })

  it('nor by asking that no element stands twice', () => {
    const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, tags: ['a'] }))
    expect(ms({ type: 'array', uniqueItems: true }, [...rows, { tags: ['a'], id: 0 }])).to.be.below(1_000)
    expect(
      E.isRight(fromJsonSchema({ uniqueItems: true }).decode([1, '1', true, 'true', null, [1], { a: 1 }]))
    ).to.equal(true)
    expect(
      E.isLeft(
        fromJsonSchema({ uniqueItems: true }).decode([
          { a: 1, b: 2 },
          { b: 2, a: 1 }
        ])
      )
    ).to.equal(true)
  })

  it('is refused with the reason where a pattern has no linear form', () => {
    expect(() => fromJsonSchema({ type: 'string', pattern: '^(a)\\1$' })).to.throw(
      TypeError,
      /cannot run in linear time .*`ajv` of your own/
    )
  })
})
