/**
 * Prints how many failures of recorded and documented answers are recognised, and how many good answers are taken for one. Bodies in failures.jsonl are
 * shortened as far as the recogniser sees no difference.
 */
import { readFileSync } from 'node:fs'
import { failureIn } from '../lib/core/failure.js'

interface Labelled {
  /** Whole APIs stand in one half. */
  readonly half: 'tune' | 'held'
  readonly api: string
  readonly class: 'failure' | 'good'
  readonly hand?: boolean
  readonly status: number
  readonly body: unknown
  readonly truth: { readonly failure?: string | null; readonly alt?: ReadonlyArray<string> }
}

// -- what is right

const CODES: Readonly<Record<string, string>> = {
  unauthorized: 'unauthorized',
  not_found: 'not_found',
  rate_limited: 'rate_limited',
  unavailable: 'tool_unavailable',
  rejected_arguments: 'rejected_arguments',
  other: 'error_in_body'
}

const isPage = (body: unknown): boolean => typeof body === 'string' && /^\s*<(?:!doctype\s+html|html)/i.test(body)
const isBlank = (body: unknown): boolean => body === '' || body === null || body === undefined

const formOf = ({ body, status }: Labelled): string => {
  if (isPage(body)) return 'page (html_response)'
  if (typeof body !== 'string' || /^\s*[[{]/.test(body)) return status === 0 ? 'JSON of a tool' : 'JSON of an API'
  return /^\ufeff?\s*</.test(body) ? 'XML' : status === 0 ? 'text of a tool' : 'text of an API'
}

const isRightCode = ({ truth, body }: Labelled): boolean => {
  const found = failureIn(body)
  if (truth.failure === 'partial') return found?.rows !== undefined
  return [truth.failure ?? '', ...(truth.alt ?? [])].some((kind) => CODES[kind] === found?.code)
}

// -- figures

const percent = (n: number, of: number): string => `${of === 0 ? '-' : ((n / of) * 100).toFixed(1)} %`

const showFailures = (name: string, rows: ReadonlyArray<Labelled>): void => {
  const found = rows.filter(({ body }) => isPage(body) || failureIn(body) !== undefined)
  const coded = found.filter((row) => !isPage(row.body))
  const right = coded.filter(isRightCode)
  console.log(
    `  ${name.padEnd(24)}${String(rows.length).padStart(5)}   told as failures ${percent(found.length, rows.length).padStart(8)}   code right ${percent(right.length, coded.length).padStart(8)}`
  )
}

const showGood = (name: string, rows: ReadonlyArray<Labelled>): void => {
  const alarms = rows.filter(({ body }) => failureIn(body) !== undefined)
  const announced = rows.filter(({ body }) => failureIn(body, { accepted: true }) !== undefined)
  console.log(
    `  ${name.padEnd(24)}${String(rows.length).padStart(5)}   of ${new Set(rows.map(({ api }) => api)).size} APIs and tools   where refused ${alarms.length} (${percent(alarms.length, rows.length)})   where accepted ${announced.length} (${percent(announced.length, rows.length)})`
  )
}

const show = (rows: ReadonlyArray<Labelled>): void => {
  const failures = rows.filter((row) => row.class === 'failure' && !isBlank(row.body))
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
  console.log('good answers taken for failures')
  showGood(
    'good',
    rows.filter((row) => row.class === 'good')
  )
}

const NAMES = { tune: 'The half that the rules were made on', held: 'The half that was set aside, by API' }

const labelled = readFileSync(new URL('../../bench/failures.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Labelled)
for (const half of ['tune', 'held'] as const) {
  console.log(`\n${NAMES[half]}\n`)
  show(labelled.filter((row) => row.half === half))
}
