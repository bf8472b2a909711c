/** Calls that Anthropic executes itself: the API refuses one without its result, and a result without its call. */
import { type Fields, isFields } from '../core/foreign/index.js'
import { blocksOf, isCall, isResult, noteOf, readResult } from './anthropic-blocks.js'
import { stringOf } from './content.js'
import type { HistoryItem, RepairReporter } from './lens.js'
import { resultNote } from './texts.js'

type Blocks = ReadonlyArray<unknown>

const isHosted = (block: unknown): block is Fields => isFields(block) && block.type === 'server_tool_use'
const isHostedResult = (block: unknown): block is Fields =>
  isFields(block) && /^(?!mcp_).+_tool_result$/.test(stringOf(block.type))

/** The places of the results that answer no call before them. */
const orphansIn = (blocks: Blocks, open: Iterable<unknown>): ReadonlyArray<number> => {
  const waiting = new Set(open)
  return blocks.flatMap((block, slot) => {
    if (isHosted(block)) waiting.add(block.id)
    return isHostedResult(block) && !waiting.delete(block.tool_use_id) ? [slot] : []
  })
}

/**
 * Removes each call whose result can no longer come, and each result whose call is gone. The API runs a call without a
 * result when the message is sent back (`pause_turn`), or when results alone follow it; anything else that the user
 * says ends the turn.
 */
export const withoutHalves = (
  items: ReadonlyArray<HistoryItem>,
  notes: boolean,
  report: RepairReporter
): ReadonlyArray<HistoryItem> => {
  const open = new Map<unknown, readonly [at: number, slot: number]>()
  // Code that calls tools of the client: only a call that the model made directly is refused without its result.
  const callers = new Set<unknown>()
  const gone = new Map<number, Set<number>>()
  const told = new Map<number, ReadonlyArray<HistoryItem>>()
  const remove = (at: number, slot: number): void => {
    const slots = gone.get(at)
    if (slots === undefined) gone.set(at, new Set([slot]))
    else slots.add(slot)
  }
  const lose = (id: unknown): void => {
    const place = open.get(id)
    if (place === undefined) return
    open.delete(id)
    remove(...place)
    report('call_removed', items[place[0]]?.index ?? 0, id)
  }
  const end = (): void => {
    for (const id of open.keys()) if (!callers.has(id)) lose(id)
  }
  for (const [at, { message, index }] of items.entries()) {
    if (!isFields(message)) continue
    const blocks = blocksOf(message)
    if (message.role === 'user' && !blocks.every(isResult)) end()
    if (message.role !== 'assistant') continue
    // A note is the user's, so it ends the turn as well.
    if (notes && orphansIn(blocks, open.keys()).length > 0) end()
    const orphans = orphansIn(blocks, open.keys()).map((slot) => {
      const orphan = blocks[slot] as Fields
      remove(at, slot)
      report(notes ? 'result_noted' : 'result_dropped', index, orphan.tool_use_id)
      return { index, message: noteOf(resultNote(readResult(orphan), 'orphan'), orphan.content) }
    })
    if (notes) told.set(at, orphans)
    for (const [slot, block] of blocks.entries()) {
      if (isHosted(block)) {
        lose(block.id)
        open.set(block.id, [at, slot])
      } else if (isHostedResult(block)) open.delete(block.tool_use_id)
      else if (isCall(block) && isFields(block.caller)) callers.add(block.caller.tool_id)
    }
  }
  return items.flatMap((item, at): ReadonlyArray<HistoryItem> => {
    const slots = gone.get(at)
    if (slots === undefined) return [item]
    const before = told.get(at) ?? []
    const content = blocksOf(item.message).filter((_block, slot) => !slots.has(slot))
    if (content.length > 0) return [...before, { index: item.index, message: { ...(item.message as Fields), content } }]
    report('message_removed', item.index)
    return before
  })
}
