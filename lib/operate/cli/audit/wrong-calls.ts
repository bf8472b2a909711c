/** Where calls went wrong, by tool and by conversation; a call counts once, whatever went wrong with it. */
import type { CallMark } from '../../audit/audit.js'
import type { FormatName } from '../../audit/formats/formats.js'
import { Tally } from './tally.js'

/** Conversations in which the same tools were called, as those of one agent are. */
export interface ToolGroup {
  readonly tools: ReadonlySet<string>
  readonly format: FormatName
  readonly wrong: number
}

const MAX_KEPT = 2_000
const MAX_TOOLS = 100

// An empty result may be the right one, and the user may have asked for a later repeat.
const isWrong = ({ given, repeat, double }: CallMark): boolean =>
  given.some(({ kind }) => kind !== 'empty') || repeat === 'unchanged' || (double !== undefined && !double.later)

/** Counts them, in bounded memory. */
export class WrongCalls {
  readonly #counts = new Tally(MAX_KEPT)
  readonly #groups = new Map<string, { tools: ReadonlySet<string>; format: FormatName; wrong: number }>()

  add(format: FormatName, marks: ReadonlyArray<CallMark>): void {
    const wrong = marks.flatMap((mark) => (mark.call !== null && isWrong(mark) ? [mark.call.tool] : []))
    for (const tool of wrong) this.#counts.add(tool)
    const called = new Set(marks.flatMap(({ call }) => (call === null ? [] : [call.tool])))
    // What went wrong stands first where there are too many.
    const tools = new Set([...new Set([...wrong, ...called])].slice(0, MAX_TOOLS))
    const key = JSON.stringify([format, ...[...tools].toSorted()])
    const group = this.#groups.get(key)
    if (group !== undefined) group.wrong += wrong.length
    else if (this.#groups.size < MAX_KEPT) this.#groups.set(key, { tools, format, wrong: wrong.length })
  }

  of(tool: string): number {
    return this.#counts.of(tool)
  }

  /** The groups with this tool, those in which most went wrong first. */
  groupsOf(tool: string): ReadonlyArray<ToolGroup> {
    return [...this.#groups.values()]
      .filter(({ tools }) => tools.has(tool))
      .toSorted((one, other) => other.wrong - one.wrong || other.tools.size - one.tools.size)
  }
}
