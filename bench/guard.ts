/**
 * What a whole guarded call costs without I/O, beside JSON.parse of the same text: arguments, key, budget, loop detector, parsing, the
 * walk, decoding, record. Parse and call take turns in every round, and the ratio is the round's, since a shared machine drifts.
 */
import type * as t from 'io-ts'
import { cpus } from 'node:os'
import { guardedCall, openTurn, type Tool } from '../lib/index.js'
import { codecOf } from './codecs.js'
import { payload, SIZES, type Size } from './payloads.js'
import { schemaOf } from './schemas.js'

const CALLS: Readonly<Record<Size, number>> = { small: 300, medium: 10, large: 1 }
const ROUNDS: Readonly<Record<Size, number>> = { small: 60, medium: 60, large: 15 }
const ARGS = { status: 'open', customer: 'ann@example.com', page: 1 }

const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

// Opaque to the compiler: io-ts itself decodes.
const plain = <A>(codec: t.Decoder<unknown, A>): t.Decoder<unknown, A> =>
  ({ name: codec.name, validate: (value, context) => codec.validate(value, context), decode: (value) => codec.decode(value) })

interface Measured {
  readonly parseUs: number
  readonly callUs: number
  readonly ratio: number
}

const measure = async (text: string, codec: t.Decoder<unknown, unknown>, size: Size): Promise<Measured> => {
  const tool: Tool<unknown> = { name: 'list_orders', effect: 'read', maxBytes: 64 * 1024 * 1024, maxIdenticalCalls: 1e9, run: () => text }
  const call = guardedCall(tool, codec)
  const calls = CALLS[size]
  const rounds: Array<Measured> = []
  for (let round = -5; round < ROUNDS[size]; round++) {
    const turn = openTurn()
    const start = performance.now()
    for (let i = 0; i < calls; i++) JSON.parse(text)
    const between = performance.now()
    for (let i = 0; i < calls; i++) await turn.run(call({ ...ARGS, page: i }))
    const end = performance.now()
    if (round < 0) continue
    rounds.push({ parseUs: (between - start) / calls * 1000, callUs: (end - between) / calls * 1000, ratio: (end - between) / (between - start) })
  }
  return { parseUs: median(rounds.map((r) => r.parseUs)), callUs: median(rounds.map((r) => r.callUs)), ratio: median(rounds.map((r) => r.ratio)) }
}

const cells = (values: ReadonlyArray<string>): string => `| ${values.join(' | ')} |`
const us = (value: number): string => (value >= 1000 ? `${(value / 1000).toFixed(2)} ms` : `${value.toFixed(1)} µs`)

const main = async (): Promise<void> => {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}\n`)
  console.log(cells(['answer', 'JSON.parse', 'guarded call', '× JSON.parse', 'with plain io-ts', '× JSON.parse']))
  console.log(cells(['---', '---:', '---:', '---:', '---:', '---:']))
  for (const size of SIZES) {
    const text = payload('orders', size, 'valid')
    const codec = codecOf(schemaOf('orders'), 'keep')
    const compiled = await measure(text, codec, size)
    const raw = await measure(text, plain(codec), size)
    console.log(cells([
      `${(text.length / 1024).toFixed(1)} KB`, us(compiled.parseUs), us(compiled.callUs), compiled.ratio.toFixed(2), us(raw.callUs), raw.ratio.toFixed(2)
    ]))
  }
}

await main()
