/** What the name of a tool tells of its effect, where nobody declared it. */
import { wordSet } from './names.js'

/** `writes` and `reads` by a verb in the name; `none` without one. */
export type ToolKind = 'writes' | 'reads' | 'none'

/** How the calls of a tool of undeclared effect are counted, in words. */
export const COUNTED_AS: Readonly<Record<ToolKind, string>> = {
  writes: 'counted as a write by its name',
  reads: 'counted as a read by its name',
  none: 'counted as a read, since its name tells nothing'
}

// One list a kind; a verb that means either (`query`) is in neither.
const WRITES = wordSet(
  `edit write create update delete move mkdir patch insert push send add remove set put post append replace rename
  apply commit mv rm cp cd touch echo pay charge refund transfer book buy purchase place cancel submit withdraw
  deposit subscribe upload merge save install close checkout reserve donate wire sell trade bid redeem reply
  publish invite approve sign issue schedule notify dispatch trigger deploy register enroll renew order disburse
  payout settle`
)
const READS = wordSet(
  'get list read search find fetch check count describe show watch poll status progress state inspect retrieve view lookup'
)
// At the beginning of a name alone: `calculate_refund`, and not `execute_quote`.
const ASKS = wordSet('calculate estimate preview validate verify summarize explain simulate compare quote is has can')
// Deeds behind `and`, and things elsewhere: `get_and_lock` writes, `get_lock` reads.
const WRITES_BEHIND = wordSet(
  `modify clear mark unmark ack acknowledge pop lock unlock import reset increment decrement upsert purge flush
  destroy truncate consume revoke enable disable`
)
// Deeds of two words: `make_payment`, `confirm_booking`.
const DOES = wordSet('make do run process perform execute initiate complete finalize confirm capture forward open')
const DONE = wordSet('payment payments booking reservation appointment withdrawal ticket case claim dispute email mail')
// `track_order` reads, and `track_event` does not.
const LOOKS = wordSet('track review')
const LOOKED_AT = wordSet('order orders package shipment parcel delivery refund payment booking reservation cart')
// Writes that often do no harm when they are repeated: the last one stands.
const REPEATABLE = /* @__PURE__ */ wordSet(
  'edit write update set put patch replace rename save touch mkdir cd echo mark'
)
// Whatever else reads (`list_files`, `search_files`) returns data about files.
const OPENS = wordSet('read get fetch view show retrieve')
const OF_TEXT = /* @__PURE__ */ wordSet(
  'content contents text lines line range part chunk head tail at by from with and in id path name'
)
const THINGS = wordSet('order payout refund charge transfer trade bid purchase schedule issue book pay invite')
const OF_THINGS = wordSet('details detail info policy eligibility history summary')
// Behind these stands another deed, or what for.
const JOINS = wordSet('or and then if to with')
// What a program prints is text, and may hold a part of anything: `terminal_run_command`, `execute_code`.
const SHELLS = wordSet('bash sh zsh shell terminal powershell ipython')
const RUNS = wordSet('run execute exec')
const PROGRAMS = /* @__PURE__ */ wordSet('command commands cmd code script python javascript program')
// Things that change while somebody waits.
const POLLED = /* @__PURE__ */ wordSet('poll watch status progress wait')
const ALSO = wordSet('or and then')

/** The words of a tool's name, in lower case. */
export const namedWords = (name: string): ReadonlyArray<string> =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

// Of `mark_as_read` the deed is the first word. Elsewhere it may be a thing.
const AS = wordSet('as all read unread')
const isMark = (word: string, at: number, words: ReadonlyArray<string>): boolean =>
  word === 'mark' && (at === 0 || AS.has(words[at + 1] ?? ''))

const isDeed = (word: string, at: number, words: ReadonlyArray<string>): boolean =>
  DOES.has(word) && DONE.has(words[at + 1] ?? '')

const isRead = (word: string, at: number, words: ReadonlyArray<string>): boolean =>
  READS.has(word) || (at === 0 && ASKS.has(word)) || (LOOKS.has(word) && LOOKED_AT.has(words[at + 1] ?? ''))

