/**
 * The turns that hosts name. All guards of a process share them: a name means the same turn in whichever session its
 * host comes back, and a write that ran in it does not run again.
 */
import type { Turn } from '../../guard/kernel.js'
import type { ForgottenTurns } from './forgotten-turns.js'
import { LatestTurns } from './latest-turns.js'

export class NamedTurns {
  readonly #forgotten: ForgottenTurns
  readonly #turns = new LatestTurns<Turn>((turn) => {
    this.#forgotten.keep(turn)
    turn.close()
  })

  constructor(forgotten: ForgottenTurns) {
    this.#forgotten = forgotten
  }

  /** The turn of this name, which knows its writes where it comes back after it was forgotten. */
  use(name: string, open: () => Turn): Turn {
    const known = this.#turns.get(name)
    const turn = known ?? open()
    if (known === undefined) this.#forgotten.restore(turn)
    this.#turns.use(name, turn)
    return turn
  }
}
