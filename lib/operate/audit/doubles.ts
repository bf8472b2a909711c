/**
 * Possible double effects: writes that were made again although the first may have worked, in one turn, or in a later
 * turn of the same conversation.
 */
import { isFields } from '../../core/foreign/index.js'
import { canonicalText } from '../../core/json/index.js'
import { admitsFailure, asksAgain, isReportIn, sentencesThatAsk } from '../../core/failure/index.js'
import { isFreshName, isRemark, isRepeatable, kindOf } from '../../core/signs/index.js'
import { isShellCall, knownEffect, ownName } from './known-tools.js'
import { identityOf, isFailure, ruleFor, type AuditOptions, type AuditToolRule } from './guard-replay.js'
import { isRefused } from './refused.js'
import { actsOnState, isNamedAsQuery, isStepOnScreen, switchesContext, undoes } from './tool-names.js'
import type { CallAnswer } from './call-answer.js'
import type { ReadableCall } from './conversation.js'

// -- model

/** A write that may have had its effect once more. */
export interface DoubleWrite {
  /** The place of the earlier call among the calls of the conversation. */
  readonly of: number
  /**
   * `equal`: the same arguments, or the same identity; `alike`: they differ only in words about the order without
   * another number, or in what is new in each request; in a later turn, only in how it is paid.
   */
  readonly by: 'equal' | 'alike'
  /** Both report success; else one of the two responses leaves it open. */
  readonly sure: boolean
  /** A message of the user stands between them, who may have asked for it once more. */
  readonly later: boolean
}

// -- writes

/** Whether another call of a tool writes again: as declared, as known of the agent, or by its name's verb. */
export const writesAnew = (tool: string, rule: AuditToolRule | undefined): boolean => {
  if (rule?.effect !== undefined) return rule.effect === 'write' && rule.idempotent !== true
  if (rule?.idempotent === true) return false
  const name = ownName(tool)
  const isOther = isRepeatable(name) || isNamedAsQuery(name) || actsOnState(name) || isStepOnScreen(name)
  return knownEffect(name) === undefined && kindOf(name) === 'writes' && !isOther
}

const SQL_INSERT = /^\s*insert\s+into\b/i
const ACTION = /^(?:action|tool|function|operation)(?:_?name)?$/i
const ASKS_BY_POST = /search|query|graphql|\bfind\b/i

const TABLE = '(?:[\\w$]+\\.|"[^"]+"\\.|`[^`]+`\\.)?["`\\[]?([\\w$]+)'
const INSERTS = new RegExp(`\\binsert\\s+into\\s+${TABLE}`, 'gi')
const EMPTIES = new RegExp(
  `\\b(?:delete\\s+from(?:\\s+only)?|truncate(?:\\s+table)?|drop\\s+table(?:\\s+if\\s+exists)?)\\s+${TABLE}`,
  'gi'
)

/** The tables that statements of SQL name, in small letters. */
const tablesIn = ({ args }: ReadableCall, statement: RegExp): ReadonlyArray<string> =>
  isFields(args)
    ? Object.values(args)
        .filter((value) => typeof value === 'string')
        .flatMap((text) => [...text.matchAll(statement)].map(([, table = '']) => table.toLowerCase()))
    : []

/** Whether the arguments of a tool that runs anything say that this call writes: `POST`, `INSERT`, `send_email`. */
const saysToWrite = ({ args }: ReadableCall): boolean => {
  if (!isFields(args)) return false
  const texts = Object.entries(args).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const posts = texts.some(([name, value]) => name === 'method' && /^post$/i.test(value))
  return (
    (posts && !texts.some(([, value]) => ASKS_BY_POST.test(value))) ||
    texts.some(([name, value]) => SQL_INSERT.test(value) || (ACTION.test(name) && writesAnew(value, undefined)))
  )
}

