/**
 * Proves that a codec validates with io-ts's own code, on what the codec shows. The text of its `validate` says which code that
 * is; what the code closed over is shown by asking it while each codec that it should ask answers for itself.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AnyDecoder } from './interpret.js'
import type { Combinator } from './node.js'

// -- by text

const textOf = (fn: object): string => Function.prototype.toString.call(fn)

/** The combinators by the text of their `validate`. Where an engine keeps no source text, or gives two of them one text, it is empty. */
export const byText = (all: ReadonlyArray<Combinator>): ReadonlyMap<string, Combinator> => {
  const found = new Map(all.map((combinator) => [textOf(combinator.sample().validate), combinator]))
  const isReadable = [...found.keys()].every((text) => !/\[(?:native code|bytecode)\]/.test(text))
  return isReadable && found.size === all.length ? found : new Map<string, Combinator>()
}

/** The text by which a codec is looked up. */
export const validateText = (codec: AnyDecoder): string => textOf(codec.validate)

// -- by what it asks

/** A codec that is asked about a value: under a key that is added to the context, or in the place of its parent. */
export interface Question {
  readonly codec: AnyDecoder
  readonly value: unknown
  readonly key?: string
}

const HERE: t.Context = []

const isAbout = (context: t.Context, { codec, value, key }: Question): boolean => {
  const [entry] = context
  return key === undefined
    ? context === HERE
    : context.length === 1 && entry?.key === key && entry.type === codec && entry.actual === value
}

type Validate = AnyDecoder['validate']

const isReplaceable = (codec: AnyDecoder): boolean =>
  Object.getOwnPropertyDescriptor(codec, 'validate')?.writable === true

// Nobody sees the codecs meanwhile: only io-ts's code runs, and it does not wait for anything.
const replacing = <A>(
  codecs: ReadonlySet<AnyDecoder>,
  validateOf: (codec: AnyDecoder) => Validate,
  run: () => A
): A => {
  const originals = Array.from(codecs, (codec) => [codec as { validate: Validate }, codec.validate] as const)
  try {
    for (const codec of codecs) (codec as { validate: Validate }).validate = validateOf(codec)
    return run()
  } finally {
    for (const [codec, validate] of originals) codec.validate = validate
  }
}

/**
 * Whether a codec, validating a value, asks exactly these questions in this order, and hands the value on if all are answered by
 * acceptance, or refuses it if they are answered by refusal. A frozen codec cannot answer for itself, so nothing is proved of its parents.
 */
export const asks = (
  { validate }: AnyDecoder,
  value: unknown,
  due: ReadonlyArray<Question>,
  answer: 'accept' | 'refuse' = 'accept'
): boolean => {
  const codecs = new Set(due.map(({ codec }) => codec))
  if (![...codecs].every(isReplaceable)) return false
  let asked = 0
  const isDue = (codec: AnyDecoder, seen: unknown, context: t.Context): boolean => {
    const question = due[asked++]
    return question?.codec === codec && question.value === seen && isAbout(context, question)
  }
  let isAsDue = true
  const spy =
    (codec: AnyDecoder): Validate =>
    (seen, context) => {
      isAsDue = isDue(codec, seen, context) && isAsDue
      return answer === 'accept' ? t.success(seen) : t.failures([])
    }
  try {
    const result = replacing(codecs, spy, () => validate(value, HERE))
    const isAnswered =
      answer === 'refuse' ? E.isLeft(result) && result.left.length === 0 : E.isRight(result) && result.right === value
    return isAsDue && asked === due.length && isAnswered
  } catch {
    // What was asked instead does not stand a value that suits nobody.
    return false
  }
}

/** Notes the keys that are read from it. */
export class Probe {
  readonly read: Array<string> = []
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
export const asksFields = (
  codec: AnyDecoder,
  fields: ReadonlyArray<readonly [key: string, codec: AnyDecoder]>
): boolean => {
  const due = fields.map(([key, of]) => ({ codec: of, value: Symbol(key), key }))
  const probe = new Probe((key) => due.find((one) => one.key === key)?.value)
  return asks(codec, probe.value, due) && probe.hasRead(fields.map(([key]) => key))
}

// -- decoding

/**
 * The codec that `decode` names in errors, if it is io-ts's own method and asks the codec's `validate`. io-ts binds it to the codec
 * that it is made for, and a clone keeps that of its original.
 */
export const decodesAs = (codec: AnyDecoder): AnyDecoder | undefined => {
  const { decode, validate } = codec
  if (!decode.name.startsWith('bound ') || !textOf(decode).includes('[native code]')) return undefined
  let type: AnyDecoder | undefined
  const spy: Validate = (value, context) => {
    type = context[0]?.type
    return t.success(value)
  }
  if (isReplaceable(codec))
    replacing(
      new Set([codec]),
      () => spy,
      () => decode(undefined)
    )
  if (type !== undefined) return type === codec ? codec : undefined
  const answer = decode(undefined)
  const original = E.isLeft(answer) ? answer.left[0]?.context[0]?.type : undefined
  return original?.validate === validate ? original : undefined
}
