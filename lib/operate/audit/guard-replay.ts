/** Replays recorded calls against the rules of a guard: each turn's budget, the session's loop detector. */
import { canonicalText } from '../../core/json/index.js'
import {
  type LoopOptions,
  NO_EVENTS,
  type RepeatTraits,
  UNLIMITED,
  asked,
  effectOf,
  loopRules,
  namedFields,
  ruleOf,
  seenArgs,
  settled
} from '../../core/calls/index.js'
import { failureIn, isReportIn } from '../../core/failure/index.js'
import { replayBudget, type JudgedCall, type PlayedCall } from './replay-budget.js'
import { knownEffect, ownName, type KnownEffect } from './known-tools.js'
import type { CallAnswer } from './call-answer.js'
import type { ReadableCall } from './conversation.js'

// -- model

/** The declared traits of a tool. @category History @since 0.1.0 */
export interface AuditToolRule extends Pick<
  Partial<RepeatTraits>,
  'effect' | 'idempotent' | 'maxIdenticalCalls' | 'polls'
> {
  /** Of a write, the arguments that make two calls one and the same. @default all arguments */
  readonly identity?: ReadonlyArray<string> | ((args: unknown) => unknown)
}

/** The rules of the guard that is replayed. @category History @since 0.1.0 */
export interface AuditOptions {
  /** How often the same call may be made in one turn with an unchanged result. @default 3 */
  readonly maxIdenticalCalls?: number
  /**
   * The context of the model, in tokens: a result that fills more than a tenth of it is `too_long`, and one is read
   * again until later ones fill it.
   * @default 200,000
   */
  readonly contextTokens?: number
  /** Limits of the loop detector across turns. */
  readonly loop?: LoopOptions
  /** The traits of tools by name. Tools of known coding agents have known effects; others are undeclared. */
  readonly tools?: Readonly<Record<string, AuditToolRule>>
}

/** A call and the verdict of the rules. */
export interface ReplayedCall {
  readonly repeat: JudgedCall['repeat']
  readonly refused: boolean
}

// -- what is alike

/** The rule of a tool, if it has one. */
export const ruleFor = (tool: string, { tools = {} }: AuditOptions): AuditToolRule | undefined =>
  Object.hasOwn(tools, tool) ? tools[tool] : undefined

/** The part of the arguments that makes two calls one and the same. */
export const identityOf = (args: unknown, identity: AuditToolRule['identity']): unknown => {
  if (identity === undefined) return args
  if (typeof identity !== 'function') return namedFields(identity, args)
  try {
    return identity(args)
  } catch {
    // It may expect arguments of its own tool alone.
    return args
  }
}

/** Identifies equal calls. */
export const seenKey = ({ tool, args }: ReadableCall, options: AuditOptions = {}): string =>
  JSON.stringify([tool, canonicalText(identityOf(args, ruleFor(tool, options)?.identity))])

/** Compares results of a tool, without fields that bring no news. */
export const seenText = ({ text: own, seenAs: text = own }: CallAnswer, { loop }: AuditOptions): string =>
  loop?.ignoreResultFields === undefined ? text : canonicalText(text, new Set(loop.ignoreResultFields))

export const isFailure = ({ outcome }: CallAnswer): boolean => outcome !== 'right' && outcome !== 'partial_data'

/** Failures are compared without ids and figures; data that were cut are no words about a failure. */
export const hasWords = (answer: CallAnswer): boolean => isFailure(answer) && answer.code !== 'truncated_response'

// -- the budget

const KNOWN: Readonly<Record<KnownEffect, Pick<RepeatTraits, 'effect' | 'idempotent'>>> = {
  edits: { effect: 'write', idempotent: true },
  runs: { effect: 'write', idempotent: true },
  acts: { effect: 'write', idempotent: true },
  reads: { effect: 'read' },
  looks: { effect: 'read' }
}

const traitsOf = ({ tool: name, args }: ReadableCall, options: AuditOptions): RepeatTraits => {
  const rule = ruleFor(name, options)
  const isDeclared = rule?.effect !== undefined || rule?.idempotent !== undefined
  const known = isDeclared ? undefined : knownEffect(ownName(name), args)
  return { ...rule, ...(known === undefined ? effectOf(name, rule?.effect, rule?.idempotent) : KNOWN[known]) }
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
  const { answer } = call
  const traits = traitsOf(call, options)
  const told = answer === null || answer.refused ? null : answer
  return {
    key: seenKey(call, options),
    rule: ruleOf(traits, { read: options.maxIdenticalCalls ?? 3, write: 1 }),
    writes: traits.effect === 'write',
    answer: told === null ? null : seenText(told, options),
    failed: told !== null && hasWords(told),
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
  return turns.flatMap(replayBudget)
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
    const { outcome } = answer
    const code = answer.code ?? (isFailure(answer) ? (failureIn(answer.text, { accepted: true })?.code ?? null) : null)
    log = settled(log, { tool, args, result: seenText(answer, options), outcome, code, turn }, rules)
    return { repeat, refused: false }
  })
}
