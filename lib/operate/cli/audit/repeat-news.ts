/** Repeats that brought another result, by tool: those that may have written, and those that a guard would refuse. */
import type { CallMark } from '../../audit/audit.js'
import { mayWrite } from '../../audit/may-write.js'

type Counts = ReadonlyArray<readonly [tool: string, count: number]>

const MAX_TOOLS = 2_000

const addTo = (counts: Map<string, number>, tool: string): void => {
  const known = counts.get(tool)
  if (known !== undefined || counts.size < MAX_TOOLS) counts.set(tool, (known ?? 0) + 1)
}

const byCount = (counts: ReadonlyMap<string, number>): Counts =>
  [...counts].toSorted(([, one], [, other]) => other - one)

/** Counts them, in bounded memory. */
export class RepeatNews {
  readonly #untold = new Map<string, number>()
  readonly #refused = new Map<string, number>()
  readonly #silent = new Map<string, number>()
  readonly #failedAlike = new Map<string, number>()

  add({ call, repeat, refusable, double }: CallMark): void {
    if (call === null) return
    if (repeat === 'changed' && mayWrite(call)) addTo(this.#untold, call.tool)
    if (refusable === 'unchanged' && repeat !== 'unchanged') addTo(this.#failedAlike, call.tool)
    // A repeated write is what a guard is there for, whatever came back.
    if (refusable !== 'news' || double !== undefined) return
    addTo(call.answer === null ? this.#silent : this.#refused, call.tool)
  }

  /** Equal calls with another result, of tools of which nothing tells whether they write. */
  get untold(): Counts {
    return byCount(this.#untold)
  }

  /** How many calls of a tool that a guard would have refused have no result in the log. */
  readonly silentOf = (tool: string): number => this.#silent.get(tool) ?? 0

  /** How many of them repeated no call, but failed as earlier ones did. */
  readonly failedAlikeOf = (tool: string): number => this.#failedAlike.get(tool) ?? 0

  /** Calls that a guard would have refused although they brought another result. */
  get refused(): Counts {
    return byCount(this.#refused)
  }
}
