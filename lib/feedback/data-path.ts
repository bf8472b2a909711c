/** Reads and replaces a single place of plain data. */
import type { Path } from '../core/issue.js'

type Holder = Readonly<Record<string | number, unknown>>

/** The value at a path; `undefined` where there is none. */
export const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (holder, key) =>
      typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key) ? (holder as Holder)[key] : undefined,
    data
  )

/** A copy of the data with another value at a path; what does not lie on the path is shared. */
export const withValueAt = (data: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  const below = withValueAt((data as Holder)[key], rest, value)
  return Array.isArray(data) ? data.with(Number(key), below) : { ...(data as Holder), [key]: below }
}

/** Whether the place at `to` is the one at `from` or lies beneath it. */
export const leadsTo = (from: Path, to: Path): boolean =>
  from.length <= to.length && from.every((key, i) => key === to[i])
