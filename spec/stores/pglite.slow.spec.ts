/**
 * The store and the ledger of PostgreSQL over PGlite, which takes seconds to start: what they do over pg, they do here.
 */
import type { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import { budgetTable, ledgerMigrations, postgresLedger, postgresStore } from '../../lib/stores/postgres.js'
import { openPGlite } from '../helpers/pglite.js'
import { ledgerConforms, postgresStoreConforms } from './conformance.js'

describe('over PGlite', () => {
  let database: PGlite
  before(async () => {
    database = await openPGlite()
    await database.query(budgetTable())
    for (const { up } of ledgerMigrations()) await database.query(up)
  })
  after(() => database.close())

  postgresStoreConforms('postgresStore over PGlite', () => database)

  it('postgresStore refuses what cannot work, in a sentence', () => {
    expect(() => postgresStore({ client: {} as PGlite })).to.throw(
      TypeError,
      'Expected `client` to be a pg pool, a pg client or a PGlite database.'
    )
    expect(() => postgresStore({ client: database, ttlMs: -1 })).to.throw(
      TypeError,
      'Expected `ttlMs` to be a positive integer.'
    )
  })

  describe('postgresLedger', () => {
    ledgerConforms((times) => postgresLedger({ client: database, ...times }))
  })
})
