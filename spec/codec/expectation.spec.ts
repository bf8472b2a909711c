import { expect } from 'chai'
import * as t from 'io-ts'
import { expectationOf, ofLiterals } from '../../lib/codec/expectation.js'

const Opaque = new t.Type('Opaque', t.unknown.is, t.success, t.identity)

describe('expectationOf', () => {
  const cases: ReadonlyArray<readonly [t.Mixed, string, ReadonlyArray<string> | undefined]> = [
    [t.string, 'string', ['string']],
    [t.bigint, 'bigint', ['bigint']],
    [t.boolean, 'boolean', ['boolean']],
    [t.Function, 'function', ['function']],
    [t.void, 'undefined', ['undefined']],
    [t.undefined, 'undefined', ['undefined']],
    [t.null, 'null', ['null']],
    [t.unknown, 'any value', undefined],
    [t.any, 'any value', undefined],
    [t.UnknownArray, 'array', ['array']],
    [t.tuple([t.string, t.number]), 'array', ['array']],
    [t.UnknownRecord, 'object', ['object']],
    [t.record(t.string, t.number), 'object', ['object']],
    [t.strict({}), 'object', ['object']],
    [new t.StrictType('Strict', t.UnknownRecord.is, t.failure, t.identity, {}), 'object', ['object']],
    [t.never as unknown as t.Mixed, 'no value', ['never']],
    [t.literal('a'), '"a"', ['string']],
    [Opaque, 'Opaque', undefined],
    [new t.Type('', t.unknown.is, t.success, t.identity), 'another value', undefined],
    [new t.Type('two\nlines', t.unknown.is, t.success, t.identity), 'two lines', undefined],
    [t.union([t.string, t.null]), 'string or null', ['string', 'null']],
    [t.union([t.type({}), t.partial({}), t.undefined]), 'object', ['object', 'undefined']],
    [t.union([t.Int, Opaque]), 'integer or Opaque', undefined],
    [t.union([t.literal(1), t.union([t.literal(2), t.boolean])]), 'boolean or one of 1, 2', ['number', 'boolean']],
    [t.intersection([Opaque, t.type({})]), 'object', ['object']],
    [t.intersection([Opaque, Opaque]), 'Opaque', undefined],
    [t.intersection([] as unknown as [t.Mixed, t.Mixed]), 'any value', undefined],
    [t.refinement(Opaque, () => true, 'narrow'), 'Opaque (narrow)', undefined],
    [t.refinement(t.keyof({ a: null }), () => true, 'narrow'), '"a" (narrow)', ['string']]
  ]
  for (const [codec, mismatch, types] of cases) {
    it(`asks with ${JSON.stringify(codec.name)} for: ${mismatch}`, () => {
      // A wrapper is taken off, and not remembered.
      const expectation = expectationOf(t.readonly(codec))
      expect([expectation.mismatch, expectation.types]).to.deep.equal([mismatch, types])
    })
  }

  it('tells what a value of the right type lacks from what one of another type does', () => {
    const texts = (codec: t.Mixed) => {
      const { text, mismatch, kind } = expectationOf(codec)
      return [text, mismatch, kind]
    }
    expect(texts(t.readonly(t.string))).to.deep.equal(['valid string', 'string', 'constraint'])
    expect(texts(t.readonly(Opaque))).to.deep.equal(['Opaque', 'Opaque', 'format'])
    expect(texts(t.refinement(t.number, () => true, 'even'))).to.deep.equal(['even', 'number (even)', 'constraint'])
    expect(texts(t.refinement(t.number, () => true, 'even number'))).to.deep.equal([
      'even number',
      'even number',
      'constraint'
    ])
    expect(
      texts(
        t.refinement(t.number, function isEven() {
          return true
        })
      )
    ).to.deep.equal(['number that passes isEven', 'number', 'constraint'])
    expect(texts(t.refinement(t.number, () => true))).to.deep.equal(['another number', 'number', 'constraint'])
    expect(texts(t.refinement(t.number, () => true, ''))).to.deep.equal([
      'another number',
      'another number',
      'constraint'
    ])
  })

  it('answers once for a codec', () => {
    const codec = t.union([t.string, t.number])
    expect(expectationOf(codec)).to.equal(expectationOf(codec))
  })

  it('ends on a union that holds itself', () => {
    const Self: t.Type<unknown> = t.recursion('Self', (self) => t.union([t.string, self]) as t.Type<unknown>)
    expect(expectationOf(Self).mismatch).to.equal('string or any value')
  })

  it('ends on a recursion that is itself', () => {
    const Self: t.Type<unknown> = t.recursion('Self', (self) => self)
    expect(expectationOf(Self).mismatch).to.equal('Self')
  })
})

describe('ofLiterals', () => {
  it('reads the types of its members', () => {
    expect(ofLiterals(['a', 'b', 1])).to.deep.equal({
      text: 'one of "a", "b", 1',
      mismatch: 'one of "a", "b", 1',
      types: ['string', 'number'],
      literals: ['a', 'b', 1],
      others: [],
      kind: 'enum'
    })
  })
})
