/** Splits a rejected response into its unexpected places and their circumstances. */
import { type Issue, type Path, type ToolError, typeName } from '../../core/errors/index.js'
import { isErrorName } from '../../core/failure/index.js'
import { REDACTED, redactor } from '../../core/redact/index.js'
import { plainName, wordSet } from '../../core/signs/index.js'
import type { TrafficRecord } from '../../traffic/traffic-record.js'
import { placeAt, type CodecPlace } from './place.js'
import type { ReplayOutcome } from './replay.js'
import { symptomOf, type Symptom } from './symptom.js'
import { valueAt } from '../../core/foreign/index.js'

// -- model

/** A place of a response, and why it is unexpected. */
interface PlacedIssue {
  readonly path: Path
  readonly place: CodecPlace
  readonly parent: CodecPlace
  readonly symptom: Symptom
  readonly expected: string
  readonly received: string
  /** A safe description of the value; undefined if it is absent, or no codec refused it. */
  readonly came: string | undefined
}

/** One unexpected place; the first such element of an array stands for the others. */
export interface UnexpectedPlace extends PlacedIssue {
  /** Identifies its group: code, place and symptom. */
  readonly group: string
  readonly value: unknown
  /** Undeclared keys beside the place. */
  readonly strangers: ReadonlyArray<string>
  /** Whether most required fields beside it are wrong or missing, too. */
  readonly isDamaged: boolean
  /** Whether the object that lacks it is empty. */
  readonly isEmptied: boolean
}

export interface Rejection {
  readonly record: TrafficRecord
  readonly at: number
  readonly hash: number
  readonly code: string
  readonly findings: ReadonlyArray<UnexpectedPlace>
  /** Whether the response reports an error in place of a payload. */
  readonly isEnvelope: boolean
  /** Whether the response holds only nulls. */
  readonly isHollow: boolean
}

// -- the whole answer

// One of them alone proves nothing: orders have a status, and commits a message.
const PROBLEM = wordSet(
  `message status statuscode code type title detail details documentationurl requestid traceid success ok timestamp
  path`
)

/** Recognizes `{"error": …}` and the like by undeclared keys, where a required field is missing. */
const isEnvelope = (raw: unknown, root: CodecPlace): boolean => {
  if (typeName(raw) !== 'object') return false
  const keys = Object.keys(raw as object)
  if (root.required.length === 0 || root.required.every((key) => keys.includes(key))) return false
  const strangers = keys.filter((key) => !root.declares(key)).map(plainName)
  return (
    strangers.some(isErrorName) ||
    (strangers.length === keys.length && strangers.filter((name) => PROBLEM.has(name)).length > 1)
  )
}

/** The number of nulls in a value; NaN if it holds anything else. */
const nullsIn = (value: unknown): number => {
  if (value === null) return 1
  return typeof value === 'object' && !(value instanceof Date)
    ? Object.values(value).reduce((sum: number, inner) => (Number.isNaN(sum) ? sum : sum + nullsIn(inner)), 0)
    : Number.NaN
}

/** Recognizes a response of nulls; a single null may be data. */
const isHollow = (raw: unknown): boolean => nullsIn(raw) > 1

// -- findings

const MAX_STRANGERS = 40

const parentOf = (path: Path, raw: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (path.length === 0) return undefined
  const parent = valueAt(raw, path.slice(0, -1))
  return typeName(parent) === 'object' ? (parent as Readonly<Record<string, unknown>>) : undefined
}

const isTextRedacted = (value: unknown): boolean => typeof value === 'string' && value.includes(REDACTED)

const redact = redactor({ maxDepth: 500 })
const MAX_BESIDE = 40

// A secret may have its name beside it: `{ name: 'DB_PASSWORD', value: … }`.
const textsBeside = (path: Path, raw: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parentOf(path, raw) ?? {})
      .filter(([, value]) => typeof value === 'string' && value.length <= 200)
      .slice(0, MAX_BESIDE)
  )

