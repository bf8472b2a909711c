/**
 * What a whole guarded call costs without I/O, beside JSON.parse of the same text: arguments, key, budget, loop
 * detector, parsing, the walk, decoding, record. One process for each way of reading an answer. Prints a table, and
 * writes guard.json and guard.md beside the compiled code.
 *
 *     node built/bench/guard.js [--quick] [--only='guarded call,AI SDK safeParseJSON']
 */
import { parseArgs } from 'node:util'
import { callers, flagsOf, isOurCaller, loadCaller } from './callers.js'
import { areInstalled, HOW_TO_INSTALL } from './contestants.js'
import { measureCalls, type Budget, type Measured } from './harness.js'
import { payload, SIZES, type Size, type Variant } from './payloads.js'
import { inProcess, length, machine, machineLine, publish, ratio, table, type Machine } from './report.js'
import { schemaOf } from './schemas.js'

// -- model

const VARIANTS = ['valid', 'one bad'] as const satisfies ReadonlyArray<Variant>

const TITLES: Readonly<Record<(typeof VARIANTS)[number], string>> = {
  valid: 'a valid answer',
  'one bad': 'one wrong leaf at the very end'
}

interface Row {
  readonly name: string
  readonly version: string
  /** By variant, then by size. */
  readonly cells: ReadonlyArray<ReadonlyArray<Measured>>
}

interface Report extends Machine {
  readonly characters: ReadonlyArray<number>
  readonly rows: ReadonlyArray<Row>
}

// -- one caller, in a process of its own

const budgetOf = (size: Size, quick: boolean): Budget =>
  size === 'large' ? { ms: quick ? 800 : 3000, minRounds: quick ? 5 : 15 } : { ms: quick ? 300 : 1500, minRounds: 20 }

const measureOne = async (name: string, quick: boolean): Promise<Row> => {
  const { version, call } = await loadCaller(name, schemaOf('orders'))
  for (const variant of VARIANTS) {
    // Whoever answers wrongly is not measured.
    const { ok } = await call(payload('orders', 'small', variant))
    if (ok !== (variant === 'valid')) throw new Error(`${TITLES[variant]} was ${ok ? 'accepted' : 'refused'}`)
    await measureCalls(payload('orders', 'small', variant), call, { ms: 300, minRounds: 20 })
  }
  const cells: Array<ReadonlyArray<Measured>> = []
  for (const variant of VARIANTS) {
    const sizes: Array<Measured> = []
    for (const size of SIZES)
      sizes.push(await measureCalls(payload('orders', size, variant), call, budgetOf(size, quick)))
    cells.push(sizes)
  }
  return { name, version, cells }
}

// -- all of them

const time = (ms: number): string => (Math.abs(ms) < 1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(1)} ms`)

const markdown = (report: Report): string =>
  [
    machineLine(report),
    ...VARIANTS.map((variant, i) =>
      table(
        `${TITLES[variant]}: time, as a multiple of JSON.parse of the same text, and how much longer it took`,
        report.characters.map(length),
        report.rows.map(
          ({ name, version, cells }) =>
            [
              isOurCaller(name) ? name : `${name} (${version})`,
              ...cells[i]!.map((cell) => `${ratio(cell.ratio)} (${cell.extraMs < 0 ? '' : '+'}${time(cell.extraMs)})`)
            ] as const
        )
      )
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
  // A comma stands in names too.
  const names = callers().filter((name) => values.only === undefined || values.only.includes(name))
  const report: Report = {
    ...machine(),
    characters: SIZES.map((size) => payload('orders', size, 'valid').length),
    rows: names.flatMap((name) => inProcess<Row>(name, values.quick ? ['--quick'] : [], flagsOf(name)))
  }
  publish('guard', markdown(report), report)
}
