/** After each test of the suite: no canary in anything that was shown or printed. */
import { takeLeaks, watchOutput } from './canary.js'

let stop = (): void => {}

// Mocha ends its workers after a second, in which their coverage may not be written yet.
if (process.env['NODE_V8_COVERAGE'] !== undefined) process.on('SIGTERM', () => {})

export const mochaHooks = {
  beforeAll: (): void => {
    stop = watchOutput()
  },
  afterEach: (): void => {
    const leaks = takeLeaks()
    if (leaks.length > 0) throw new Error(`a secret was shown:\n${leaks.join('\n')}`)
  },
  afterAll: (): void => stop()
}
