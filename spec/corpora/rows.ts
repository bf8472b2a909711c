/** The labelled rows of spec/corpus: responses and secrets of the world outside, and what is true of each. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Whole sources (APIs, tools, vendors) stand in one half: the rules were made on `tune` alone, and nobody looks at a
 * row of `held`.
 */
export type Half = 'tune' | 'held'

/** A row, and a name that it keeps while nobody changes it. */
export interface Row<A> {
  readonly id: string
  readonly source: string
  readonly half: Half
  readonly label: A
}

const FOLDER = new URL('../../../spec/corpus/', import.meta.url)

/** The rows of a file; `whole` restores shortened values. */
export const rowsOf = <A extends { readonly half: Half }>(
  file: string,
  sourceOf: (label: A) => string,
  whole?: (key: string, value: unknown) => unknown
): ReadonlyArray<Row<A>> =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const label = JSON.parse(line, whole) as A
      const digest = createHash('sha256').update(line).digest('hex').slice(0, 8)
      return { id: `${sourceOf(label)} ${digest}`, source: sourceOf(label), half: label.half, label }
    })
