/** Splits a rejected response into its unexpected places and their circumstances. */
import { type Path, type ToolError, typeName } from '../../core/errors/index.js'
import { isErrorName } from '../../core/failure/index.js'
import { REDACTED } from '../../core/redact/index.js'
import { plainName } from '../../core/signs/index.js'
import type { TrafficRecord } from '../../traffic/traffic-record.js'
import { placeAt, type CodecPlace } from './place.js'
import type { ReplayOutcome } from './replay.js'
import { symptomOf, type Symptom } from './symptom.js'
import { valueAt } from '../../core/foreign/index.js'

// -- model

/** One unexpected place; the first such element of an array stands for the others. */
export interface UnexpectedPlace {
  /** Identifies its group: code, place and symptom. */
  readonly group: string
  readonly place: CodecPlace
  readonly symptom: Symptom
  readonly expected: string
  readonly received: string
  readonly value: unknown
  /** A safe description of the value; undefined if it is absent, or no codec refused it. */
  readonly came: string | undefined
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
const PROBLEM: ReadonlySet<string> = new Set(
  `message status statuscode code type title detail details documentationurl requestid traceid success ok timestamp
  path`.split(/\s+/)
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

/** Whether the response was refused because of a redaction by the recorder. */
const isRedactedAway = (record: TrafficRecord, raw: unknown, paths: ReadonlyArray<Path>): boolean =>
  (record.redacted ?? 0) > 0 && paths.some((path) => isTextRedacted(valueAt(raw, path)))

interface PlacedIssue {
  readonly path: Path
  readonly place: CodecPlace
  readonly parent: CodecPlace
  readonly symptom: Symptom
  readonly expected: string
  readonly received: string
  readonly came: string | undefined
}

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

const groupName = (
  code: string,
  { place, symptom, received }: Pick<PlacedIssue, 'place' | 'symptom' | 'received'>
): string => JSON.stringify([code, place.text, symptom === 'wrong_type' ? `${symptom}:${received}` : symptom])

const findingsOf = (code: string, all: ReadonlyArray<PlacedIssue>, raw: unknown): ReadonlyArray<UnexpectedPlace> => {
  const damaged = damagedHolders(all)
  const groups = new Map<string, UnexpectedPlace>()
  for (const seen of all) {
    const group = groupName(code, seen)
    const { path, place, parent, symptom, expected, received, came } = seen
    if (groups.has(group)) continue
    const holder = parentOf(path, raw)
    const strangers =
      symptom === 'absent' || symptom === 'new_key'
        ? Object.keys(holder ?? {})
            .filter((key) => !parent.declares(key))
            .slice(0, MAX_STRANGERS)
        : []
    groups.set(group, {
      group,
      place,
      symptom,
      expected,
      received,
      value: valueAt(raw, path),
      came,
      strangers,
      isDamaged: damaged.has(holderName(seen)),
      isEmptied: holder !== undefined && Object.keys(holder).length === 0
    })
  }
  return [...groups.values()]
}

/** A code without a place: the body was unreadable, or a check refused the response as a whole. */
const wholeAnswer = (error: ToolError, root: CodecPlace, raw: unknown): ReadonlyArray<UnexpectedPlace> => {
  const symptom = raw === undefined ? 'unreadable' : 'constraint'
  const seen = { place: root, symptom, expected: error.code, received: typeName(raw) } as const
  return [
    {
      ...seen,
      group: groupName(error.code, seen),
      value: raw,
      came: undefined,
      strangers: [],
      isDamaged: false,
      isEmptied: false
    }
  ]
}

/** Splits a rejection; undefined if it was refused because of a redaction. */
export const rejectionOf = (
  record: TrafficRecord,
  at: number,
  hash: number,
  { error, issues, raw }: Extract<ReplayOutcome, { readonly kind: 'rejected' }>,
  root: CodecPlace
): Rejection | undefined => {
  if (
    isRedactedAway(
      record,
      raw,
      issues.map(({ path }) => path)
    )
  )
    return undefined
  const all = issues.map((issue): PlacedIssue => {
    const parent = placeAt(root, issue.path.slice(0, -1))
    const last = issue.path.at(-1)
    const place = last === undefined ? root : parent.at(last)
    const symptom = error.code === 'schema_violation' ? symptomOf(issue, valueAt(raw, issue.path), place) : 'constraint'
    const { path, expected, received, came } = issue
    return { path, place, parent, symptom, expected, received, came }
  })
  const findings = all.length === 0 ? wholeAnswer(error, root, raw) : findingsOf(error.code, all, raw)
  return { record, at, hash, code: error.code, findings, isEnvelope: isEnvelope(raw, root), isHollow: isHollow(raw) }
}
