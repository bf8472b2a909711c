import { expect } from 'chai'
import { nearestFinder } from '#core/errors'

describe('nearestFinder', () => {
  const statuses = ['placed', 'shipped', 'delivered', 'cancelled', null, 5]
  const cases: ReadonlyArray<readonly [unknown, ReadonlyArray<string | number | null>, string | undefined]> = [
    ['shipping', statuses, 'shipped'],
    [' SHIPPED ', statuses, 'shipped'],
    ['canceled', statuses, 'cancelled'],
    [`${' '.repeat(20)}placed`, statuses, 'placed'],
    ['placed', [`${' '.repeat(20)}placed`], `${' '.repeat(20)}placed`],
    ['shiped', ['shipped', 'shaped', 'sloped'], 'shipped'],
    ['In progres', ['in_progress', 'done'], 'in_progress'],
    ['shipd', ['shaped', 'shipped', 'ship'], 'ship'],
    ['refunded', statuses, undefined],
    ['closed', statuses, undefined],
    ['on', ['off', 'of'], undefined],
    ['a', ['b'], undefined],
    ['', ['a'], undefined],
    [5, statuses, undefined],
    ['x'.repeat(65), ['x'.repeat(64)], undefined],
    ['x'.repeat(64), ['x'.repeat(65)], undefined],
    ['x'.repeat(64), [`${'x'.repeat(63)}y`], `${'x'.repeat(63)}y`]
  ]
  for (const [value, members, nearest] of cases) {
    it(`finds ${JSON.stringify(nearest)} for ${JSON.stringify(value)}`, () => {
      expect(nearestFinder()(value, members)).to.equal(nearest)
    })
  }

  const opposites: ReadonlyArray<readonly [string, string]> = [
    ['block', 'unblock'],
    ['paid', 'unpaid'],
    ['active', 'inactive'],
    ['activate', 'deactivate'],
    ['include', 'exclude'],
    ['increase', 'decrease'],
    ['encrypt', 'decrypt'],
    ['enable', 'disable'],
    ['subscribe', 'unsubscribe'],
    ['ascending', 'descending'],
    ['minimum', 'maximum'],
    ['import', 'export'],
    ['production', 'preproduction'],
    ['started', 'not_started'],
    ['hypertension', 'hypotension'],
    ['upload', 'update']
  ]
  for (const [one, other] of opposites)
    it(`takes neither of ${one} and ${other} for the other`, () => {
      expect([nearestFinder()(one, [other, 'hold']), nearestFinder()(other, [one])]).to.deep.equal([
        undefined,
        undefined
      ])
    })

  it('stops when it has compared enough', () => {
    const nearest = nearestFinder(3)
    expect([nearest('bb', ['xx', 'bb']), nearest('bb', ['bb']), nearest('bb', ['bb'])]).to.deep.equal([
      'bb',
      'bb',
      undefined
    ])
  })
})
