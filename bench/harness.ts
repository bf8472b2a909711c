/** Measures what decoding costs against what parsing the same text cost, in the same round. */
import { Session } from 'node:inspector/promises'

// -- model

/** What a contestant makes of a schema: decodes a parsed value. */
export type Decode = (value: unknown) => { readonly ok: boolean; readonly value?: unknown; readonly errors?: unknown }

export interface Measured {
  /** Median over the rounds of the time of decoding, as a part of the time of parsing. */
  readonly ratio: number
  /** Median time of parsing the text once. */
  readonly parseMs: number
  readonly rounds: number
}

export interface Budget {
  readonly ms: number
  readonly minRounds: number
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

// Long enough for the clock, short enough for many rounds.
const BATCH_CHARACTERS = 100_000

// Node's own when it runs with --expose-gc.
const collect = (globalThis as { readonly gc?: () => void }).gc ?? (() => {})

/** A text so long that collections fall within a single parse, and all in luck's way on whoever runs when they come due. */
const isLong = (text: string): boolean => text.length > 1_000_000

/** Starts a timed part with no garbage of the part before, where that would decide the outcome. */
export const settleHeap = (text: string): void => {
  if (isLong(text)) collect()
}

// -- time

/** Decodes fresh objects, as a guard does: a batch of texts is parsed, then the batch is decoded, and both are timed. */
export const measure = (text: string, decode: Decode, { ms, minRounds }: Budget): Measured => {
  const batch = Math.max(1, Math.round(BATCH_CHARACTERS / text.length))
  const ratios: Array<number> = []
  const parses: Array<number> = []
  // As where decoded values are used: with the last object of a shape the engine forgets the code that it made for it.
  const kept: unknown = JSON.parse(text)
  const end = performance.now() + ms
  while (performance.now() < end || ratios.length < minRounds) {
    const values: Array<unknown> = []
    settleHeap(text)
    const started = performance.now()
    for (let i = 0; i < batch; i++) values.push(JSON.parse(text))
    const parsed = performance.now()
    settleHeap(text)
    const begun = performance.now()
    for (const value of values) decode(value)
    const decoded = performance.now()
    ratios.push((decoded - begun) / (parsed - started))
    parses.push((parsed - started) / batch)
  }
  // The first rounds still warm up.
  const first = Math.floor(ratios.length / 4)
  decode(kept)
  return { ratio: median(ratios.slice(first)), parseMs: median(parses.slice(first)), rounds: ratios.length - first }
}

/** Runs something often enough for the engine to have compiled it. */
export const warmUp = (run: () => void, ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end) run()
}

// -- memory

interface Sampled {
  readonly selfSize: number
  readonly children: ReadonlyArray<Sampled>
}

const sizeOf = ({ selfSize, children }: Sampled): number => children.reduce((sum, child) => sum + sizeOf(child), selfSize)

/** Estimates the bytes that are allocated, collected ones included, by sampling. */
export const allocated = async (run: () => void): Promise<number> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.startSampling', { samplingInterval: 512, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true })
    run()
    const { profile } = await session.post('HeapProfiler.stopSampling')
    return sizeOf(profile.head)
  } finally {
    session.disconnect()
  }
}
