/** Decodes what has nothing beneath it. */
import type { Primitive, ShapeOf } from './plan.js'
import { FAIL, isFields, type Run } from './run.js'

export type Leaf = ShapeOf<'is' | 'literal' | 'keyof' | 'any'>

/** What `typeof` says of the primitives that it tells apart from all others. */
export const TYPE_OF: Readonly<Partial<Record<Primitive, string>>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  bigint: 'bigint',
  function: 'function',
  undefined: 'undefined'
}

const PRIMITIVES: Readonly<Record<Primitive, Run>> = {
  string: (value) => (typeof value === 'string' ? value : FAIL),
  number: (value) => (typeof value === 'number' ? value : FAIL),
  boolean: (value) => (typeof value === 'boolean' ? value : FAIL),
  bigint: (value) => (typeof value === 'bigint' ? value : FAIL),
  function: (value) => (typeof value === 'function' ? value : FAIL),
  undefined: (value) => (value === undefined ? value : FAIL),
  null: (value) => (value === null ? value : FAIL),
  object: (value) => (typeof value === 'object' && value !== null ? value : FAIL),
  array: (value) => (Array.isArray(value) ? value : FAIL),
  dictionary: (value) => (isFields(value) ? value : FAIL),
  never: () => FAIL
}

/** The run of a leaf. */
export const leaf = (shape: Leaf): Run => {
  switch (shape.kind) {
    case 'any':
      return (value) => value
    case 'is':
      return PRIMITIVES[shape.type]
    case 'literal':
      return (value) => (value === shape.value ? shape.value : FAIL)
    case 'keyof':
      return (value) =>
        typeof value === 'string' && Object.prototype.hasOwnProperty.call(shape.keys, value) ? value : FAIL
  }
}
