/**
 * Counts, of 25 writes on real servers of this machine, those that ran before the ledger's server failed, and those
 * that it forgot, which ran twice.
 */
import { FAIL_OVERS } from '../spec/stores/fail-over.js'

for (const { server, failure, play } of FAIL_OVERS) {
  const figures = await play()
  if (figures === undefined) throw new Error('The server is not installed.')
  const { before, inTheEnd, twice } = figures
  console.log(`${server}; ${failure}: ${before} ran before it, ${inTheEnd} in the end, ${twice} twice`)
}
process.exit(0)
