/** The steps of the model that logs leave out: those that failed, and those without their tokens. */
import type { ConversationAudit } from '../../audit/audit.js'
import { counted, number } from '../figures.js'
import { printedName } from './printed-name.js'
import { Tally } from './tally.js'

const MAX_KINDS = 100
const MAX_WORDS = 160

/** Counts them, in bounded memory. */
export class ModelSteps {
  readonly #rejected = new Tally(MAX_KINDS)
  #calls = 0
  #unstated = 0

  add({ rejected, modelCalls: { all, unstated } }: Pick<ConversationAudit, 'rejected' | 'modelCalls'>): void {
    this.#calls += all
    this.#unstated += unstated
    for (const words of rejected) this.#rejected.add(words, '')
  }

  /** How many calls of the model the logs count. */
  get calls(): number {
    return this.#calls
  }

  /** `9 steps of the model failed, most often (7 times) with: No tool calls found.` */
  rejected(): string | undefined {
    const [most] = this.#rejected.listed
    if (most === undefined) return undefined
    const { all } = this.#rejected
    const often = most[1] === all ? '' : most[1] === 1 ? ' once' : ` most often (${counted(most[1], 'time')})`
    return `${counted(all, 'step')} of the model failed,${often} with \`${printedName(most[0], MAX_WORDS)}\`.`
  }

  /** `3 of 9 model calls have no usage`; undefined where nothing says so. */
  unstated(): string | undefined {
    return this.#unstated === 0
      ? undefined
      : `${number(this.#unstated)} of ${counted(this.#calls, 'model call')} ${this.#unstated === 1 ? 'has' : 'have'} no usage`
  }
}
