/** The interface through which a repair reads and changes messages of any format. */
import type { Fields } from '../core/foreign/index.js'

// -- model

/** A call that the client has to answer, not one that the provider executes. */
export interface HistoryCall {
  /** Unchanged; may be missing, empty or no text. */
  readonly id: unknown
  readonly name: string
  /** Data, or the text in which the format keeps it. */
  readonly args: unknown
  /** The part, or the message, that holds it. */
  readonly block: Fields
  /** Another id of the same call, which some clients put into the result. */
  readonly alias?: string
  /** A text cannot stand in for the result (a screenshot is due): such a call can only be removed. @default false */
  readonly unanswerable?: boolean
  /** Waits for a person's approval. @default false */
  readonly pending?: boolean
  /** The text in place of a missing result. @default that nobody knows whether the call ran */
  readonly missing?: string
}

/** A result that a client gave for a call. */
export interface HistoryResult {
  readonly id: unknown
  readonly name: string
  /** The part, or the message, that holds it. */
  readonly block: Fields
  readonly content: unknown
  /** Marked as a failure by the format's own flag. */
  readonly failed: boolean
}

/** The content of one message. */
export interface MessageView {
  /** `model` spoke; `tool` gives results; `user` begins a turn; `other` is anything else, such as instructions. */
  readonly side: 'model' | 'tool' | 'user' | 'other'
  readonly calls: ReadonlyArray<HistoryCall>
  readonly results: ReadonlyArray<HistoryResult>
  /** Only calls. */
  readonly onlyCalls?: boolean
  /** Only reasoning. */
  readonly reasoning?: boolean
  /** Stands for an item that is stored elsewhere, and may be a call. */
  readonly reference?: boolean
  /** Ids of calls that the provider executes. */
  readonly hosted?: ReadonlyArray<string>
  /** Also holds words of a person. */
  readonly speaks?: boolean
  /** A result that comes after content which only results may precede. */
  readonly late?: boolean
}

export const SPOKEN: MessageView = { side: 'model', calls: [], results: [] }
export const USER: MessageView = { side: 'user', calls: [], results: [] }
export const OTHER: MessageView = { side: 'other', calls: [], results: [] }

/** The model spoke, and made these calls. */
export const calling = (calls: ReadonlyArray<HistoryCall>): MessageView => ({ ...SPOKEN, calls })

export const answering = (...results: ReadonlyArray<HistoryResult>): MessageView => ({
  side: 'tool',
  calls: [],
  results
})

/** A message with its position in the input. */
export interface HistoryItem {
  readonly message: unknown
  readonly index: number
}

/** Repairs of single messages by a lens, before or after pairing. */
export type MessageRepair =
  | 'empty_calls_removed'
  | 'empty_content_removed'
  | 'arguments_wrapped'
  | 'text_written'
  | 'call_promoted'
  | 'calls_moved_last'
  | 'caller_removed'
  | 'reasoning_removed'
  | 'message_removed'
  | 'messages_merged'
  | 'opening_added'
  | 'media_moved'
  | 'item_id_removed'
  | 'name_rewritten'

/** Records a repair: the call's id, if there is one, and the position of the message in the input. */
export type RepairReporter = (
  kind: MessageRepair | 'call_removed' | 'duplicate_dropped' | 'result_noted' | 'result_dropped',
  index: number,
  id?: unknown
) => void

/** What happens to a call: it may get another id, another name of its tool, or both. */
export type MessageChange = 'keep' | 'remove' | { readonly id?: string | undefined; readonly name?: string | undefined }

/** Returns the change of each call, by its position in the view. */
export type CallChanges = (slot: number) => MessageChange

export interface SettleChoices {
  /** The end is left unchanged. */
  readonly live: boolean
  /** Results without a call become notes. */
  readonly notes: boolean
}

export interface Lens {
  read(message: unknown): MessageView
  /**
   * Whether a message of the model continues the step before it, so that their calls are parallel; null for formats
   * without such messages.
   */
  readonly continues: ((next: MessageView) => boolean) | null
  /** Splits a message that also holds content of the other side. */
  readonly split?: (message: unknown) => ReadonlyArray<unknown>
  /** Repairs a message by itself; `undefined` if nothing of it is left. */
  clean(message: unknown, index: number, report: RepairReporter): unknown
  /** Drops copies of messages that have ids of their own, before pairing. */
  readonly once?: (items: ReadonlyArray<HistoryItem>, report: RepairReporter) => ReadonlyArray<HistoryItem>
  /** Renames or removes calls; `undefined` if nothing worth sending is left. */
  change(message: unknown, changes: CallChanges): unknown
  /** Replaces or removes the results of a message; `undefined` if nothing is left. */
  swap(message: unknown, blocks: ReadonlyArray<Fields | undefined>): unknown
  /** The messages that hold these results. */
  gather(blocks: ReadonlyArray<Fields>): ReadonlyArray<unknown>
  answer(call: HistoryCall, id: string, text: string): Fields
  /** A copy of a result with another id, and another name of its tool if there is one. */
  address(block: Fields, id: string, name?: string): Fields
  /**
   * A message of the user's side: the side on which a tool's text has the least authority. It may also hold the images
   * and documents among the content of a result.
   */
  note(text: string, content?: unknown): unknown
  /** The nearest id that the provider accepts, which is the same id if it is fine; may be empty. */
  acceptable(id: string): string
  /** The nearest name of a tool that the provider accepts, which is the same name if it is fine. */
  readonly tool?: (name: string) => string
  /** How much of an id may stand before a number, where the provider limits its length. @default 48 */
  readonly stem?: number
  /** Where an id must be unique: among parallel calls, or in the whole history. */
  readonly unique: 'step' | 'history'
  /** Whether one message may hold several results. */
  readonly groups: boolean
  /** Repairs faults between messages after pairing. */
  settle(items: ReadonlyArray<HistoryItem>, choices: SettleChoices, report: RepairReporter): ReadonlyArray<HistoryItem>
}

/** The messages as items, each cleaned by itself, and once. */
export const cleanMessages = (
  lens: Lens,
  messages: ReadonlyArray<unknown>,
  report: RepairReporter
): ReadonlyArray<HistoryItem> => {
  const items: Array<HistoryItem> = []
  for (let index = 0; index < messages.length; index++) {
    for (const part of lens.split?.(messages[index]) ?? [messages[index]]) {
      const message = lens.clean(part, index, report)
      if (message !== undefined) items.push({ message, index })
    }
  }
  return lens.once?.(items, report) ?? items
}

/** A call, or a reference to one, with the changed id in `field`; `undefined` if it was removed. */
export const changed = (call: Fields, to: MessageChange, field: string): Fields | undefined =>
  to === 'remove'
    ? undefined
    : to === 'keep'
      ? call
      : {
          ...call,
          ...(to.id === undefined ? {} : { [field]: to.id }),
          ...(to.name === undefined ? {} : { name: to.name })
        }

/** Accepts names of tools by the rule that providers share, and replaces what is outside it. */
export const toolName =
  (max: number) =>
  (name: string): string =>
    name.length <= max && /^[\w-]+$/.test(name) ? name : name.replace(/[^\w-]/g, '_').slice(0, 48) || 'unnamed_tool'
