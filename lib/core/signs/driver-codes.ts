/** Codes of database drivers and of Prisma as the SQLSTATE that says the same: one table for all of them. */

const listed = (state: string, codes: string): ReadonlyArray<readonly [string, string]> =>
  codes.split(' ').map((code) => [code, state] as const)

const STATES: ReadonlyMap<string, string> = new Map([
  // -- MySQL and MariaDB, whose own SQLSTATEs put a missing permission among syntax errors:
  // https://dev.mysql.com/doc/mysql-errors/8.4/en/
  ...listed('42P01', 'ER_NO_SUCH_TABLE ER_BAD_TABLE_ERROR ER_UNKNOWN_TABLE'),
  ...listed('42703', 'ER_BAD_FIELD_ERROR'),
  ...listed('42702', 'ER_NON_UNIQ_ERROR'),
  ...listed('42601', 'ER_PARSE_ERROR ER_SYNTAX_ERROR ER_EMPTY_QUERY'),
  ...listed('42883', 'ER_SP_DOES_NOT_EXIST'),
  ...listed('42803', 'ER_WRONG_FIELD_WITH_GROUP ER_MIX_OF_GROUP_FUNC_AND_FIELDS'),
  ...listed('3F000', 'ER_BAD_DB_ERROR ER_NO_DB_ERROR'),
  ...listed('23505', 'ER_DUP_ENTRY ER_DUP_KEY'),
  ...listed('23503', 'ER_NO_REFERENCED_ROW ER_NO_REFERENCED_ROW_2 ER_ROW_IS_REFERENCED ER_ROW_IS_REFERENCED_2'),
  ...listed('23502', 'ER_BAD_NULL_ERROR ER_NO_DEFAULT_FOR_FIELD'),
  ...listed('23514', 'ER_CHECK_CONSTRAINT_VIOLATED'),
  ...listed('22001', 'ER_DATA_TOO_LONG'),
  ...listed('22003', 'ER_WARN_DATA_OUT_OF_RANGE'),
  ...listed('22P02', 'ER_TRUNCATED_WRONG_VALUE ER_TRUNCATED_WRONG_VALUE_FOR_FIELD WARN_DATA_TRUNCATED'),
  ...listed('28000', 'ER_ACCESS_DENIED_ERROR ER_ACCESS_DENIED_NO_PASSWORD_ERROR ER_NOT_SUPPORTED_AUTH_MODE'),
  ...listed(
    '42501',
    'ER_DBACCESS_DENIED_ERROR ER_TABLEACCESS_DENIED_ERROR ER_COLUMNACCESS_DENIED_ERROR ER_SPECIFIC_ACCESS_DENIED_ERROR'
  ),
  ...listed('25006', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION ER_OPTION_PREVENTS_STATEMENT'),
  ...listed('40001', 'ER_LOCK_DEADLOCK'),
  ...listed('55P03', 'ER_LOCK_WAIT_TIMEOUT ER_LOCK_NOWAIT'),
  ...listed('57014', 'ER_QUERY_TIMEOUT ER_QUERY_INTERRUPTED PROTOCOL_SEQUENCE_TIMEOUT'),
  ...listed('53300', 'ER_CON_COUNT_ERROR ER_USER_LIMIT_REACHED ER_TOO_MANY_USER_CONNECTIONS'),
  ...listed('57P01', 'ER_SERVER_SHUTDOWN'),
  ...listed(
    '08006',
    'PROTOCOL_CONNECTION_LOST PROTOCOL_PACKETS_OUT_OF_ORDER ER_NET_READ_ERROR ER_NET_READ_INTERRUPTED'
  ),

  // -- SQLite: https://www.sqlite.org/rescode.html
  ...listed('42000', 'SQLITE_ERROR SQLITE_SCHEMA'),
  ...listed('23505', 'SQLITE_CONSTRAINT_UNIQUE SQLITE_CONSTRAINT_PRIMARYKEY SQLITE_CONSTRAINT_ROWID'),
  ...listed('23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'),
  ...listed('23502', 'SQLITE_CONSTRAINT_NOTNULL'),
  ...listed('23514', 'SQLITE_CONSTRAINT_CHECK'),
  ...listed('23000', 'SQLITE_CONSTRAINT'),
  ...listed('22P02', 'SQLITE_MISMATCH'),
  ...listed('42P02', 'SQLITE_RANGE'),
  ...listed('22001', 'SQLITE_TOOBIG'),
  ...listed('25006', 'SQLITE_READONLY'),
  ...listed('42501', 'SQLITE_AUTH SQLITE_PERM'),
  ...listed('55P03', 'SQLITE_BUSY SQLITE_LOCKED'),
  ...listed('57014', 'SQLITE_INTERRUPT'),
  ...listed('40001', 'SQLITE_ABORT'),
  ...listed('53000', 'SQLITE_FULL SQLITE_NOMEM'),
  ...listed('08001', 'SQLITE_CANTOPEN SQLITE_IOERR SQLITE_PROTOCOL'),

  // -- Prisma: https://www.prisma.io/docs/orm/reference/error-reference
  ...listed('28000', 'P1000'),
  ...listed('42501', 'P1010'),
  ...listed('08001', 'P1001 P1002 P1017 P2037'),
  ...listed('3F000', 'P1003'),
  ...listed('57014', 'P1008 P2024'),
  ...listed('22001', 'P2000'),
  ...listed('23505', 'P2002'),
  ...listed('23503', 'P2003 P2014'),
  ...listed('23514', 'P2004'),
  ...listed('22P02', 'P2005 P2006 P2007 P2023'),
  ...listed('42601', 'P2008 P2009 P2010 P2016'),
  ...listed('23502', 'P2011 P2012 P2013'),
  ...listed('22003', 'P2020 P2033'),
  ...listed('42P01', 'P2021'),
  ...listed('42703', 'P2022'),
  ...listed('40001', 'P2034'),
  // A record that was to be changed, connected or found is not there.
  ...listed('02000', 'P2001 P2015 P2018 P2025')
])

// -- MongoDB, by number: https://www.mongodb.com/docs/manual/reference/error-codes/

const MONGO: ReadonlyMap<string, string> = new Map([
  ...listed('23505', '11000 11001 12582'),
  ...listed('23514', '121'),
  ...listed('22P02', '2 14'),
  ...listed('42601', '9'),
  ...listed('42P01', '26'),
  ...listed('42501', '13'),
  ...listed('28000', '11 18'),
  ...listed('57014', '50 262'),
  ...listed('40001', '112 244 251'),
  ...listed('53000', '146 292'),
  ...listed('57P01', '91 189 10058 10107 11600 11602 13435 13436'),
  ...listed('08006', '6 7 89 9001')
])

/** The SQLSTATE of a number of a MongoDB server; undefined for any other. */
export const stateOfMongo = (code: number): string | undefined => MONGO.get(String(code))

// The primary codes of SQLite by their number.
const SQLITE =
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(
    ' '
  )
const SQLITE_CONSTRAINTS: ReadonlyMap<number, string> = new Map([
  [275, 'CHECK'],
  [787, 'FOREIGNKEY'],
  [1299, 'NOTNULL'],
  [1555, 'PRIMARYKEY'],
  [2067, 'UNIQUE']
])

/** The name of a result code of SQLite; an extended one has its primary code in the lowest byte. */
export const sqliteCode = (number: number): string | undefined => {
  const constraint = SQLITE_CONSTRAINTS.get(number)
  const primary = constraint === undefined ? SQLITE[number & 255] : `CONSTRAINT_${constraint}`
  return primary === undefined || primary === 'OK' ? undefined : `SQLITE_${primary}`
}

// `SQLITE_BUSY_SNAPSHOT`, `SQLITE_IOERR_READ`: an extended code says no less than its primary one.
const primaryOf = (code: string): string => code.split('_').slice(0, 2).join('_')

/** The SQLSTATE of a driver's code; undefined for any other. */
export const stateOfDriver = (code: string): string | undefined =>
  STATES.get(code) ?? (code.startsWith('SQLITE_') ? STATES.get(primaryOf(code)) : undefined)
