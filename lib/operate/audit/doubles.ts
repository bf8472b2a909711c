/** Possible double effects: writes of a turn that were made twice although the first may have worked. */
import { isFields } from '../../core/foreign/index.js'
import { canonicalText } from '../../core/json/index.js'
import { admitsFailure, isReportIn } from '../../core/failure/index.js'
import { isFreshName, isWording, kindOf, isRepeatable } from '../../core/signs/index.js'
import { knownEffect, ownName } from './known-tools.js'
import { identityOf, isFailure, ruleFor, type AuditOptions, type AuditToolRule } from './guard-replay.js'
import type { CallAnswer, ReadableCall } from './conversation.js'

// -- model

/** A write that may have had its effect once more. */
export interface DoubleWrite {
  /** The place of the earlier call among the calls of the conversation. */
  readonly of: number
  /**
   * `equal`: the same arguments, or the same identity; `alike`: they differ only in words about the order, or in what
   * is new in each request.
   */
  readonly by: 'equal' | 'alike'
  /** Both report success; else one of the two responses leaves it open. */
  readonly sure: boolean
}

// -- writes

/** Whether another call of a tool writes again: as declared, as known of the agent, or by its name's verb. */
export const writesAnew = (tool: string, rule: AuditToolRule | undefined): boolean => {
  if (rule?.effect !== undefined) return rule.effect === 'write' && rule.idempotent !== true
  if (rule?.idempotent === true) return false
  const name = ownName(tool)
  return knownEffect(name) === undefined && kindOf(name) === 'writes' && !isRepeatable(name)
}

type RunState = 'yes' | 'unknown' | 'no'

const ranBy = (answer: CallAnswer | null): RunState => {
  if (answer === null) return 'unknown'
  if (answer.refused) return 'no'
  if (isFailure(answer) || admitsFailure(answer.text))
    return isReportIn(answer.text, !isFailure(answer)) ? 'no' : 'unknown'
  return 'yes'
}

// -- keys

const without = (args: unknown, isLeftOut: (name: string) => boolean): unknown =>
  isFields(args) ? Object.fromEntries(Object.entries(args).filter(([name]) => !isLeftOut(name))) : args

const keysOf = (
  { tool, args }: ReadableCall,
  rule: AuditToolRule | undefined
): { readonly equal: string; readonly alike: string | undefined } => {
  const identity = identityOf(args, rule?.identity)
  const subject = without(identity, (name) => isWording(name) || isFreshName(name))
  const hasSubject = isFields(subject) && Object.values(subject).some((value) => value !== null && value !== '')
  return { equal: canonicalText([tool, identity]), alike: hasSubject ? canonicalText([tool, subject]) : undefined }
}

const UNDOES = /delet|remov|cancel|undo|revert|restor|clear|reset|unsubscrib|close|void|logout/i

// -- in a conversation

interface Earlier {
  readonly at: number
  readonly ran: RunState
}

/** The double writes of a conversation, by the later call. Undone ones may be done again. */
export const doubleWritesIn = (
  calls: ReadonlyArray<ReadableCall | null>,
  options: AuditOptions = {}
): ReadonlyMap<number, DoubleWrite> => {
  const found = new Map<number, DoubleWrite>()
  let [equal, alike] = [new Map<string, Earlier>(), new Map<string, Earlier>()]
  let turn: number | undefined
  for (const [at, call] of calls.entries()) {
    if (call === null) continue
    if (call.turn !== turn) [equal, alike] = [new Map(), new Map()]
    turn = call.turn
    const rule = ruleFor(call.tool, options)
    if (!writesAnew(call.tool, rule)) continue
    const ran = ranBy(call.answer)
    if (ran === 'no') continue
    if (UNDOES.test(ownName(call.tool))) [equal, alike] = [new Map(), new Map()]
    const keys = keysOf(call, rule)
    const [same, near] = [equal.get(keys.equal), keys.alike === undefined ? undefined : alike.get(keys.alike)]
    const earlier = same ?? near
    if (earlier !== undefined)
      found.set(at, {
        of: earlier.at,
        by: same === undefined ? 'alike' : 'equal',
        sure: earlier.ran === 'yes' && ran === 'yes'
      })
    if (same === undefined) equal.set(keys.equal, { at, ran })
    if (keys.alike !== undefined && near === undefined) alike.set(keys.alike, { at, ran })
  }
  return found
}
