/** Repeats that brought another result, by tool: those that may have written, and those that a guard would refuse. */
import type { CallMark } from '../../audit/audit.js'
import type { ReadableCall } from '../../audit/conversation.js'
import { mayWrite } from '../../audit/may-write.js'
import { Tally } from './tally.js'

const MAX_TOOLS = 2_000

export class RepeatNews {
  /** Equal calls with another result, of tools of which nothing tells whether they write. */
  readonly untold = new Tally(MAX_TOOLS)
  /** Calls that a guard would have refused although they brought another result. */
  readonly refused = new Tally(MAX_TOOLS)
  /** Calls that a guard would have refused, and that have no result in the log. */
  readonly silent = new Tally(MAX_TOOLS)
  /** Calls that it would have refused that repeated no write, and brought the result of the same call again. */
  readonly same = new Tally(MAX_TOOLS)
  /** Those that repeated no call, but failed as earlier ones did. */
  readonly failedAlike = new Tally(MAX_TOOLS)

  add({ repeat, refusable, double }: CallMark, call: ReadableCall): void {
    if (repeat === 'changed' && mayWrite(call)) this.untold.add(call.tool)
    if (refusable === 'unchanged' && double?.later !== false)
      (repeat === 'unchanged' ? this.same : this.failedAlike).add(call.tool)
    // A repeated write is what a guard is there for, whatever came back.
    if (refusable === 'news' && double === undefined) (call.answer === null ? this.silent : this.refused).add(call.tool)
  }
}
