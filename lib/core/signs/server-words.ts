/** Which sentences of a database may be quoted: those that speak of the statement's own text, and never of a cell. */

/** Reads a text field of a server's error; empty where there is none. */
export type FieldOf = (name: string) => string

/** What is known of a statement that a database refused. */
export interface RefusedStatement {
  /** The SQLSTATE of a server of PostgreSQL's protocol; undefined of any other. */
  readonly state: string | undefined
  readonly field: FieldOf
  /** The statement, or the words that the model itself sent. */
  readonly texts: ReadonlyArray<string>
}

/** Whether a function, a trigger or a type speaks, of a text of its own: so is its position. */
export const isInner = (field: FieldOf): boolean =>
  ['where', 'internalQuery', 'internal_query'].some((key) => field(key) !== '')

const WORD = /[\p{L}\p{M}\p{N}_$]/u

/** Whether a text holds a name, whole, in letters of either case. */
const holds = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + name.length))) return true
  }
  return false
}

// The same codes come of parsing a statement and of running it (`cell::regclass`, `to_tsquery(cell)`, a view, a check):
// only a parser says where in the statement.
const OF_TEXT = /^(?:0A|20|21|3F|42|54)/
const OF_TRANSACTION = /^25/
const OF_CONSTRAINT = /^(?:2350|23514)/

/** Whether PostgreSQL itself shows what its message speaks of. */
const isShown = ({ state, field }: RefusedStatement, message: string): boolean => {
  if (state === undefined) return false
  if (OF_TEXT.test(state)) return field('position') !== ''
  if (OF_CONSTRAINT.test(state))
    return ['constraint', 'constraint_name', 'column', 'column_name'].some(
      (key) => field(key) !== '' && holds(message, field(key))
    )
  // Whoever left out the server's routine may have left out that a function speaks.
  return OF_TRANSACTION.test(state) && field('routine') !== ''
}

// -- sentences that show it by their words alone

// Each `%` has to stand in the statement. MySQL and SQLite say no position, and PostgreSQL none of these:
// https://www.postgresql.org/docs/current/error-style-guide.html
// https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html
// https://www.sqlite.org/src/file/src/resolve.c
const SENTENCES = [
  'permission denied for table %',
  'permission denied for view %',
  'permission denied for materialized view %',
  'permission denied for foreign table %',
  'permission denied for sequence %',
  'permission denied for schema %',
  'permission denied for function %',
  'relation "%" does not exist',
  'relation "%" already exists',
  'column "%" does not exist',
  'column "%" of relation "%" does not exist',
  'column "%" can only be updated to DEFAULT',
  'cannot insert a non-DEFAULT value into column "%"',
  'cannot insert multiple commands into a prepared statement',
  'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  "Unknown column '%' in 'field list'",
  "Unknown column '%' in 'where clause'",
  "Unknown column '%' in 'on clause'",
  "Unknown column '%' in 'order clause'",
  "Unknown column '%' in 'group statement'",
  "Unknown column '%' in 'having clause'",
  "Column '%' in field list is ambiguous",
  "Column '%' in where clause is ambiguous",
  "Table '%' doesn't exist",
  'no such table: %',
  'no such column: %',
  'no such function: %',
  'ambiguous column name: %',
  'table % has no column named %',
  'near "%": syntax error',
  'incomplete input'
].map((sentence) => sentence.split('%'))

const MAX_SENTENCE = 300

/** The parts of a message at the holes of a sentence; undefined where it is another one. */
const holesIn = (message: string, [head = '', ...rest]: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  if (!message.startsWith(head)) return undefined
  const holes: Array<string> = []
  let from = head.length
  for (const [index, part] of rest.entries()) {
    const at = index === rest.length - 1 ? message.length - part.length : message.indexOf(part, from)
    if (at <= from || !message.startsWith(part, at)) return undefined
    holes.push(message.slice(from, at))
    from = at + part.length
  }
  return from === message.length ? holes : undefined
}

const MAX_TEXT = 65_536

const isInTexts = ({ texts }: RefusedStatement, message: string): boolean => {
  if (message.length > MAX_SENTENCE) return false
  const lowered = texts.map((text) => text.slice(0, MAX_TEXT).toLowerCase())
  return SENTENCES.some((sentence) =>
    holesIn(message, sentence)?.every((hole) => lowered.some((text) => holds(text, hole.toLowerCase())))
  )
}

/** Whether the message of a database's error speaks of the statement's own text, or of the schema by its names. */
export const speaksOfStatement = (refusal: RefusedStatement, message: string): boolean =>
  !isInner(refusal.field) && (isShown(refusal, message) || isInTexts(refusal, message))
