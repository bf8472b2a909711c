/**
 * The rows that are judged wrongly: of the half that the rules were made on each by its name, of the half set aside
 * nothing but how many.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Case } from './corpora.js'

/** By what goes wrong. */
export interface Misses {
  readonly held: Readonly<Record<string, number>>
  readonly tune: Readonly<Record<string, ReadonlyArray<string>>>
}

// -- today's

/** The misses of today. */
export const missesOf = async (cases: ReadonlyArray<Case>): Promise<Misses> => {
  const held: Record<string, number> = {}
  const tune: Record<string, ReadonlyArray<string>> = {}
  for (const { row, missOf } of cases) {
    const what = await missOf()
    if (what === undefined) continue
    if (row.half === 'held') held[what] = (held[what] ?? 0) + 1
    // Some rows stand twice.
    else tune[what] = [...new Set([...(tune[what] ?? []), row.id])].toSorted()
  }
  return { held, tune }
}

// -- the list

type List = Readonly<Record<string, Misses>>

const FILE = new URL('../../../spec/corpus/known-misses.json', import.meta.url)

const read = (): List => JSON.parse(readFileSync(FILE, 'utf8')) as List

/** What is listed of each corpus. */
export const knownMisses: List = read()

const fewer = (known: Misses, now: Misses): Misses => {
  const held = Object.entries(known.held).map(([what, count]) => [what, Math.min(count, now.held[what] ?? 0)] as const)
  const tune = Object.entries(known.tune).map(
    ([what, ids]) => [what, ids.filter((id) => now.tune[what]?.includes(id))] as const
  )
  return {
    held: Object.fromEntries(held.filter(([, count]) => count > 0)),
    tune: Object.fromEntries(tune.filter(([, ids]) => ids.length > 0))
  }
}

/** Takes from the list what is judged rightly now. It never adds to it, but to begin the list of a new corpus. */
export const shrink = (corpus: string, now: Misses): Misses => {
  const known = knownMisses[corpus]
  const left = known === undefined ? now : fewer(known, now)
  writeFileSync(FILE, `${JSON.stringify({ ...read(), [corpus]: left }, null, 2)}\n`)
  return left
}
