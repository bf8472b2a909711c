/** A place in a value. */
import type { Path } from '../core/errors/index.js'

/** One step of a path; branches of a union that lead to the same place share its field. */
export class Field {
  readonly #fields = new Map<string | number, Field>()
  readonly depth: number
  /** Whether the codec declares this field's key. */
  declared = false

  constructor(
    readonly parent?: Field,
    readonly key: string | number = ''
  ) {
    this.depth = parent === undefined ? 0 : parent.depth + 1
  }

  field(key: string | number): Field {
    const before = this.#fields.get(key)
    if (before !== undefined) return before
    const field = new Field(this, key)
    this.#fields.set(key, field)
    return field
  }
}

/** The way from the root to a field. */
export const pathOf = (field: Field): Path => {
  const path: Array<string | number> = []
  for (let at = field; at.parent !== undefined; at = at.parent) path.push(at.key)
  return path.reverse()
}

/** Where in a field's path stand the keys that the codec declares. */
export const declaredDepths = (field: Field): ReadonlyArray<number> => {
  const depths: Array<number> = []
  for (let at = field; at.parent !== undefined; at = at.parent) if (at.declared) depths.push(at.depth - 1)
  return depths.reverse()
}
