/** Replays recorded calls in a turn's log: which brought nothing new, and which it would have refused. */
import { LazyDigest, type RepeatRule } from '../../core/calls/index.js'
import { alike } from '../../core/errors/index.js'
import { TurnLog, type RepeatLimit } from '../../guard/kernel.js'

// -- model

/** One recorded call. */
export interface PlayedCall {
  /** Equal if tool and arguments are. */
  readonly key: string
  readonly rule: RepeatRule
  /** Whether its tool writes. */
  readonly writes: boolean
  /** Its unchanged text; null if there is none. */
  readonly answer: string | null
  /** Failures are compared without ids and figures. */
  readonly failed: boolean
  /** Whether it was executed, or may have been. @default true */
  readonly ran?: boolean
  /**
   * Its response is the tool's own report of a failure, by which it may be made again once another wrote.
   * @default false
   */
  readonly report?: boolean
}

/** A call and the verdict of the rule. */
export interface JudgedCall {
  /**
   * `unchanged`: a repeat that brought nothing new, with no write since; `rechecked`: nothing new, but after a write;
   * `unknown`: one of the two responses is missing.
   */
  readonly repeat: 'none' | 'unchanged' | 'rechecked' | 'changed' | 'unknown'
  /** The rule that would have refused it in a live turn; undefined if it would have run. */
  readonly refusedBy: RepeatLimit | undefined
}

// -- playing

const asIs = (text: string): string => text

// A recording's waits are not known.
const STILL = (): number => 0

interface Earlier {
  /** Identifies its latest response; undefined without one. */
  readonly told: string | undefined
  /** How many calls had written when it ended. */
  readonly written: number
}

const repeatOf = (earlier: Earlier | undefined, told: string | undefined, written: number): JudgedCall['repeat'] => {
  if (earlier === undefined) return 'none'
  if (told === undefined || earlier.told === undefined) return 'unknown'
  if (told !== earlier.told) return 'changed'
  return written > earlier.written ? 'rechecked' : 'unchanged'
}

const toldBy = ({ answer, failed }: PlayedCall): string | undefined =>
  answer === null ? undefined : failed ? `! ${alike(answer)}` : answer

/** Replays the calls of one turn in order. */
export const replayBudget = (calls: ReadonlyArray<PlayedCall>): ReadonlyArray<JudgedCall> => {
  const log = new TurnLog()
  const known = new Map<string, Earlier>()
  let written = 0
  return calls.map((played) => {
    const { key, rule, writes, ran = true, report = false } = played
    const told = toldBy(played)
    const earlier = known.get(key)
    const repeat = repeatOf(earlier, told, written)
    const write = writes ? { callId: '', args: null, operationId: () => key } : undefined
    const { by, call } = log.ask({ key, rule, tool: key, write, message: undefined }, STILL)
    const answer = told === undefined ? null : new LazyDigest(told, asIs)
    if (call !== undefined)
      log.end(call, { executed: ran ? 'unknown' : 'no', code: null, answer, retryAfterMs: null, report }, STILL)
    if (writes && ran) written += 1
    known.set(key, { told, written })
    return { repeat, refusedBy: by }
  })
}
