/** What a repair needs to know of a message and do to it, whatever its format. */
import type { Fields } from '../core/foreign/fields.js'

// -- model

/** A call that the client has to answer. Provider-executed calls are none. */
export interface HistoryCall {
  /** As it stands; may be missing, empty or no text. */
  readonly id: unknown
  readonly name: string
  /** Data, or the text that the format keeps of them. */
  readonly args: unknown
  /** The part, or the message, that holds it. */
  readonly block: Fields
  /** Another id of the same call, by which some clients answer. */
  readonly alias?: string
  /** False where a text is no answer (a screenshot is due): such a call can only be removed. */
  readonly answerable: boolean
  /** Waits for a person's approval. */
  readonly pending: boolean
  /** What stands in the place of a missing result. @default that nobody knows whether the call ran */
  readonly missing?: string
}

/** What a client gave back for a call. */
export interface HistoryResult {
  readonly id: unknown
  readonly name: string
  /** The part, or the message, that holds it. */
  readonly block: Fields
  readonly content: unknown
  /** Marked as a failure by the format's own flag. */
  readonly failed: boolean
}

/** What one message holds. */
export interface MessageView {
  /** `model` spoke; `tool` gives results; `user` begins a turn; `other` is anything else, like instructions. */
  readonly side: 'model' | 'tool' | 'user' | 'other'
  readonly calls: ReadonlyArray<HistoryCall>
  readonly results: ReadonlyArray<HistoryResult>
  /** Calls and nothing else. */
  readonly onlyCalls?: boolean
  /** Reasoning and nothing else. */
  readonly reasoning?: boolean
  /** Stands for an item that is stored elsewhere, and may be a call. */
  readonly reference?: boolean
  /** Ids of calls that the provider executes. */
  readonly hosted?: ReadonlyArray<string>
  /** Holds what a person said, too. */
  readonly speaks?: boolean
  /** A result stands behind what may only follow results. */
  readonly late?: boolean
}

export const SPOKEN: MessageView = { side: 'model', calls: [], results: [] }
export const USER: MessageView = { side: 'user', calls: [], results: [] }
export const OTHER: MessageView = { side: 'other', calls: [], results: [] }

/** A message on its way, with its position in the input. */
export interface HistoryItem {
  readonly message: unknown
  readonly index: number
}

/** What a lens itself mends in messages, before calls and results are paired or after. */
export type MessageRepair =
  | 'empty_calls_removed'
  | 'empty_content_removed'
  | 'arguments_wrapped'
  | 'call_promoted'
  | 'calls_moved_last'
  | 'reasoning_removed'
  | 'message_removed'
  | 'messages_merged'
  | 'opening_added'

/** Notes what was mended: the call's id where there is one, and the position of the message in the input. */
export type RepairReporter = (kind: MessageRepair, index: number, id?: unknown) => void

/** What happens to a call. */
export type MessageChange = 'keep' | 'remove' | { readonly id: string }

/** Tells what happens to each call, by its position in the view. */
export type CallChanges = (slot: number) => MessageChange

export interface Lens {
  read(message: unknown): MessageView
  /** Whether a message of the model goes on with the step of the one before it, so that its calls are parallel to those; null where none does. */
  readonly continues: ((next: MessageView) => boolean) | null
  /** Takes a message apart that holds what belongs to the other side; the message alone where it does not. */
  readonly split?: (message: unknown) => ReadonlyArray<unknown>
  /** Mends what is wrong with a message by itself; `undefined` where nothing is left of it. */
  clean(message: unknown, index: number, report: RepairReporter): unknown
  /** Renames or removes calls; `undefined` where nothing is left that is worth sending. */
  change(message: unknown, changes: CallChanges): unknown
  /** Puts other results in the place of a message's own, or none; `undefined` where nothing is left. */
  swap(message: unknown, blocks: ReadonlyArray<Fields | undefined>): unknown
  /** The messages that hold these results. */
  gather(blocks: ReadonlyArray<Fields>): ReadonlyArray<unknown>
  answer(call: HistoryCall, id: string, text: string): Fields
  /** A result with another id. */
  address(block: Fields, id: string): Fields
  /** A message of the user's side: the side on which a tool's text has the least authority. */
  note(text: string): unknown
  /** The nearest id that the provider takes, which is the id itself where nothing is wrong with it; may be empty. */
  acceptable(id: string): string
  /** Where an id must be unique: among parallel calls, or in the whole history. */
  readonly unique: 'step' | 'history'
  /** Several results stand in one message. */
  readonly groups: boolean
  /** Mends what is wrong between messages once calls and results are paired; `live` leaves the end alone. */
  settle(items: ReadonlyArray<HistoryItem>, live: boolean, report: RepairReporter): ReadonlyArray<HistoryItem>
}

/** The messages as items, each cleaned by itself. */
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
  return items
}

/** A call, or what names one, after a change of its id in `field`; `undefined` where it was removed. */
export const changed = (call: Fields, to: MessageChange, field: string): Fields | undefined =>
  to === 'remove' ? undefined : to === 'keep' ? call : { ...call, [field]: to.id }
