/**
 * A ledger on a server that keeps rows: this process decides by the state machine, and the server compares and sets, in
 * one trip where the row is as this process knew it.
 */
import * as E from 'fp-ts/lib/Either.js'
import {
  type LedgerOperation,
  type RowChange,
  type RowName,
  type StoredRow,
  answerPlace,
  beginOperation,
  isUnsettled,
  isWanted,
  latestIn,
  operationIn,
  replyTo,
  resolveOperation,
  settleOperation
} from '../core/calls/index.js'
import * as o from '../core/options.js'
import type { MaybePromise } from '../core/foreign/index.js'
import { BoundedMap, type LedgerQuestion, type ManagedLedger } from '../guard/kernel.js'
import { answerIn, notFound, readQuestion, readResolution, readResolver } from './asked.js'
import { LIFETIMES, storeKey, type LedgerLifetimes } from './keeping.js'

// -- model

/** A row as the server has it; another `revision` is another row. */
export interface FoundRow extends StoredRow {
  readonly revision: string
}

/**
 * A change to the row of that revision, `null` where there was none, and for how long the server keeps the row
 * afterwards: `null` without end.
 */
export interface RowWrite {
  readonly known: string | null
  readonly revision: string
  readonly change: RowChange
  readonly keepMs: number | null
}

/** Written, with the age of the attempt; or not, with the row that stands there, if any. */
export type RowReply =
  | { readonly written: true; readonly sinceMs: number }
  | { readonly written: false; readonly found: FoundRow | undefined }

/** Open rows, the oldest first. */
interface OpenQuestion {
  readonly olderThanMs: number
  readonly after: LedgerQuestion['after']
  readonly limit: number
}

/** What a server does for a ledger, a trip each. */
export interface RowServer {
  /**
   * Writes, if there is something to write and the row is still as it was known, else reads; `place` is that of the
   * response to read.
   */
  readonly put: (name: RowName, place: number, write?: RowWrite) => Promise<RowReply>
  /** The row in which an attempt has this name. */
  readonly find: (operationId: string) => Promise<RowName | undefined>
  readonly open: (asked: OpenQuestion) => Promise<ReadonlyArray<RowName & FoundRow>>
}

/** Encrypts the responses that a ledger keeps. @category Ledger @since 0.1.0 */
export interface Seal {
  readonly seal: (answer: string) => MaybePromise<string>
  /** Gives back what `seal` was given, for as long as responses are kept. */
  readonly open: (sealed: string) => MaybePromise<string>
}

/** How a ledger on a server keeps rows. @category Ledger @since 0.1.0 */
export interface RowLedgerOptions extends LedgerLifetimes {
  /** Encrypts the responses that it keeps. @default they are kept in clear */
  readonly seal?: Seal
}

/** The table of that. */
export const ROW_LEDGER = {
  ...LIFETIMES,
  seal: o.optional(o.having<Seal>(['seal', 'open'], 'two functions, `seal` and `open`'))
} satisfies o.TableOf<RowLedgerOptions>

type RowKeeping = Pick<o.Filled<RowLedgerOptions, typeof ROW_LEDGER>, 'keepMs' | 'seal'>

// -- kept responses

// The first character says how a response is kept: a seal may come later, and a person's answer comes without it.
const CLEAR = '='
const SEALED = '#'

const sealed = async (answer: string, seal: Seal | undefined): Promise<string> =>
  seal === undefined ? `${CLEAR}${answer}` : `${SEALED}${await seal.seal(answer)}`

const unsealed = async (kept: string, seal: Seal | undefined): Promise<string> => {
  const text = kept.slice(1)
  if (kept.startsWith(CLEAR)) return text
  if (seal === undefined) throw new Error('the ledger holds a sealed response, and has no `seal` to open it')
  return await seal.open(text)
}

// -- deciding here

/** More than a process has under way. */
const MAX_KNOWN = 1_000

/** Each further trip means that another process changed the row meanwhile. */
const MAX_TRIPS = 100

// A guess holds what does not depend on the time: a lease seems endless, and then nothing is written by it.
type KnownRow = Pick<FoundRow, 'row' | 'revision'>

const guessed = (known: KnownRow | undefined): FoundRow | undefined =>
  known === undefined ? undefined : { ...known, now: 0, leaseLeftMs: Infinity, sinceMs: 0, ran: null }

const expectKnownForm = (found: FoundRow | undefined): void => {
  if (found !== undefined && found.row.version !== 1)
    throw new Error('the ledger holds rows of another version of this library')
}

