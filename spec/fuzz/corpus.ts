/** The inputs that are kept: a file for each target, an input a line, as a JSON string. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Target } from './target.js'

const FOLDER = fileURLToPath(new URL('../../../spec/corpus/', import.meta.url))

const fileOf = ({ name }: Target): string => `${FOLDER}${name}.txt`

const linesOf = (file: string): ReadonlyArray<string> =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as string)
    : []

/** A target's seeds and what was found since. */
export const corpusOf = (target: Target): ReadonlyArray<string> => [
  ...new Set([...target.seeds, ...linesOf(fileOf(target))])
]

// In ASCII, so that a diff is readable and an editor changes nothing.
const lineOf = (input: string): string =>
  JSON.stringify(input).replaceAll(
    /[\u007f-\u00ff]/g,
    (char) => `\\u00${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  )

export const saveCorpus = (target: Target, inputs: ReadonlyArray<string>): void => {
  mkdirSync(FOLDER, { recursive: true })
  const seeds = new Set(target.seeds)
  writeFileSync(
    fileOf(target),
    inputs
      .filter((input) => !seeds.has(input))
      .map((input) => `${lineOf(input)}\n`)
      .join('')
  )
}
