/**
 * Prints how many failures of recorded and documented responses are recognized, and how many good responses are
 * mistaken for one.
 */
import { isPage, responses, whereAccepted, whereRefused, type Response } from '../spec/corpora/failures.js'
import type { Half } from '../spec/corpora/rows.js'

// -- what came

const formOf = (response: Response): string => {
  const { body, status } = response
  if (isPage(response)) return 'page (html_response)'
  if (typeof body !== 'string' || /^\s*[[{]/.test(body)) return status === 0 ? 'JSON of a tool' : 'JSON of an API'
  return /^\ufeff?\s*</.test(body) ? 'XML' : status === 0 ? 'text of a tool' : 'text of an API'
}

// -- figures

const percent = (n: number, of: number): string => `${of === 0 ? '-' : ((n / of) * 100).toFixed(1)} %`

const showFailures = (name: string, rows: ReadonlyArray<Response>): void => {
  const found = rows.filter((row) => whereRefused(row) !== 'not found')
  const coded = found.filter((row) => !isPage(row))
  const right = coded.filter((row) => whereRefused(row) === undefined)
  console.log(
    `  ${name.padEnd(24)}${String(rows.length).padStart(5)}   told as failures ${percent(found.length, rows.length).padStart(8)}   code right ${percent(right.length, coded.length).padStart(8)}`
  )
}

const showGood = (name: string, rows: ReadonlyArray<Response>): void => {
  const alarms = rows.filter((row) => whereRefused(row) !== undefined)
  const announced = rows.filter((row) => whereAccepted(row) !== undefined)
  console.log(
    `  ${name.padEnd(24)}${String(rows.length).padStart(5)}   of ${new Set(rows.map(({ api }) => api)).size} APIs and tools   where refused ${alarms.length} (${percent(alarms.length, rows.length)})   where accepted ${announced.length} (${percent(announced.length, rows.length)})`
  )
}

const show = (rows: ReadonlyArray<Response>): void => {
  const failures = rows.filter((row) => row.class === 'failure')
  const forms = [...new Set(failures.map(formOf))].sort()
  console.log('failures')
  for (const form of forms)
    showFailures(
      form,
      failures.filter((row) => formOf(row) === form)
    )
  showFailures('all', failures)
  showFailures(
    'recorded, documented',
    failures.filter(({ hand }) => hand !== true)
  )
  showFailures(
    'written by hand',
    failures.filter(({ hand }) => hand === true)
  )
  console.log('good responses mistaken for failures')
  showGood(
    'good',
    rows.filter((row) => row.class === 'good')
  )
}

const NAMES: Readonly<Record<Half, string>> = {
  tune: 'The half that the rules were made on',
  held: 'The half that was set aside, by API'
}

for (const half of ['tune', 'held'] as const) {
  console.log(`\n${NAMES[half]}\n`)
  show(responses.filter((row) => row.half === half).map(({ label }) => label))
}
