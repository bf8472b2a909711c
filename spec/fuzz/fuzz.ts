/** Fuzzes one target, guided by coverage: an input that reaches something new is kept, and changed further. */
import { watchCoverage } from './coverage.js'
import { mutated } from './mutate.js'
import { randomFrom } from './random.js'
import type { Target } from './target.js'

/** So many inputs share one look at the coverage; only where there is something new are they looked at one by one. */
const BATCH = 64

/** Of the processor, for one input of at most 4 kB: longer is as bad as a wrong answer. */
const MAX_CPU_MS = 1_000

export interface Crash {
  readonly input: string
  readonly reason: string
}

export interface Fuzzed {
  readonly runs: number
  readonly parts: number
  readonly corpus: ReadonlyArray<string>
  readonly crashes: ReadonlyArray<Crash>
}

/** What is wrong with how the target takes an input. */
export const complaint = ({ run }: Target, input: string, maxCpuMs = MAX_CPU_MS): string | undefined => {
  const before = process.cpuUsage()
  try {
    run(input)
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
  const { user, system } = process.cpuUsage(before)
  const cpuMs = (user + system) / 1_000
  return cpuMs > maxCpuMs ? `took ${Math.round(cpuMs)} ms` : undefined
}

/** Fuzzes for so long. What is kept is the least that reaches all that was reached, shortest first. */
export const fuzz = (
  target: Target,
  corpus: ReadonlyArray<string>,
  { seconds, seed }: { readonly seconds: number; readonly seed: number }
): Fuzzed => {
  const random = randomFrom(seed)
  const coverage = watchCoverage()
  const crashes: Array<Crash> = []
  // The largest size of its count by which each part was reached: that a loop runs twice as often is new as well.
  const reached = new Map<string, number>()
  const kept: Array<string> = []
  const until = performance.now() + seconds * 1_000
  let runs = 0

  const tried = (input: string): void => {
    runs += 1
    const reason = complaint(target, input)
    // One crash of a kind is enough.
    if (reason !== undefined && !crashes.some((crash) => crash.reason.slice(0, 20) === reason.slice(0, 20)))
      crashes.push({ input, reason })
  }
  const isNew = (parts: ReadonlyMap<string, number>): boolean =>
    [...parts].some(([part, size]) => (reached.get(part) ?? -1) < size)
  const keep = (input: string): void => {
    tried(input)
    const parts = coverage.take()
    if (!isNew(parts)) return
    for (const [part, size] of parts) reached.set(part, Math.max(size, reached.get(part) ?? 0))
    kept.push(input)
  }

  coverage.take()
  for (const input of [...corpus].sort((a, b) => a.length - b.length)) keep(input)
  while (performance.now() < until) {
    const batch = Array.from({ length: BATCH }, () =>
      mutated(
        kept[random(2) === 0 ? kept.length - 1 - random(Math.min(kept.length, 20)) : random(kept.length)] ?? '',
        random,
        target.tokens,
        kept
      )
    )
    for (const input of batch) tried(input)
    // The counts of a batch are larger than those of one input, so that they tell something only where each input is
    // looked at.
    const parts = coverage.take()
    if ([...parts.keys()].some((part) => !reached.has(part)) || random(8) === 0) for (const input of batch) keep(input)
  }

  const all = kept.sort((a, b) => a.length - b.length)
  const covered = new Map<string, number>()
  const least = all.filter((input) => {
    complaint(target, input)
    const more = [...coverage.take()].filter(([part, size]) => (covered.get(part) ?? -1) < size)
    for (const [part, size] of more) covered.set(part, size)
    return more.length > 0
  })
  coverage.stop()
  return { runs, parts: reached.size, corpus: least, crashes }
}
