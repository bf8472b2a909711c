/**
 * Corrects arguments that a codec refused, where a fault can have meant one thing only: another spelling of a member or
 * a key, digits in quotes. Whatever is merely near may be another (`payee_id` and `payer_id`, `us-east-2` and
 * `us-east-1`), and is never named as the next call.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { explain } from '../codec/explain.js'
import { keysAt, membersAt } from '../codec/lookup.js'
import { type Issue, type Path, isSpelledLike } from '../core/errors/index.js'
import { mayBeThousands } from '../core/json/index.js'
import { asFields, valueAt } from '../core/foreign/index.js'

type Codec = t.Type<unknown, unknown>

const withValue = (data: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  if (Array.isArray(data)) return data.map((each: unknown, i) => (i === key ? withValue(each, rest, value) : each))
  return { ...asFields(data), [key]: withValue(asFields(data)[key], rest, value) }
}

/** The one of a list that has no other. */
export const only = <A>(found: ReadonlyArray<A>): A | undefined => (found.length === 1 ? found[0] : undefined)

// Renames an undeclared key to the declared one that is missing and only spelled otherwise.
const renamed = (codec: Codec, data: unknown, path: Path): unknown => {
  const holder = path.slice(0, -1)
  const object = asFields(valueAt(data, holder))
  const declared = keysAt(codec, holder)
  const strangers = Object.keys(object).filter((key) => !declared.includes(key))
  const pairs = strangers.flatMap((key) =>
    declared
      .filter((each) => !Object.hasOwn(object, each) && isSpelledLike(each, key))
      .map((each) => [key, each] as const)
  )
  const pair = only(pairs.filter((each) => each.includes(String(path.at(-1)))))
  if (pair === undefined) return undefined
  const { [pair[0]]: value, ...others } = object
  return withValue(data, holder, { ...others, [pair[1]]: value })
}

const MAX_TEXT = 64

const repairValue = (codec: Codec, { path, kind }: Issue, value: unknown): unknown => {
  if (typeof value !== 'string' || value.length > MAX_TEXT || kind === 'constraint') return undefined
  const members = membersAt(codec, path)
  if (members.length > 0) return only(members.filter((member) => isSpelledLike(member, value)))
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value.trim()))
    return mayBeThousands(value.trim()) ? undefined : Number(value)
  return /^(?:true|false)$/i.test(value.trim()) ? value.trim().toLowerCase() === 'true' : undefined
}

const repairIssue = (codec: Codec, issue: Issue, data: unknown): unknown => {
  if (issue.kind === 'missing' || issue.kind === 'unknown_field') return renamed(codec, data, issue.path)
  const repaired = repairValue(codec, issue, valueAt(data, issue.path))
  return repaired === undefined ? undefined : withValue(data, issue.path, repaired)
}

const MAX_ISSUES = 5

const issuesOf = (codec: Codec, data: unknown): ReadonlyArray<Issue> => {
  const decoded = codec.decode(data)
  return E.isLeft(decoded) ? explain(decoded.left, { values: true }) : []
}

/** The arguments as they were meant; undefined where a fault has more than one remedy, or none. */
export const corrected = (codec: Codec, data: unknown): unknown => {
  let args = data
  // A key that was renamed answers for two issues: the one that is missing and the one that is unknown.
  for (let i = 0; i < MAX_ISSUES; i++) {
    const [issue] = issuesOf(codec, args)
    if (issue === undefined) return i === 0 ? undefined : args
    const next = repairIssue(codec, issue, args)
    if (next === undefined) return undefined
    args = next
  }
  return undefined
}
