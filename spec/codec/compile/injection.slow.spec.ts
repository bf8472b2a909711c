/** Tries to break out of the generated code, from every place where something foreign comes near it. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as fc from 'fast-check'
import * as t from 'io-ts'
import { Engine } from '../../../lib/codec/compile/engine.js'
import { LeftToIoTs } from '../../../lib/codec/compile/run.js'
import { runs } from '../../helpers/runs.js'
import { answerDifference } from './same-answer.js'

const HOSTILE = [
  '"];process.exit()//',
  "'];process.exit()//",
  '`];process.exit()//',
  '${globalThis.broken = 1}',
  '*/globalThis.broken = 1/*',
  '\\"];globalThis.broken = 1//',
  '\n};globalThis.broken = 1;{',
  '\u2028globalThis.broken = 1\u2029',
  '\u0000',
  '\ud800',
  '\udfff\ud83d',
  '</script><script>broken = 1</script>',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'v',
  'c',
  'FAIL',
  'd0',
  'n0',
  'kit',
  'values',
  'arguments',
  'eval',
  '0',
  '-0',
  '1e3',
  '',
  ' '
]

const named = <C extends t.Mixed>(codec: C, name: string): C => Object.assign(codec, { name })

const check = (codec: t.Mixed, values: ReadonlyArray<unknown>): void => {
  for (const generates of [true, false]) {
    const engine = new Engine(codec, {
      generates: () => generates,

      from: 1,
      onThrow: (thrown) => {
        if (!(thrown instanceof LeftToIoTs)) throw thrown
      }
    })
    for (const value of values) {
      // Often enough for builders of their own to be generated from the keys.
      for (let i = 0; i < 20; i++)
        expect(
          answerDifference(value, codec.decode(value), engine.decode(value, Infinity)),
          `${generates}, ${codec.name}`
        ).to.equal(undefined)
    }
  }
}

const own = (key: string, value: unknown): Record<string, unknown> =>
  Object.defineProperty({}, key, { value, enumerable: true, writable: true, configurable: true })

// Every shape that has a key, a literal, a tag or a name.
const checkAll = (text: string): void => {
  const object = { ...own(text, 'x') }
  const more = Object.defineProperty({ ...own(text, 'x') }, `${text}.more`, { value: 1, enumerable: true })
  const twice = Object.defineProperty({ ...own('a', 'x') }, text, { value: { [`${text}!`]: 1 }, enumerable: true })
  const props = Object.fromEntries([[text, t.string]])
  check(named(t.type(props), text), [object, more, {}, own(text, 1)])
  check(t.partial(props, text), [object, more, {}, own(text, 1)])
  check(t.strict(props), [object, more, {}])
  check(t.strict({ a: t.string, ...Object.fromEntries([[text, t.strict({ b: t.unknown })]]) }), [
    twice,
    { ...object, a: 'x' }
  ])
  check(t.exact(t.intersection([t.type(props), t.partial({ other: t.string })])), [object, more])
  check(t.literal(text), [text, 'other'])
  check(t.type({ a: t.literal(text, text) }), [{ a: text }, { a: 1 }])
  check(t.union([t.literal(text), t.literal('other'), t.literal(1)]), [text, 'other', 1, 2])
  check(
    t.union(
      ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', text].map((one) => t.literal(one)) as ReadonlyArray<t.Mixed> as [
        t.Mixed,
        t.Mixed
      ]
    ),
    [text, 'b', 'x']
  )
  check(t.keyof(Object.fromEntries([[text, null]])), [text, 'other'])
  check(t.record(t.literal(text), t.string), [object, more])
  check(t.record(t.string, t.literal(text)), [own(text, text), own(text, 1)])
  check(
    t.refinement(t.string, (s) => s === text, text),
    [text, 'other']
  )
  const tagged = (tag: string): t.Mixed =>
    t.union([t.type({ [tag]: t.literal(text), a: t.string }), t.type({ [tag]: t.literal(`${text}2`), b: t.string })])
  check(tagged('kind'), [{ kind: text, a: 'a' }, { kind: text }, { kind: 'other' }])
  // io-ts itself cannot make a union of types that are tagged by some of these keys.
  const byTag = E.tryCatch(() => tagged(text), String)
  if (E.isRight(byTag)) check(byTag.right, [{ ...own(text, text), a: 'a' }, own(text, 'other')])
}

describe('generated code', () => {
  it('is not broken by hostile keys, literals, tags and names', () => {
    for (const text of HOSTILE) checkAll(text)
    expect('broken' in globalThis).to.equal(false)
  })

  it('is not broken by any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        checkAll(text)
      }),
      { numRuns: runs(60) }
    )
    fc.assert(
      fc.property(fc.stringMatching(/^["'`\\${}[\]();/*\n\r\u2028a]{1,6}$/), (text) => {
        checkAll(text)
      }),
      { numRuns: runs(60) }
    )
  })

  it('gives odd literals as they are', () => {
    const odd = [
      0,
      -0,
      1e21,
      -1,
      1.5,
      Infinity,
      -Infinity,
      NaN,
      2 ** 53,
      true,
      false,
      null,
      undefined,
      10n,
      Symbol.iterator
    ]
    for (const value of odd)
      check(t.union([t.literal(value as number, 'odd'), t.literal('other')]), [value, 'other', ...odd])
  })
})
