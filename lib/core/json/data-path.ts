/** Reads, replaces and compares places of plain data by their paths. */
import { dottedPath } from '../errors/argument-line.js'
import { isFields } from '../foreign/fields.js'
import { valueAt } from '../foreign/property.js'
import type { Path } from '../errors/issue.js'

type Holder = Readonly<Record<string | number, unknown>>

/** A copy of the data with another value at a path; everything beside the path is shared. */
export const withValueAt = (data: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  const below = withValueAt((data as Holder)[key], rest, value)
  return Array.isArray(data) ? data.with(Number(key), below) : { ...(data as Holder), [key]: below }
}

/** Whether the place at `to` is the place at `from` or lies inside it. */
export const leadsTo = (from: Path, to: Path): boolean =>
  from.length <= to.length && from.every((key, i) => key === to[i])

const MAX_CHANGED = 100

/** The keys under which two values of one kind may differ; `undefined` if they can only be compared whole. */
const keysOf = (before: unknown, after: unknown): ReadonlyArray<string | number> | undefined => {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length ? [...before.keys()] : undefined
  if (isFields(before) && isFields(after)) return [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return undefined
}

const same = (before: unknown, after: unknown): boolean => Object.is(before, after) || (before === 0 && after === 0)

/**
 * The paths, as a model reads them, at which `after` differs from `before`, except those in `mentioned` and everything
 * inside them. Both are plain data.
 */
export const changedFields = (
  before: unknown,
  after: unknown,
  mentioned: ReadonlyArray<Path>
): ReadonlyArray<string> => {
  const changed: Array<string> = []
  const compare = (one: unknown, other: unknown, path: Path): void => {
    if (changed.length >= MAX_CHANGED || same(one, other) || mentioned.some((some) => leadsTo(some, path))) return
    const keys = keysOf(one, other)
    // A part of it was mentioned: in an array whose length changed, the other elements cannot be matched.
    if (keys === undefined) {
      if (!mentioned.some((some) => leadsTo(path, some))) changed.push(dottedPath(path))
      return
    }
    for (const key of keys) compare(valueAt(one, [key]), valueAt(other, [key]), [...path, key])
  }
  compare(before, after, [])
  return changed
}
