/** `t.recursion`. */
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import type { Interpreter } from '../interpret.js'
import { Node, type Combinator, type Facts } from '../node.js'
import { asks } from '../recognize.js'

/** The one node that can lie beneath itself, so it is known before its definition is. */
class Recursion extends Node {
  get definition(): Node {
    return this.below[0]!
  }

  override facts(): Facts {
    const { same, nan, onUndefined, context } = this.definition
    return { same, nan, onUndefined, context }
  }

  override condition(v: string, writer: Writer): string {
    return writer.condition(this.definition, v)
  }

  override body(writer: Writer): string {
    return `return ${writer.functionOf(this.definition)}(v, c);`
  }

  override accepts(value: unknown): boolean {
    return this.definition.accepts(value)
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return this.definition.interpret(value, context, interpreter)
  }
}

export const recursion: Combinator = {
  sample: () => t.recursion<unknown>('sample', t.identity),
  read: (codec, reader) => {
    if (codec._tag !== 'RecursiveType') return undefined
    const value = Symbol('value')
    if (!asks(codec, value, [{ codec: codec.type, value }])) return undefined
    const node = reader.add(new Recursion(), codec)
    node.below = [reader.read(codec.type)]
    return node
  }
}
