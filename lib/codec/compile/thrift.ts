/** Decides when a codec is worth compiling: as long as it has decoded little, asking it as it is costs less. */
import type { AnyDecoder } from './plan.js'

// Compiling a codec of thirty fields costs about as much as decoding so many values without (docs/performance.md).
const VALUES_BEFORE_COMPILING = 1_000

/** Counts the values of some data, and gives up at a limit. */
export const countValues = (value: unknown, limit: number): number => {
  let count = 1
  const open: Array<unknown> = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    if (Array.isArray(one) && one.length >= limit) return limit
    for (const key in one) {
      if (++count >= limit) return limit
      open.push((one as Readonly<Record<string, unknown>>)[key])
    }
  }
  return count
}

interface Structured extends AnyDecoder {
  readonly type?: Structured
  readonly types?: ReadonlyArray<Structured>
  readonly props?: Readonly<Record<string, Structured>>
  readonly codomain?: Structured
  readonly tag?: string
}

const below = ({ type, types, props, codomain }: Structured): ReadonlyArray<Structured> => [
  ...(type === undefined ? [] : [type]),
  ...(types ?? []),
  ...(props === undefined ? [] : Object.values(props)),
  ...(codomain === undefined ? [] : [codomain])
]

/**
 * Whether io-ts's errors could grow faster than the value: it keeps those of every member of a union, so that unions of
 * unions multiply them. A tagged union asks one member.
 */
export const multipliesErrors = (codec: AnyDecoder): boolean => {
  const seen = new Set<Structured>()
  const open: Array<Structured> = [codec]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    if (
      one.types !== undefined &&
      one.tag === undefined &&
      one.types.filter((type) => below(type).length > 0).length > 1
    )
      return true
    open.push(...below(one))
  }
  return false
}

// A proxy, a getter or a recursive definition may throw: what cannot be known is taken for large.
const known = <A>(ask: () => A, otherwise: A): A => {
  try {
    return ask()
  } catch {
    return otherwise
  }
}

/** What a codec may still decode before it is compiled. */
export class Thrift {
  private allowance = VALUES_BEFORE_COMPILING
  private bounded: boolean | undefined

  /** Whether to ask the codec itself once more. With a limit to the errors, only if it could not make far more of them. */
  spend(codec: AnyDecoder, value: unknown, maxErrors: number): boolean {
    this.allowance -= known(() => countValues(value, this.allowance), this.allowance)
    if (this.allowance <= 0) return false
    if (maxErrors === Infinity) return true
    this.bounded ??= !known(() => multipliesErrors(codec), true)
    return this.bounded
  }
}
