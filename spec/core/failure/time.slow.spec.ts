import { expect } from 'chai'
import { admitsFailure, statesEffect } from '#core/failure'
import { fastestMs } from '../../helpers/fastest-ms.js'

const filled = (unit: string, length: number): string => unit.repeat(length / unit.length)

const PRINTED = ['uploading x ok\n', '[', 'a: ', '1:1 ', 'exit with ', '\n', '<error ', 'ROLLBACK ', 'A', '. ']

const WORDS = ['a', '1', ' ', '\n', 'a\n', ': ', "'a'", 'was ', 'before ', 'idempotency key ', '(', '1,b,\n', 'a=b&']
const NAMES = ['_revert', 'undo_']
const MARKUP = ['<', '<a ', '<a b="c"/>', '<i>x</i>', '<![CDATA[', 'a ', 'a="b" ']

describe('a failure is looked for in less than a second', () => {
  const expectSoon = (run: () => unknown, name: string): void => {
    const ms = fastestMs(() => void run(), 2)
    expect(ms, name).to.be.below(1_000)
  }

  it('in a million characters that a program printed', () => {
    for (const unit of PRINTED)
      for (const raw of [filled(unit, 1e6), { output: filled(unit, 1e6) }])
        expectSoon(() => admitsFailure(raw), JSON.stringify(unit))
  })

  it('in as much of a body as is judged', () => {
    for (const body of [
      ...[...WORDS, ...NAMES].map((unit) => filled(unit, 65_000)),
      { e: Array.from({ length: 15_000 }, () => ({})) },
      { e: Array.from({ length: 20_000 }, () => '[') },
      Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, 0]))
    ])
      expectSoon(() => statesEffect(body), JSON.stringify(body).slice(0, 40))
  })

  it('in markup, also where it is longer than is judged', () => {
    for (const unit of MARKUP)
      for (const length of [65_000, 4_000_000])
        expectSoon(() => statesEffect(`<r ${filled(unit, length)}`), `${unit}, ${length}`)
  })
})
