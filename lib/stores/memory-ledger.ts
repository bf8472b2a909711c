/** A ledger in this process's memory, for trials and tests: its entries end with the process. */
import * as E from 'fp-ts/lib/Either.js'
import {
  type KnownRun,
  type LedgerOperation,
  type OperationRow,
  type RowChange,
  type RowName,
  type StoredRow,
  answerPlace,
  beginOperation,
  isUnsettled,
  isWanted,
  latestIn,
  operationIn,
  placeInList,
  replyTo,
  resolveOperation,
  settleOperation
} from '../core/calls/index.js'
import * as o from '../core/options.js'
import type { ManagedLedger } from '../guard/kernel.js'
import { answerIn, notFound, pageBehind, readQuestion, readResolution, readResolver } from './asked.js'
import { LIFETIMES, storeKey, type LedgerLifetimes } from './keeping.js'

/** For how long operations are kept, and by which clock. @category Ledger @since 0.1.0 */
export interface MemoryLedgerOptions extends LedgerLifetimes {
  /** Milliseconds since 1970 that never go back. @default performance.timeOrigin + performance.now() */
  readonly clock?: () => number
}

interface KeptOperation extends RowName {
  readonly row: OperationRow
  readonly ran: ReadonlyArray<Omit<KnownRun, 'isOver'>>
  readonly leaseUntil: number
  readonly since: number
  readonly expiresAt: number
}

const read = o.options('options', {
  ...LIFETIMES,
  clock: o.optional(o.func, () => performance.timeOrigin + performance.now())
} satisfies o.TableOf<MemoryLedgerOptions>)

/**
 * Makes a ledger that forgets with its process.
 *
 * @category Ledger @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, memoryLedger, openSession } from 'guarded-call'
 *
 * let placed = 0
 * const order = guardedCall(
 *   { name: 'place_order', effect: 'write', run: () => `{"id":${(placed += 1)}}` },
 *   t.type({ id: t.number })
 * )
 * const ledger = memoryLedger()
 *
 * // The job, and the same job delivered again: one order, and one answer.
 * const run = () =>
 *   openSession({ ledger })
 *     .openTurn({ id: 'job-17' })
 *     .run(order({ sku: 'A-1' }))
 * assert.deepEqual(await run(), await run())
 * assert.equal(placed, 1)
 */
export const memoryLedger = (options: MemoryLedgerOptions = {}): ManagedLedger => {
  const { answerMs, keepMs, clock } = read(options)
  const rows = new Map<string, KeptOperation>()
  const ids = new Map<string, string>()

  const nameOf = (turnId: string, key: string): RowName => ({ turn: storeKey(turnId), call: storeKey(key) })
  const idOf = ({ turn, call }: RowName): string => `${turn}${call}`

  const forget = (id: string, { row }: KeptOperation): void => {
    rows.delete(id)
    for (const { operationId } of row.attempts) ids.delete(operationId)
  }

  const keptAt = (id: string, now: number): KeptOperation | undefined => {
    const kept = rows.get(id)
    return kept === undefined || kept.expiresAt <= now ? undefined : kept
  }

  const storedIn = ({ row, leaseUntil, since, ran }: KeptOperation, place: number, now: number): StoredRow => {
    const known = ran[place]
    const isOver = known !== undefined && known.at + answerMs <= now
    return {
      row,
      now,
      leaseLeftMs: leaseUntil - now,
      sinceMs: now - since,
      ran: known === undefined ? null : { ...known, isOver }
    }
  }

  const found = (name: RowName, place: number): StoredRow | undefined => {
    const now = clock()
    const kept = keptAt(idOf(name), now)
    return kept && storedIn(kept, place, now)
  }

  // The row that changed longest ago is the first: each change puts its row at the end.
  const write = (name: RowName, { row, lease, ran: known }: RowChange): void => {
    const now = clock()
    for (const [id, kept] of rows) {
      if (kept.expiresAt > now && kept.expiresAt < Infinity) break
      if (kept.expiresAt <= now) forget(id, kept)
    }
    const id = idOf(name)
    const { ran = [], leaseUntil = now, since = now } = keptAt(id, now) ?? {}
    const runs = [...ran]
    if (known !== undefined) {
      const { at = now, answer = null } = runs[known.place] ?? {}
      runs[known.place] = { at, answer: answer ?? known.answer }
    }
    for (const { operationId } of row.attempts) ids.set(operationId, id)
    rows.delete(id)
    rows.set(id, {
      ...name,
      row,
      ran: runs,
      leaseUntil: lease === undefined ? leaseUntil : now + row.leaseMs,
      since: lease === 'fresh' ? now : since,
      expiresAt: isUnsettled(row) ? Infinity : now + keepMs
    })
  }

  const find = (
    operationId: string
  ): { readonly stored: StoredRow; readonly operation: LedgerOperation } | undefined => {
    const kept = keptAt(ids.get(operationId) ?? '', clock())
    if (kept === undefined) return undefined
    const stored = storedIn(kept, answerPlace(kept.row, operationId), clock())
    const operation = operationIn(kept, stored, operationId, answerIn)
    return operation && { stored, operation }
  }

  return {
    begin: (turnId, key, asked) => {
      const name = nameOf(turnId, key)
      const { state, change } = beginOperation(found(name, asked.seen), asked)
      if (change !== undefined) write(name, change)
      return state
    },
    settle: (turnId, key, attempt, token, executed, said) => {
      const name = nameOf(turnId, key)
      const change = settleOperation(found(name, 0), attempt, token, executed, said)
      if (change !== undefined) write(name, change)
      return replyTo(change, attempt)
    },
    list: (question = {}) => {
      const { olderThanMs, after, limit, ...wanted } = readQuestion(question)
      const now = clock()
      const open = [...rows.values()].flatMap((kept) => {
        const operation = now - kept.since < olderThanMs ? undefined : latestIn(kept, storedIn(kept, 0, now))
        return isUnsettled(kept.row) && operation !== undefined && isWanted(operation, wanted) ? [operation] : []
      })
      return pageBehind(after, open, placeInList).slice(0, limit)
    },
    find: (operationId) => find(operationId)?.operation,
    resolve: (operationId, resolution, resolver) => {
      const [resolved, by] = [readResolution(resolution), readResolver(resolver)]
      const known = find(operationId)
      if (known === undefined) return E.left(notFound(operationId))
      const changed = resolveOperation(known.stored, known.operation, resolved, by)
      if (E.isLeft(changed)) return changed
      write(known.operation, changed.right)
      return E.right(find(operationId)?.operation ?? known.operation)
    }
  }
}
