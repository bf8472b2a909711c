/**
 * Repairs data that a codec refused, where there is only one meaning: JSON text in place of its value, a number in a
 * string, a single value in place of an array.
 */
import * as E from 'fp-ts/lib/Either.js'
import { leadsTo, withValueAt } from './data-path.js'
import { copyData } from '../foreign/copy-data.js'
import { valueAt } from '../foreign/property.js'
import { keepsDigits, losesData } from './unsafe-integers.js'
import { formatPath, type Issue, type Path } from '../errors/issue.js'

// -- model

/** The issues of data by their codec; undefined if the codec cannot judge them. */
type FindIssues = (data: unknown) => ReadonlyArray<Issue> | undefined

export interface RepairedData {
  readonly data: unknown
  /** The repairs in order: `tags: single_value_to_array`. */
  readonly repairs: ReadonlyArray<string>
  /** The issues that remain; empty if the codec accepts. */
  readonly issues: ReadonlyArray<Issue>
}

interface Remedy {
  readonly name: 'null_text_to_null' | 'text_to_number' | 'json_text_to_value' | 'single_value_to_array'
  readonly value: unknown
}

// -- remedies

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether a number in a text may be one in thousands: `1.500` is 1500 in half of Europe, and no program writes it. */
export const mayBeThousands = (text: string): boolean => /^-?[1-9]\d{0,2}\.\d\d0$/.test(text)

const numberIn = (text: string): number | undefined =>
  NUMBER.test(text) && keepsDigits(text) && !mayBeThousands(text) ? Number(text) : undefined

const IS_JSON = /^[[{]/

const jsonIn = (text: string): unknown => {
  if (!IS_JSON.test(text)) return undefined
  try {
    const copy = copyData(JSON.parse(text), { isProxy: () => false, jsonOnly: true })
    return E.isRight(copy) ? copy.right : undefined
  } catch {
    return undefined
  }
}

// A text may list several values, or begin as JSON that cannot be read, and a list may itself be the single value of
// the list that is due.
const isSingle = (value: unknown, path: Path): boolean =>
  typeof path.at(-1) !== 'number' && !(typeof value === 'string' && /[,;\n]|^\s*[[{]/.test(value))

/** Values that may have been meant, likeliest first; the codec decides. */
const remediesFor = (value: unknown, path: Path): ReadonlyArray<Remedy> => {
  if (value === undefined || value === null || Array.isArray(value)) return []
  const wrapped: ReadonlyArray<Remedy> = isSingle(value, path)
    ? [{ name: 'single_value_to_array', value: [value] }]
    : []
  if (typeof value !== 'string') return wrapped
  const text = value.trim()
  if (text === 'null') return [{ name: 'null_text_to_null', value: null }]
  if (text === '') return []
  // Nor is it meant as one text among others.
  if (IS_JSON.test(text) && losesData(text)) return []
  const number = numberIn(text)
  const json = jsonIn(text)
  return [
    ...(number === undefined ? [] : [{ name: 'text_to_number', value: number } as const]),
    ...(json === undefined ? wrapped : [{ name: 'json_text_to_value', value: json } as const])
  ]
}

// -- repairing

// Data parsed out of a JSON text may be wrong further inside; any other remedy must leave no issue at its place.
const helps = ({ name }: Remedy, path: Path, issues: ReadonlyArray<Issue>): boolean =>
  !issues.some(
    (issue) => leadsTo(path, issue.path) && (name !== 'json_text_to_value' || issue.path.length === path.length)
  )

const repairOne = (data: unknown, { path }: Issue, issuesOf: FindIssues): RepairedData | undefined => {
  for (const remedy of remediesFor(valueAt(data, path), path)) {
    const repaired = withValueAt(data, path, remedy.value)
    const issues = issuesOf(repaired)
    if (issues !== undefined && helps(remedy, path, issues))
      return { data: repaired, repairs: [`${formatPath(path)}: ${remedy.name}`], issues }
  }
  return undefined
}

// Each step decodes the arguments again; a model with more faults gets the error.
const MAX_WRONG = 20

/** Repairs data that a codec refused for these issues, where they have one meaning. All else stays unchanged. */
export const repairData = (data: unknown, issues: ReadonlyArray<Issue>, issuesOf: FindIssues): RepairedData => {
  let repaired: RepairedData = { data, repairs: [], issues }
  const tried = new Set<string>()
  for (let i = 0; i < MAX_WRONG && repaired.issues.length <= MAX_WRONG; i++) {
    const issue = repaired.issues.find(({ path }) => !tried.has(JSON.stringify(path)))
    if (issue === undefined) break
    tried.add(JSON.stringify(issue.path))
    const next = repairOne(repaired.data, issue, issuesOf)
    if (next !== undefined) repaired = { ...next, repairs: [...repaired.repairs, ...next.repairs] }
  }
  return repaired
}
