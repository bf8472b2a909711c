/** Whether a response counts nothing as done. */
import type { Fields } from '../foreign/fields.js'
import { remembered, wordSet } from '../signs/names.js'
import { marksRecord, STATUSES, type NamedField } from './fields.js'
import { spaced } from './words.js'

// A record with a state of its own may be unpaid or unsent: `{"status": "draft", "paid": false}`.
export const ATTRIBUTES = wordSet(
  'accepted allowed approved authorised authorized captured created delivered paid processed routed saved sent updated'
)

export const isCount = (value: unknown): boolean => typeof value === 'number' && value > 0

export const isNumbered = (value: unknown): boolean =>
  (typeof value === 'number' || /^-?\d{1,9}$/.test(String(value))) && Number(value) !== 0

export const isBadStatus = (value: unknown): boolean =>
  isNumbered(value) && !(Number(value) >= 200 && Number(value) < 300)

// `numUpdatedRows`, `successful_key_count`, but not `is_deleted`. A new campaign has an id, and `emails_sent: 0`.
const COUNTED =
  /\b(?:(?:add|affect|chang|creat|delet|insert|match|remov|updat|upsert)ed|modified|sent|set|successful|written)\b/
const spacedKey = remembered(spaced)
const NUMBER = /\b(?:affected|count|n|num|rows written)\b/

const besideCount = ([, name, value]: NamedField): boolean =>
  name === 'count' || STATUSES.has(name) || typeof value === 'boolean'

// `{"acknowledged": true, "deletedCount": 0}`, SQL Server's `rowsAffected: [0]`, Prisma's `{"count": 0}` and Supabase's
// `{"data": null, "count": 0, "status": 204}`; a new table has a name, and no rows.
export const countsNothing = (entries: ReadonlyArray<NamedField>): boolean => {
  const isRecord = entries.some(marksRecord)
  const counts = entries.filter(([key, name]) => {
    if (name === 'count') return entries.every(besideCount)
    const words = spacedKey(key)
    return COUNTED.test(words)
      ? NUMBER.test(words) || (!isRecord && /\w{3}s\b|^\w+$/.test(words))
      : !isRecord && /^(?:changes|n|rowcount)$/.test(name)
  })
  const isDone = ([, name, value]: NamedField): boolean =>
    (name === 'rows' && typeof value === 'object') || (ATTRIBUTES.has(name) && (value === true || isCount(value)))
  return (
    counts.length > 0 &&
    counts.every(([, , value]) => [value].flat().every((count) => count === 0 || count === '0' || count === 0n)) &&
    !entries.some(isDone)
  )
}

/** Whether MongoDB changed nothing: `{"lastErrorObject": {"n": 0, "updatedExisting": false}, "value": null}`. */
export const matchedNothing = ({ n, updatedExisting }: Fields): boolean => n === 0 && updatedExisting === false
