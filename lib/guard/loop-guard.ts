/** The session's loop detector: fed with every settled call, asked before the next. */
import * as O from 'fp-ts/lib/Option.js'
import { loopError } from '../core/loop-error.js'
import { loopBreaker } from '../core/loop-breaker.js'
import type { LoopOptions } from '../core/loop.js'
import type { LoopState } from '../core/loop-state.js'
import type { ToolError } from '../core/tool-error.js'
import type { CallRecord } from './call-record.js'
import type { Call } from './call.js'
import { sha256 } from '#platform'

export interface LoopGuard {
  /** Notes a settled call that reached its tool. */
  readonly push: (
    record: CallRecord,
    call: Pick<Call<never>, 'key' | 'fingerprint'>,
    polls: boolean | undefined
  ) => void
  /** The refusal of a call that would go on with a loop; counts it. */
  readonly refusal: (call: {
    readonly tool: string
    readonly data: unknown
    readonly key: string
    readonly turnId: string
  }) => ToolError | undefined
  /** Its memory: digests of arguments and responses, nothing in clear. */
  readonly save: () => LoopState
}

// The refusal of a write must say whether there is something to verify.
const ranOf = ({ effect, outcome, executed }: CallRecord): 'yes' | 'unknown' | undefined =>
  effect === 'write' && outcome !== 'right' && (executed === 'yes' || executed === 'unknown') ? executed : undefined

/** A call's key stands for its arguments, and texts or digests for answers, unless fields within them are to be ignored. */
export const loopGuard = (options: LoopOptions, state: LoopState = []): LoopGuard => {
  const readsArgs = (options.ignoreArgs ?? []).length > 0
  // Answers come without the fields that make no news.
  const breaker = loopBreaker(
    { ...options, ignoreResultFields: [] },
    { state, digestArgs: sha256, digestResult: sha256 }
  )
  return {
    push: (record, { key, fingerprint }, polls) => {
      breaker.push({
        tool: record.tool,
        args: readsArgs ? record.args : key,
        // The digest is written when it is read.
        result: fingerprint.text ?? fingerprint.digest,
        outcome: record.outcome,
        code: record.code,
        turn: record.turnId,
        executed: ranOf(record),
        polls
      })
    },
    refusal: ({ tool, data, key, turnId }) => {
      const loop = breaker.refuse({ tool, args: readsArgs ? data : key, turn: turnId })
      return O.isSome(loop) ? loopError(loop.value) : undefined
    },
    save: () => breaker.save()
  }
}
