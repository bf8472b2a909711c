/**
 * `t.string`, `t.number` and all others that are single functions: also `t.unknown`, `t.any`, an empty intersection.
 */
import * as t from 'io-ts'
import { Node, type Facts, type Interpreter, type Writer } from '../node.js'
import { FAIL, type AnyDecoder } from '../run.js'

/** A node that asks one thing of a value and looks at nothing beneath it. */
export class Leaf extends Node {
  constructor(
    private readonly accepts: t.Is<unknown>,
    override readonly condition: (v: string, writer: Writer) => string
  ) {
    super()
  }

  override facts(): Facts {
    return { same: true, nan: this.accepts(Number.NaN), absent: this.accepts(undefined), context: false }
  }

  override run = (value: unknown): unknown => (this.accepts(value) ? value : FAIL)

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return this.accepts(value) ? value : interpreter.refuse(value, context)
  }
}

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

/** Reads a codec that validates with one of io-ts's single functions: the function itself is the proof. */
export const readPrimitive = ({ validate }: AnyDecoder): Node | undefined => {
  const [codec, text] = PRIMITIVES.find(([one]) => one.validate === validate) ?? []
  return codec && new Leaf(codec.is, (v) => text!.replaceAll('$', v))
}
