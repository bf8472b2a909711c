import { expect } from 'chai'
import * as fc from 'fast-check'
import { shown } from '../../lib/codec/shown.js'

describe('shown', () => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  class Odd extends Date {
    override toJSON(): string {
      throw new Error('odd')
    }
  }

  const cases: ReadonlyArray<readonly [string, unknown, string]> = [
    ['strings', 'it\'s "so"', '"it\'s \\"so\\""'],
    [
      'what moves or hides text',
      'a\n\u202eb\u200b\u2028\u{e0041}\ud800\u00ad',
      '"a\\n\\u202eb\\u200b\\u2028\\udb40\\udc41\\ud800\\u00ad"'
    ],
    ['chat markers', '<|im_start|>', '"‹|im_start|›"'],
    ['numbers', [1.5, -0, Number.NaN], '[1.5,0,NaN]'],
    ['bigints', [5n, -(10n ** 50n), 2n ** 128n, -(2n ** 128n)], '[5,bigint,bigint,bigint]'],
    ['null, booleans and undefined', [null, true, undefined], '[null,true,undefined]'],
    ['objects', { a: 1, 'b c': { d: [] } }, '{"a":1,"b c":{"d":[]}}'],
    ['holes', Array(2), '[undefined,undefined]'],
    ['dates', [new Date(0), new Date(Number.NaN)], '["1970-01-01T00:00:00.000Z","invalid date"]'],
    ['a date with a toJSON of its own', new Odd(), 'date'],
    ['bytes', { a: new Uint8Array(1000) }, '{"a":bytes}'],
    ['functions and symbols', [() => 1, Symbol('s')], '[function,symbol]'],
    [
      'getters, without running them',
      {
        get a() {
          throw new Error('ran')
        }
      },
      '{"a":…}'
    ],
    ['a revoked proxy', revoked, 'object'],
    [
      'a proxy that throws',
      {
        a: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('trap')
            }
          }
        )
      },
      'object'
    ],
    ['cycles', cyclic, `${'{"self":'.repeat(9)}{"self"…`],
    ['long strings, cut and closed', 'x'.repeat(1e6), `"${'x'.repeat(77)}…"`],
    ['escapes whole at the cut', '\u202e'.repeat(100), `"${'\\u202e'.repeat(12)}…"`],
    ['long arrays', Array.from({ length: 1000 }, () => 'ab'), `[${'"ab",'.repeat(15)}"ab…`],
    ['long keys', { ['k'.repeat(1e6)]: 1 }, `{"${'k'.repeat(77)}…`]
  ]
  for (const [what, value, text] of cases) {
    it(`writes ${what}`, () => {
      expect(shown(value)).to.equal(text)
    })
  }

  it('is one line of at most 80 characters, for anything', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withNullPrototype: true,
          withTypedArray: true,
          withSparseArray: true,
          withObjectString: true
        }),
        (value) => {
          expect(shown(value)).to.match(/^[^\r\n\u2028\u2029]{1,80}$/)
        }
      ),
      { numRuns: 500 }
    )
  })

  it('is the JSON of a value that is short enough', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' }), (value) => {
        const json = JSON.stringify(value)
        fc.pre(json.length <= 80 && !/<\||\|>|<\/|\[\/?INST\]|(?:Human|Assistant|System):/.test(json))
        expect(JSON.parse(shown(value))).to.deep.equal(JSON.parse(json))
      }),
      { numRuns: 500 }
    )
  })
})
