/** The role that the documentation sets up: what the guard alone cannot stop. */
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { Client, Pool } from 'pg'
import { callTool, codeOf } from './answers.js'
import { toolFor, useDatabases } from './databases.js'

const setupOfDocs = async (): Promise<string> => {
  const docs = await readFile('docs/tools.md', 'utf8')
  const [, sql] = /```sql\n(.+?)```/s.exec(docs) ?? []
  return sql ?? ''
}

const FORBIDDEN: ReadonlyArray<string> = [
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT pg_read_binary_file('postgresql.conf')",
  "SELECT pg_ls_dir('.')",
  "SELECT lo_import('/etc/passwd')",
  "SELECT lo_export(1, '/tmp/exported')",
  "SELECT lo_from_bytea(0, 'x')",
  'SELECT pg_reload_conf()',
  'SELECT pg_rotate_logfile()',
  'SELECT pg_switch_wal()',
  "SELECT pg_create_restore_point('here')",
  'SELECT pg_stat_reset()',
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity',
  'SELECT pg_cancel_backend(pg_backend_pid())',
  'SELECT pg_advisory_lock(1)',
  'SELECT pg_try_advisory_xact_lock(1)',
  "SELECT pg_notify('gossip', 'x')",
  'SELECT pg_sleep(600)',
  "SELECT set_config('role', 'postgres', true), pg_read_file('/etc/passwd')",
  "SELECT set_config('session_authorization', 'postgres', true)",
  'SELECT * FROM public.orders',
  'SELECT public.wipe()',
  'SELECT rolpassword FROM pg_authid',
  'SELECT * FROM pg_hba_file_rules'
]

describe('the role of docs/tools.md', () => {
  const databases = useDatabases()
  let pool: Pool

  before(async () => {
    if (!databases.started) return
    await databases.ask('CREATE DATABASE shop')
    const shop = new Client(databases.config({ database: 'shop' }))
    await shop.connect()
    await shop.query(`
      CREATE TABLE orders (id int PRIMARY KEY, customer_id int, total numeric, placed_at timestamptz, card text);
      INSERT INTO orders VALUES (1, 7, 12.50, '2026-05-03T10:00:00Z', '4242');
      CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN DELETE FROM orders; RETURN 1; END';
    `)
    await shop.query(await setupOfDocs())
    await shop.end()
    pool = new Pool(databases.config({ database: 'shop', user: 'analyst' }))
  })
  after(() => pool?.end())

  it('reads what it was granted', async () => {
    expect(await callTool(toolFor(pool), { text: 'SELECT id, total, placed_at FROM orders' })).to.deep.equal({
      kind: 'rows',
      rows: [{ id: 1, total: '12.50', placed_at: new Date('2026-05-03T10:00:00Z') }]
    })
  })

  for (const text of FORBIDDEN) {
    it(`may not ${text}`, async () => {
      expect(codeOf(await callTool(toolFor(pool), { text }))).to.equal('unauthorized')
    })
  }

  it('may not write by any statement', async () => {
    for (const text of [
      'INSERT INTO reporting.orders VALUES (2)',
      'DELETE FROM public.orders',
      'CREATE TEMP TABLE mine (id int)',
      'CREATE TABLE reporting.mine (id int)'
    ]) {
      const answer = await callTool(toolFor(pool, { effect: 'write' }), { text })
      expect(codeOf(answer), text).to.be.oneOf(['unauthorized', 'rejected_arguments'])
    }
  })
})
