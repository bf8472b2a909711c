/** The turns of a session that another process can go on with: those that the host gave a name. */
import type { SavedTurn } from './saved-turn.js'
import type { TurnState } from './turn.js'

/** A conversation has one open turn, or as many as it has agents; whoever closes none carries no more than these. */
const MAX_SAVED = 100

/** Turns that were dropped without being closed are let go: nothing here keeps them alive. */
export class OpenTurns {
  #open: Array<WeakRef<TurnState>> = []
  #sweepAt = MAX_SAVED
  // Saved by another process, and not opened in this one yet.
  readonly #saved: Map<string, SavedTurn>

  constructor(saved: ReadonlyArray<SavedTurn> = []) {
    this.#saved = new Map(saved.map((turn) => [turn.id, turn]))
  }

  /** What another process saved of a turn, for the first that opens it. */
  resume(id: string): SavedTurn | undefined {
    const saved = this.#saved.get(id)
    this.#saved.delete(id)
    return saved
  }

  add(turn: TurnState): void {
    if (this.#open.length >= this.#sweepAt) {
      this.#open = this.#open.filter((open) => open.deref()?.closed === false)
      this.#sweepAt = Math.max(MAX_SAVED, this.#open.length * 2)
    }
    this.#open.push(new WeakRef(turn))
  }

  save(): ReadonlyArray<SavedTurn> {
    const open = this.#open.flatMap((ref) => {
      const turn = ref.deref()
      return turn === undefined || turn.closed ? [] : [turn.save()]
    })
    return [...this.#saved.values(), ...open].slice(-MAX_SAVED)
  }
}
