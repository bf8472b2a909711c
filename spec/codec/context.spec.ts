import { expect } from 'chai'
import * as t from 'io-ts'
import { unknownField } from '../../lib/codec/closed.js'
import { keyOf, roleOf } from '../../lib/codec/context.js'
import { unwrap } from '../../lib/codec/inspect.js'

const entry = (key: string, actual: unknown, type: t.Decoder<unknown, unknown> = t.string): t.ContextEntry => ({
  key,
  type,
  actual
})

const Opaque: t.Mixed = new t.Type<unknown>('Opaque', t.unknown.is, t.success, t.identity)
const Struct = t.type({ a: t.string })

const baseOf = (codec: t.Mixed) => unwrap(codec).base

describe('roleOf', () => {
  it('is that of a member or a branch where the codec is an intersection or a union, whatever is there', () => {
    for (const actual of [5, Number.NaN]) {
      expect(roleOf(baseOf(t.intersection([Struct, Struct])), entry('', 5), entry('0', actual))).to.equal('member')
      expect(roleOf(baseOf(t.union([Struct, t.string])), entry('', 5), entry('0', actual))).to.equal('branch')
      expect(roleOf(baseOf(t.array(t.string)), entry('', 5), entry('0', actual))).to.equal('step')
    }
  })

  it('is told by the value beneath an opaque codec', () => {
    const value = { a: 1 }
    expect([
      roleOf(undefined, entry('', value), entry('0', value)),
      roleOf(undefined, entry('', value), entry('a', value)),
      roleOf(undefined, entry('', [1]), entry('0', 1))
    ]).to.deep.equal(['branch', 'step', 'step'])
  })

  it('is that of a step for a key that a closed codec does not know', () => {
    expect(roleOf(baseOf(t.intersection([Struct, Struct])), entry('', {}), entry('x', 1, unknownField))).to.equal(
      'step'
    )
  })
})

describe('keyOf', () => {
  const object = { 0: 'x' }

  it('is a position in what reads arrays, and a key in what reads objects', () => {
    for (const codec of [t.array(t.string), t.readonlyArray(t.string), t.tuple([t.string])])
      expect(keyOf(baseOf(codec), entry('', object), '0'), codec.name).to.equal(0)
    for (const codec of [Struct, t.record(t.string, t.string)])
      expect(keyOf(baseOf(codec), entry('', []), '0'), codec.name).to.equal('0')
  })

  it('is told by the value beneath an opaque codec', () => {
    const keyIn = (actual: unknown, key: string) => keyOf(baseOf(Opaque), entry('', actual), key)
    expect([
      keyIn(object, '0'),
      keyIn({}, '0'),
      keyIn([], '0'),
      keyIn('[]', '12'),
      keyIn([], '01'),
      keyIn([], 'a')
    ]).to.deep.equal(['0', 0, 0, 12, '01', 'a'])
  })
})
