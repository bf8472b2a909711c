import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  ask,
  FAIL,
  isPlain,
  merge,
  NOWHERE,
  record,
  RefusedWithoutError,
  strip,
  type Run
} from '../../../lib/codec/compile/run.js'

const texts: Run = (value) => (typeof value === 'string' ? value : FAIL)
const doubled: Run = (value) => (typeof value === 'number' ? value * 2 : FAIL)
const upper: Run = (key) => (key === '-' ? FAIL : String(key).toUpperCase())

describe('isPlain', () => {
  it('takes objects that a copy reads like', () => {
    const hidden = Object.defineProperty({ a: 1 }, 'b', { value: 1 })
    expect([isPlain({ a: 1 }, true), isPlain({ a: 1 }, false), isPlain({}, true)]).to.deep.equal([true, true, true])
    expect([
      isPlain(hidden, true),
      isPlain(Object.create(null) as object, true),
      isPlain(Object.create({ a: 1 }) as object, false),
      isPlain(JSON.parse('{"__proto__":1}') as object, false)
    ]).to.deep.equal([false, false, false, false])
    expect(isPlain(hidden, false), 'where nothing can be hidden').to.equal(true)
  })

  it('takes none where all objects inherit a key', () => {
    const prototype = Object.prototype as { inherited?: number }
    prototype.inherited = 1
    try {
      expect(isPlain({ a: 1 }, false)).to.equal(false)
    } finally {
      delete prototype.inherited
    }
    expect(isPlain({ a: 1 }, false)).to.equal(true)
  })
})

describe('ask', () => {
  it('takes the answer of the codec, and no refusal without an error', () => {
    expect([ask(t.string)('a', NOWHERE), ask(t.string)(1, NOWHERE)]).to.deep.equal(['a', FAIL])
    const silent = new t.Type<unknown>(
      'Silent',
      (_): _ is unknown => true,
      () => E.left([]),
      t.identity
    )
    expect(() => ask(silent)(1, NOWHERE)).to.throw(RefusedWithoutError)
  })
})

describe('strip', () => {
  it('copies only where something is dropped', () => {
    const o = { a: 1, b: 2 }
    expect(strip(o, new Set(['a', 'b', 'c']))).to.equal(o)
    expect(strip(o, new Set(['b']))).to.deep.equal({ b: 2 })
  })
})

describe('merge', () => {
  const base = { a: 1, b: 1 }

  it('gives back what nobody changed', () => {
    expect(merge(base, [base, base])).to.equal(base)
  })

  it('takes each key from the last that changed it', () => {
    expect(
      merge(base, [
        { a: 2, b: 1 },
        { a: 1, b: 3, c: 4 }
      ])
    ).to.deep.equal({ a: 2, b: 3, c: 4 })
    expect(merge(base, [{ a: 2, b: 1 }, { a: 3, b: 1 }, base])).to.deep.equal({ a: 3, b: 1 })
  })

  it('takes the last of what is no object', () => {
    expect(merge('a', ['a', 'A', 'Ä', 'b'])).to.equal('b')
    expect(merge('a', [{ a: 1 }, { a: 2 }])).to.deep.equal({ a: 2 })
  })
})

describe('record', () => {
  it('decodes keys and values, and drops keys that the domain refuses', () => {
    expect(record(upper, doubled, false)({ a: 1, '-': 'x', b: 2 }, NOWHERE)).to.deep.equal({ A: 2, B: 4 })
    expect(record(upper, doubled, false)({ a: 'x' }, NOWHERE)).to.equal(FAIL)
  })

  it('gives back what does not change', () => {
    const o = { a: 'a', b: 'b' }
    expect(record(texts, texts, false)(o, NOWHERE)).to.equal(o)
  })

  it('refuses what is no object, but for arrays where they are let through', () => {
    const list = ['a']
    expect([
      record(texts, texts, false)(list, NOWHERE),
      record(texts, texts, true)(1, NOWHERE),
      record(texts, texts, true)(null, NOWHERE)
    ]).to.deep.equal([FAIL, FAIL, FAIL])
    expect(record(texts, texts, true)(list, NOWHERE)).to.equal(list)
  })
})
