import { expect } from 'chai'
import { getEventListeners } from 'node:events'
import { readFile } from 'node:fs/promises'
import { onAbort, timedSignal, waitFor } from '#core/foreign'

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

describe('onAbort', () => {
  it('has one listener for all who wait, which goes with the last of them', () => {
    const { signal } = new AbortController()
    const stops = [onAbort(signal, () => {}), onAbort(signal, () => {})]
    const during = listeners(signal)
    const after = stops.map((stop) => {
      stop()
      return listeners(signal)
    })
    stops[0]?.()
    const again = onAbort(signal, () => {})
    stops[1]?.()
    const still = listeners(signal)
    again()
    expect([during, ...after, still, listeners(signal)]).to.deep.equal([1, 1, 0, 1, 0])
  })

  it('calls everyone back once, and who comes late at once', () => {
    const controller = new AbortController()
    const called: Array<string> = []
    onAbort(controller.signal, () => called.push('first'))
    onAbort(controller.signal, () => called.push('second'))
    onAbort(controller.signal, () => called.push('never'))()
    controller.abort()
    onAbort(controller.signal, () => called.push('late'))
    expect([called, listeners(controller.signal)]).to.deep.equal([['first', 'second', 'late'], 0])
  })
})

describe('timedSignal', () => {
  it('aborts for the reason of its caller, or when its time is over', async () => {
    const caller = new AbortController()
    const [followed, timed] = [timedSignal(60_000, caller.signal), timedSignal(1, new AbortController().signal)]
    caller.abort('enough')
    await waitFor(() => new Promise(() => {}), { signals: [timed.signal] })
    followed.close()
    expect([followed.signal.reason, (timed.signal.reason as Error).name]).to.deep.equal(['enough', 'TimeoutError'])
  })

  it('lets go of its caller', () => {
    const { signal } = new AbortController()
    timedSignal(60_000, signal).close()
    expect(listeners(signal)).to.equal(0)
  })
})

describe('a thread that was blocked beyond the time', () => {
  const blockFor = (ms: number): void => {
    const until = performance.now() + ms
    while (performance.now() < until);
  }

  it('first reads what has arrived', async () => {
    const waiting = waitFor(() => readFile('package.json', 'utf8'), { timeoutMs: 20 })
    const { signal, close } = timedSignal(20, new AbortController().signal)
    blockFor(150)
    expect(await waiting).to.have.property('kind', 'answered')
    expect(signal.aborted).to.equal(false)
    close()
  })

  it('waits no longer than it was late for what has not', async () => {
    const waiting = waitFor(() => new Promise(() => {}), { timeoutMs: 20 })
    const { signal } = timedSignal(20, new AbortController().signal)
    blockFor(150)
    expect(await waiting).to.deep.equal({ kind: 'timed_out' })
    await waitFor(() => new Promise(() => {}), { timeoutMs: 20 })
    expect((signal.reason as Error).name).to.equal('TimeoutError')
  })
})
