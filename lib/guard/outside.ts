/** Calls a store or a ledger within a deadline: one that is slow, hung or down delays no call for longer. */
import * as E from 'fp-ts/lib/Either.js'
import { waitFor } from '../core/wait.js'
import { readThrown } from './thrown.js'

/** Most answers that may be overdue at a time: beyond it nothing is even asked, or whatever hangs there would fill this process. */
const MAX_OVERDUE = 1_000

export class Outside {
  #overdue = 0

  constructor(readonly deadlineMs: number) {}

  /** Answers `Left`, with the reason for the operator, when the work failed or was late; `onLate` is given what comes after that. */
  async ask<A>(work: () => Promise<A>, onLate: (answer: A) => void = () => {}): Promise<E.Either<string, A>> {
    if (this.#overdue >= MAX_OVERDUE) return E.left(`${MAX_OVERDUE} answers are overdue`)
    const answer = work()
    const half = { timeoutMs: this.deadlineMs / 2 }
    // In two steps: a thread that was blocked finds its timers due before it reads the answer that has long arrived.
    const early = await waitFor(() => answer, half)
    const waited = early.kind === 'timed_out' ? await waitFor(() => answer, half) : early
    if (waited.kind === 'answered') return E.right(waited.answer)
    if (waited.kind === 'threw') return E.left(readThrown(waited.thrown).cause)
    this.#overdue += 1
    const ended = (): void => {
      this.#overdue -= 1
    }
    answer.then(onLate).then(ended, ended)
    return E.left(`no answer within ${this.deadlineMs} ms`)
  }
}
