/** A write whose transaction waits for the ledger: the statement's effect and its outcome are committed together. */
import * as E from 'fp-ts/lib/Either.js'
import { causeOf, enlist, type Commit, type DatabaseConnection } from '../../guard/kernel.js'
import type { SqlFailure, SqlSession } from './database.js'
import { executedBy, refusedCommit } from './failure.js'
import { toRows } from './rows.js'

type Work<A> = (session: SqlSession) => Promise<A>

/** Work that is to be undone, though nothing of it failed. */
class UndoneError extends Error {}

const connectionOf = ({ send }: SqlSession): DatabaseConnection => ({
  query: async (text, values) => ({ rows: toRows(await send(text, values)) })
})

/** The end of a transaction, as its ledger needs it. */
const commitOf = (ended: E.Either<SqlFailure, unknown>): Commit => {
  if (E.isRight(ended)) return { is: 'committed' }
  const { thrown } = ended.left
  const cause = causeOf(thrown)
  if (thrown instanceof UndoneError) return { is: 'taken_over' }
  return executedBy(ended.left) === 'no'
    ? { is: 'rolled_back', cause, state: refusedCommit(ended.left) }
    : { is: 'lost', cause }
}

/**
 * Has the work done in a transaction, and answers before that ends where a ledger ends it; otherwise afterwards.
 * `transact` commits what did not throw, and never rejects.
 */
export const enlisted = <A>(
  transact: (work: Work<A>) => Promise<E.Either<SqlFailure, A>>,
  work: Work<A>
): Promise<E.Either<SqlFailure, A>> =>
  new Promise((answer) => {
    const whole = transact(async (session) => {
      const done = await work(session)
      const isToCommit = new Promise<boolean>((decide) => {
        const isEnlisted = enlist({
          commit: async (settle) => {
            decide(settle(connectionOf(session)))
            return commitOf(await whole)
          },
          rollBack: () => decide(false)
        })
        if (isEnlisted) answer(E.right(done))
        else decide(true)
      })
      if (await isToCommit) return done
      throw new UndoneError()
    })
    whole.then(answer, answer)
  })
