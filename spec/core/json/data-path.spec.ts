import { expect } from 'chai'
import type { Path } from '#core/errors'
import { changedFields } from '#core/json'

describe('changedFields', () => {
  const cases: ReadonlyArray<readonly [string, unknown, unknown, ReadonlyArray<Path>, ReadonlyArray<string>]> = [
    ['nothing where nothing changed', { a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, [], []],
    ['nothing where only what was mentioned changed', { a: 'x', b: 1 }, { a: 1, b: 1 }, [['a']], []],
    ['a field that was not mentioned', { a: 'x', b: 1 }, { a: 1, b: 2 }, [['a']], ['b']],
    ['a field inside', { a: { b: { c: 1, d: 'x' } } }, { a: { b: { c: 2, d: 1 } } }, [['a', 'b', 'd']], ['a.b.c']],
    ['what lies below a mentioned field is mentioned', { a: 'x', b: 1 }, { a: { b: 2 }, b: 1 }, [['a']], []],
    ['an element', { a: [1, 2] }, { a: [1, 3] }, [], ['a.1']],
    ['an array whose length changed', { a: [1, 2] }, { a: [1] }, [], ['a']],
    [
      'not an array whose length changed where one of its elements was mentioned',
      { a: [1, 'x'] },
      { a: [1] },
      [['a', 1]],
      []
    ],
    ['a field that came or went', { a: 1 }, { b: 1 }, [], ['a', 'b']],
    ['not an unknown field that was to be removed', { a: 1, x: 1 }, { a: 1 }, [['x']], []],
    ['a change of type', { a: 1, b: {}, c: [] }, { a: '1', b: [], c: null }, [], ['a', 'b', 'c']],
    ['null for an object', { a: null }, { a: {} }, [], ['a']],
    ['the root', 1, 2, [], ['<root>']],
    ['nothing where the root was mentioned', 'x', { a: 1 }, [[]], []],
    ['zeros are one', { a: 0 }, { a: -0 }, [], []],
    ['keys of the prototype are keys', { a: 1 }, { a: 1, constructor: 1 }, [], ['constructor']]
  ]
  for (const [what, before, after, mentioned, changed] of cases) {
    it(what, () => expect(changedFields(before, after, mentioned)).to.deep.equal(changed))
  }

  it('lists at most a hundred', () => {
    expect(
      changedFields(
        Array.from({ length: 500 }, () => 1),
        Array.from({ length: 500 }, () => 2),
        []
      )
    ).to.have.length(100)
  })
})