/** Makes a ledger of a server's rows. */
export const rowLedger = (server: RowServer, { keepMs, seal }: RowKeeping): ManagedLedger => {
  const rows = new BoundedMap<KnownRow>(MAX_KNOWN)

  const opened = async (found: FoundRow | undefined): Promise<FoundRow | undefined> => {
    expectKnownForm(found)
    const { ran } = found ?? {}
    if (found === undefined || ran === undefined || ran === null || ran.answer === null || ran.isOver) return found
    return { ...found, ran: { ...ran, answer: await unsealed(ran.answer, seal) } }
  }

  const closed = async (change: RowChange): Promise<RowChange> => {
    const { ran } = change
    if (ran === undefined || ran.answer === null) return change
    return { ...change, ran: { ...ran, answer: await sealed(ran.answer, seal) } }
  }

  const decide = async <A>(
    name: RowName,
    place: number,
    decision: (stored: StoredRow | undefined) => {
      readonly answer: (sinceMs?: number) => A
      readonly change?: RowChange | undefined
    }
  ): Promise<A> => {
    const id = `${name.turn}${name.call}`
    let stored = guessed(rows.get(id))
    for (let trips = 0; trips < MAX_TRIPS; trips++) {
      const { answer, change } = decision(stored)
      if (change === undefined && trips > 0) return answer()
      const revision = crypto.randomUUID()
      const reply = await server.put(
        name,
        place,
        change && {
          known: stored?.revision ?? null,
          revision,
          change: await closed(change),
          keepMs: isUnsettled(change.row) ? null : keepMs
        }
      )
      if (reply.written) {
        if (change !== undefined) rows.set(id, { row: change.row, revision })
        return answer(reply.sinceMs)
      }
      stored = await opened(reply.found)
      if (stored !== undefined) rows.set(id, { row: stored.row, revision: stored.revision })
    }
    throw new Error('the row changed each time that it was read')
  }

  const nameOf = (turnId: string, key: string): RowName => ({ turn: storeKey(turnId), call: storeKey(key) })

  /** Reads the row of an operation, with the response of that attempt. */
  const read = async (name: RowName, operationId: string): Promise<FoundRow | undefined> => {
    const readAt = async (place: number): Promise<FoundRow | undefined> => {
      const reply = await server.put(name, place)
      return reply.written ? undefined : reply.found
    }
    const first = await readAt(0)
    const place = first === undefined ? 0 : answerPlace(first.row, operationId)
    return opened(place === 0 ? first : await readAt(place))
  }

  const find = async (
    operationId: string
  ): Promise<{ readonly stored: FoundRow; readonly operation: LedgerOperation } | undefined> => {
    const name = await server.find(operationId)
    const stored = name && (await read(name, operationId))
    const operation = name && stored && operationIn(name, stored, operationId, answerIn)
    return operation && { stored, operation }
  }

  return {
    begin: (turnId, key, asked) =>
      decide(nameOf(turnId, key), asked.seen, (stored) => {
        const { state, change } = beginOperation(stored, asked)
        return {
          change,
          answer: (sinceMs) => (state.is === 'unknown' && sinceMs !== undefined ? { ...state, sinceMs } : state)
        }
      }),
    settle: (turnId, key, attempt, token, executed, said) =>
      decide(nameOf(turnId, key), 0, (stored) => {
        const change = settleOperation(stored, attempt, token, executed, said)
        return { change, answer: () => replyTo(change, attempt) }
      }),
    list: async (question = {}) => {
      const { olderThanMs, after, limit, ...wanted } = readQuestion(question)
      const listed: Array<LedgerOperation> = []
      for (let from = after; ;) {
        const page = await server.open({ olderThanMs, after: from, limit })
        page.forEach(expectKnownForm)
        const operations = page.flatMap((row) => latestIn(row, row) ?? [])
        listed.push(...operations.filter((operation) => isWanted(operation, wanted)))
        from = operations.at(-1)
        if (listed.length >= limit || page.length < limit || from === undefined) return listed.slice(0, limit)
      }
    },
    find: async (operationId) => (await find(operationId))?.operation,
    resolve: async (operationId, resolution, resolver) => {
      const [resolved, by] = [readResolution(resolution), readResolver(resolver)]
      for (let tries = 0; tries < MAX_TRIPS; tries++) {
        const known = await find(operationId)
        if (known === undefined) return E.left(notFound(operationId))
        const { stored, operation } = known
        const changed = resolveOperation(stored, operation, resolved, by)
        if (E.isLeft(changed)) return changed
        const { revision } = stored
        const change = await closed(changed.right)
        const write = { known: revision, revision: crypto.randomUUID(), change, keepMs }
        if ((await server.put(operation, 0, write)).written)
          return E.right((await find(operationId))?.operation ?? operation)
      }
      throw new Error('the row changed each time that it was read')
    }
  }
}
