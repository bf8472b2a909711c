/** How a codec encodes, where that changes anything: else io-ts need not walk and copy a payload. */
import * as t from 'io-ts'
import { isObject } from '../core/foreign/index.js'
import { childrenOf, tagged } from './inspect.js'

const textOf = (fn: object): string => Function.prototype.toString.call(fn)

// An intersection is never io-ts's identity, nor is what holds one. Each of these asks its parts, and copies or merges
// what they give.
const askingParts = (): ReadonlyMap<string, string> => {
  const merging = t.intersection([t.unknown, t.unknown])
  const samples = [
    merging,
    t.array(merging),
    t.readonlyArray(merging),
    t.type({ a: merging }),
    t.partial({ a: merging })
  ]
  return new Map(samples.map(({ _tag, encode }) => [_tag, textOf(encode)] as const))
}

let known: ReturnType<typeof askingParts> | undefined

// By the text of its `encode`, as the compiler recognizes a `validate`: a tag alone does not say whose code is behind
// it.
const asksParts = (codec: t.Mixed): boolean => {
  const seen = tagged(codec)
  // These share the `encode` of what they wrap.
  if (seen?._tag === 'RefinementType' || seen?._tag === 'ReadonlyType') return seen.encode === seen.type.encode
  known ??= askingParts()
  const text = seen === undefined ? undefined : known.get(seen._tag)
  return text !== undefined && text === textOf(codec.encode) && !/\[(?:native code|bytecode)\]/.test(text)
}

const found = new WeakMap<t.Mixed, boolean>()

/** Whether a codec of io-ts writes what it decoded as the same JSON. No foreign, stripping or choosing one does. */
const encodesAsIs = (codec: t.Mixed): boolean => {
  if (codec.encode === t.identity) return true
  const before = found.get(codec)
  if (before !== undefined) return before
  const asIs = asksParts(codec) && childrenOf(codec).every(encodesAsIs)
  found.set(codec, asIs)
  return asIs
}

const canEncode = (codec: unknown): codec is t.Mixed =>
  isObject(codec) && 'encode' in codec && typeof codec.encode === 'function'

/** The way back from a decoded value: dates, options, brands as JSON. Undefined where it changes nothing. */
export const encoderOf = (codec: unknown): ((payload: unknown) => unknown) | undefined =>
  canEncode(codec) && !encodesAsIs(codec) ? (payload) => codec.encode(payload) as unknown : undefined
