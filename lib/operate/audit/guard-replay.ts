/** Replays recorded calls against the rules of a guard: the budget of each turn, and the loop detector of the session. */
import { canonicalText } from '../../core/json/index.js'
import {
  type LoopOptions,
  NO_EVENTS,
  type RepeatTraits,
  UNLIMITED,
  asked,
  effectOf,
  loopRules,
  ruleOf,
  seenArgs,
  settled
} from '../../core/calls/index.js'
import { isReportIn } from '../../core/failure/index.js'
import { playRepeats, type JudgedCall, type PlayedCall } from './play-repeats.js'
import type { CallAnswer, ReadableCall } from './conversation.js'

// -- model

/** The declared traits of a tool. @category History @since 0.1.0 */
export type AuditToolRule = Pick<Partial<RepeatTraits>, 'effect' | 'idempotent' | 'maxIdenticalCalls' | 'polls'>

/** The rules of the guard that is replayed. @category History @since 0.1.0 */
export interface AuditOptions {
  /** How often the same call may be made in one turn with an unchanged result. @default 3 */
  readonly maxIdenticalCalls?: number
  /** Limits of the loop detector across turns. */
  readonly loop?: LoopOptions
  /** The traits of tools by name; all others count as undeclared. */
  readonly tools?: Readonly<Record<string, AuditToolRule>>
}

/** A call and the verdict of the rules. */
export interface ReplayedCall {
  readonly repeat: JudgedCall['repeat']
  readonly refused: boolean
}

// -- what is alike

/** Identifies equal calls. */
export const seenKey = ({ tool, args }: ReadableCall): string => JSON.stringify([tool, canonicalText(args)])

/** Compares results of a tool, without fields that bring no news. */
export const seenText = ({ text }: CallAnswer, { loop }: AuditOptions): string =>
  loop?.ignoreResultFields === undefined ? text : canonicalText(text, new Set(loop.ignoreResultFields))

export const isFailure = ({ outcome }: CallAnswer): boolean => outcome !== 'right' && outcome !== 'partial_data'

// -- the budget

const traitsOf = (name: string, { tools = {} }: AuditOptions): RepeatTraits => {
  const rule = Object.hasOwn(tools, name) ? tools[name] : undefined
  return { ...rule, ...effectOf(name, rule?.effect, rule?.idempotent) }
}

// The call was made all the same, and its effect is unknown.
const unreadable = (at: number): PlayedCall => ({
  key: `unreadable ${at}`,
  rule: UNLIMITED,
  writes: true,
  answer: null,
  failed: false
})

const playedAs = (call: ReadableCall | null, at: number, options: AuditOptions): PlayedCall => {
  if (call === null) return unreadable(at)
  const { tool, answer } = call
  const traits = traitsOf(tool, options)
  const told = answer === null || answer.refused ? null : answer
  return {
    key: seenKey(call),
    rule: ruleOf(traits, { read: options.maxIdenticalCalls ?? 3, write: 1 }),
    writes: traits.effect === 'write',
    answer: told === null ? null : seenText(told, options),
    failed: told !== null && isFailure(told),
    ran: answer?.refused !== true,
    // Whoever recorded a failure as one did not accept the response.
    report: traits.effect === 'write' && told !== null && isReportIn(told.text, !isFailure(told))
  }
}

/** Replays each turn; an unreadable call belongs to the turn of the call before it. */
const playTurns = (calls: ReadonlyArray<ReadableCall | null>, options: AuditOptions): ReadonlyArray<JudgedCall> => {
  const turns: Array<Array<PlayedCall>> = []
  let turn: number | undefined
  for (const [at, call] of calls.entries()) {
    if (turns.length === 0 || (call !== null && call.turn !== turn)) turns.push([])
    turn = call?.turn ?? turn
    turns.at(-1)?.push(playedAs(call, at, options))
  }
  return turns.flatMap(playRepeats)
}

// -- the replay

/** Replays a conversation: which calls were repeats, by their results, and which a guard would have refused. */
export const replayGuard = (
  calls: ReadonlyArray<ReadableCall | null>,
  options: AuditOptions
): ReadonlyArray<ReplayedCall> => {
  const rules = loopRules(options.loop)
  let log = NO_EVENTS
  return playTurns(calls, options).map(({ repeat, refusedBy }, at): ReplayedCall => {
    const call = calls[at]
    if (call === null || call === undefined) return { repeat: 'none', refused: false }
    if (refusedBy !== undefined) return { repeat, refused: true }
    const { tool, turn, answer } = call
    const args = seenArgs(call.args, rules)
    const ask = asked(log, { tool, args, turn }, rules)
    log = ask.log
    if (ask.loop !== undefined) return { repeat, refused: true }
    if (answer === null || answer.refused) return { repeat, refused: false }
    const { outcome, code } = answer
    log = settled(log, { tool, args, result: seenText(answer, options), outcome, code, turn }, rules)
    return { repeat, refused: false }
  })
}
