/**
 * A payment that is a row of the ledger's own database: through a host's transaction, or by a tool of SQL that shares
 * it.
 */
import * as t from 'io-ts'
import type pg from 'pg'
import { guardedCall } from '../../lib/index.js'
import { sqlTool } from '../../lib/tools/sql/index.js'
import type { PostgresTransaction } from '../../lib/stores/postgres.js'

export const POINTS = ['before-effect', 'after-effect', 'before-commit', 'after-commit'] as const

export type Point = (typeof POINTS)[number]

interface Payment {
  readonly order: string
}

const INSERT = 'INSERT INTO payments (reference) VALUES ($1) RETURNING id'

export const payOn = (tx: PostgresTransaction, at: (point: Point) => unknown = () => undefined) =>
  guardedCall<Payment, { readonly id: number }>(
    {
      name: 'pay',
      effect: 'write',
      timeoutMs: 5_000,
      run: async ({ order }) => {
        await at('before-effect')
        const { rows } = await tx.query(INSERT, [order])
        await at('after-effect')
        return rows[0]
      }
    },
    t.type({ id: t.number })
  )

export const payBySql = (client: pg.Pool) =>
  guardedCall(
    sqlTool<Payment>({
      name: 'pay',
      effect: 'write',
      timeoutMs: 5_000,
      client,
      ledger: 'same',
      query: ({ order }) => ({ text: INSERT, values: [order] })
    }),
    t.tuple([t.type({ id: t.number })])
  )

export type Statement = { readonly text: string }
export type Send = () => Promise<unknown>

/** A pool whose statements of tools of SQL are sent by `way`. */
export const tapped = (
  pool: pg.Pool,
  way: (send: Send, text: string, client: pg.PoolClient) => Promise<unknown>
): pg.Pool => {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: Array<unknown>) => Promise<unknown>
    const tap = (...asked: Array<unknown>): unknown => {
      const [statement] = asked
      if (typeof statement !== 'object' || statement === null || !('queryMode' in statement)) return query(...asked)
      return way(() => query(...asked), (statement as unknown as Statement).text, client as pg.PoolClient)
    }
    client.query = tap as never
  })
  return pool
}

/** Does something at each point of a payment by SQL. */
export const atPoints =
  (at: (point: Point) => unknown) =>
  async (send: Send, text: string): Promise<unknown> => {
    const moment = text === INSERT ? 'effect' : text === 'COMMIT' ? 'commit' : undefined
    if (moment === undefined) return send()
    await at(`before-${moment}`)
    const sent = await send()
    await at(`after-${moment}`)
    return sent
  }
