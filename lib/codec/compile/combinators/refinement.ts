/** `t.refinement` and `t.brand`. */
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import { handingOn, Node, type Combinator, type Facts, type Interpreter, type Part } from '../node.js'
import { asksAll } from '../recognize.js'
import { FAIL } from '../run.js'

class Refinement extends Node {
  constructor(
    private readonly of: Part,
    private readonly predicate: (value: unknown) => unknown
  ) {
    super([of])
  }

  override facts(): Facts {
    return handingOn(this)
  }

  override condition(v: string, writer: Writer): string {
    return `(${writer.condition(this.of.node, v)} && ${writer.constant(this.predicate)}(${v}))`
  }

  override body(writer: Writer): string {
    return `const r = ${writer.functionOf(this.of.node)}(v, c);
return r !== FAIL && ${writer.constant(this.predicate)}(r) ? r : FAIL;`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const { of, predicate } = this
    const result = interpreter.beneath(of, value, context)
    return result === FAIL || predicate(result) ? result : interpreter.refuse(result, context)
  }
}

export const refinement: Combinator = {
  sample: () => t.Int,
  // A refusal, so that no predicate is asked about a value that suits nobody.
  read: (codec, reader) =>
    codec._tag === 'RefinementType' && asksAll(codec, [{ codec: codec.type }], 'refuse')
      ? new Refinement(reader.part(codec.type), codec.predicate)
      : undefined
}
