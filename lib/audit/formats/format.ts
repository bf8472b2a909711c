/** What a form of transcripts is to the audit: how one entry of it is recognised, and how its entries are read. */
import type { Fields } from '../../core/foreign/fields.js'
import type { HistoryFormat } from '../../history/formats.js'
import type { Conversation } from '../conversation.js'

/** An entry is a message, an item, a line of a log, a run, a span, or a document that holds all of these. */
export interface TranscriptFormat {
  /** Whether an entry can only be of this format. */
  readonly recognizes: (entry: Fields) => boolean
  /** Reads entries that stand together: one conversation, or several that a log has interleaved. */
  readonly read: (entries: ReadonlyArray<unknown>, continues: boolean) => ReadonlyArray<Conversation>
  /** Whether a provider takes these entries as they are, so that they can be mended; and as which format. */
  readonly history?: (entries: ReadonlyArray<unknown>) => HistoryFormat | undefined
}
