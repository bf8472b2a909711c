/** Statements that try to write, escape, wait, lock or flood memory, and the code that each must come to. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Hostile {
  readonly tries: string
  readonly text: string
  readonly code: string
  /** It would last for ever: it gets a short time. */
  readonly waits?: true
  readonly floods?: true
}

const rejected = (tries: string, text: string): Hostile => ({ tries, text, code: 'rejected_arguments' })
const floods = (tries: string, text: string, code: string): Hostile => ({ tries, text, code, floods: true })
const waits = (tries: string, text: string): Hostile => ({ tries, text, code: 'timeout', waits: true })

/** Needs `HOSTILE_SETUP` in the database; `marker` is a file that no statement may make. */
export const hostileStatements = (marker: string): ReadonlyArray<Hostile> => [
  // to write
  rejected('delete', 'DELETE FROM victim'),
  rejected('insert', "INSERT INTO victim VALUES (0, 'x')"),
  rejected('update', "UPDATE victim SET name = ''"),
  rejected('truncate', 'TRUNCATE victim'),
  rejected('drop', 'DROP TABLE victim'),
  rejected('merge', 'MERGE INTO victim v USING victim w ON v.id = w.id WHEN MATCHED THEN DELETE'),
  rejected('delete in a WITH', 'WITH gone AS (DELETE FROM victim RETURNING *) SELECT * FROM gone'),
  rejected('delete under EXPLAIN ANALYZE', 'EXPLAIN ANALYZE DELETE FROM victim'),
  rejected('select into a new table', 'SELECT * INTO copied FROM victim'),
  rejected('create a table', 'CREATE TABLE copied AS SELECT * FROM victim'),
  rejected('delete in a DO block', 'DO $$ BEGIN DELETE FROM victim; END $$'),
  rejected('call a procedure', 'CALL wipe_and_commit()'),
  rejected('select a function that deletes', 'SELECT wipe()'),
  rejected('delete through XML', "SELECT query_to_xml('DELETE FROM victim RETURNING *', true, false, '')"),
  rejected('take a number of a sequence', "SELECT nextval('numbers')"),
  rejected('set a sequence', "SELECT setval('numbers', 999)"),
  rejected('alter the system', "ALTER SYSTEM SET work_mem = '1GB'"),
  rejected('make a role', 'CREATE ROLE intruder SUPERUSER'),
  rejected('vacuum', 'VACUUM victim'),
  rejected('run a program by COPY', `COPY (SELECT 1) TO PROGRAM 'touch ${marker}'`),
  rejected('write a file by COPY', `COPY (SELECT 1) TO '${marker}'`),
  rejected('copy in', 'COPY victim FROM STDIN'),
  rejected('copy out', 'COPY victim TO STDOUT'),

  // to escape from the transaction
  rejected('commit first', 'SELECT 1; COMMIT; DELETE FROM victim'),
  rejected('commit and delete', 'COMMIT; DELETE FROM victim'),
  rejected('commit alone', 'COMMIT'),
  rejected('roll back alone', 'ROLLBACK'),
  rejected('make the transaction one that writes', 'SET TRANSACTION READ WRITE; DELETE FROM victim'),
  rejected(
    'make the transaction one that writes, by a function',
    "SELECT set_config('transaction_read_only', 'off', false), wipe()"
  ),
  rejected('begin another transaction', 'BEGIN READ WRITE; DELETE FROM victim; COMMIT'),
  rejected('change the session', 'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE'),
  rejected('leave a subquery', 'SELECT 1) q; DELETE FROM victim; --'),
  rejected('prepare a statement', 'PREPARE later AS DELETE FROM victim'),
  rejected('run a prepared statement', 'EXECUTE later'),
  rejected('close the cursor', 'CLOSE guarded_call'),
  rejected('fetch past the cap', 'FETCH ALL FROM guarded_call'),
  rejected('hide the rest behind a comment', 'SELECT 1 /* ; DELETE FROM victim'),
  rejected('hide the rest behind a NUL', 'SELECT 1\0; DELETE FROM victim'),
  rejected('become another role', 'SET ROLE postgres'),
  rejected('send nothing', ' -- nothing'),

  // to wait
  waits('sleep', 'SELECT pg_sleep(600)'),
  rejected('sleep after a SET', 'SET statement_timeout = 0; SELECT pg_sleep(600)'),
  waits('sleep while planning', 'SELECT nap()'),
  waits('take the limit of time away', "SELECT set_config('statement_timeout', '0', false), pg_sleep(600)"),
  waits(
    'take the limit of time away before the next row',
    "SELECT set_config('statement_timeout', '0', false), CASE WHEN i > 1 THEN pg_sleep(600) END FROM generate_series(1, 3) i"
  ),
  waits(
    'recurse for ever',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n WHERE i < 0'
  ),
  waits('count for ever', 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b'),
  waits('wait for a lock', 'SELECT * FROM locked'),

  // to lock
  rejected('lock a table', 'LOCK TABLE victim IN ACCESS EXCLUSIVE MODE'),
  rejected('lock rows', 'SELECT * FROM victim FOR UPDATE'),
  { tries: 'take an advisory lock', text: 'SELECT pg_advisory_lock(4711)', code: 'rows' },
  rejected('take an advisory lock and fail', 'SELECT pg_advisory_lock(4712), 1 / 0'),
  {
    tries: 'change the session by a function',
    text: "SELECT set_config('search_path', 'nowhere', false) AS a, set_config('work_mem', '1GB', false) AS b",
    code: 'rows'
  },
  rejected('listen', 'LISTEN gossip'),
  rejected('notify', 'NOTIFY gossip'),

  // to flood memory
  floods('answer with one huge cell', "SELECT repeat('x', 50000000)", 'too_large'),
  floods(
    'answer with many large cells',
    "SELECT repeat('x', 1000000) FROM generate_series(1, 1000)",
    'more_pages_available'
  ),
  floods(
    'answer with a large cell behind small ones',
    "SELECT CASE WHEN i > 3 THEN repeat('x', 20000000) ELSE 'x' END FROM generate_series(1, 10) i",
    'more_pages_available'
  ),
  floods(
    'answer with a thousand million rows',
    'SELECT a FROM generate_series(1, 100000) a, generate_series(1, 10000) b',
    'more_pages_available'
  ),
  waits('fill the disk first', 'SELECT a FROM generate_series(1, 1000000000) a'),
  floods('flood with notices', 'SELECT shout()', 'too_large')
]

export const HOSTILE_SETUP = `
  CREATE TABLE victim (id int PRIMARY KEY, name text NOT NULL);
  INSERT INTO victim SELECT i, 'name ' || i FROM generate_series(1, 1000) i;
  CREATE TABLE locked (id int);
  CREATE SEQUENCE numbers;
  CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM victim; RETURN 1; END';
  CREATE FUNCTION nap() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM pg_sleep(600); RETURN 1; END';
  CREATE FUNCTION shout() RETURNS int LANGUAGE plpgsql AS $$ BEGIN FOR i IN 1..1000 LOOP RAISE WARNING '%', repeat('x', 100000); END LOOP; RETURN 1; END $$;
  CREATE PROCEDURE wipe_and_commit() LANGUAGE plpgsql AS 'BEGIN DELETE FROM victim; COMMIT; END';
`

// -- traces

/** A file that no statement may make. */
export const MARKER = join(tmpdir(), `guarded-call-marker-${process.pid}`)

/** What a statement that got through would have left behind. */
export const TRACES = `SELECT
  (SELECT count(*)::int FROM victim) AS rows, (SELECT sum(id)::int FROM victim) AS ids,
  (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks,
  (SELECT last_value::int FROM numbers) AS number,
  (SELECT count(*)::int FROM pg_roles WHERE rolname = 'intruder') AS roles,
  (SELECT count(*)::int FROM pg_class WHERE relname = 'copied') AS tables`

export const UNTOUCHED = { rows: 1000, ids: 500_500, locks: 0, number: 1, roles: 0, tables: 0 }

/** The settings of a session that a statement may not change. */
export const SESSION = `SELECT current_user AS role, current_setting('search_path') AS path, current_setting('work_mem') AS memory, current_setting('statement_timeout') AS timeout,
  current_setting('transaction_read_only') AS readonly, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared, (SELECT count(*)::int FROM pg_cursors) AS cursors,
  (SELECT count(*)::int FROM pg_listening_channels()) AS channels`
