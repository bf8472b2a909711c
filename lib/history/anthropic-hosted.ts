/** Calls that Anthropic executes itself: the API refuses one without its result, and a result without its call. */
import { type Fields, isFields } from '../core/foreign/index.js'
import { isCall, isResult, readResult } from './anthropic-blocks.js'
import { stringOf } from './content.js'
import type { HistoryItem, RepairReporter } from './lens.js'
import { resultNote } from './texts.js'

type Blocks = ReadonlyArray<unknown>

const isHosted = (block: unknown): block is Fields => isFields(block) && block.type === 'server_tool_use'
const isHostedResult = (block: unknown): block is Fields =>
  isFields(block) && /^(?!mcp_).+_tool_result$/.test(stringOf(block.type))

/** Whether code of the provider made a call. */
const isMade = (block: unknown): block is Fields & { readonly caller: Fields } =>
  isCall(block) && isFields(block.caller) && block.caller.tool_id !== undefined

/** The places of the results that answer no call before them. */
const orphansIn = (blocks: Blocks, open: Iterable<unknown>): ReadonlyArray<number> => {
  const waiting = new Set(open)
  return blocks.flatMap((block, slot) => {
    if (isHosted(block)) waiting.add(block.id)
    return isHostedResult(block) && !waiting.delete(block.tool_use_id) ? [slot] : []
  })
}

/** A call that waits for its result, and the calls that its code has made. */
interface OpenCall {
  readonly at: number
  readonly slot: number
  readonly made: Set<unknown>
}

/** How messages hold the blocks of Anthropic. */
export interface HostedForm {
  /** `user` or `assistant`; anything else neither speaks nor ends a turn. */
  readonly roleOf: (message: Fields) => unknown
  readonly blocksOf: (message: Fields) => Blocks
  /** `undefined` if nothing is left. */
  readonly withBlocks: (message: Fields, content: Blocks) => unknown
  readonly note: (text: string, content: unknown) => unknown
}

/** The call as one that the model made directly. */
const withoutCaller = ({ caller: _, ...call }: Fields): Fields => call

/**
 * Removes each call whose result can no longer come, and each result whose call is gone. The API runs a call without a
 * result when the message is sent back (`pause_turn`), or when results alone follow it; anything else that the user
 * says ends the turn, and is refused while code waits for the calls that it made. Those stay, as the model's own: they
 * may have run.
 */
export const withoutHalves = (
  items: ReadonlyArray<HistoryItem>,
  { roleOf, blocksOf, withBlocks, note }: HostedForm,
  notes: boolean,
  report: RepairReporter
): ReadonlyArray<HistoryItem> => {
  const open = new Map<unknown, OpenCall>()
  // Calls by code that runs no more, or is gone.
  const alone = new Set<unknown>()
  const gone = new Map<number, Set<number>>()
  const told = new Map<number, ReadonlyArray<HistoryItem>>()
  const remove = (at: number, slot: number): void => {
    const slots = gone.get(at)
    if (slots === undefined) gone.set(at, new Set([slot]))
    else slots.add(slot)
  }
  const lose = (id: unknown): void => {
    const call = open.get(id)
    if (call === undefined) return
    open.delete(id)
    remove(call.at, call.slot)
    for (const made of call.made) alone.add(made)
    report('call_removed', items[call.at]?.index ?? 0, id)
  }
  const end = (): void => {
    for (const id of open.keys()) lose(id)
  }
  for (const [at, { message, index }] of items.entries()) {
    if (!isFields(message)) continue
    const role = roleOf(message)
    const blocks = blocksOf(message)
    if (role === 'user' && !blocks.every(isResult)) end()
    if (role !== 'assistant') continue
    // A note is the user's, so it ends the turn as well.
    if (notes && orphansIn(blocks, open.keys()).length > 0) end()
    const orphans = orphansIn(blocks, open.keys()).map((slot) => {
      const orphan = blocks[slot] as Fields
      remove(at, slot)
      report(notes ? 'result_noted' : 'result_dropped', index, orphan.tool_use_id)
      return { index, message: note(resultNote(readResult(orphan), 'orphan'), orphan.content) }
    })
    if (notes) told.set(at, orphans)
    for (const [slot, block] of blocks.entries()) {
      if (isHosted(block)) {
        lose(block.id)
        open.set(block.id, { at, slot, made: new Set() })
      } else if (isHostedResult(block)) open.delete(block.tool_use_id)
      else if (isMade(block)) (open.get(block.caller.tool_id)?.made ?? alone).add(block)
    }
  }
  return items.flatMap((item, at): ReadonlyArray<HistoryItem> => {
    const { message, index } = item
    if (!isFields(message) || roleOf(message) !== 'assistant') return [item]
    const slots = gone.get(at)
    const blocks = blocksOf(message)
    const isAlone = (block: unknown): block is Fields => alone.has(block)
    if (slots === undefined && !blocks.some(isAlone)) return [item]
    for (const { id } of blocks.filter(isAlone)) report('caller_removed', index, id)
    const content = blocks
      .filter((_block, slot) => slots?.has(slot) !== true)
      .map((block) => (isAlone(block) ? withoutCaller(block) : block))
    const rest = withBlocks(message, content)
    const before = told.get(at) ?? []
    if (rest !== undefined) return [...before, { index, message: rest }]
    report('message_removed', index)
    return before
  })
}
