/** A ledger in this process's memory, for trials and tests: its entries end with the process. */
import { expectFunction } from '../core/options.js'
import { expectWords, type Ledger } from '../guard/kernel.js'
import { lifetimeMs } from './keeping.js'

/** For how long operations are kept, and by which clock. @category Ledger @since 0.1.0 */
export interface MemoryLedgerOptions {
  /** Milliseconds after its latest use until an operation is forgotten. @default 604_800_000 */
  readonly keepMs?: number
  /** Monotonic milliseconds. @default performance.now */
  readonly clock?: () => number
}

interface Row {
  readonly answers: Array<{ readonly attempt: number; answer: string | null }>
  attempt: number
  state: 'free' | 'leased' | 'unknown'
  token: string | undefined
  leaseUntil: number
  since: number
  expiresAt: number
}

/**
 * Makes a ledger that forgets with its process.
 *
 * @category Ledger @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, memoryLedger, openSession } from 'guarded-call'
 *
 * let placed = 0
 * const order = guardedCall({ name: 'place_order', effect: 'write', run: () => `{"id":${(placed += 1)}}` }, t.type({ id: t.number }))
 * const ledger = memoryLedger()
 *
 * // The job, and the same job delivered again: one order, and one answer.
 * const run = () => openSession({ ledger }).openTurn({ id: 'job-17' }).run(order({ sku: 'A-1' }))
 * assert.deepEqual(await run(), await run())
 * assert.equal(placed, 1)
 */
export const memoryLedger = (options: MemoryLedgerOptions = {}): Ledger => {
  expectWords(options, ['keepMs', 'clock'], 'options')
  const { keepMs, clock = () => performance.now() } = options
  const lifetime = lifetimeMs(keepMs, 'keepMs')
  expectFunction(clock, 'clock')
  const rows = new Map<string, Row>()

  // The row that was used longest ago is the first: each use puts its row at the end.
  const rowOf = (turnId: string, key: string, now: number, attempt = 1): Row => {
    for (const [name, { expiresAt }] of rows) {
      if (expiresAt > now) break
      rows.delete(name)
    }
    const name = JSON.stringify([turnId, key])
    const row = rows.get(name) ?? {
      answers: [],
      attempt,
      state: 'free',
      token: undefined,
      leaseUntil: 0,
      since: now,
      expiresAt: 0
    }
    rows.delete(name)
    rows.set(name, row)
    row.expiresAt = now + lifetime
    return row
  }

  return {
    begin: (turnId, key, { seen, leaseMs }) => {
      const now = clock()
      const row = rowOf(turnId, key, now)
      const answered = row.answers[seen]
      if (answered !== undefined) return { is: 'settled', ...answered }
      const { attempt, state } = row
      if (state === 'leased' && row.leaseUntil > now) return { is: 'running', attempt }
      const token = crypto.randomUUID()
      if (state === 'free') row.since = now
      Object.assign(row, { state: 'leased', token, leaseUntil: now + leaseMs })
      return state === 'free'
        ? { is: 'fresh', attempt, token }
        : { is: 'unknown', attempt, token, sinceMs: now - row.since }
    },
    settle: (turnId, key, attempt, token, executed, answer) => {
      const row = rowOf(turnId, key, clock(), attempt)
      if (executed === 'yes') {
        const known = row.answers.find((one) => one.attempt === attempt)
        if (known === undefined) row.answers.push({ attempt, answer: answer ?? null })
        else known.answer ??= answer ?? null
        if (row.attempt <= attempt) Object.assign(row, { attempt: attempt + 1, state: 'free', token: undefined })
      } else if (row.attempt === attempt && row.token === token)
        Object.assign(
          row,
          executed === 'no'
            ? { attempt: attempt + 1, state: 'free', token: undefined }
            : { state: 'unknown', token: undefined }
        )
    }
  }
}
