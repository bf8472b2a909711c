/**
 * What copies, keys, redacts, reads or records takes time in proportion to what it is given, and none for what is too
 * large.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { types } from 'node:util'
import { canonicalText, parseJsonText, wholeElements } from '#core/json'
import { redactor, responseRedactor } from '#core/redact'
import { copyData } from '#core/foreign'
import { callKeyOf } from '../lib/guard/arguments.js'
import { guardedCall } from '../lib/guard/guarded-call.js'
import { openTurn } from '../lib/guard/session.js'
import { writeData } from '../lib/traffic/answer-data.js'
import { expectLeft } from './helpers/either.js'
import { fastestMs } from './helpers/fastest-ms.js'

// -- inputs of about so many characters

const INPUTS: Readonly<Record<string, (size: number) => unknown>> = {
  'a long text': (size) => 'x'.repeat(size),
  'a text of quotes': (size) => '"\\'.repeat(size / 2),
  'a text of pairs': (size) => 'token=abc '.repeat(size / 10),
  'many keys': (size) => Object.fromEntries(Array.from({ length: size / 10 }, (_, i) => [`key${i}`, i])),
  'one long key': (size) => ({ ['k'.repeat(size)]: 1 }),
  'many elements': (size) => Array.from({ length: size / 2 }, (_, i) => i % 10),
  'many texts': (size) => Array.from({ length: size / 10 }, (_, i) => `text ${i}`),
  'many rows': (size) => Array.from({ length: size / 40 }, (_, id) => ({ id, name: 'A. N. Other', tags: ['a', 'b'] })),
  bytes: (size) => new Uint8Array(size)
}

const redact = redactor({ maxLength: 1e9, maxChars: 1e9, maxValues: 1e9 })
const redactAnswer = responseRedactor()
const isProxy = types.isProxy

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const WORK: Readonly<Record<string, (value: unknown) => unknown>> = {
  'to copy': (value) => copyData(value, { isProxy }),
  'to key': callKeyOf,
  'to tell apart': (value) => canonicalText(value),
  'to redact': redact,
  'to write for a recording': (value) => writeData(value, 1e9),
  'to redact for a recording': (value) => redactAnswer(asText(value)),
  'to read': (value) => parseJsonText(asText(value), { bytes: 0, cutInsideCharacter: false }),
  'to read where it is cut': (value) =>
    parseJsonText(asText(value).slice(0, -1), { bytes: 0, cutInsideCharacter: false }),
  'to salvage': (value) => wholeElements(asText(value).slice(0, -1), [])
}

const SMALL = 5_000
const TIMES = 32

describe('the time that is taken', () => {
  for (const [work, run] of Object.entries(WORK)) {
    it(`${work} grows no faster than what is given`, () => {
      for (const [name, make] of Object.entries(INPUTS)) {
        if (name === 'bytes' && work !== 'to copy' && work !== 'to key') continue
        const [small, large] = [make(SMALL), make(SMALL * TIMES)]
        // Quadratic would be 1,024 times as long; a busy machine and objects of many keys are not.
        const bound = (few: number): number => Math.max(few, 1) * TIMES * 10
        // Only what seems slow is measured again, and against the small one.
        if (fastestMs(() => void run(large), 1) < bound(0)) continue
        const few = fastestMs(() => void run(small), 3)
        const many = fastestMs(() => void run(large), 3)
        expect(many, `${name}: ${few} ms, then ${many} ms`).to.be.below(bound(few))
      }
    })
  }
})

describe('arguments and answers that are too large', () => {
  const kinds = { bytes: INPUTS['bytes']!, 'a long text': INPUTS['a long text']!, 'many texts': INPUTS['many texts']! }

  it('are refused without being copied', async () => {
    const call = guardedCall({ name: 'store', effect: 'read', run: () => 'null' }, t.null)
    for (const [name, make] of Object.entries(kinds)) {
      const [much, more] = [{ data: make(5_000_000) }, { data: make(40_000_000) }]
      expect(expectLeft(await openTurn().run(call(more)))).to.include({ code: 'invalid_arguments' })
      const copying = fastestMs(() => void structuredClone(much), 3)
      expect(
        fastestMs(() => void callKeyOf(more), 3),
        name
      ).to.be.below(Math.max(50, copying * 10))
    }
  })

  it('are counted as too large, and nothing of them is kept', async () => {
    const answering = (value: unknown, maxBytes: number) =>
      openTurn().run(guardedCall({ name: 'load', effect: 'read', run: () => value, maxBytes }, t.unknown)())
    for (const make of Object.values(kinds)) {
      expect(expectLeft(await answering({ data: make(500_000) }, 400_000)).code).to.equal('too_large')
      expect(E.isRight(await answering({ data: make(500_000) }, 600_000))).to.equal(true)
    }
  })
})
