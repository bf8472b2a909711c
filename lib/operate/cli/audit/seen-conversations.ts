/** Which conversations were counted already: a log may hold one again, and a run may be stored in two formats. */
import { createHash } from 'node:crypto'
import type { FormatName } from '../../audit/formats/formats.js'
import { canonicalText } from '../../../core/json/index.js'
import type { Conversation } from '../../audit/conversation.js'

// Such an id is given once, and `call_1` in each conversation.
const MIN_ID = 16

// Fewer results may well be equal in two runs.
const MIN_ANSWERS = 3

const digestOf = (parts: ReadonlyArray<unknown>): string =>
  createHash('sha256').update(canonicalText(parts)).digest('base64')

/** Knows them by digests: two of each conversation at most. */
export class SeenConversations {
  readonly #ids = new Set<string>()
  readonly #calls = new Map<string, { readonly file: string; readonly format: FormatName }>()

  /** Whether it is a copy of one that was asked for before. */
  isCopy(file: string, format: FormatName, { calls, entries }: Conversation): boolean {
    const made = digestOf(calls.map((call) => [call?.tool, call?.args, call?.answer?.text]))
    const long = calls.filter((call) => (call?.id?.length ?? 0) >= MIN_ID).length
    // Caches of responses give one again, to another conversation.
    const size = long === 1 ? entries : null
    const ids = long === 0 ? undefined : digestOf([made, calls.map((call) => call?.id), size])
    if (ids !== undefined && this.#ids.has(ids)) return true
    if (ids !== undefined) this.#ids.add(ids)
    if (calls.filter((call) => call !== null && call.answer !== null).length < MIN_ANSWERS) return false
    const first = this.#calls.get(made)
    // In one format, equal calls with equal results may be two runs.
    if (first !== undefined) return first.file !== file && first.format !== format
    this.#calls.set(made, { file, format })
    return false
  }
}
