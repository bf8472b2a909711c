/** Compiles io-ts codecs. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { mayGenerate } from './generated.js'
import type { AnyDecoder, Plan } from './plan.js'
import { programOf, type BackEnd, type Program } from './program.js'
import { readPlan } from './read.js'
import { FAIL } from './run.js'
import { decodesByValidate } from './trust.js'

export interface CompileOptions {
  readonly maxErrors?: number
  readonly codegen?: 'auto' | 'always' | 'never'
}

/** for specs */
export const decoderOf = <A>(codec: t.Decoder<unknown, A>, backEnd: BackEnd, maxErrors = Infinity, hidden = true): t.Decoder<unknown, A> => {
  let plan: Plan
  let program: Program
  try {
    plan = readPlan(codec)
    program = programOf(plan, backEnd, hidden)
  } catch {
    return codec
  }
  const cap = (result: t.Validation<A>): t.Validation<A> =>
    E.isLeft(result) && result.left.length > maxErrors ? E.left(result.left.slice(0, maxErrors)) : result
  const validate = (value: unknown, context: t.Context): t.Validation<A> => {
    try {
      const result = program.run(value, context)
      if (result !== FAIL) return E.right(result as A)
      const errors: Array<t.ValidationError> = []
      const again = program.mirror(plan.root, value, context, { errors, limit: maxErrors })
      return again === FAIL ? E.left(errors) : E.right(again as A)
    } catch {
      return cap(codec.validate(value, context))
    } finally {
      if (program.memo.used) program.memo.forget()
    }
  }
  if (!decodesByValidate(codec) || plan.root.shape.kind === 'opaque') {
    return { name: codec.name, validate: (u, c) => cap(codec.validate(u, c)), decode: (u) => cap(codec.decode(u)) }
  }
  return { name: codec.name, validate, decode: (value) => validate(value, [{ key: '', type: codec, actual: value }]) }
}

export const compile = <A>(codec: t.Decoder<unknown, A>, { maxErrors = Infinity, codegen = 'auto' }: CompileOptions = {}): t.Decoder<unknown, A> =>
  decoderOf(codec, codegen !== 'never' && mayGenerate() ? 'generated' : 'own-closures', maxErrors)

export type { AnyDecoder }
