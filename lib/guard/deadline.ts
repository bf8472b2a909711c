/** Questions to a server that may be slow, hung or down: none of them holds a call up for long. */
import * as E from 'fp-ts/lib/Either.js'
import { waitFor } from '../core/foreign/index.js'
import { causeOf } from './thrown/cause.js'

/** Most overdue responses at a time: beyond, the server is not asked, as promises would fill this process. */
const MAX_OVERDUE = 1_000

/** The questions of this process to one server. */
export class Deadline {
  #overdue = 0

  /**
   * Answers `Left`, with the reason for the operator, when the work failed or was late, counted from now; `onLate` is
   * given what comes after that.
   */
  async ask<A>(
    deadlineMs: number,
    work: () => Promise<A>,
    onLate: (answer: A) => void = () => {}
  ): Promise<E.Either<string, A>> {
    if (this.#overdue >= MAX_OVERDUE) return E.left(`${MAX_OVERDUE} answers are overdue`)
    const answer = work()
    const waited = await waitFor(() => answer, { timeoutMs: deadlineMs })
    if (waited.kind === 'answered') return E.right(waited.answer)
    if (waited.kind === 'threw') return E.left(causeOf(waited.thrown))
    this.#overdue += 1
    const ended = (): void => {
      this.#overdue -= 1
    }
    answer.then(onLate).then(ended, ended)
    return E.left(`no answer within ${deadlineMs} ms`)
  }
}
