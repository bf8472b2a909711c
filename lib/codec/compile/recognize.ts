/**
 * Proves that a codec validates with io-ts's own code, on what the codec shows. The text of its `validate` says which
 * code that is; a trial shows what it closed over.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Combinator } from './node.js'
import type { AnyDecoder } from './run.js'

// -- by text

const textOf = (fn: object): string => Function.prototype.toString.call(fn)

/** Finds combinators by the text of a `validate`; none where an engine keeps no text, or one text for two. */
export const finder = (all: ReadonlyArray<Combinator>): ((codec: AnyDecoder) => Combinator | undefined) => {
  const known = new Map(all.map((combinator) => [textOf(combinator.sample().validate), combinator]))
  const isReadable = [...known.keys()].every((text) => !/\[(?:native code|bytecode)\]/.test(text))
  return (codec) => (isReadable && known.size === all.length ? known.get(textOf(codec.validate)) : undefined)
}

// -- by what it asks

/** A codec that decodes a value: under a key that is added to the context, or in the place of its parent. */
export interface Question {
  readonly codec: AnyDecoder
  readonly value?: unknown
  readonly key?: string
}

const HERE: t.Context = []

const isDue = (
  { codec, value, key }: Question,
  [asked, seen, context]: readonly [AnyDecoder, unknown, t.Context],
  whole: unknown
): boolean => {
  const [entry] = context
  const isPlace = entry?.key === key && entry?.type === codec && entry.actual === seen && context.length === 1
  return asked === codec && seen === (value ?? whole) && (key === undefined ? context === HERE : isPlace)
}

/**
 * Whether a codec, validating a value, asks exactly these questions in this order, and hands the value on if all are
 * accepted, or refuses it if all are refused. The codecs that it should ask answer for themselves meanwhile, which
 * nobody sees: only io-ts's code runs, and it does not wait for anything. A frozen codec cannot, so nothing is proved
 * of its parents.
 */
export const asks = (
  { validate }: Pick<AnyDecoder, 'validate'>,
  value: unknown,
  due: ReadonlyArray<Question>,
  answer: 'accept' | 'refuse' = 'accept'
): boolean => {
  const codecs = [...new Set(due.map(({ codec }) => codec as { validate: AnyDecoder['validate'] }))]
  if (!codecs.every((codec) => Object.getOwnPropertyDescriptor(codec, 'validate')?.writable)) return false
  const originals = codecs.map((codec) => codec.validate)
  const asked: Array<readonly [AnyDecoder, unknown, t.Context]> = []
  try {
    for (const codec of codecs) {
      codec.validate = (seen, context) => {
        asked.push([codec as AnyDecoder, seen, context])
        return answer === 'accept' ? t.success(seen) : t.failures([])
      }
    }
    const result = validate(value, HERE)
    const accepts = answer === 'accept'
    const isHandedOn = E.isRight(result) ? accepts && result.right === value : !accepts && result.left.length === 0
    return isHandedOn && asked.length === due.length && due.every((question, i) => isDue(question, asked[i]!, value))
  } catch {
    // A codec that was asked instead does not stand a value that suits nobody.
    return false
  } finally {
    for (const [i, codec] of codecs.entries()) codec.validate = originals[i]!
  }
}

/** Notes the keys that are read from it. */
export class Probe {
  private readonly read: Array<string> = []
  readonly value: object

  constructor(valueOf: (key: string) => unknown, target: object = {}) {
    const get = (_: object, key: string | symbol): unknown => {
      this.read.push(String(key))
      return valueOf(String(key))
    }
    this.value = new Proxy(target, { get })
  }

  hasRead(keys: ReadonlyArray<string>): boolean {
    return JSON.stringify(this.read) === JSON.stringify(keys)
  }
}

/** Whether a codec of objects reads exactly these keys, and asks about what it finds there. */
export const asksFields = (codec: AnyDecoder, fields: Readonly<Record<string, AnyDecoder>>): boolean => {
  const due = Object.entries(fields).map(([key, of]) => ({ codec: of, value: Symbol(key), key }))
  const probe = new Probe((key) => due.find((one) => one.key === key)?.value)
  return asks(codec, probe.value, due) && probe.hasRead(Object.keys(fields))
}

// -- decoding

const inherited = (codec: object): unknown => Reflect.get(codec, 'decode')

// A class may do more than io-ts's method, which it calls.
const overrides = (codec: AnyDecoder): boolean => {
  const decode = inherited(Object.getPrototypeOf(codec) as object)
  return typeof decode === 'function' && textOf(decode) !== textOf(inherited(t.Type.prototype) as object)
}

/**
 * The codec that `decode` names in errors, if it is io-ts's own method and asks the codec's `validate`. A clone keeps
 * the method that is bound to its original.
 */
export const decodesAs = (codec: AnyDecoder): AnyDecoder | undefined => {
  const { decode, validate } = codec
  const isBound = decode.name.startsWith('bound ') && textOf(decode).includes('[native code]')
  if (!isBound || overrides(codec)) return undefined
  if (asks({ validate: decode }, Symbol('value'), [{ codec, key: '' }])) return codec
  const answer = decode(undefined)
  const original = E.isLeft(answer) ? answer.left[0]?.context[0]?.type : undefined
  return original?.validate === validate && !overrides(original) ? original : undefined
}
