import { expect } from 'chai'
import * as o from '../../lib/core/options.js'

const ONE = { n: 0, f: () => 1 }

/** What a kind refuses, by the sentence that it says of an option `n`. */
const refused = (kind: o.Kind<unknown>, values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.map((value) => {
    try {
      o.required(kind)(value, 'n')
      return 'taken'
    } catch (thrown) {
      return thrown instanceof TypeError ? thrown.message : thrown
    }
  })

describe('options', () => {
  const read = o.options('options', { n: o.optional(o.nonNegative, 3), f: o.required(o.func), s: o.optional(o.text) })

  it('fills in what is left out, and keeps what was given', () => {
    expect(read(ONE)).to.deep.equal({ ...ONE, s: undefined })
    expect(read({ f: ONE.f })).to.deep.equal({ n: 3, f: ONE.f, s: undefined })
  })

  it('names what is wrong, where it stands, and what was probably meant', () => {
    const cases: ReadonlyArray<readonly [unknown, string, string | undefined]> = [
      [undefined, 'Expected `options` to be an object.', undefined],
      [null, 'Expected `options` to be an object.', undefined],
      [[], 'Expected `options` to be an object.', undefined],
      [{}, 'Expected `f` to be a function.', undefined],
      [{ ...ONE, n: -1 }, 'Expected `n` to be a non-negative integer.', undefined],
      [{ ...ONE, nn: 1 }, 'Expected `options` to hold no `nn`: it may hold n, f, s.', undefined],
      [{ ...ONE, toString: 1 }, 'Expected `options` to hold no `toString`: it may hold n, f, s.', undefined],
      [7, 'Expected `rules.a` to be an object.', 'rules.a'],
      [{}, 'Expected `rules.a.f` to be a function.', 'rules.a'],
      [{ ...ONE, nn: 1 }, 'Expected `rules.a` to hold no `nn`: it may hold n, f, s.', 'rules.a']
    ]
    for (const [given, sentence, place] of cases)
      expect(() => read(given as object, place), sentence).to.throw(TypeError, sentence)
    expect(() => o.options('budget', { maxRetries: o.optional(o.nonNegative) })({ maxRetry: 1 })).to.throw(
      'Expected `budget` to hold no `maxRetry`: perhaps `maxRetries` was meant.'
    )
  })

  it('takes instances of classes, which may hold more, and reads what they inherit', () => {
    class Given {
      readonly more = 1
      f(): number {
        return this.more
      }
    }
    const given = new Given()
    expect(read(given).f).to.equal(given.f)
  })

  it('leaves out on request what was left out', () => {
    expect(o.given(read(ONE))).to.have.all.keys('n', 'f')
  })
})

describe('kinds of options', () => {
  it('take what they say, and nothing else', () => {
    const cases: ReadonlyArray<
      readonly [o.Kind<unknown>, string, taken: ReadonlyArray<unknown>, not: ReadonlyArray<unknown>]
    > = [
      [
        o.nonNegative,
        'a non-negative integer',
        [0, 1, Number.MAX_SAFE_INTEGER],
        [-1, 1.5, Number.NaN, Infinity, 2 ** 60]
      ],
      [o.positive, 'a positive integer', [1, 2 ** 40], [0, -1, 0.5, Number.NaN, Infinity, '1']],
      [
        o.milliseconds,
        'a whole number of milliseconds from 1 to 2147483647',
        [1, 2_147_483_647],
        [0, -1, 0.5, Number.NaN, Infinity, 2_147_483_648]
      ],
      [o.integerUpTo(5), 'an integer from 1 to 5', [1, 5], [0, 6, 1.5, '1']],
      [o.func, 'a function', [() => 1, class {}], [null, 1, {}, 'f']],
      [o.functions, 'an array of functions', [[], [() => 1]], [null, () => 1, [1]]],
      [o.flag, 'true or false', [true, false], [null, 0, 'true']],
      [o.text, 'a string', ['', 'a'], [null, 0]],
      [o.name, 'a non-empty string without U+0000 and lone surrogates', ['a', '🦊'], ['', null, 0, 'a\0b', '\ud83e']],
      [o.namesOf('tools'), 'names of tools', [[], ['a']], ['a', [''], [1]]],
      [o.signal, 'an AbortSignal', [new AbortController().signal], [null, {}, new AbortController()]],
      [o.having<Map<string, string>>(['get', 'set'], 'a map'), 'a map', [new Map()], [null, new Set(), undefined]],
      [o.choice('a', 'b'), "'a' or 'b'", ['a', 'b'], ['c', null, undefined]],
      [o.choice<boolean | string>(true, false, 'c'), "true, false or 'c'", [true, 'c'], ['true', 0]]
    ]
    for (const [kind, wants, taken, not] of cases) {
      expect(refused(kind, taken), wants).to.deep.equal(taken.map(() => 'taken'))
      expect(refused(kind, not), wants).to.deep.equal(not.map(() => `Expected \`n\` to be ${wants}.`))
    }
  })
})
