/**
 * What the first use costs, in fresh processes: loading, and compiling a codec of thirty fields. Medians, in
 * milliseconds; written to cold.json and cold.md beside the compiled code.
 */
import { spawnSync } from 'node:child_process'
import { median } from './harness.js'
import { machine, machineLine, publish, table } from './report.js'

const PROCESSES = 15

const here = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

// Prints [name, milliseconds] pairs. `io-ts` brings fp-ts with it.
const SCRIPT = `
const said = []
const timed = async (name, run) => { const started = performance.now(); const result = await run(); said.push([name, performance.now() - started]); return result }
const t = await timed('loading io-ts', () => import('io-ts'))
const root = process.argv.includes('compiler')
  ? await timed('loading the compiler alone', () => import(${here('../lib/codec/compile/compile.js')}))
  : await timed('loading the root entry', () => import(${here('../lib/index.js')}))
const kinds = [t.string, t.number, t.boolean, t.array(t.string), t.union([t.string, t.null]), t.strict({ id: t.string, count: t.number })]
const values = ['text', 1.5, true, ['a', 'b'], null, { id: 'a', count: 1, extra: 0 }]
const codecOf = () => t.strict(Object.fromEntries(Array.from({ length: 30 }, (_, i) => ['field_' + i, kinds[i % kinds.length]])))
const text = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, i) => ['field_' + i, values[i % values.length]])))
const codec = await timed('making a codec of thirty fields', codecOf)
await timed('its first decoding by io-ts itself', () => codec.decode(JSON.parse(text)))
const once = root.compile(codec)
await timed('its first decoding by \`compile\`, which asks io-ts the first four times', () => once.decode(JSON.parse(text)))
const { Engine } = await import(${here('../lib/codec/compile/engine.js')})
for (const end of ['generated', 'interpreted']) {
  const engine = (codec) => new Engine(codec, { generates: () => end === 'generated', data: true, from: 1 })
  const compiled = engine(codec)
  await timed('compiling it and decoding once, ' + end, () => compiled.decode(JSON.parse(text), 100))
  await timed('decoding again, ' + end, () => compiled.decode(JSON.parse(text), 100))
  const another = engine(codecOf())
  await timed('compiling a second codec of thirty fields and decoding once, ' + end, () => another.decode(JSON.parse(text), 100))
}
console.log(JSON.stringify(said))
`

const times = new Map<string, Array<number>>()
for (let i = 0; i < PROCESSES; i++) {
  for (const part of ['root', 'compiler']) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT, part], {
      encoding: 'utf8',
      cwd: new URL('.', import.meta.url)
    })
    for (const [name, ms] of JSON.parse(stdout) as ReadonlyArray<readonly [string, number]>)
      times.set(name, [...(times.get(name) ?? []), ms])
  }
}

const rows = [...times].map(([name, all]) => ({ name, ms: median(all) }))
publish(
  'cold',
  [
    machineLine(machine()),
    table(
      `the first use, in ${PROCESSES} fresh processes`,
      ['ms'],
      rows.map(({ name, ms }) => [name, ms.toFixed(2)] as const)
    )
  ].join('\n'),
  { ...machine(), processes: PROCESSES, rows }
)
