/** A payment that is a row of the ledger's own database. */
import * as t from 'io-ts'
import { guardedCall } from '../../lib/index.js'
import type { PostgresTransaction } from '../../lib/stores/postgres.js'

export const POINTS = ['before-effect', 'after-effect', 'before-commit', 'after-commit'] as const

export type Point = (typeof POINTS)[number]

export const payOn = (tx: PostgresTransaction, at: (point: Point) => unknown = () => undefined) =>
  guardedCall<{ readonly order: string }, { readonly id: number }>(
    {
      name: 'pay',
      effect: 'write',
      timeoutMs: 5_000,
      run: async ({ order }) => {
        await at('before-effect')
        const { rows } = await tx.query('INSERT INTO payments (reference) VALUES ($1) RETURNING id', [order])
        await at('after-effect')
        return rows[0]
      }
    },
    t.type({ id: t.number })
  )