/** Whether a value is a secret by its names. Transcripts hold some, unlike recordings. */
const isSecretAt = (path: Path, raw: unknown): boolean => {
  const value = valueAt(raw, path)
  if ((typeof value !== 'string' && typeof value !== 'number') || isTextRedacted(value)) return false
  // By its names alone, so that a list needs no other elements.
  const steps = path.map((step) => (typeof step === 'number' ? 0 : step))
  const last = steps.at(-1)
  const holder = typeof last === 'string' ? { ...textsBeside(path, raw), [last]: value } : [value]
  const named = steps
    .slice(0, -1)
    .reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), holder)
  return isTextRedacted(valueAt(redact(named), steps))
}

/** Whether the response was refused because of a secret, or of what the recorder put in its place. */
const isOfSecret = (record: TrafficRecord, raw: unknown, paths: ReadonlyArray<Path>): boolean =>
  paths.some((path) => ((record.redacted ?? 0) > 0 && isTextRedacted(valueAt(raw, path))) || isSecretAt(path, raw))

const holderName = ({ path }: PlacedIssue): string => JSON.stringify(path.slice(0, -1))

/** The objects of which three fields, and more than half of the required ones, are wrong. */
const damagedHolders = (all: ReadonlyArray<PlacedIssue>): ReadonlySet<string> => {
  const wrong = new Map<string, { readonly required: number; readonly fields: Set<unknown> }>()
  for (const seen of all) {
    const name = holderName(seen)
    const holder = wrong.get(name) ?? { required: seen.parent.required.length, fields: new Set() }
    holder.fields.add(seen.path.at(-1))
    wrong.set(name, holder)
  }
  return new Set(
    [...wrong]
      .filter(([, { required, fields }]) => fields.size >= 3 && fields.size * 2 > required)
      .map(([name]) => name)
  )
}

const groupName = (code: string, { place, symptom, received }: PlacedIssue): string =>
  JSON.stringify([code, place.text, symptom === 'wrong_type' ? `${symptom}:${received}` : symptom])

const findingsOf = (code: string, all: ReadonlyArray<PlacedIssue>, raw: unknown): ReadonlyArray<UnexpectedPlace> => {
  const damaged = damagedHolders(all)
  const groups = new Map<string, UnexpectedPlace>()
  for (const seen of all) {
    const group = groupName(code, seen)
    if (groups.has(group)) continue
    const { path, parent, symptom } = seen
    const holder = parentOf(path, raw)
    const beside = symptom === 'absent' || symptom === 'new_key' ? Object.keys(holder ?? {}) : []
    groups.set(group, {
      ...seen,
      group,
      value: valueAt(raw, path),
      strangers: beside.filter((key) => !parent.declares(key)).slice(0, MAX_STRANGERS),
      isDamaged: damaged.has(holderName(seen)),
      isEmptied: holder !== undefined && Object.keys(holder).length === 0
    })
  }
  return [...groups.values()]
}

/** A code without a place: the body was unreadable, or a check refused the response as a whole. */
const wholeAnswer = ({ code }: ToolError, root: CodecPlace, raw: unknown): PlacedIssue => ({
  path: [],
  place: root,
  parent: root,
  symptom: raw === undefined ? 'unreadable' : 'constraint',
  expected: code,
  received: typeName(raw),
  came: undefined
})

const placedIn = (issue: Issue, code: string, root: CodecPlace, raw: unknown): PlacedIssue => {
  const { path, expected, received, came } = issue
  const parent = placeAt(root, path.slice(0, -1))
  const last = path.at(-1)
  const place = last === undefined ? root : parent.at(last)
  const symptom = code === 'schema_violation' ? symptomOf(issue, valueAt(raw, path), place) : 'constraint'
  return { path, place, parent, symptom, expected, received, came }
}

/** Splits a rejection; undefined if it was refused because of a secret. */
export const rejectionOf = (
  record: TrafficRecord,
  at: number,
  hash: number,
  { error, issues, raw }: Extract<ReplayOutcome, { readonly kind: 'rejected' }>,
  root: CodecPlace
): Rejection | undefined => {
  const paths = issues.map(({ path }) => path)
  if (isOfSecret(record, raw, paths)) return undefined
  const all =
    issues.length === 0
      ? [wholeAnswer(error, root, raw)]
      : issues.map((issue) => placedIn(issue, error.code, root, raw))
  const findings = findingsOf(error.code, all, raw)
  return { record, at, hash, code: error.code, findings, isEnvelope: isEnvelope(raw, root), isHollow: isHollow(raw) }
}
