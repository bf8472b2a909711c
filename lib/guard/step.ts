/** A step: an occurrence that the host names. */
import * as o from '../core/options.js'

/** The options of work in a turn. @category Guard @since 0.1.0 */
export interface StepOptions {
  /**
   * Names an occurrence: equal calls of different steps are different calls, each with a budget and an effect of its
   * own, and within a step each tool writes once. The host chooses it, the same on every replay. @default none
   */
  readonly step?: string
}

/** Checks the options of work in a turn. */
export const readStep = o.options('options', { step: o.optional(o.name) } satisfies o.TableOf<StepOptions>)

/** The name of a tool in a turn, with that of the step in which it is called; no name holds what parts them. */
export const nameAt = (step: string | undefined, tool: string): string =>
  step === undefined ? tool : `${JSON.stringify(step)}\u0000${tool}`
