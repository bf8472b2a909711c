/**
 * Measures how fast records are calibrated, against reading and parsing the same lines and answers and decoding them,
 * and in how much memory.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as t from 'io-ts'
import { compile } from '../../lib/codec/compile/compile.js'
import { IsoDateTime, SafeInteger } from '../../lib/index.js'
import { openInput } from '../../lib/operate/input/input.js'
import { MAX_TEXT_BYTES, readTextLines } from '../../lib/operate/input/lines.js'
import { calibrate, readRecords } from '../../lib/operate/calibrate/index.js'
import { chance } from './random.js'

// -- traffic

const Order = t.type({
  id: SafeInteger,
  number: t.string,
  status: t.keyof({ placed: null, paid: null, shipped: null }),
  placed_at: IsoDateTime,
  total: t.number,
  customer: t.type({ id: SafeInteger, first_name: t.string, last_name: t.string, email: t.string }),
  lines: t.array(t.type({ sku: t.string, title: t.string, quantity: SafeInteger, price: t.number }))
})
const Page = t.type({ orders: t.array(Order), total: SafeInteger })
export const TOOLS = ['search_orders', 'get_orders', 'list_orders'].map((name) => ({ name, codec: Page }))

/** About 2 kB of text, of which one in 20 is refused. */
const lines = (seed: number) => {
  const random = chance(seed)
  const order = (i: number): unknown => ({
    id: i,
    number: `A-${i}`,
    status: random.next() < 0.01 ? 'refunded' : random.pick(['placed', 'paid', 'shipped']),
    placed_at: '2026-11-03T09:12:45.000Z',
    total: random.below(100_000) / 100,
    customer: {
      id: random.below(1e6),
      first_name: 'Ada',
      last_name: random.next() < 0.005 ? null : 'Lovelace',
      email: `ada${i}@example.com`
    },
    lines: Array.from({ length: 3 }, (_, n) => ({
      sku: `SKU-${n}-${i}`,
      title: 'A thing with a name, in blue, size M',
      quantity: 1 + random.below(5),
      price: random.below(5_000) / 100
    })),
    note: 'Leave it with the neighbours.'
  })
  return (i: number): string => {
    const text = JSON.stringify({ orders: Array.from({ length: 3 }, (_, n) => order(i * 3 + n)), total: 3 })
    const answer = { text: random.next() < 0.01 ? text.slice(0, text.length >> 1) : text }
    return `${JSON.stringify({
      v: 1,
      at: new Date(Date.UTC(2026, 10, 2) + i * 600).toISOString(),
      tool: TOOLS[i % 3]?.name,
      effect: 'read',
      callId: `turn ${i >> 2}.${i & 3}`,
      turnId: `turn ${i >> 2}`,
      outcome: 'right',
      code: null,
      executed: 'yes',
      ms: 12.5,
      bytes: text.length,
      argsHash: 'f'.repeat(64),
      versions: { 'guarded-call': '0.1.0' },
      args: { page: i },
      answer
    })}\n`
  }
}

export const write = async (path: string, count: number): Promise<void> => {
  const line = lines(1)
  const stream = createWriteStream(path)
  for (let i = 0; i < count; i += 500) {
    let text = ''
    for (let n = i; n < Math.min(count, i + 500); n++) text += line(n)
    if (!stream.write(text)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

// -- what it is held against

/** Reads the lines, parses them and the answers in them, and decodes: no judging, no counting. */
export const baseline = async (path: string): Promise<number> => {
  const { decode } = compile(Page)
  let accepted = 0
  const { bytes } = await openInput(path, process.stdin, () => {})
  for await (const line of readTextLines(bytes, MAX_TEXT_BYTES)) {
    if (line.bytes.length === 0) continue
    const { answer } = JSON.parse(line.bytes.toString()) as { readonly answer: { readonly text: string } }
    try {
      if (decode(JSON.parse(answer.text))._tag === 'Right') accepted += 1
    } catch {
      // a cut body
    }
  }
  return accepted
}

interface Measured {
  readonly ms: number
  readonly peakBytes: number
}

const measured = async (work: () => Promise<unknown>): Promise<Measured> => {
  let peakBytes = 0
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, 20)
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  clearInterval(timer)
  return { ms, peakBytes }
}

const GOAL_RATE = 0.6
const GOAL_BYTES = 400 * 1024 ** 2
const mb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MB`

/** Prints both rates and the peak of resident memory; gives whether the goals were met. */
export const rate = async (count: number): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'calibration-'))
  const path = join(folder, 'bench.jsonl')
  try {
    await write(path, count)
    const { size } = await stat(path)
    // In turns, so that what else the machine does hits both alike.
    const plain: Array<Measured> = []
    const judged: Array<Measured> = []
    for (let round = 0; round < 2; round++) {
      plain.push(await measured(() => baseline(path)))
      judged.push(await measured(() => calibrate(readRecords(path), TOOLS)))
    }
    const best = (some: ReadonlyArray<Measured>): number => Math.min(...some.map(({ ms }) => ms))
    const share = best(plain) / best(judged)
    const peak = Math.max(...judged.map(({ peakBytes }) => peakBytes))
    console.log(`${count.toLocaleString('en')} records, ${mb(size)}`)
    console.log(`  read, parsed, decoded  ${((count / best(plain)) * 1000).toFixed(0)} a second`)
    console.log(
      `  calibrated             ${((count / best(judged)) * 1000).toFixed(0)} a second: ${(share * 100).toFixed(0)} % (goal ${GOAL_RATE * 100} %)`
    )
    console.log(`  resident memory        ${mb(peak)} at most (goal ${mb(GOAL_BYTES)})`)
    return share >= GOAL_RATE && peak < GOAL_BYTES
  } finally {
    await rm(folder, { recursive: true })
  }
}
