import * as t from 'io-ts'
import { guardedCall, openTurn } from '../../lib/index.js'
import { expectRight } from '../helpers/either.js'

describe('a guarded call, whose data is longer than any text,', () => {
  it('answers', async () => {
    const long = 'x'.repeat(2 ** 20)
    const run = () => Array<string>(600).fill(long)
    expectRight(await openTurn().run(guardedCall({ name: 'x', effect: 'read', run, maxBytes: 2 ** 30 }, t.unknown)()))
  })
})
