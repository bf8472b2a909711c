/** A transcript format of a provider's or a framework's messages: what it adds to the lens of their history. */
import { isFields, type Fields } from '../../../core/foreign/index.js'
import { signOf, type HistoryFormat } from '../../../history/formats.js'
import { endOf } from '../run-end.js'
import { conversationOf, type MessageOptions, type UnknownEntry } from '../conversation.js'
import type { TranscriptFormat } from './format.js'

interface MessageForm extends Pick<MessageOptions, 'answer'> {
  readonly isMessage: (entry: unknown) => entry is Fields
  /** Whether an entry without the sign of the format is certainly of it, in a dialect. */
  readonly isDialect?: (entry: Fields) => boolean
  /** How many parts of a message the format does not know. */
  readonly strangeParts?: (message: Fields) => number
  /** What the last message states of how the run ended. */
  readonly statusIn?: (message: Fields) => unknown
  /** With which words a message rejects a step of the model. */
  readonly rejectedBy?: (message: Fields) => string | undefined
  /** Rewrites dialects as the lens reads them; what it reads already stays the same. */
  readonly rewrite?: (messages: ReadonlyArray<Fields>) => ReadonlyArray<unknown>
}

const unchanged = <A>(messages: A): A => messages

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value === 'object' ? 'object' : typeof value

const MAX_FIELDS = 6

const shapeOf = (entry: unknown): string =>
  isFields(entry)
    ? `{ ${Object.entries(entry)
        .slice(0, MAX_FIELDS)
        .map(
          ([name, value]) => `${name}: ${name === 'role' || name === 'type' ? JSON.stringify(value) : kindOf(value)}`
        )
        .join(', ')} }`
    : kindOf(entry)

const firstUnknown = (
  entries: ReadonlyArray<unknown>,
  isMessage: (entry: unknown) => boolean
): UnknownEntry | undefined => {
  const at = entries.findIndex((entry) => !isMessage(entry))
  return at < 0 ? undefined : { place: at + 1, shape: shapeOf(entries[at]) }
}

/** The format whose lens has this name. No provider accepts a dialect. */
export const providerFormat = (
  name: HistoryFormat,
  {
    isMessage,
    isDialect,
    strangeParts = () => 0,
    statusIn = () => undefined,
    rejectedBy = () => undefined,
    rewrite = unchanged,
    ...options
  }: MessageForm
): TranscriptFormat => ({
  recognizes: (entry) => signOf(entry) === name || isDialect?.(entry) === true,
  read: (entries, continues) => {
    const messages = entries.filter(isMessage)
    const strange = messages.reduce((sum, message) => sum + strangeParts(message), entries.length - messages.length)
    const unknown = firstUnknown(entries, (entry) => isMessage(entry) && strangeParts(entry) === 0)
    const conversation = conversationOf(name, rewrite(messages), { ...options, continues, strange, unknown })
    const rejected = messages.map(rejectedBy).filter((words) => words !== undefined)
    return [{ ...conversation, rejected, ended: endOf(statusIn(messages.at(-1) ?? {})) }]
  },
  history: (entries) => {
    if (!entries.every(isMessage)) return undefined
    const same = rewrite(entries)
    return same.length === entries.length && same.every((one, at) => one === entries[at]) ? name : undefined
  }
})
