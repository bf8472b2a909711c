/** What the name of a tool tells of its effect, where nobody declared it. */

/** `writes` and `reads` by a verb in the name; `none` without one. */
export type ToolKind = 'writes' | 'reads' | 'none'

/** How the calls of a tool of undeclared effect are counted, in words. */
export const COUNTED_AS: Readonly<Record<ToolKind, string>> = {
  writes: 'counted as a write by its name',
  reads: 'counted as a read by its name',
  none: 'counted as a read, since its name tells nothing'
}

// One list a kind; a verb that means either (`query`) is in neither.
const WRITES: ReadonlySet<string> = new Set(
  (
    'edit write create update delete move mkdir patch insert push send add remove set put post append replace rename apply commit mv rm cp cd touch echo ' +
    'pay charge refund transfer book buy purchase place cancel submit withdraw deposit subscribe upload merge save install close checkout reserve donate ' +
    'wire sell trade bid redeem reply publish invite approve sign issue schedule notify dispatch trigger deploy register enroll renew order'
  ).split(' ')
)
const READS: ReadonlySet<string> = new Set(
  'get list read search find fetch check count describe show watch poll status progress state inspect retrieve view lookup'.split(
    ' '
  )
)
// Deeds behind `and`, and things elsewhere: `get_and_lock` writes, `get_lock` reads.
const WRITES_BEHIND: ReadonlySet<string> = new Set(
  'modify clear mark unmark ack acknowledge pop lock unlock import reset increment decrement upsert purge flush destroy truncate consume revoke enable disable'.split(
    ' '
  )
)
// Writes that often do no harm when they are repeated: the last one stands.
const REPEATABLE: ReadonlySet<string> = new Set(
  'edit write update set put patch replace rename save touch mkdir cd echo mark'.split(' ')
)
// Whatever else reads (`list_files`, `search_files`) returns data about files.
const OPENS: ReadonlySet<string> = new Set('read get fetch view show retrieve'.split(' '))
const OF_TEXT: ReadonlySet<string> = new Set(
  'content contents text lines line range part chunk head tail at by from with and in id path name'.split(' ')
)
// Things that change while somebody waits.
const POLLED: ReadonlySet<string> = new Set('poll watch status progress wait'.split(' '))
const ALSO: ReadonlySet<string> = new Set(['or', 'and', 'then'])

const wordsIn = (name: string): ReadonlyArray<string> =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

// Of `mark_as_read` the deed is the first word. Elsewhere it may be a thing.
const AS: ReadonlySet<string> = new Set(['as', 'all', 'read', 'unread'])
const isMark = (word: string, at: number, words: ReadonlyArray<string>): boolean =>
  word === 'mark' && (at === 0 || AS.has(words[at + 1] ?? ''))

const isVerb = (word: string, at: number, words: ReadonlyArray<string>): boolean =>
  WRITES.has(word) || READS.has(word) || isMark(word, at, words)

const isDeedBehind = (word: string): boolean => WRITES.has(word) || WRITES_BEHIND.has(word)

/** The kind of a tool by the first listed verb in its name; one behind `or`, `and` or `then` can make it a write. */
export const kindOf = (name: string): ToolKind => {
  const words = wordsIn(name)
  const at = words.findIndex(isVerb)
  const first = words[at]
  if (first === undefined) return 'none'
  const next = words[at + 1] ?? ''
  if (first === 'check' && (next === 'in' || next === 'out')) return 'writes'
  if (words.some((word, i) => i > at && ALSO.has(words[i - 1] as string) && isDeedBehind(word))) return 'writes'
  // `order` is a thing as often as a deed: `order_status` reads.
  if (first === 'order' && words.some((word, i) => i > at && READS.has(word))) return 'reads'
  return READS.has(first) ? 'reads' : 'writes'
}

/**
 * Whether a tool returns the text of a file, by its name: `read_file`, `get_file_contents`. Many files were never whole
 * JSON, and a call may ask for a part of one. `get_files` returns a list.
 */
export const readsFile = (name: string): boolean => {
  const words = wordsIn(name)
  const at = words.findIndex(isVerb)
  const verb = words[at] ?? ''
  if (!OPENS.has(verb) || kindOf(name) !== 'reads') return false
  // A verb at the end says what becomes of the thing before it: `file_read`.
  const things = at === words.length - 1 ? words.slice(0, -1) : words.slice(at + 1)
  const file = things.findIndex((word) => word === 'file' || (word === 'files' && verb === 'read'))
  // `get_file_info`, `get_file_list` and `show_file_history` return data.
  return file >= 0 && things.slice(file + 1).every((word) => OF_TEXT.has(word))
}

// `post` may be the method of a request: `API-post-database-query`.
const ASKS: ReadonlySet<string> = new Set(['query', 'search', 'lookup'])

/** Whether a tool may only ask, by a later word of its name, though the first verb writes. */
export const isNamedAsQuery = (name: string): boolean =>
  wordsIn(name)
    .slice(1)
    .some((word) => ASKS.has(word))

/** Whether a tool is asked again until its answer changes, by its name. */
export const isPolled = (name: string): boolean =>
  kindOf(name) !== 'writes' && wordsIn(name).some((word) => POLLED.has(word))

/** Whether a tool writes, by its name, what another call of it would write once more. */
export const isRepeatable = (name: string): boolean => {
  const words = wordsIn(name)
  return kindOf(name) === 'writes' && REPEATABLE.has(words.find(isVerb) ?? '') && !words.some((word) => ALSO.has(word))
}
