/** Whose fault the failures of a tool are, where their words say it: of the arguments, or of its own code. */
import { asFields } from '../../../core/foreign/index.js'
import { isOwnBug, isOfArguments, leftOutIn } from '../../audit/cause.js'
import type { ReadableCall } from '../../audit/conversation.js'
import type { GivenFinding } from '../../audit/given.js'
import { isShellCall } from '../../audit/known-tools.js'
import { CappedMap } from './capped-map.js'
import { Tally } from './tally.js'

/** How many failures of a tool are whose fault. */
export interface ToolFaults {
  /** It refused the form of what the model sent; none where that happened once. */
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

/** The arguments of the calls of a tool: in how many that worked each name stands, and which those had that failed. */
interface Arguments {
  worked: number
  /** Those that worked without any. */
  bare: number
  /** Those whose result was no JSON. */
  texts: number
  readonly names: Tally
  /** Of failures whose words say nothing of arguments. */
  readonly failed: CappedMap<{ readonly args: unknown; count: number }>
}

const MAX_TOOLS = 2_000
const MAX_MISSING = 5
const MAX_NAMES = 50

// Of fewer, nothing follows.
const FEW = 3
// One call with a wrong argument may be chance.
const LEAST = 2

const namesOf = (args: unknown): ReadonlyArray<string> =>
  Object.entries(asFields(args))
    .filter(([, value]) => value !== null && value !== '')
    .map(([name]) => name)

/** Counts them, in bounded memory. */
export class ToolFaultCounts {
  readonly #tools = new CappedMap<Faults>(MAX_TOOLS)
  readonly #arguments = new CappedMap<Arguments>(MAX_TOOLS)

  /** A call that worked. */
  addWorked({ tool, args, answer }: ReadableCall): void {
    const its = this.#argumentsOf(tool)
    if (its === undefined) return
    const names = namesOf(args)
    its.worked++
    if (names.length === 0) its.bare++
    if (!/^\s*[{[]/.test(answer?.text ?? '')) its.texts++
    for (const name of names) its.names.add(name)
  }

  add({ tool, args }: ReadableCall, { kind, code, says }: GivenFinding): void {
    // What a shell runs is the model's own.
    if (kind !== 'failed' || isShellCall(tool, args)) return
    const ofArguments = code === 'rejected_arguments' && isOfArguments(says)
    const isBug = !ofArguments && isOwnBug(args, says)
    if (!ofArguments && !isBug && code !== 'denied') this.#addFailed(tool, args)
    if (!ofArguments && !isBug) return
    const faults = this.#tools.at(tool, () => ({ ofArguments: 0, missing: new Set(), bugs: 0, bug: says }))
    if (faults === undefined) return
    if (ofArguments) {
      faults.ofArguments++
      for (const name of leftOutIn(says)) if (faults.missing.size < MAX_MISSING) faults.missing.add(name)
    } else if (faults.bugs++ === 0) faults.bug = says
  }

  #argumentsOf(tool: string): Arguments | undefined {
    return this.#arguments.at(tool, () => ({
      worked: 0,
      bare: 0,
      texts: 0,
      names: new Tally(MAX_NAMES),
      failed: new CappedMap(MAX_NAMES)
    }))
  }

  #addFailed(tool: string, args: unknown): void {
    const key = JSON.stringify(namesOf(args).toSorted())
    const like = this.#argumentsOf(tool)?.failed.at(key, () => ({ args, count: 0 }))
    if (like !== undefined) like.count++
  }

  /** Whether most results of a tool that worked are no JSON: what expects data refuses them all. */
  returnsText(tool: string): boolean {
    const { worked, texts } = this.#arguments.get(tool) ?? { worked: 0, texts: 0 }
    return texts * 2 > worked
  }

  /**
   * What a call left out that every call of its tool has which worked, by name; undefined where it left out nothing.
   * Where those have no argument in common, as of servers whose tools share a name, only one without any left some out.
   */
  leftOut(tool: string, args: unknown): ReadonlyArray<string> | undefined {
    const its = this.#arguments.get(tool)
    if (its === undefined || its.worked < FEW) return undefined
    const own = namesOf(args)
    const names = its.names.listed.flatMap(([name, count]) =>
      count === its.worked && !own.includes(name) ? [name] : []
    )
    return names.length > 0 || (own.length === 0 && its.bare === 0) ? names : undefined
  }

  of(tool: string): ToolFaults {
    const { missing = [], ...faults } = this.#tools.get(tool) ?? { ofArguments: 0, bugs: 0, bug: '' }
    const names = new Set(missing)
    let { ofArguments } = faults
    for (const { args, count } of this.#arguments.get(tool)?.failed.values() ?? []) {
      const left = this.leftOut(tool, args)
      if (left === undefined) continue
      ofArguments += count
      for (const name of left) if (names.size < MAX_MISSING) names.add(name)
    }
    return { ...faults, ofArguments: ofArguments < LEAST ? 0 : ofArguments, missing: [...names] }
  }
}
