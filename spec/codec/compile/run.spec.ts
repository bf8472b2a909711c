import { expect } from 'chai'
import { FAIL, Memo } from '../../../lib/codec/compile/run.js'

describe('Memo', () => {
  it('knows the object that a union refused last, until it forgets', () => {
    const memo = new Memo()
    const [one, two] = [{}, {}]
    expect([memo.wasRefused(0, one, false), memo.wasRefused(0, undefined, false)]).to.deep.equal([false, false])
    expect([
      memo.refuse(0, one),
      memo.wasRefused(0, one, false),
      memo.wasRefused(0, two, false),
      memo.wasRefused(1, one, false)
    ]).to.deep.equal([FAIL, true, false, false])
    memo.refuse(0, two)
    expect([memo.wasRefused(0, one, false), memo.wasRefused(0, two, false)]).to.deep.equal([false, true])
    memo.forget()
    expect(memo.wasRefused(0, two, false)).to.equal(false)
  })

  it('keeps no text or number, which cost nothing to refuse again', () => {
    const memo = new Memo()
    expect([memo.refuse(0, 'text'), memo.wasRefused(0, 'text', false)]).to.deep.equal([FAIL, false])
  })

  it('asks user code again, which may answer by where it stands, but for ten thousand refusals within one value', () => {
    const memo = new Memo()
    const value = {}
    for (let i = 0; i < 10_000; i++) memo.refuse(0, value)
    expect(memo.wasRefused(0, value, true)).to.equal(false)
    memo.refuse(0, value)
    expect([memo.wasRefused(0, value, true), memo.wasRefused(0, {}, true)]).to.deep.equal([true, false])
    memo.forget()
    memo.refuse(0, value)
    expect(memo.wasRefused(0, value, true)).to.equal(false)
  })
})
