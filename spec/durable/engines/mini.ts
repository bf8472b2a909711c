/** A small engine that replays: steps whose results stand in the journal are not run again. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { SKUS, type Engine } from '../plan.js'

const recorded = (journal: string): ReadonlySet<string> =>
  new Set(
    (existsSync(journal) ? readFileSync(journal, 'utf8') : '')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => (JSON.parse(line) as { readonly name: string }).name)
  )

const checkpoint = (journal: string, name: string, result: unknown): void => {
  const file = openSync(journal, 'a')
  writeSync(file, `${JSON.stringify({ name, result })}\n`)
  fsyncSync(file)
  closeSync(file)
}

export const mini: Engine = async ({ plan: { journal, reversed }, write, point }) => {
  for (const sku of reversed ? [...SKUS].reverse() : SKUS) {
    if (recorded(journal).has(sku)) continue
    const told = await write(sku)
    point('before-checkpoint', sku)
    // A step without an answer is tried again by the next worker.
    if (told.code === null) checkpoint(journal, sku, told)
    point('after-checkpoint', sku)
  }
}
