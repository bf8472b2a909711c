/** `t.recursion`. */
import * as t from 'io-ts'
import { Conduit, type Combinator, type Facts, type Interpreter, type Writer } from '../node.js'
import { asks } from '../recognize.js'

/** The one node that can lie beneath itself, so it is known before its definition is. */
class Recursion extends Conduit {
  override facts(): Facts {
    return { ...super.facts(), same: false }
  }

  override body(writer: Writer): string {
    return `return ${writer.functionOf(this.parts[0]!.node)}(v, c);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return interpreter.beneath(this.parts[0]!.node, value, context)
  }
}

export const recursion: Combinator = {
  sample: () => t.recursion<unknown>('sample', t.identity),
  read: (codec, reader) => {
    if (codec._tag !== 'RecursiveType' || !asks(codec, Symbol('value'), [{ codec: codec.type }])) return undefined
    const node = reader.add(new Recursion(), codec)
    node.parts = [reader.part(codec.type)]
    return node
  }
}
