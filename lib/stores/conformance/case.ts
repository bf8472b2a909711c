/** One promise that a store or a ledger must keep, for any test runner. */
import { isFields } from '../../core/foreign/index.js'

/** Give `name` and `run` to the `it` or `test` of a runner. @category Conformance @since 0.1.0 */
export interface ConformanceCase {
  readonly name: string
  /** Rejects, with a sentence, where the promise is broken. */
  readonly run: () => Promise<void>
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isFields(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part
  )

/** Fails where two pieces of data are not the same. */
export const expectSame = (found: unknown, expected: unknown, of: string): void => {
  if (sorted(found) !== sorted(expected))
    throw new Error(`Expected ${of} to be ${sorted(expected)}, and it was ${sorted(found)}.`)
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Picks one of several. */
export type Picker = <A>(from: ReadonlyArray<A>) => A

/** Picks at random (xorshift), and the same each time, in every runtime. */
export const picker = (seed: number): Picker => {
  let state = seed
  return (from) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return from[(state >>> 0) % from.length] as (typeof from)[number]
  }
}
