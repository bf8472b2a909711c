/** Compiles io-ts codecs: the same answers for a small part of the cost. */
import * as o from '../../core/options.js'
import type * as t from 'io-ts'
import { expectCodec } from '../is-codec.js'
import { Engine } from './engine.js'
import { mayGenerate } from './generate.js'
import type { AnyDecoder } from './run.js'

// -- model

/** How a codec is compiled, and how many errors its decoder gives. @category Codecs @since 0.1.0 */
export interface CompileOptions {
  /** Most errors of a refusal: io-ts's first. @default Infinity */
  readonly maxErrors?: number
  /**
   * Whether code may be generated (`new Function`): from the fifth decoding on where it is allowed (`auto`), from the
   * first (`always`), or not at all (`never`), for pages whose content security policy reports each attempt. @default
   * 'auto'
   */
  readonly codegen?: 'auto' | 'always' | 'never'
}

const read = o.options('options', {
  maxErrors: o.optional(
    o.kind<number>((value) => value === Infinity || o.positive.is(value), 'a positive integer or Infinity'),
    Infinity
  ),
  codegen: o.optional(o.choice('auto', 'always', 'never'), 'auto')
} satisfies o.TableOf<CompileOptions>)

// -- constructors

const made = new WeakMap<AnyDecoder, Map<string, t.Decoder<unknown, unknown>>>()

// Compiling costs as much as some dozen decodings of a kilobyte, or one of a hundred: a codec that is hardly used stays
// as it is.
const DECODINGS_BEFORE_COMPILING = 4

/**
 * Compiles a codec into a decoder that answers as the codec does: the same values, the same references where nothing
 * changed, io-ts's errors in io-ts's order. Compiled when it decodes for the fifth time; one decoder for a codec and
 * its options.
 *
 * User code in the codec must be pure: after a refusal it may be asked twice, or not at all in a branch whose outcome
 * is settled. A codec is read once, so what is done to its `props` later is not seen. What io-ts throws is thrown,
 * `RangeError` on values nested some thousand levels deep included: check the depth first, as `guardedCall` does.
 *
 * @throws TypeError if an option is not what it should be.
 * @category Codecs @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { compile } from 'guarded-call'
 *
 * const Order = t.strict({ id: t.string, total: t.number })
 * const decoder = compile(t.array(Order), { maxErrors: 20 })
 *
 * assert.deepEqual(decoder.decode([{ id: 'a', total: 1, internal: true }]), E.right([{ id: 'a', total: 1 }]))
 * assert.ok(E.isLeft(decoder.decode([{ id: 'a', total: '1' }])))
 */
export const compile = <A>(codec: t.Decoder<unknown, A>, options: CompileOptions = {}): t.Decoder<unknown, A> => {
  expectCodec(codec)
  const { maxErrors, codegen } = read(options)
  if (codegen === 'always' && !mayGenerate())
    throw new TypeError("Expected `codegen` not to be 'always' where code generation is forbidden.")
  const decoders = made.get(codec) ?? new Map<string, t.Decoder<unknown, unknown>>()
  made.set(codec, decoders)
  const key = `${codegen} ${maxErrors}`
  const known = decoders.get(key) as t.Decoder<unknown, A> | undefined
  if (known !== undefined) return known
  const engine = new Engine(codec, {
    generates: () => codegen !== 'never' && mayGenerate(),
    from: codegen === 'always' ? 1 : DECODINGS_BEFORE_COMPILING + 1
  })
  const decoder: t.Decoder<unknown, A> = {
    name: codec.name,
    validate: (value, context) => engine.decode(value, maxErrors, context) as t.Validation<A>,
    decode: (value) => engine.decode(value, maxErrors) as t.Validation<A>
  }
  decoders.set(key, decoder)
  return decoder
}
