/** `t.refinement` and `t.brand`. */
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import { FAIL, type Interpreter } from '../interpret.js'
import { Node, type Combinator, type Facts } from '../node.js'
import { asks } from '../recognize.js'

class Refinement extends Node {
  constructor(
    private readonly of: Node,
    private readonly predicate: (value: unknown) => unknown
  ) {
    super([of])
  }

  override facts(): Facts {
    const { same, nan, onUndefined, context } = this.of
    return { same, nan, onUndefined: onUndefined === 'refused' ? 'refused' : 'unknown', context }
  }

  override condition(v: string, writer: Writer): string {
    return `(${writer.condition(this.of, v)} && ${writer.constant(this.predicate)}(${v}))`
  }

  override body(writer: Writer): string {
    return `const r = ${writer.functionOf(this.of)}(v, c);
return r !== FAIL && ${writer.constant(this.predicate)}(r) ? r : FAIL;`
  }

  override accepts(value: unknown): boolean {
    return this.of.accepts(value) && Boolean(this.predicate(value))
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const result = interpreter.beneath(this.of, value, context)
    const { predicate } = this
    return result === FAIL || predicate(result) ? result : interpreter.refuse(result, context)
  }
}

export const refinement: Combinator = {
  sample: () => t.Int,
  // A refusal, so that no predicate is asked about a value that suits nobody.
  read: (codec, reader) => {
    if (codec._tag !== 'RefinementType') return undefined
    const value = Symbol('value')
    return asks(codec, value, [{ codec: codec.type, value }], 'refuse')
      ? new Refinement(reader.read(codec.type), codec.predicate)
      : undefined
  }
}
