/** `t.string`, `t.number` and all others that are single functions: also `t.unknown`, `t.any` and an intersection of nothing. */
import * as t from 'io-ts'
import { Node, type Facts, type Interpreter } from '../node.js'
import type { AnyDecoder } from '../run.js'

// With their conditions on a value `$`.
const PRIMITIVES: ReadonlyArray<readonly [codec: Pick<t.Mixed, 'is' | 'validate'>, condition: string]> = [
  [t.string, 'typeof $ === "string"'],
  [t.number, 'typeof $ === "number"'],
  [t.boolean, 'typeof $ === "boolean"'],
  [t.bigint, 'typeof $ === "bigint"'],
  [t.undefined, 'typeof $ === "undefined"'],
  [t.Function, 'typeof $ === "function"'],
  [t.null, '$ === null'],
  [t.UnknownArray, 'isArray($)'],
  [t.object, '(typeof $ === "object" && $ !== null)'],
  [t.UnknownRecord, '(typeof $ === "object" && $ !== null && !isArray($))'],
  [t.never, 'false'],
  [t.unknown, 'true']
]

class Primitive extends Node {
  constructor(
    private readonly is: t.Is<unknown>,
    private readonly text: string
  ) {
    super()
  }

  override facts(): Facts {
    return { same: true, nan: this.is(Number.NaN), absent: this.is(undefined), context: false }
  }

  override condition(v: string): string {
    return this.text.replaceAll('$', v)
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return this.is(value) ? value : interpreter.refuse(value, context)
  }
}

/** Reads a codec that validates with one of io-ts's single functions. The function itself is known, so nothing is left to prove. */
export const readPrimitive = ({ validate }: AnyDecoder): Node | undefined => {
  const [codec, text] = PRIMITIVES.find(([one]) => one.validate === validate) ?? []
  return codec === undefined ? undefined : new Primitive(codec.is, text!)
}
