/** Measures what a part of reading an answer costs against what parsing the same text cost, in the same round. */
import { Session } from 'node:inspector/promises'

// -- model

/** What a contestant makes of a schema: decodes a parsed value. */
export type Decode = (value: unknown) => { readonly ok: boolean; readonly value?: unknown; readonly errors?: unknown }

/** What a contestant makes of a schema to read whole answers with: text in, and whether it was accepted. */
export type Call = (text: string) => Promise<{ readonly ok: boolean; readonly value?: unknown }>

export interface Measured {
  /** Median over the rounds of the time that was taken, as a part of the time of parsing. */
  readonly ratio: number
  /** Median of what it took longer than parsing, once. */
  readonly extraMs: number
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

/**
 * A text so long that collections fall within a single parse, and all in luck's way on whoever runs when they come due.
 */
const isLong = (text: string): boolean => text.length > 1_000_000

// A timed part starts with no garbage of the part before, where that would decide the outcome.
const settleHeap = (text: string): void => {
  if (isLong(text)) collect()
}

const batchOf = (text: string): number => Math.max(1, Math.round(BATCH_CHARACTERS / text.length))

interface Round {
  readonly parsing: number
  readonly taking: number
}

// The first rounds still warm up.
const summed = (all: ReadonlyArray<Round>, batch: number): Measured => {
  const rounds = all.slice(Math.floor(all.length / 4))
  return {
    ratio: median(rounds.map(({ parsing, taking }) => taking / parsing)),
    extraMs: median(rounds.map(({ parsing, taking }) => taking - parsing)) / batch,
    parseMs: median(rounds.map(({ parsing }) => parsing)) / batch,
    rounds: rounds.length
  }
}

// -- time

/**
 * Decodes fresh objects, as a guard does: a batch of texts is parsed, then the batch is decoded, and both are timed.
 */
export const measure = (text: string, decode: Decode, { ms, minRounds }: Budget): Measured => {
  const batch = batchOf(text)
  const rounds: Array<Round> = []
  // As where decoded values are used: with the last object of a shape the engine forgets the code that it made for it.
  const kept: unknown = JSON.parse(text)
  const end = performance.now() + ms
  while (performance.now() < end || rounds.length < minRounds) {
    const values: Array<unknown> = []
    settleHeap(text)
    const started = performance.now()
    for (let i = 0; i < batch; i++) values.push(JSON.parse(text))
    const parsed = performance.now()
    settleHeap(text)
    const begun = performance.now()
    for (const value of values) decode(value)
    const decoded = performance.now()
    rounds.push({ parsing: parsed - started, taking: decoded - begun })
  }
  decode(kept)
  return summed(rounds, batch)
}

/**
 * Parses a batch of texts, then lets a batch of calls read the same texts, parsing included. `against` is paid anyway.
 */
export const measureCalls = async (
  text: string,
  call: (text: string) => Promise<unknown>,
  { ms, minRounds }: Budget,
  against: (text: string) => unknown = JSON.parse
): Promise<Measured> => {
  const batch = batchOf(text)
  const rounds: Array<Round> = []
  const kept: unknown = JSON.parse(text)
  const end = performance.now() + ms
  while (performance.now() < end || rounds.length < minRounds) {
    settleHeap(text)
    const started = performance.now()
    for (let i = 0; i < batch; i++) against(text)
    const parsed = performance.now()
    settleHeap(text)
    const begun = performance.now()
    for (let i = 0; i < batch; i++) await call(text)
    rounds.push({ parsing: parsed - started, taking: performance.now() - begun })
  }
  JSON.stringify(kept)
  return summed(rounds, batch)
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

const sizeOf = ({ selfSize, children }: Sampled): number =>
  children.reduce((sum, child) => sum + sizeOf(child), selfSize)

/** Estimates the bytes that are allocated, collected ones included, by sampling. */
export const allocated = async (run: () => void): Promise<number> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 512,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true
    })
    run()
    const { profile } = await session.post('HeapProfiler.stopSampling')
    return sizeOf(profile.head)
  } finally {
    session.disconnect()
  }
}
