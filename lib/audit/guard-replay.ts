/** Plays recorded calls back to the rules by which a guard refuses: the budget of a turn, and the loop detector of a session. */
import * as O from 'fp-ts/lib/Option.js'
import { canonicalText } from '../core/exchange.js'
import { loopBreaker } from '../core/loop-breaker.js'
import type { LoopOptions } from '../core/loop.js'
import { alike } from '../core/text.js'
import { Fingerprint, LocalBudget, NO_LIMIT, ruleOf, type RepeatRule, type ToolTraits } from '../guard/kernel.js'
import type { SeenAnswer, SeenCall } from './conversation.js'

// -- model

/** What is known of a tool. @category History @since 0.1.0 */
export type AuditToolRule = Pick<Partial<ToolTraits<unknown>>, 'effect' | 'idempotent' | 'maxIdenticalCalls' | 'polls'>

/** By which rules a guard would have refused. @category History @since 0.1.0 */
export interface AuditOptions {
  /** How often the same call may be made in one turn with an unchanged answer. @default 3 */
  readonly maxIdenticalCalls?: number
  /** What counts as a loop across turns. */
  readonly loop?: LoopOptions
  /** What is known of tools, by their names; of all others nobody has said what they do. */
  readonly tools?: Readonly<Record<string, AuditToolRule>>
}

/** A guard that is asked before each call, and hears of the answer where it let the call through. */
export interface GuardReplay {
  readonly refuses: (call: SeenCall, key: string) => boolean
  readonly settle: (call: SeenCall, key: string) => void
  /** A call that cannot be read was made all the same. */
  readonly pass: (turn: number) => void
}

// -- what is alike

/** By which answers are compared, as the budget compares them: failures without ids and figures, anything else as it came. */
export const printOf = ({ outcome, code, text }: SeenAnswer, ignored: ReadonlySet<string>): string =>
  outcome === 'right'
    ? ignored.size > 0
      ? canonicalText(text, ignored)
      : text
    : `${outcome} ${code ?? ''} ${alike(text)}`

/** By which calls are the same. */
export const keyOf = ({ tool, args }: SeenCall): string => JSON.stringify([tool, canonicalText(args)])

// -- the replay

const traitsOf = (name: string, { tools = {} }: AuditOptions): ToolTraits<unknown> => {
  const rule = Object.hasOwn(tools, name) ? tools[name] : undefined
  const { effect, idempotent } = rule ?? {}
  const undeclared = effect === undefined && idempotent !== true
  return {
    ...rule,
    name,
    effect: effect ?? (idempotent === true ? 'write' : 'read'),
    ...(undeclared ? { undeclared } : {})
  }
}

const UNREADABLE: RepeatRule = { unchanged: NO_LIMIT, admitted: NO_LIMIT, streak: NO_LIMIT, executed: NO_LIMIT }

/** A guard for one conversation. */
export const replayGuard = (options: AuditOptions): GuardReplay => {
  const { maxIdenticalCalls: read = 3, loop = {} } = options
  const ignored = new Set(loop.ignoreResultFields ?? [])
  const breaker = loopBreaker(loop)
  let turn: number | undefined
  let budget = new LocalBudget(() => 0)
  const begin = (at: number): void => {
    if (turn !== at) budget = new LocalBudget(() => 0)
    turn = at
  }
  const settled = { executed: 'yes', free: false, retryAfterMs: null, back: false } as const
  return {
    refuses: (call, key) => {
      begin(call.turn)
      const { admitted } = budget.reserve(key, ruleOf(traitsOf(call.tool, options), { read, write: 1 }))
      if (!admitted) return true
      const looping = O.isSome(breaker.refuse({ tool: call.tool, args: call.args, turn: call.turn }))
      // As live: counted by the budget, and not executed.
      if (looping) budget.settle(key, { ...settled, answer: null, executed: 'refused', writes: false, once: false })
      return looping
    },
    settle: (call, key) => {
      // A recorded guard refused it: as if it had not been made.
      if (call.answer?.refused === true) {
        budget.settle(key, { ...settled, answer: null, executed: 'refused', writes: false, once: false, back: true })
        return
      }
      const { effect, idempotent } = traitsOf(call.tool, options)
      const print = call.answer === null ? null : printOf(call.answer, ignored)
      const once = effect === 'write' && idempotent !== true
      budget.settle(key, {
        ...settled,
        answer: print === null || once ? null : new Fingerprint(print),
        writes: effect === 'write',
        once
      })
      if (call.answer === null || print === null) return
      const { outcome, code } = call.answer
      breaker.push({ tool: call.tool, args: call.args, result: print, outcome, code, turn: call.turn })
    },
    pass: (at) => {
      begin(at)
      const key = 'a call that cannot be read'
      budget.reserve(key, UNREADABLE)
      budget.settle(key, { ...settled, answer: null, writes: true, once: false })
    }
  }
}
