/** `t.string`, `t.number` and all others that are single functions: also `t.unknown`, `t.any` and an intersection of nothing. */
import * as t from 'io-ts'
import { Node, type Facts, type Interpreter } from '../node.js'
import type { AnyDecoder } from '../run.js'

type Condition = (v: string) => string

const ofType =
  (name: string): Condition =>
  (v) =>
    `typeof ${v} === "${name}"`

class Primitive extends Node {
  constructor(
    private readonly is: t.Is<unknown>,
    private readonly text: Condition
  ) {
    super()
  }

  facts(): Facts {
    return { same: true, nan: this.is(Number.NaN), absent: this.is(undefined), context: false }
  }

  override condition(v: string): string {
    return this.text(v)
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return this.is(value) ? value : interpreter.refuse(value, context)
  }
}

const CONDITIONS: ReadonlyArray<readonly [codec: Pick<t.Mixed, 'is' | 'validate'>, condition: Condition]> = [
  [t.string, ofType('string')],
  [t.number, ofType('number')],
  [t.boolean, ofType('boolean')],
  [t.bigint, ofType('bigint')],
  [t.undefined, ofType('undefined')],
  [t.Function, ofType('function')],
  [t.null, (v) => `${v} === null`],
  [t.UnknownArray, (v) => `isArray(${v})`],
  [t.object, (v) => `(typeof ${v} === "object" && ${v} !== null)`],
  [t.UnknownRecord, (v) => `(typeof ${v} === "object" && ${v} !== null && !isArray(${v}))`],
  [t.never, () => 'false'],
  [t.unknown, () => 'true']
]

// The functions themselves are known, so nothing is left to prove.
const BY_VALIDATE = new Map<unknown, readonly [t.Is<unknown>, Condition]>(
  CONDITIONS.map(([{ is, validate }, condition]) => [validate, [is, condition]])
)

/** Reads a codec that validates with one of io-ts's single functions. */
export const readPrimitive = ({ validate }: AnyDecoder): Node | undefined => {
  const known = BY_VALIDATE.get(validate)
  return known === undefined ? undefined : new Primitive(...known)
}
