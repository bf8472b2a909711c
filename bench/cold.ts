/** What the first use costs, in fresh processes: loading, and compiling a codec of thirty fields. Medians, in milliseconds. */
import { spawnSync } from 'node:child_process'
import { median } from './harness.js'

const PROCESSES = 15

const here = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

// Prints [name, milliseconds] pairs.
const script = (codegen: 'always' | 'never' | 'auto'): string => `
const said = []
const timed = async (name, run) => { const started = performance.now(); const result = await run(); said.push([name, performance.now() - started]); return result }
await timed('loading io-ts', () => import('io-ts'))
await timed('loading the copies of the loops', () => import(${here('../lib/codec/compile/stamps.js')}))
const { compile } = await timed('loading the rest of the compiler', () => import(${here('../lib/codec/compile/compile.js')}))
const { codecOf } = await import(${here('./codecs.js')})
const { schemaOf } = await import(${here('./schemas.js')})
const { payload } = await import(${here('./payloads.js')})
const text = payload('issues', 'small', 'valid')
const codec = await timed('making the codec', () => codecOf(schemaOf('issues'), 'strip'))
const decoder = compile(codec, { codegen: '${codegen}' })
await timed('${codegen}: first decoding', () => decoder.decode(JSON.parse(text)))
await timed('${codegen}: second decoding', () => decoder.decode(JSON.parse(text)))
const again = codecOf(schemaOf('issues'), 'strip')
if ('${codegen}' === 'never') for (let i = 0; i < 30; i++) compile(again, { codegen: 'never' }).decode(JSON.parse(text))
await timed('${codegen}: first decoding of a second codec', () => compile(codecOf(schemaOf('orders'), 'strip'), { codegen: '${codegen}' }).decode(JSON.parse(payload('orders', 'small', 'valid'))))
console.log(JSON.stringify(said))
`

const times = new Map<string, Array<number>>()
for (let i = 0; i < PROCESSES; i++) {
  for (const codegen of ['auto', 'always', 'never'] as const) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script(codegen)], { encoding: 'utf8', cwd: new URL('.', import.meta.url) })
    for (const [name, ms] of JSON.parse(stdout) as ReadonlyArray<readonly [string, number]>) times.set(name, [...times.get(name) ?? [], ms])
  }
}

process.stdout.write(`Node ${process.version}, ${PROCESSES} processes\n\n| | ms |\n|---|---:|\n`)
for (const [name, all] of times) process.stdout.write(`| ${name} | ${median(all).toFixed(2)} |\n`)
