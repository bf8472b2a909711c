/** Whom the loops ask, and about what: each of the eight places does what the first does. */
import { expect } from 'chai'
import { FAIL, NOWHERE, type Fields } from '../../../lib/codec/compile/run.js'
import { block, copy, items, type Block, type BlockField } from '../../../lib/codec/compile/stamp.js'

const SURROUNDINGS = { FAIL, isArray: Array.isArray }
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7]
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8]

const objectOf = (valueOf: (place: number) => unknown): Fields =>
  Object.fromEntries(PLACES.map((place) => [`k${place}`, valueOf(place)]))

/** A block over `count` of eight fields that doubles numbers and refuses booleans, and all that it asked. */
const watched = (count: number, more: Partial<Block> = {}, field: Partial<BlockField> = {}) => {
  const asked: Array<string> = []
  const fields = PLACES.map((place): BlockField => ({
    key: `k${place}`,
    type: 'string',
    nothing: null,
    absent: undefined,
    slot: place,
    run: (value) => {
      asked.push(`run ${place}`)
      return typeof value === 'boolean' ? FAIL : typeof value === 'number' ? value * 2 : value
    },
    ...field
  }))
  const run = block(
    {
      fields,
      count,
      position: 10,
      head: true,
      next: undefined,
      put: (slots = [], slot, value, before) => [...slots, `${slot}: ${String(before)} to ${String(value)}`],
      accepted: (_, slots) => slots ?? 'accepted',
      refused: (_, slots, __, position) => [...slots, `refused at ${position}`],
      always: false,
      ...more
    },
    SURROUNDINGS
  )
  return { asked, run }
}

const upTo = (count: number): ReadonlyArray<string> => PLACES.slice(0, count).map((place) => `run ${place}`)

describe('block', () => {
  for (const count of COUNTS) {
    describe(`of ${count}`, () => {
      it('asks nobody about what is accepted at a glance', () => {
        for (const value of ['text', null, undefined]) {
          const { asked, run } = watched(count)
          const o = objectOf(() => value)
          expect([run(o, NOWHERE, undefined) === o, asked]).to.deep.equal([true, []])
        }
      })

      it('asks about every other value of its fields, and about NaN', () => {
        for (const [value, type] of [
          [{}, 'string'],
          [Number.NaN, 'number']
        ] as const) {
          const { asked, run } = watched(count, {}, { type })
          run(
            objectOf(() => value),
            NOWHERE,
            undefined
          )
          expect(asked).to.deep.equal(upTo(count))
        }
        const numbers = watched(count, {}, { type: 'number' })
        numbers.run(
          objectOf(() => 1),
          NOWHERE,
          undefined
        )
        expect(numbers.asked).to.deep.equal([])
      })

      it('notes each change, and gives back what did not change', () => {
        expect(
          watched(count).run(
            objectOf((place) => place + 1),
            NOWHERE,
            undefined
          )
        ).to.deep.equal(PLACES.slice(0, count).map((place) => `${place}: ${place + 1} to ${(place + 1) * 2}`))
        const o = objectOf(() => Math.max)
        expect(watched(count).run(o, NOWHERE, undefined)).to.equal(o)
      })

      it('refuses at once, or says at which field once something had changed', () => {
        const last = count - 1
        const { asked, run } = watched(count)
        expect(
          run(
            objectOf((place) => (place === last ? true : 'text')),
            NOWHERE,
            undefined
          )
        ).to.equal(FAIL)
        expect(asked).to.deep.equal([`run ${last}`])
        expect(
          watched(count, { head: false }).run(
            objectOf((place) => (place === last ? true : 'text')),
            NOWHERE,
            ['before']
          )
        ).to.deep.equal(['before', `refused at ${10 + last}`])
      })
    })
  }

  it('takes objects alone where it comes first', () => {
    expect(
      [5, null, [], 'text'].map((value) => watched(1).run(value as unknown as Fields, NOWHERE, undefined))
    ).to.deep.equal([FAIL, FAIL, FAIL, FAIL])
    const o = objectOf(() => 'text')
    expect([
      watched(1).run(o, NOWHERE, ['not its own']),
      watched(1, { head: false }).run(o, NOWHERE, ['before'])
    ]).to.deep.equal([o, ['before']])
  })

  it('hands on what it found to the next, or finishes', () => {
    const next: Block['next'] = (_, context, slots) => [context, slots]
    expect(
      watched(1, { next, always: true }).run(
        objectOf(() => 1),
        NOWHERE,
        undefined
      )
    ).to.deep.equal([NOWHERE, ['0: 1 to 2']])
    expect(
      watched(1, { always: true }).run(
        objectOf(() => 'text'),
        NOWHERE,
        undefined
      )
    ).to.equal('accepted')
  })
})

describe('items', () => {
  const watchedItems = (type: string) => {
    const asked: Array<unknown> = []
    const run = items(
      {
        type,
        run: (value, _, i) => {
          asked.push(i)
          return typeof value === 'boolean' ? FAIL : typeof value === 'number' ? value * 2 : value
        },
        stop: (list, position) => [list, position]
      },
      SURROUNDINGS
    )
    return { asked, run }
  }

  it('asks about what is not accepted at a glance, and copies for the first change', () => {
    const { asked, run } = watchedItems('string')
    const list = ['a', 1, {}, 2]
    expect([run(list, NOWHERE), asked, list]).to.deep.equal([
      ['a', 2, {}, 4],
      [1, 2, 3],
      ['a', 1, {}, 2]
    ])
    const same = ['a', {}]
    expect(run(same, NOWHERE)).to.equal(same)
  })

  it('asks about NaN, and nobody about numbers', () => {
    const { asked, run } = watchedItems('number')
    run([1, Number.NaN, 2], NOWHERE)
    expect(asked).to.deep.equal([1])
  })

  it('stops at what is refused, and takes arrays alone', () => {
    const list = ['a', true, true]
    expect([
      watchedItems('string').run(list, NOWHERE),
      watchedItems('string').run({ length: 1 }, NOWHERE)
    ]).to.deep.equal([[list, 1], FAIL])
  })
})

describe('copy', () => {
  const keys = PLACES.map((place) => `k${place}`)

  for (const count of COUNTS) {
    it(`of ${count} takes so many keys, in the order of its template`, () => {
      const o = objectOf((place) => place)
      const template = Object.fromEntries(
        keys
          .slice(0, count)
          .toReversed()
          .map((key) => [key, null])
      )
      const made = copy({ count, keys, template, next: undefined })(o, undefined)
      expect(Object.entries(made)).to.deep.equal(
        Object.entries(objectOf((place) => place))
          .slice(0, count)
          .toReversed()
      )
      expect(template['k0'], 'the template stays as it is').to.equal(null)
    })
  }

  it('goes on with the next, in the same object', () => {
    const next = copy({ count: 1, keys: ['b'], template: undefined, next: undefined })
    const made = copy({ count: 1, keys: ['a'], template: { a: null, b: null }, next })({ a: 1, b: 2, c: 3 }, undefined)
    expect(made).to.deep.equal({ a: 1, b: 2 })
  })
})
