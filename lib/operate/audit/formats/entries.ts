/** What the readers of logs do with lists: of entries, and of the conversations in them. */
import type { Conversation } from '../conversation.js'

/** The conversations, of which the first takes on the entries that belong to none. */
export const withStrange = (
  [first, ...others]: ReadonlyArray<Conversation>,
  strange: number
): ReadonlyArray<Conversation> =>
  first === undefined ? [] : [{ ...first, strange: first.strange + strange }, ...others]

/** The first of each key, and all without one. */
export const distinct = <A>(list: ReadonlyArray<A>, keyOf: (one: A) => string | undefined): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return list.filter((one) => {
    const key = keyOf(one)
    return key === undefined || (!seen.has(key) && seen.add(key))
  })
}

/** Those of one key together, in the order of their first. */
export const grouped = <A>(list: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of list) {
    const key = keyOf(one)
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [one])
    else own.push(one)
  }
  return [...groups.values()]
}

/** The list, cut before each element that begins something new. */
export const cutBefore = <A>(
  list: ReadonlyArray<A>,
  begins: (one: A, before: A) => boolean
): ReadonlyArray<ReadonlyArray<A>> => {
  const runs: Array<Array<A>> = []
  for (const one of list) {
    const before = runs.at(-1)?.at(-1)
    if (before === undefined || begins(one, before)) runs.push([one])
    else runs.at(-1)?.push(one)
  }
  return runs
}
