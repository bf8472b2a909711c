/** The stage that decides whether a call may run at all: the turn, the budget, the loop detector. */
import * as E from 'fp-ts/lib/Either.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { count } from '../core/text.js'
import type { BudgetStore, Reservation } from './budget.js'
import { reserveIn } from './store.js'
import type { LastAnswer, Turn, TurnState } from './turn.js'

export interface Candidate {
  readonly tool: string
  readonly effect: 'read' | 'write'
  readonly key: string
  readonly data: unknown
  readonly hash: string
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

const ADMITTED: E.Either<ToolError, undefined> = E.right(undefined)

const cancelled = (why: string): ToolError => schemaMismatch({ code: 'cancelled', detail: `${why}; the tool was not run.` })

const lastly = (last: LastAnswer | undefined): string => {
  if (last === undefined) return 'its answer is still due'
  return last.code === null ? 'the last answer was valid' : `the last answer was ${last.code}`
}

const moveOn = (last: LastAnswer | undefined): string | undefined => {
  if (last === undefined) return undefined
  if (last.code === null) return 'You already have the answer of this call: use it.'
  return last.hint === null ? undefined : `Do not make this call again in this turn. ${last.hint}`
}

const exceeded = (candidate: Candidate, asked: number, last: LastAnswer | undefined): ToolError => {
  const hint = moveOn(last)
  return schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: `The same call of ${candidate.tool} was asked for ${count(asked, 'time')} in this turn and at most ${candidate.limit} ${candidate.limit === 1 ? 'is' : 'are'} allowed; ${lastly(last)}. The tool was not run.`,
    ...(hint === undefined ? {} : { hint })
  })
}

const reserveShared = async (store: BudgetStore, candidate: Candidate, turn: Turn, state: TurnState): Promise<E.Either<ToolError, Reservation>> => {
  const reserved = await reserveIn(store, turn.id, candidate.key, candidate.limit)
  if (E.isRight(reserved)) return reserved
  if (state.settings.onStoreError[candidate.effect] === 'local') return E.right(state.budget.reserve(candidate.key, candidate.limit))
  return E.left(schemaMismatch({
    code: 'store_unavailable',
    detail: `The shared budget cannot be reached, so it is unknown whether ${candidate.tool} was already called; the tool was not run.`
  }))
}

const decide = (candidate: Candidate, turnId: string, state: TurnState, reserved: E.Either<ToolError, Reservation>): E.Either<ToolError, undefined> => {
  if (E.isLeft(reserved)) return reserved
  if (!reserved.right.admitted) return E.left(exceeded(candidate, reserved.right.count, state.answers.get(candidate.key)))
  const loop = state.settings.loop?.refusal({ tool: candidate.tool, data: candidate.data, hash: candidate.hash, turnId })
  return loop === undefined ? ADMITTED : E.left(loop)
}

/** Admits a call or refuses it. Without a shared store it answers at once: a call that is admitted has been counted before anything else runs. */
export const admit = (candidate: Candidate, turn: Turn, state: TurnState): E.Either<ToolError, undefined> | Promise<E.Either<ToolError, undefined>> => {
  if (state.closed) return E.left(cancelled('The turn is closed'))
  if (candidate.signal?.aborted === true || state.signals.some((signal) => signal.aborted)) return E.left(cancelled('The caller cancelled the call'))
  const { store } = state.settings
  return store === undefined
    ? decide(candidate, turn.id, state, E.right(state.budget.reserve(candidate.key, candidate.limit)))
    : reserveShared(store, candidate, turn, state).then((reserved) => decide(candidate, turn.id, state, reserved))
}