const isWrite = (call: ReadableCall, rule: AuditToolRule | undefined): boolean =>
  writesAnew(call.tool, rule) ||
  (rule?.effect === undefined &&
    rule?.idempotent !== true &&
    kindOf(ownName(call.tool)) === 'none' &&
    saysToWrite(call))

/** Whether a call had its effect, as far as its response tells. */
export type RunState = 'yes' | 'unknown' | 'no'

// A figure that was sent, beside the one that was due: "total price is 4875, but paid 1625" reports no payment.
const COMPARED =
  /((?<![\d.,])\d[\d.,]{0,20}\W{1,4}(?:but|and|while|whereas)\s)(?:only\s|you\s)?(?:entered|given|got|offered|paid|passed|provided|received|sent|supplied)\s\W?\d[\d.,]{0,20}/gi

const ranBy = (answer: CallAnswer | null): RunState => {
  if (answer === null) return 'unknown'
  if (answer.refused) return 'no'
  const { text } = answer
  if (!isFailure(answer) && !admitsFailure(text)) return 'yes'
  return isReportIn(text.replace(COMPARED, '$1'), false) || isRefused(text) ? 'no' : 'unknown'
}

/** The same of a call: one whose response asks for it again is a step of it. */
export const ranOf = (call: ReadableCall): RunState => {
  const ran = ranBy(call.answer)
  return ran === 'yes' && asksAgain(call.answer?.text ?? '', canonicalText(call.args)) ? 'no' : ran
}

/** Whether one of the sentences names a tool. */
const nameTool = (sentences: ReadonlyArray<string>, tool: string): boolean => {
  const name = ownName(tool)
  const spaced = name.replace(/[_-]+/g, ' ')
  return sentences.some((sentence) => sentence.includes(name) || sentence.includes(spaced))
}

// -- keys

const without = (args: unknown, isLeftOut: (name: string) => boolean): unknown =>
  isFields(args) ? Object.fromEntries(Object.entries(args).filter(([name]) => !isLeftOut(name))) : args

/** Whether arguments say anything. */
export const hasValues = (args: unknown): boolean =>
  isFields(args) ? Object.values(args).some((value) => value !== null && value !== '') : args !== ''

// An order that is paid in another way is the same order.
const PAYS =
  /^pay(?:ments?)?(?:_?(?:methods?|ids?|sources?|types?|options?))*$|^(?:credit_?|debit_?|gift_?)?card(?:_?(?:ids?|numbers?))?$/i

const isOther =
  (tool: string) =>
  (name: string): boolean =>
    isRemark(name, ownName(tool)) || isFreshName(name)

/** What an order is but for words about it, and for what is new in each request. */
export const identityOfOrder =
  (tool: string) =>
  (args: unknown): unknown =>
    without(args, isOther(tool))

// Words about another order name another one: `Order 14`, `Order 15`.
const NUMBERS = /\p{N}+/gu

const numbersIn = (tool: string, args: unknown): ReadonlyArray<string> =>
  isFields(args)
    ? Object.entries(args)
        .filter(([name]) => isRemark(name, ownName(tool)))
        .flatMap(([, value]) => canonicalText(value).match(NUMBERS) ?? [])
        .toSorted()
    : []

const keysOf = (
  { tool, args }: ReadableCall,
  rule: AuditToolRule | undefined
): Pick<Earlier, 'equal' | 'alike' | 'ordered'> => {
  const identity = identityOf(args, rule?.identity)
  const subject = identityOfOrder(tool)(identity)
  const ordered = without(identity, (name) => PAYS.test(name))
  return {
    equal: canonicalText([tool, identity]),
    alike: hasValues(subject) ? canonicalText([tool, subject, numbersIn(tool, identity)]) : undefined,
    ordered: hasValues(ordered) ? canonicalText([tool, ordered]) : undefined
  }
}

// -- what undoes

