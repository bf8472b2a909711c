import { expect } from 'chai'
import { AbortedError, openSqlDeadline, orAborted } from '../../../lib/tools/sql/deadline.js'

const never = new AbortController().signal

const statementMsOf = (timeoutMs: number, passed: number): number => {
  let now = 1_000
  const deadline = openSqlDeadline(timeoutMs, never, () => now)
  now += passed
  deadline.close()
  return deadline.statementMs()
}

const outcomeOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((thrown: unknown) => thrown)

describe('openSqlDeadline', () => {
  it('gives the server less than the whole time', () => {
    expect(statementMsOf(30_000, 0)).to.equal(29_000)
    expect(statementMsOf(30_000, 10_000)).to.equal(19_000)
    expect(statementMsOf(5_000, 0)).to.equal(4_500)
    expect(statementMsOf(1_000, 0)).to.equal(800)
    expect(statementMsOf(100, 0)).to.equal(50)
  })

  it('gives it no time without end, which 0 would mean', () => {
    expect(statementMsOf(100, 1_000)).to.equal(1)
    expect(statementMsOf(1, 0)).to.equal(1)
  })

  it('is aborted before the time is over', async () => {
    const started = performance.now()
    const deadline = openSqlDeadline(60, never)
    await new Promise((resolve) => {
      deadline.signal.addEventListener('abort', resolve)
    })
    expect(performance.now() - started).to.be.within(40, 120)
    expect(deadline.isOver()).to.equal(true)
    deadline.close()
  })

  it('is aborted when the caller gives up, before or after', () => {
    expect(openSqlDeadline(10, AbortSignal.abort()).signal.aborted).to.equal(true)
    const caller = new AbortController()
    const deadline = openSqlDeadline(10_000, caller.signal)
    caller.abort()
    expect([deadline.signal.aborted, deadline.isOver()]).to.deep.equal([true, false])
    deadline.close()
  })
})

describe('orAborted', () => {
  it('gives what the promise gives', async () => {
    expect(await orAborted(Promise.resolve(1), never)).to.equal(1)
    const thrown = new Error('x')
    expect(await outcomeOf(orAborted(Promise.reject(thrown), never))).to.equal(thrown)
  })

  it('gives up when the signal is aborted, and swallows what comes later', async () => {
    const controller = new AbortController()
    const waiting = outcomeOf(
      orAborted(
        new Promise((_, reject) => {
          setTimeout(reject, 5, new Error('late'))
        }),
        controller.signal
      )
    )
    controller.abort()
    expect(await waiting).to.be.instanceOf(AbortedError)
    expect(await outcomeOf(orAborted(Promise.resolve(1), AbortSignal.abort()))).to.be.instanceOf(AbortedError)
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  })
})
