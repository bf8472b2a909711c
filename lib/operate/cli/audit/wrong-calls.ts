/** How many calls of each tool went wrong; a call counts once, whatever went wrong with it. */
import type { CallMark } from '../../audit/audit.js'

/** An empty result may be the right one, and the user may have asked for a later repeat. */
export const isWrong = ({ given, repeat, double }: CallMark): boolean =>
  given.some(({ kind }) => kind !== 'empty') || repeat === 'unchanged' || (double !== undefined && !double.later)

const MAX_TOOLS = 2_000

export class WrongCalls {
  readonly #counts = new Map<string, number>()

  add(marks: ReadonlyArray<CallMark>): void {
    for (const mark of marks) {
      if (mark.call === null || !isWrong(mark)) continue
      const known = this.#counts.get(mark.call.tool)
      if (known !== undefined || this.#counts.size < MAX_TOOLS) this.#counts.set(mark.call.tool, (known ?? 0) + 1)
    }
  }

  of(tool: string): number {
    return this.#counts.get(tool) ?? 0
  }
}
