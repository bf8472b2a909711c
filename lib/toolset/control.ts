/** Control that goes back to a framework: what its tools throw is no failure, and the call does not end by it. */
import { fixedError } from '../core/errors/index.js'
import { isObject } from '../core/foreign/index.js'
import { failedJudgement, type Judgement } from '../guard/kernel.js'

/**
 * What a tool throws that hands its call back to the framework (a suspended run, an approval that is asked for):
 * `answer` is the value of the call, which does not end by it.
 * @category Adapters @since 0.1.0
 */
export class ControlReturn {
  readonly #own = true
  constructor(readonly answer: unknown) {}

  static is(thrown: unknown): thrown is ControlReturn {
    return isObject(thrown) && #own in thrown && thrown.#own
  }
}

/** The framework's own way to stop, on its way through the guard. */
export class Control {
  readonly #own = true
  constructor(readonly thrown: unknown) {}

  // `instanceof` would run the traps of a proxy.
  static is(answer: unknown): answer is Control {
    return isObject(answer) && #own in answer && answer.#own
  }
}

const CONTROL_RETURNED = fixedError('schema_mismatch', 'cancelled', 'The tool handed control back to its framework.')

/** `ends`: of a write that does not go on, and may have done its work before. */
export const controlReturned = (thrown: unknown, ends = false): Judgement<never> =>
  failedJudgement(CONTROL_RETURNED, ends ? 'unknown' : 'no', { controlReturned: { thrown, ends } })
