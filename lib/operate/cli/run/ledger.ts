/** Runs `guarded-call ledger`: finds, lists and settles operations by hand. */
import * as E from 'fp-ts/lib/Either.js'
import { readFile } from 'node:fs/promises'
import type { LedgerOperation, Resolution } from '../../../core/calls/index.js'
import { count } from '../../../core/errors/index.js'
import { losslessData } from '../../../core/json/index.js'
import { given } from '../../../core/options.js'
import type { LedgerQuestion, ManagedLedger } from '../../../guard/kernel.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { openLedger, type OpenLedger } from '../ledger/open-ledger.js'
import { listed, readAge, operationText, shownAge } from '../ledger/words.js'
import { print, tellError, type Terminal } from '../terminal.js'

// -- model

export interface LedgerFlags {
  readonly url?: string
  readonly table?: string
  readonly prefix?: string
}

export interface ListFlags extends LedgerFlags {
  readonly unknown?: true
  readonly older?: string
  readonly tool?: string
  readonly json?: true
}

export interface ShowFlags extends LedgerFlags {
  readonly json?: true
}

export interface ResolveFlags extends LedgerFlags {
  readonly by: string
  readonly note: string
  readonly answer?: string
}

/** The variable that names the ledger where `--url` does not. */
const URL_VARIABLE = 'GUARDED_CALL_LEDGER'

const withLedger = async (
  { url, table, prefix }: LedgerFlags,
  { env }: Terminal,
  use: (open: OpenLedger) => Promise<ExitCode>
): Promise<ExitCode> => {
  const address = url ?? env[URL_VARIABLE]
  if (address === undefined) throw new UsageError(`Name the ledger: --url postgres://…, or ${URL_VARIABLE}.`)
  const open = await openLedger(given({ url: address, table, prefix }))
  try {
    return await use(open)
  } finally {
    await open.close()
  }
}

// -- list

const PAGE = 500

const allOf = async (ledger: ManagedLedger, question: LedgerQuestion): Promise<ReadonlyArray<LedgerOperation>> => {
  const found: Array<LedgerOperation> = []
  for (;;) {
    const after = found.at(-1)
    const page = await ledger.list({ ...question, limit: PAGE, ...given({ after }) })
    found.push(...page)
    if (page.length < PAGE) return found
  }
}

/** Lists what runs and what is unknown; exits with 3 where an unknown outcome is among it. */
export const runList = (flags: ListFlags, terminal: Terminal): Promise<ExitCode> => {
  const { unknown: isUnknown, tool, older } = flags
  const question: LedgerQuestion = given({
    state: isUnknown && ('unknown' as const),
    tool,
    olderThanMs: older === undefined ? undefined : readAge(older)
  })
  return withLedger(flags, terminal, async ({ ledger }) => {
    const operations = await allOf(ledger, question)
    const unknown = operations.filter(({ state }) => state === 'unknown')
    const running = operations.length - unknown.length
    const now = Date.now()
    if (flags.json === true) print(terminal.stdout, `${JSON.stringify(operations, null, 2)}\n`)
    else print(terminal.stdout, listed(operations, now))
    const [oldest] = unknown
    const age = oldest === undefined ? '' : `; the oldest began ${shownAge(now - Date.parse(oldest.beganAt ?? ''))} ago`
    const leased =
      running === 0
        ? ''
        : ` ${running} still running, or left by a process that died: look again once the lease is over.`
    print(terminal.stderr, `${count(unknown.length, 'unknown outcome')}${age}.${leased}\n`)
    return unknown.length === 0 ? EXIT.clean : EXIT.findings
  })
}

// -- one operation

/** Shows an operation by its name at the service. */
export const runShow = (operationId: string, flags: ShowFlags, terminal: Terminal): Promise<ExitCode> =>
  withLedger(flags, terminal, async ({ ledger }) => {
    const operation = await ledger.find(operationId)
    if (operation === undefined) {
      tellError(terminal, `The ledger holds no operation ${operationId}.`)
      return EXIT.failure
    }
    const text = flags.json === true ? `${JSON.stringify(operation, null, 2)}\n` : operationText(operation, Date.now())
    print(terminal.stdout, text)
    return EXIT.clean
  })

const NEXT: Readonly<Record<Resolution['as'], string>> = {
  executed: 'The next delivery replays it.',
  not_executed: 'The next delivery runs it.'
}

const DELIVERY =
  'A job whose attempts are used up is delivered by its queue alone: deliver it again (BullMQ: `job.retry()`).'

/** The value of a file's JSON; else its text, without the line break that an editor adds. */
const valueIn = (text: string): unknown => losslessData(text.replace(/\r?\n$/, ''))

/** Settles an operation of unknown outcome by what somebody found out. */
export const runResolve = async (
  operationId: string,
  as: Resolution['as'],
  flags: ResolveFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const { by, note, answer } = flags
  const kept = answer === undefined ? {} : { answer: valueIn(await readFile(answer, 'utf8')) }
  return withLedger(flags, terminal, async ({ ledger }) => {
    const resolved = await ledger.resolve(operationId, as === 'executed' ? { as, ...kept } : { as }, { by, note })
    if (E.isLeft(resolved)) {
      tellError(terminal, resolved.left)
      return EXIT.failure
    }
    print(terminal.stdout, `${operationText(resolved.right, Date.now())}\n${NEXT[as]} ${DELIVERY}\n`)
    return EXIT.clean
  })
}

// -- the table

const printed = (
  flags: LedgerFlags,
  terminal: Terminal,
  work: (open: OpenLedger) => Promise<string>
): Promise<ExitCode> =>
  withLedger(flags, terminal, async (open) => {
    print(terminal.stdout, `${await work(open)}\n`)
    return EXIT.clean
  })

/** Drops what is over. */
export const runSweep = (flags: LedgerFlags, terminal: Terminal): Promise<ExitCode> =>
  printed(flags, terminal, async ({ sweep }) =>
    sweep === undefined
      ? 'Redis forgets by itself: there is nothing to sweep.'
      : `Swept ${count(await sweep(), 'operation')}.`
  )

/** Runs the migrations that were not run yet. */
export const runMigrate = (flags: LedgerFlags, terminal: Terminal): Promise<ExitCode> =>
  printed(flags, terminal, async ({ migrate }) =>
    migrate === undefined
      ? 'Redis has no table: there is nothing to migrate.'
      : `The table of the ledger has version ${await migrate()}.`
  )
