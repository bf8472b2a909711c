/** `t.refinement` and `t.brand`. */
import * as t from 'io-ts'
import { Conduit, type Combinator, type Interpreter, type Part, type Writer } from '../node.js'
import { asks } from '../recognize.js'
import { FAIL } from '../run.js'

class Refinement extends Conduit {
  constructor(
    private readonly of: Part,
    private readonly predicate: (value: unknown) => unknown
  ) {
    super([of])
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
    const result = interpreter.beneath(of.node, value, context)
    return result === FAIL || predicate(result) ? result : interpreter.refuse(result, context)
  }
}

export const refinement: Combinator = {
  sample: () => t.Int,
  // A refusal, so that no predicate is asked about a value that suits nobody.
  read: (codec, reader) =>
    codec._tag === 'RefinementType' && asks(codec, Symbol('value'), [{ codec: codec.type }], 'refuse')
      ? new Refinement(reader.part(codec.type), codec.predicate)
      : undefined
}
