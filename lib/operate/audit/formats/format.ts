/** A transcript format for the audit: recognizes its entries and reads them. */
import type { Fields } from '../../../core/foreign/index.js'
import type { HistoryFormat } from '../../../history/formats.js'
import type { Conversation } from '../conversation.js'

/** An entry is a message, an item, a line of a log, a run, a span, or a document that holds all of these. */
export interface TranscriptFormat {
  /** Whether an entry is certainly of this format. */
  readonly recognizes: (entry: Fields) => boolean
  /** Reads entries that stand together: one conversation, or several that a log interleaves. */
  readonly read: (entries: ReadonlyArray<unknown>, continues: boolean) => ReadonlyArray<Conversation>
  /** The provider format in which these entries can be repaired; undefined if no provider accepts them. */
  readonly history?: (entries: ReadonlyArray<unknown>) => HistoryFormat | undefined
}
