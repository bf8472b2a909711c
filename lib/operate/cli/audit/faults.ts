/** Whose fault the failures of a tool are, where their words say it: of the arguments, or of its own code. */
import { isOwnBug, isOfArguments, leftOutIn } from '../../audit/cause.js'
import type { ReadableCall } from '../../audit/conversation.js'
import type { GivenFinding } from '../../audit/given.js'
import { isShellCall } from '../../audit/known-tools.js'

/** How many failures of a tool are whose fault. */
export interface ToolFaults {
  /** It refused the form of what the model sent. */
  readonly ofArguments: number
  /** What the model left out, by name. */
  readonly missing: ReadonlyArray<string>
  /** It broke by an error in its own code. */
  readonly bugs: number
  /** The words of the first such failure. */
  readonly bug: string
}

interface Faults extends Omit<ToolFaults, 'missing'> {
  ofArguments: number
  readonly missing: Set<string>
  bugs: number
  bug: string
}

const MAX_TOOLS = 2_000
const MAX_MISSING = 5

/** Counts them, in bounded memory. */
export class ToolFaultCounts {
  readonly #tools = new Map<string, Faults>()

  add({ tool, args }: ReadableCall, { kind, code, says }: GivenFinding): void {
    // What a shell runs is the model's own.
    if (kind !== 'failed' || isShellCall(tool, args)) return
    const ofArguments = code === 'rejected_arguments' && isOfArguments(says)
    const known = this.#tools.get(tool)
    if (!(ofArguments || isOwnBug(args, says)) || (known === undefined && this.#tools.size >= MAX_TOOLS)) return
    const faults = known ?? { ofArguments: 0, missing: new Set(), bugs: 0, bug: says }
    this.#tools.set(tool, faults)
    if (ofArguments) {
      faults.ofArguments++
      for (const name of leftOutIn(says)) if (faults.missing.size < MAX_MISSING) faults.missing.add(name)
    } else if (faults.bugs++ === 0) faults.bug = says
  }

  of(tool: string): ToolFaults {
    const { missing = [], ...faults } = this.#tools.get(tool) ?? { ofArguments: 0, bugs: 0, bug: '' }
    return { ...faults, missing: [...missing] }
  }
}
