/** `guarded-call ledger`: finds, lists and settles the effects of durable runs by hand. */
import type { Command } from 'commander'
import type { ExitCode } from '../exit.js'
import type { LedgerFlags, ListFlags, ResolveFlags, ShowFlags } from '../run/ledger.js'
import type { Register } from './register.js'

const HELP = `
The ledger is at --url, else at the address in GUARDED_CALL_LEDGER: postgres://… with pg, redis://… with ioredis, iovalkey or redis,
whichever this project has installed. An operation is named as at the service: by the idempotency key that its dashboard shows, which is
the operationId of log lines, records and spans.

Only an operation of unknown outcome whose lease is over can be settled. Ask the service first: what is called not executed may run again.

Exit codes: 0 done, 1 something could not be found, settled or reached, 2 wrong usage, 3 \`list\` found unknown outcomes.

Examples:
  $ guarded-call ledger list --unknown --older 1h
  $ guarded-call ledger show 0f3c…
  $ guarded-call ledger executed 0f3c… --by ada --note "charge ch_17 in the dashboard" --answer response.json
  $ guarded-call ledger not-executed 0f3c… --by ada --note "no charge in the dashboard"`

export const registerLedger: Register = (program, terminal, finish) => {
  const ledger = program
    .command('ledger')
    .summary('find, list and settle the effects of durable runs')
    .description('Finds, lists and settles the operations of a ledger by hand.')
    .addHelpText('after', HELP)

  const command = (name: string, summary: string): Command =>
    ledger
      .command(name)
      .description(summary)
      .option('--url <url>', 'the address of the ledger')
      .option('--table <name>', 'its table on PostgreSQL')
      .option('--prefix <text>', 'what stands before its keys on Redis')

  const run = async (work: (runs: typeof import('../run/ledger.js')) => Promise<ExitCode>): Promise<void> =>
    finish(await work(await import('../run/ledger.js')))

  command('list', 'Lists the operations that run or are unknown, the oldest first.')
    .option('--unknown', 'only those of unknown outcome')
    .option('--older <age>', 'only those that began that long ago: 90s, 30m, 1h, 2d')
    .option('--tool <name>', 'only those of a tool')
    .option('--json', 'print one JSON document')
    .action((flags: ListFlags) => run(({ runList }) => runList(flags, terminal)))
  command('show <operation>', 'Shows an operation.')
    .option('--json', 'print one JSON document')
    .action((operation: string, flags: ShowFlags) => run(({ runShow }) => runShow(operation, flags, terminal)))
  const settling = (name: string, summary: string): Command =>
    command(`${name} <operation>`, `Settles an unknown outcome: it was ${summary}.`)
      .requiredOption('--by <name>', 'who found that out (required)')
      .requiredOption('--note <text>', 'how that was found out (required)')
  settling('executed', 'executed')
    .option('--answer <file>', 'the value that the tool would have returned, as JSON, for the redelivery')
    .action((operation: string, flags: ResolveFlags) =>
      run(({ runResolve }) => runResolve(operation, 'executed', flags, terminal))
    )
  settling('not-executed', 'not executed, and may run again').action((operation: string, flags: ResolveFlags) =>
    run(({ runResolve }) => runResolve(operation, 'not_executed', flags, terminal))
  )
  command('sweep', 'Drops what the ledger need not keep any longer.').action((flags: LedgerFlags) =>
    run(({ runSweep }) => runSweep(flags, terminal))
  )
  command('migrate', 'Makes the table of the ledger what this version needs.').action((flags: LedgerFlags) =>
    run(({ runMigrate }) => runMigrate(flags, terminal))
  )
}
