import { expect } from 'chai'
import { PassThrough } from 'node:stream'
import { openProgress } from '../../../lib/operate/cli/progress.js'

const screen = (isTTY: boolean): PassThrough & { isTTY?: boolean; columns?: number } =>
  Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 200 })

/** What stands on the screen after each change. */
const shownOn = (stderr: PassThrough): ReadonlyArray<string> =>
  ((stderr.read() as string | null) ?? '')
    .split('\r')
    .map((line) => line.replaceAll(/\u001b\[[\d?]*[a-zA-Z]/g, ''))
    .filter((line) => line !== '')

describe('openProgress', () => {
  it('shows the share, the item, and once half a second has passed the rate and the time that is left', () => {
    let ms = 0
    const stderr = screen(true)
    const progress = openProgress({ stderr, env: {} }, 300e6, () => ms)
    progress.name('1/2 a.jsonl')
    ms = 499
    progress.advance(30e6)
    ms = 10_000
    progress.advance(70e6)
    progress.stop()
    expect(shownOn(stderr)).to.deep.equal([
      '░░░░░░░░░░░░░░░░░░░░ 0% 1/2 a.jsonl',
      '██░░░░░░░░░░░░░░░░░░ 10% 1/2 a.jsonl',
      '███████░░░░░░░░░░░░░ 33% 10 MB/s, 0:20 left 1/2 a.jsonl'
    ])
  })

  it('shows nothing where nobody looks, or nobody knows how much there is', () => {
    const silent = [
      [screen(false), {}, 10],
      [screen(true), { TERM: 'dumb' }, 10],
      [screen(true), {}, 0]
    ] as const
    for (const [stderr, env, bytes] of silent) {
      const progress = openProgress({ stderr, env }, bytes)
      progress.name('a.jsonl')
      progress.advance(5)
      progress.stop()
      expect(shownOn(stderr)).to.deep.equal([])
    }
  })
})
