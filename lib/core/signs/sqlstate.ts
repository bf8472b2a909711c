/** SQLSTATEs in our own words: most messages of a database may quote a cell, which a model must not see. */

export type SqlCode =
  'not_found' | 'unauthorized' | 'timeout' | 'tool_unavailable' | 'rejected_arguments' | 'tool_threw'

const CODES_BY_STATE: ReadonlyMap<string, SqlCode> = new Map([
  ['42501', 'unauthorized'],
  ['57014', 'timeout'],
  ['25001', 'rejected_arguments'],
  ['25006', 'rejected_arguments'],
  ['25P03', 'timeout'],
  ['25P04', 'timeout'],
  ['08P01', 'rejected_arguments'],
  ['55P03', 'tool_unavailable']
])

const CODES_BY_CLASS: ReadonlyMap<string, SqlCode> = new Map([
  ['02', 'not_found'],
  ['28', 'unauthorized'],
  ['08', 'tool_unavailable'],
  ['40', 'tool_unavailable'],
  ['53', 'tool_unavailable'],
  ['0A', 'rejected_arguments'],
  ['20', 'rejected_arguments'],
  ['21', 'rejected_arguments'],
  ['22', 'rejected_arguments'],
  ['23', 'rejected_arguments'],
  ['3F', 'rejected_arguments'],
  ['42', 'rejected_arguments'],
  ['44', 'rejected_arguments'],
  ['54', 'rejected_arguments'],
  // Raised by the database's own functions and triggers, which is how they refuse what they were given.
  ['P0', 'rejected_arguments']
])

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const codeOfState = (state: string): SqlCode =>
  CODES_BY_STATE.get(state) ??
  CODES_BY_CLASS.get(state.slice(0, 2)) ??
  (state.startsWith('57P') ? 'tool_unavailable' : 'tool_threw')

const WORDS: ReadonlyMap<string, string> = new Map([
  ['02', 'no such row'],
  ['08', 'the connection to the database failed'],
  ['08P01', 'the query was given the wrong number of parameters'],
  ['0A', 'the query uses a feature that cannot be used here'],
  ['21', 'a subquery returned more than one row where one was expected'],
  ['22', 'a value does not fit its type or function'],
  ['22003', 'a number is out of range'],
  ['22007', 'a date or time is not written correctly'],
  ['22008', 'a date or time is out of range'],
  ['22012', 'a division by zero'],
  ['22021', 'a value holds characters that the database cannot store'],
  ['22P02', 'a value is not written as its type requires'],
  ['23', 'a constraint was violated'],
  ['23502', 'a value is missing where null is not allowed'],
  ['23503', 'a referenced row does not exist, or a row is still referenced'],
  ['23505', 'a value exists already and must be unique'],
  ['23514', 'a value breaks a check constraint'],
  ['25001', 'that cannot be done inside a transaction'],
  ['25006', 'the query would write, and this tool only reads'],
  ['25P03', 'the server ended a session that waited too long'],
  ['25P04', 'the server ended a transaction that took too long'],
  ['28', 'the database refused the login'],
  ['40', 'the database rolled the transaction back in favour of another one'],
  ['42', 'the query is not valid'],
  ['42501', 'the role of this tool has no permission for that'],
  ['42601', 'a syntax error'],
  ['42702', 'a column name is ambiguous'],
  ['42703', 'a column that does not exist'],
  ['42712', 'a table name or alias is used twice'],
  ['42803', 'a column is neither grouped nor aggregated'],
  ['42804', 'a value of the wrong type'],
  ['42883', 'a function or operator that does not exist for these types'],
  ['42P01', 'a table that does not exist'],
  ['42P02', 'a parameter that has no value'],
  ['42P18', 'a parameter of unknown type; cast it'],
  ['53', 'the database is out of resources'],
  ['54', 'the query is too complex'],
  ['55P03', 'a lock is held by someone else'],
  ['57014', 'the server stopped the query at its time limit'],
  ['57P', 'the database ended the connection, or accepts none at the moment'],
  ['P0', 'a function or trigger of the database raised an error']
])

export const wordsOfState = (state: string): string =>
  WORDS.get(state) ?? WORDS.get(state.slice(0, 3)) ?? WORDS.get(state.slice(0, 2)) ?? 'the database failed'

const NAMES = 'Check the names of tables and columns, for example in information_schema.columns, and correct the query.'
const ONE_QUERY = 'Send one single query that reads: SELECT, VALUES, TABLE or WITH.'
const ONE_STATEMENT = 'Send one single statement, and correct its syntax.'
const SYNTAX = 'Send one single query that reads (SELECT, VALUES, TABLE or WITH), and correct its syntax.'

/** The next move, where it is known better than the code's own. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['42601', ONE_STATEMENT],
  ['42703', NAMES],
  ['42P01', NAMES],
  ['3F000', NAMES],
  ['42702', 'Write the table name or its alias before the column.'],
  ['42883', 'Check the name of the function and the types of its arguments, and cast where needed.'],
  ['42803', 'Add the column to GROUP BY, or aggregate it.'],
  ['22012', 'Guard the divisor with NULLIF(divisor, 0).'],
  ['25006', ONE_QUERY]
])

/** Statements that a cursor refuses look like syntax errors, and a model would repair what is not broken. */
const READ_HINTS: ReadonlyMap<string, string> = new Map([
  ['42601', SYNTAX],
  ['0A000', ONE_QUERY],
  ['42P11', ONE_QUERY]
])

export const hintOfState = (state: string, effect: 'read' | 'write'): string | undefined =>
  (effect === 'read' ? READ_HINTS.get(state) : undefined) ?? HINTS.get(state)
