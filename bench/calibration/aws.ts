/** Example answers of AWS services: a source that the rules were not tuned on. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Source } from './labelled.js'

// From `built/bench/calibration`.
const APIS = new URL('../../../bench/calibration/examples/node_modules/aws-sdk/apis/', import.meta.url)

interface Examples {
  readonly examples: Readonly<Record<string, ReadonlyArray<{ readonly output?: unknown }>>>
}

/** Shorter answers have hardly a field that something could happen to. */
const LEAST_CHARS = 400

const inFile = (file: string): ReadonlyArray<Source> => {
  const { examples } = JSON.parse(readFileSync(new URL(file, APIS), 'utf8')) as Examples
  const service = file.split('-')[0] ?? ''
  return Object.entries(examples).map(([operation, all]) => ({
    tool: `${service} ${operation}`,
    payloads: all.flatMap(({ output }) => (output === undefined ? [] : [output]))
  }))
}

/** The operations with an example answer of some length; undefined where the examples are not installed. */
export const awsExamples = (): ReadonlyArray<Source> | undefined => {
  if (!existsSync(APIS)) return undefined
  return readdirSync(APIS)
    .filter((file) => file.endsWith('.examples.json'))
    .sort()
    .flatMap(inFile)
    .filter(({ payloads: [first] }) => JSON.stringify(first ?? '').length >= LEAST_CHARS)
}
