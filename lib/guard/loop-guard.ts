/** The session's loop detector: fed with every settled call, asked before the next. */
import * as O from 'fp-ts/lib/Option.js'
import { loopError } from '../core/loop-error.js'
import { loopWindow, type LoopOptions } from '../core/loop.js'
import type { LoopState } from '../core/loop-state.js'
import type { ToolError } from '../core/tool-error.js'
import type { CallRecord } from './call-record.js'
import { digestOf, type Answered } from './digest.js'
import { sha256 } from '#platform'

export interface LoopGuard {
  /** Takes a settled call in; one that never reached the tool is no exchange. */
  readonly push: (record: Omit<CallRecord, 'argsHash'>, key: string, answered: Answered) => void
  /** The refusal of a call that would go on with a loop. */
  readonly refusal: (call: {
    readonly tool: string
    readonly data: unknown
    readonly key: string
    readonly turnId: string
  }) => ToolError | undefined
  /** What it remembers: neither arguments nor answers, but digests of them. */
  readonly save: () => LoopState
}

// Longer answers count as new ones: to digest each of them would cost a tenth of parsing it.
const MAX_DIGESTED_CHARS = 65_536

// A refusal is known by what it says; a long answer that was fine counts as a new one.
const fallback = ({ error }: Answered): string =>
  error === undefined ? `answer ${crypto.randomUUID()}` : `${error.code}: ${error.detail}`

// Whoever is refused a write must know whether there is something to verify.
const ranOf = ({ effect, outcome, executed }: Omit<CallRecord, 'argsHash'>): 'yes' | 'unknown' | undefined =>
  effect === 'write' && outcome !== 'right' && (executed === 'yes' || executed === 'unknown') ? executed : undefined

/** A call's key stands for its arguments, and texts or digests for answers, unless fields within them are to be ignored. */
export const loopGuard = (options: LoopOptions, state: LoopState = []): LoopGuard => {
  const readsArgs = (options.ignoreArgs ?? []).length > 0
  const readsResults = (options.ignoreResultFields ?? []).length > 0
  const window = loopWindow(options, { state, digestArgs: sha256, digestResult: sha256 })
  const resultOf = (answered: Answered): unknown => {
    if (readsResults && answered.raw !== undefined) return answered.raw
    return answered.text !== undefined && answered.text.length <= MAX_DIGESTED_CHARS
      ? answered.text
      : (digestOf(answered, MAX_DIGESTED_CHARS) ?? fallback(answered))
  }
  return {
    push: (record, key, answered) => {
      if (record.executed === 'refused') return
      window.push({
        tool: record.tool,
        args: readsArgs ? record.args : key,
        result: resultOf(answered),
        outcome: record.outcome,
        code: record.code,
        turn: record.turnId,
        executed: ranOf(record)
      })
    },
    refusal: ({ tool, data, key, turnId }) => {
      const loop = window.wouldLoop({ tool, args: readsArgs ? data : key, turn: turnId })
      return O.isSome(loop) ? loopError(loop.value) : undefined
    },
    save: () => window.save()
  }
}
