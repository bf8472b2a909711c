/** A transcript format of a provider's or a framework's messages: what it adds to the lens of their history. */
import type { Fields } from '../../../core/foreign/index.js'
import { signOf, type HistoryFormat } from '../../../history/formats.js'
import { conversationOf, type MessageOptions } from '../conversation.js'
import type { TranscriptFormat } from './format.js'

interface MessageForm extends Pick<MessageOptions, 'answer'> {
  readonly isMessage: (entry: unknown) => entry is Fields
  /** Whether an entry without the sign of the format is certainly of it, in a dialect. */
  readonly isDialect?: (entry: Fields) => boolean
  /** How many parts of a message the format does not know. */
  readonly strangeParts?: (message: Fields) => number
  /** Rewrites dialects as the lens reads them; what it reads already stays the same. */
  readonly rewrite?: (messages: ReadonlyArray<Fields>) => ReadonlyArray<unknown>
}

const unchanged = <A>(messages: A): A => messages

/** The format whose lens has this name. No provider accepts a dialect. */
export const providerFormat = (
  name: HistoryFormat,
  { isMessage, isDialect, strangeParts = () => 0, rewrite = unchanged, ...options }: MessageForm
): TranscriptFormat => ({
  recognizes: (entry) => signOf(entry) === name || isDialect?.(entry) === true,
  read: (entries, continues) => {
    const messages = entries.filter(isMessage)
    const strange = messages.reduce((sum, message) => sum + strangeParts(message), entries.length - messages.length)
    return [conversationOf(name, rewrite(messages), { ...options, continues, strange })]
  },
  history: (entries) => {
    if (!entries.every(isMessage)) return undefined
    const same = rewrite(entries)
    return same.length === entries.length && same.every((one, at) => one === entries[at]) ? name : undefined
  }
})