const isVerb = (word: string, at: number, words: ReadonlyArray<string>): boolean =>
  WRITES.has(word) || isRead(word, at, words) || isMark(word, at, words) || isDeed(word, at, words)

// Control goes to another agent, and no money: `transfer_to_sales`, `transfer_back_to_triage`.
const MONEYS = wordSet(
  'account accounts card wallet bank iban savings checking address recipient beneficiary payee vendor balance'
)
const handsOver = (words: ReadonlyArray<string>): boolean => {
  const to = words[0] === 'transfer' ? (words[1] === 'back' ? 2 : 1) : -1
  return words[to] === 'to' && words.length > to + 1 && !words.some((word) => MONEYS.has(word))
}

const isDeedBehind = (word: string): boolean => WRITES.has(word) || WRITES_BEHIND.has(word)

// They are things as often as deeds: `order_status` reads.
const isAbout = (rest: ReadonlyArray<string>): boolean => {
  const last = rest.at(-1) ?? ''
  return (READS.has(last) || OF_THINGS.has(last)) && !rest.some((word) => JOINS.has(word))
}

/** Whether a verb is a thing as often: of `order_cancel`, the deed is the second. */
export const isThing = (verb: string): boolean => THINGS.has(verb)

/** The kind of a tool by the first listed verb in its name; one behind `or`, `and` or `then` can make it a write. */
export const kindOf = (name: string): ToolKind => {
  const words = namedWords(name)
  const at = words.findIndex(isVerb)
  const first = words[at]
  if (first === undefined || handsOver(words)) return 'none'
  const next = words[at + 1] ?? ''
  if (first === 'check' && (next === 'in' || next === 'out')) return 'writes'
  if (words.some((word, i) => i > at && ALSO.has(words[i - 1] as string) && isDeedBehind(word))) return 'writes'
  if (THINGS.has(first) && isAbout(words.slice(at + 1))) return 'reads'
  return isRead(first, at, words) ? 'reads' : 'writes'
}

const runsProgram = (words: ReadonlyArray<string>): boolean =>
  SHELLS.has(words[0] ?? '') ||
  (SHELLS.has(words.at(-1) ?? '') && !words.some((word) => READS.has(word))) ||
  words.some((word, at) => {
    const next = words[at + 1] ?? ''
    return (RUNS.has(word) && (PROGRAMS.has(next) || SHELLS.has(next))) || (PROGRAMS.has(word) && RUNS.has(next))
  })

/**
 * Whether a tool returns the text of a file, by its name, or what a program printed: `read_file`, `get_file_contents`,
 * `run_command`. Many files were never whole JSON, and a call may ask for a part of one. `get_files` returns a list.
 */
export const returnsText = (name: string): boolean => {
  const words = namedWords(name)
  if (runsProgram(words)) return true
  const at = words.findIndex(isVerb)
  const verb = words[at] ?? ''
  if (!OPENS.has(verb) || kindOf(name) !== 'reads') return false
  // A verb at the end says what becomes of the thing before it: `file_read`.
  const things = at === words.length - 1 ? words.slice(0, -1) : words.slice(at + 1)
  const file = things.findIndex((word) => word === 'file' || (word === 'files' && verb === 'read'))
  // `get_file_info`, `get_file_list` and `show_file_history` return data.
  return file >= 0 && things.slice(file + 1).every((word) => OF_TEXT.has(word))
}

/** Whether a tool is asked again until its answer changes, by its name. */
export const isPolled = (name: string): boolean =>
  kindOf(name) !== 'writes' && namedWords(name).some((word) => POLLED.has(word))

/** Whether a tool writes, by its name, what another call of it would write once more. */
export const isRepeatable = (name: string): boolean => {
  const words = namedWords(name)
  return kindOf(name) === 'writes' && REPEATABLE.has(words.find(isVerb) ?? '') && !words.some((word) => ALSO.has(word))
}
