/** Rollouts of the Codex CLI: items of the Responses API in a log, in its old and its new form. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf, textOf } from '../../../history/content.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { NO_USAGE, usageIn, type Usage } from '../usage.js'
import { distinct } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { isItem } from './responses.js'

const LINES: ReadonlySet<unknown> = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'])

// Earlier versions write bare items, after a header and with states between them.
const isHeader = (line: Fields): boolean =>
  line['type'] === undefined && 'timestamp' in line && 'id' in line && ('instructions' in line || 'git' in line)
const isState = ({ record_type: type }: Fields): boolean => typeof type === 'string'

// -- items

// Items that only this log has, none of which is a call.
const OWN_ITEMS: ReadonlySet<unknown> = new Set(['agent_message', 'ghost_snapshot', 'other'])

const HARNESS = /^\s*(?:<[a-z_]+>|# AGENTS\.md instructions)/

const isOfHarness = ({ role, content }: Fields): boolean =>
  role === 'user' && HARNESS.test(textOf(partsOf(content).slice(0, 1)))

// Earlier versions name the tool of a server without the prefix of later ones.
const OF_SERVER = /^(?!mcp__)([\w-]+?)__(?=\w)/

const named = (item: unknown): unknown =>
  isFields(item) && typeof item['name'] === 'string' && OF_SERVER.test(item['name'])
    ? { ...item, name: item['name'].replace(OF_SERVER, 'mcp__$1__') }
    : item

/** The item of a line; undefined for a line that belongs to the log itself. */
const itemOf = (line: Fields): unknown => {
  if (line['type'] === 'response_item') return named(line['payload'])
  if (isHeader(line) || isState(line)) return undefined
  // A line of another type may belong to the log; one that holds a call does not.
  if (isFields(line['payload']))
    return LINES.has(line['type']) || !isItem(line['payload']) ? undefined : 'a strange line'
  return named(line)
}

const isOwn = (item: unknown): boolean => isFields(item) && (OWN_ITEMS.has(item['type']) || isOfHarness(item))

// -- the tokens that it states: each event holds the sum so far

const usageOf = (lines: ReadonlyArray<unknown>): Usage => {
  let usage = NO_USAGE
  for (const line of lines) {
    const payload = asFields(asFields(line)['payload'])
    if (payload['type'] !== 'token_count') continue
    const total = asFields(payload['info'])['total_token_usage']
    if (isFields(total)) usage = usageIn(total)
  }
  return usage
}

// -- how it ended

const BEGINS = /^(?:task|turn)_started$|^user_message$/
const COMPLETE = /^(?:task|turn)_complete$/

/** How the last turn ended: by an error behind which the model said nothing, or well; an interrupted one has no end. */
const endIn = (lines: ReadonlyArray<unknown>): Conversation['ended'] => {
  const events = lines.map((line) => asFields(line)).filter(({ type }) => type === 'event_msg')
  const all = events.map(({ payload }) => asFields(payload))
  const own = all.slice(all.findLastIndex(({ type }) => BEGINS.test(stringOf(type))) + 1)
  // A turn that failed is complete, too.
  const last = own.findLast(({ type }) => type === 'error' || type === 'agent_message')
  if (last?.['type'] === 'error') return stringOf(last['message']) || 'error'
  return own.some(({ type }) => COMPLETE.test(stringOf(type))) ? null : undefined
}

interface TimedItem {
  readonly item: unknown
  readonly time: unknown
}

export const codexFormat: TranscriptFormat = {
  recognizes: (entry) => (LINES.has(entry['type']) && 'payload' in entry) || isHeader(entry) || isState(entry),
  read: (entries) => {
    const said = entries
      .map((entry): TimedItem =>
        isFields(entry) ? { item: itemOf(entry), time: entry['timestamp'] } : { item: entry, time: undefined }
      )
      .filter(({ item }) => item !== undefined && !isOwn(item))
    const items = said.filter((one): one is TimedItem & { readonly item: Fields } => isItem(one.item))
    // A resumed rollout may contain items twice; each id counts once.
    const once = distinct(items, ({ item: { type, call_id: id } }) =>
      typeof id === 'string' ? `${String(type)} ${id}` : undefined
    )
    const read = conversationOf(
      'openai-responses',
      once.map(({ item }) => item),
      {
        strange: said.length - items.length,
        times: once.map(({ time }) => time),
        usage: usageOf(entries)
      }
    )
    return [{ ...read, entries: entries.length, ended: endIn(entries) }]
  }
}
