/** Prints of how many recorded responses a write counts as executed, where a function without a codec returned them. */
import * as t from 'io-ts'
import { isPage, responses, type Response } from '../spec/corpora/failures.js'
import type { Half } from '../spec/corpora/rows.js'
import { guardedCall, openTurn, type Execution } from '../lib/index.js'

const executedBy = async ({ body }: Response): Promise<Execution | undefined> => {
  const turn = openTurn({ logger: false })
  const write = guardedCall({ name: 'run', effect: 'write', run: () => body }, t.unknown)
  await turn.run(write({}))
  return turn.calls[0]?.executed
}

const show = async (name: string, rows: ReadonlyArray<Response>): Promise<void> => {
  let executed = 0
  for (const row of rows) if ((await executedBy(row)) === 'yes') executed += 1
  console.log(
    `  ${name.padEnd(34)} ${String(rows.length).padStart(5)}   executed ${executed} (${((executed / rows.length) * 100).toFixed(1)} %)`
  )
}

const NAMES: Readonly<Record<Half, string>> = {
  tune: 'The half that the rules were made on',
  held: 'The half that was set aside, by API'
}

for (const half of ['tune', 'held'] as const) {
  console.log(`\n${NAMES[half]}\n`)
  const rows = responses.filter((row) => row.half === half).map(({ label }) => label)
  const failures = rows.filter((row) => row.class === 'failure' && !isPage(row))
  await show('failures', failures)
  await show(
    'of these, recorded or documented',
    failures.filter(({ hand }) => hand !== true)
  )
  await show(
    'good',
    rows.filter((row) => row.class === 'good')
  )
}