interface Earlier {
  readonly at: number
  readonly turn: number
  /** The latest call before it that logged somebody in, or switched over. */
  readonly actor: string
  readonly tool: string
  readonly ran: RunState
  readonly equal: string
  readonly alike: string | undefined
  /** The call but for how it is paid. */
  readonly ordered: string | undefined
  /** The arguments and the response, in which an id of what it made stands. */
  readonly text: string
  /** The tables of SQL that it inserts into. */
  readonly into: ReadonlyArray<string>
}

const MIN_ID = 4
const MAX_IDS = 50
const TEXT_CHARS = 4_000

const idsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  const inner = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []
  return inner.slice(0, MAX_IDS).flatMap(idsIn)
}

/** The writes that a call undoes: those that its rarest id names; where it names none of them, it may be any. */
const undoneBy = ({ args }: ReadableCall, held: ReadonlyArray<Earlier>): ReadonlyArray<Earlier> => {
  const named = idsIn(args)
    .slice(0, MAX_IDS)
    .filter((id) => id.length >= MIN_ID)
    .map((id) => held.filter(({ text }) => text.includes(id)))
    .filter((group) => group.length > 0)
  return named.toSorted((one, other) => one.length - other.length)[0] ?? held
}

// -- in a conversation

// Of more, the oldest are forgotten.
const MAX_HELD = 200

/** The double writes of a conversation, by the later call. Undone ones may be done again. */
export const doubleWritesIn = (
  calls: ReadonlyArray<ReadableCall | null>,
  options: AuditOptions = {}
): ReadonlyMap<number, DoubleWrite> => {
  const found = new Map<number, DoubleWrite>()
  let held: ReadonlyArray<Earlier> = []
  // Whoever is logged in pays.
  let actor = ''
  for (const [at, call] of calls.entries()) {
    if (call === null) continue
    const { tool, turn, args } = call
    if (switchesContext(ownName(tool)) && ranOf(call) === 'yes') actor = canonicalText([tool, args])
    const rule = ruleFor(tool, options)
    // What a shell ran may be run again.
    const writes = isWrite(call, rule) && (rule?.effect !== undefined || !isShellCall(tool, args))
    const ran = writes ? ranOf(call) : 'no'
    const emptied = held.length === 0 ? [] : tablesIn(call, EMPTIES)
    if (emptied.length > 0 && ranOf(call) === 'yes')
      held = held.filter(({ into }) => !into.some((table) => emptied.includes(table)))
    if (ran !== 'no') {
      if (undoes(ownName(tool))) {
        const undone = new Set(undoneBy(call, held))
        for (const one of undone) if (found.get(one.at)?.later === true) found.delete(one.at)
        held = held.filter((one) => !undone.has(one))
      }
      const keys = keysOf(call, rule)
      const ofTurn = held.filter((one) => one.turn === turn && one.actor === actor)
      const same = ofTurn.find(({ equal }) => equal === keys.equal)
      const near = keys.alike === undefined ? undefined : ofTurn.find(({ alike }) => alike === keys.alike)
      // What a call without arguments acts on has changed by then.
      const before =
        ran === 'yes' && keys.ordered !== undefined
          ? held.find(
              (one) => one.turn !== turn && one.actor === actor && one.ran === 'yes' && one.ordered === keys.ordered
            )
          : undefined
      const earlier = same ?? near ?? before
      if (earlier !== undefined)
        found.set(at, {
          of: earlier.at,
          by: earlier.equal === keys.equal ? 'equal' : 'alike',
          sure: earlier.ran === 'yes' && ran === 'yes',
          later: same === undefined && near === undefined
        })
      const text = `${canonicalText(args)} ${call.answer?.text ?? ''}`.slice(0, TEXT_CHARS)
      held = [...held, { at, turn, actor, tool, ran, ...keys, text, into: tablesIn(call, INSERTS) }].slice(-MAX_HELD)
    }
    const asking = held.length === 0 ? [] : sentencesThatAsk(call.answer?.text ?? '')
    if (asking.length > 0) held = held.filter((one) => one.at === at || !nameTool(asking, one.tool))
  }
  return found
}
