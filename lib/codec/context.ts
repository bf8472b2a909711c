/** Reads io-ts's contexts: which of their entries are steps into the value, and by which key. */
import type * as t from 'io-ts'
import { typeName } from '../core/errors/index.js'
import { unknownField } from './closed.js'
import { hasOwnField } from '../core/foreign/index.js'
import type { Visible } from './inspect.js'

/** A member of an intersection or a branch of a union is the same place again; a step leads into the value. */
export type Role = 'member' | 'branch' | 'step'

const INDEX = /^(?:0|[1-9]\d{0,9})$/

/**
 * io-ts writes members of intersections and branches of unions into a context as if they were keys. An opaque codec
 * does not say which of its entries are such, so the value does: an entry that holds the very value of its parent is no
 * step into it. Whether it is a member or a branch cannot be known; it counts as a branch, and only the nearest branch
 * is reported.
 */
export const roleOf = (base: Visible | undefined, parent: t.ContextEntry, entry: t.ContextEntry): Role => {
  // A closed intersection knows its keys as a whole.
  if (entry.type === unknownField) return 'step'
  switch (base?._tag) {
    case 'IntersectionType':
      return 'member'
    case 'UnionType':
      return 'branch'
    case undefined:
      return INDEX.test(entry.key) && Object.is(parent.actual, entry.actual) ? 'branch' : 'step'
    default:
      return 'step'
  }
}

/** The key of a step; a number where it is a position. */
export const keyOf = (base: Visible | undefined, parent: t.ContextEntry, key: string): string | number => {
  switch (base?._tag) {
    case 'ArrayType':
    case 'ReadonlyArrayType':
    case 'TupleType':
      return Number(key)
    // An opaque codec may have read an array out of a text: an index that is no key of the parent is a position.
    case undefined:
      return INDEX.test(key) && !(typeName(parent.actual) === 'object' && hasOwnField(parent.actual, key))
        ? Number(key)
        : key
    default:
      return key
  }
}
