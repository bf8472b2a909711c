/**
 * What decoding costs as a part of JSON.parse of the same text, for this library and others. One process for each
 * contestant. Prints a table, and writes decode.json and decode.md beside the compiled code.
 *
 *     node built/bench/decode.js [--quick] [--only=guarded-call,ajv]
 */
import { parseArgs } from 'node:util'
import { areInstalled, HOW_TO_INSTALL, isOurs, load, NAMES } from './contestants.js'
import { allocated, measure, warmUp, type Budget, type Decode, type Measured } from './harness.js'
import { inProcess, length, machine, machineLine, publish, ratio, table, type Machine } from './report.js'
import { payload, SCHEMAS, SIZES, type Schema, type Size, type Variant } from './payloads.js'
import { schemaOf, type Mode } from './schemas.js'

// -- model

interface Scenario {
  readonly title: string
  readonly variant: Variant
  readonly mode: Mode
}

const SCENARIOS: ReadonlyArray<Scenario> = [
  { title: 'valid, unknown keys kept', variant: 'valid', mode: 'keep' },
  { title: 'valid, unknown keys dropped, none there', variant: 'valid', mode: 'strip' },
  { title: 'valid, unknown keys dropped, some in every object', variant: 'extras', mode: 'strip' },
  { title: 'one wrong leaf at the very end, all errors', variant: 'one bad', mode: 'keep' },
  { title: 'a wrong leaf in every record, all errors', variant: 'many bad', mode: 'keep' }
]

interface Row {
  readonly name: string
  readonly version: string
  /** By scenario, then by schema and size. */
  readonly cells: ReadonlyArray<ReadonlyArray<Measured>>
  /** Bytes allocated by decoding, as a part of what parsing allocates; by scenario, small texts. */
  readonly allocations: ReadonlyArray<ReadonlyArray<number>>
}

interface Report extends Machine {
  readonly characters: ReadonlyArray<{ readonly schema: Schema; readonly size: Size; readonly characters: number }>
  readonly rows: ReadonlyArray<Row>
}

const COLUMNS = SCHEMAS.flatMap((schema) => SIZES.map((size) => ({ schema, size })))

// -- one contestant, in a process of its own

const budgetOf = (size: Size, quick: boolean): Budget =>
  size === 'large' ? { ms: quick ? 500 : 1500, minRounds: quick ? 3 : 9 } : { ms: quick ? 150 : 500, minRounds: 20 }

const built = async (name: string) => {
  const { version, build } = await load(name)
  const decoders = new Map<string, Decode>()
  for (const schema of SCHEMAS) {
    for (const mode of ['keep', 'strip'] as const)
      decoders.set(`${schema} ${mode}`, await build(schemaOf(schema), mode))
  }
  return { version, decoderOf: (schema: Schema, mode: Mode): Decode => decoders.get(`${schema} ${mode}`)! }
}

// Whoever answers wrongly is not measured.
const check = (decode: Decode, schema: Schema, { variant, mode }: Scenario): void => {
  const { ok, value } = decode(JSON.parse(payload(schema, 'small', variant)))
  const due = variant === 'valid' || variant === 'extras'
  if (ok !== due) throw new Error(`${variant} ${schema} were ${ok ? 'accepted' : 'refused'}`)
  if (!ok) return
  const wanted = payload(schema, 'small', mode === 'strip' ? 'valid' : variant)
  if (JSON.stringify(value).length !== wanted.length)
    throw new Error(`${variant} ${schema} (${mode}) were decoded to something else`)
}

const allocations = async (decode: Decode, schema: Schema, variant: Variant): Promise<number> => {
  const texts = Array.from({ length: 300 }, () => payload(schema, 'small', variant))
  const values: Array<unknown> = []
  const parsing = await allocated(() => {
    for (const text of texts) values.push(JSON.parse(text))
  })
  const results: Array<unknown> = []
  const decoding = await allocated(() => {
    for (const value of values) results.push(decode(value))
  })
  return decoding / parsing
}

const measureOne = async (name: string, quick: boolean): Promise<Row> => {
  const { version, decoderOf } = await built(name)
  const each = SCENARIOS.flatMap((scenario) =>
    SCHEMAS.map((schema) => ({ scenario, schema, decode: decoderOf(schema, scenario.mode) }))
  )
  for (const { scenario, schema, decode } of each) {
    check(decode, schema, scenario)
    // All schemas and scenarios first: a library that has seen one schema only is faster than it will ever be in use.
    const text = payload(schema, 'small', scenario.variant)
    warmUp(() => decode(JSON.parse(text)), quick ? 50 : 300)
  }
  const cells: Array<ReadonlyArray<Measured>> = []
  const sizes: Array<ReadonlyArray<number>> = []
  for (const { variant, mode } of SCENARIOS) {
    cells.push(
      COLUMNS.map(({ schema, size }) =>
        measure(payload(schema, size, variant), decoderOf(schema, mode), budgetOf(size, quick))
      )
    )
    const ratios: Array<number> = []
    for (const schema of SCHEMAS) ratios.push(await allocations(decoderOf(schema, mode), schema, variant))
    sizes.push(ratios)
  }
  return { name, version, cells, allocations: sizes }
}

// -- all of them

const measureAll = (names: ReadonlyArray<string>, quick: boolean): Report => ({
  ...machine(),
  characters: COLUMNS.map(({ schema, size }) => ({ schema, size, characters: payload(schema, size, 'valid').length })),
  rows: names.flatMap((name) => inProcess<Row>(name, quick ? ['--quick'] : []))
})

// -- tables

const labelOf = ({ name, version }: Row): string => (isOurs(name) ? name : `${name} (${version})`)

const short = ({ title }: Scenario): string =>
  title.replace('valid, ', '').replace(/(?<!dropped),.*| at the very end.*/, '')

const markdown = (report: Report): string =>
  [
    machineLine(report),
    ...SCENARIOS.map(({ title }, i) =>
      table(
        `${title}: time, as a part of JSON.parse of the same text`,
        report.characters.map((one) => `${one.schema} ${length(one.characters)}`),
        report.rows.map((row) => [labelOf(row), ...row.cells[i]!.map((cell) => ratio(cell.ratio))] as const)
      )
    ),
    table(
      'bytes allocated, as a part of what JSON.parse allocates, small texts',
      SCENARIOS.flatMap((scenario) => SCHEMAS.map((schema) => `${short(scenario)}: ${schema}`)),
      report.rows.map((row) => [labelOf(row), ...row.allocations.flat().map(ratio)] as const)
    )
  ].join('\n')

// -- command line

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, contestant: { type: 'string' } }
})

if (values.contestant !== undefined) {
  process.stdout.write(JSON.stringify(await measureOne(values.contestant, values.quick)))
} else {
  if (!areInstalled()) process.stderr.write(HOW_TO_INSTALL)
  const wanted = values.only?.split(',')
  const names = NAMES.filter(
    (name) => (wanted === undefined || wanted.includes(name)) && (areInstalled() || isOurs(name))
  )
  const report = measureAll(names, values.quick)
  publish('decode', markdown(report), report)
}
