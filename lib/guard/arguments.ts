/** The stage that checks, copies and keys a call's arguments. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { explain } from '../codec/explain.js'
import { describeSchemaFailure } from '../codec/schema-failure.js'
import {
  type Issue,
  MAX_DETAIL,
  type ToolError,
  UNNAMED_ARGUMENTS,
  UNREADABLE_ARGUMENTS,
  argumentLine,
  fixedError,
  schemaMismatch,
  semanticGarbage
} from '../core/errors/index.js'
import { type NotData, type WrittenData, asFields, copyAndWrite, describeNotData } from '../core/foreign/index.js'
import { ArgsKey } from './keys.js'
import { withFault } from './thrown/author-fault.js'
import type { ToolTraits } from './tool.js'
import { isSameData, twinOf } from './twin.js'
import { isProxy } from '#platform'

// -- model

/** The arguments of a call, or the refusal of those that do not fit. Both have a key, so both are counted. */
export interface CallArguments<Args> {
  readonly value: E.Either<ToolError, Args>
  /** A copy as data, for the record; `null` where they are not data. */
  readonly data: unknown
  readonly key: ArgsKey
  /** The key by which the call is counted, where that is not its arguments. */
  readonly identity?: ArgsKey
  /** The key of all that the codec declares, where that is not the key of the data or not the one that counts. */
  readonly whole?: ArgsKey
  /** Keys that the codec filled in. */
  readonly filled?: ReadonlyArray<string>
  /** Where the key holds what no other process knows: the key of the rest, and why a write may not count by it. */
  readonly here?: { readonly rest: ArgsKey; readonly refusal: () => ToolError }
}

// -- refusals

// As many whole lines as fit: half a line would name a field and not say what is wrong with it.
export const joinLines = (lines: ReadonlyArray<string>, max = MAX_DETAIL): string => {
  let text = ''
  for (const [i, line] of lines.entries()) {
    const rest = lines.length - i - 1
    const next = text === '' ? line : `${text}; ${line}`
    if (next.length + (rest === 0 ? 0 : ` (+${rest} more)`.length) > max) {
      return text === '' ? line : `${text} (+${rest + 1} more)`
    }
    text = next
  }
  return text
}

const invalid = (detail: string, hint?: string): ToolError =>
  semanticGarbage({ code: 'invalid_arguments', detail, ...(hint === undefined ? {} : { hint }) })

/** Says which arguments are wrong, as the model reads it. */
export const invalidArguments = (issues: ReadonlyArray<Issue>): ToolError =>
  issues.length === 0
    ? invalid('The arguments do not fit the tool.', UNNAMED_ARGUMENTS.hint)
    : invalid(joinLines(issues.map(argumentLine)))

// A model cannot correct the author's codec.
const threw = (thrown: unknown): ToolError =>
  withFault(
    schemaMismatch({
      code: 'codec_threw',
      detail: `${describeSchemaFailure(thrown, 'The codec of the arguments')}; the tool was not run.`
    }),
    'The codec of the arguments',
    thrown
  )

/** Why arguments were refused; without issues, the codec threw and judged nothing. */
export interface RefusedArgs {
  readonly error: ToolError
  readonly issues?: ReadonlyArray<Issue>
  readonly thrown?: unknown
}

/** Decodes the model's arguments. */
export const decodeArgs = <Args>(codec: t.Decoder<unknown, Args>, input: unknown): E.Either<RefusedArgs, Args> => {
  try {
    const decoded = codec.decode(input)
    if (E.isRight(decoded)) return decoded
    const issues = explain(decoded.left, { values: true })
    return E.left({ error: invalidArguments(issues), issues })
  } catch (thrown) {
    return E.left({ error: threw(thrown), thrown })
  }
}

// `is` decides for arguments that are values already; `decode` only serves to explain.
const checkArgs = <Args>(codec: t.Type<Args, unknown>, args: Args): E.Either<ToolError, Args> => {
  try {
    if (codec.is(args)) return E.right(args)
    const decoded = codec.decode(args)
    return E.left(
      E.isLeft(decoded)
        ? invalidArguments(explain(decoded.left, { values: true }))
        : invalid(
            `The arguments are not of type ${codec.name}: \`fromModel\` decodes them, and fills in defaults.`,
            UNNAMED_ARGUMENTS.hint
          )
    )
  } catch (thrown) {
    // They were not copied before: their own code may have thrown.
    const { value } = callKeyOf(args)
    return E.isLeft(value) ? value : E.left(threw(thrown))
  }
}

/** Encodes arguments as they are keyed and recorded. */
export const encodeArgs = <Args>(codec: t.Type<Args, unknown>, args: Args): E.Either<ToolError, unknown> => {
  try {
    return E.right(codec.encode(args))
  } catch (thrown) {
    return E.left(threw(thrown))
  }
}

// -- as data

/** Longer arguments are refused: no tool needs a megabyte from a model, and the guard would have to keep each. */
export const MAX_ARGS_CHARS = 1_000_000

// Beyond this, arguments are not even serialized, so that refusing them is fast.
const MAX_KEYED_CHARS = 4 * MAX_ARGS_CHARS

interface UnusableArgs extends NotData {
  /** Their text, where they are data and it is only too long. */
  readonly text?: string
}

/**
 * Copies arguments twice as data and writes them with sorted keys. `undefined` and `{}` are equal, as are `-0` and `0`,
 * and an absent key and an undefined one; `1` and `"1"` are not. Values that JSON lacks (cycles, bigints, getters,
 * proxies, NaN) are refused.
 */
export const argsText = (args: unknown): E.Either<UnusableArgs, WrittenData> => {
  const copy = copyAndWrite(args === undefined ? {} : args, {
    isProxy,
    jsonOnly: true,
    maxValues: MAX_ARGS_CHARS / 2,
    maxChars: MAX_KEYED_CHARS
  })
  if (E.isLeft(copy)) return copy
  const { text } = copy.right
  return text.length <= MAX_ARGS_CHARS
    ? copy
    : E.left({ code: 'too_large', what: `more than ${MAX_ARGS_CHARS} characters`, path: [], text })
}

const NO_DATA = new ArgsKey('arguments that are no data')

/** The placeholder for a call whose arguments were not read yet. */
export const NO_ARGUMENTS: CallArguments<never> = {
  value: E.left(fixedError('semantic_garbage', 'invalid_arguments', 'The arguments were not taken.')),
  data: null,
  key: NO_DATA
}

const unfit = (found: UnusableArgs): ToolError =>
  found.code === 'not_data'
    ? invalid(`The arguments hold ${describeNotData(found)}; they must be JSON values.`, UNREADABLE_ARGUMENTS.hint)
    : invalid(
        `The arguments hold ${found.what}, which is more than is taken.`,
        'Call again with less: shorter texts, or fewer values at a time.'
      )

/** Copies arguments as data without running their code, and keys them; a tool may change the copy. */
export const callKeyOf = (value: unknown): CallArguments<unknown> => {
  const copied = argsText(value)
  if (E.isRight(copied)) {
    const { data, twin, text } = copied.right
    return { value: E.right(twin), data, key: new ArgsKey(text) }
  }
  const { text } = copied.left
  return { value: E.left(unfit(copied.left)), data: null, key: text === undefined ? NO_DATA : new ArgsKey(text) }
}

/**
 * Copies arguments for code that may change them, where a copy is like them in all. Decoding them again would change
 * them, too.
 */
export const copiedArguments = <Args>(args: Args): Args => {
  const copied = twinOf(args)
  return copied === undefined ? args : (copied.twin as Args)
}

// -- the stage

/** Makes refused arguments; they are counted under the key of their raw form. */
export const refuse = <Args>(error: ToolError, raw: unknown): CallArguments<Args> => {
  const { data, key } = callKeyOf(raw)
  return { value: E.left(error), data, key }
}

/** Makes arguments that were checked elsewhere; `data` is their form in the record and the key. */
export const argumentsAs = <Args>(args: Args, data: unknown): CallArguments<Args> => {
  const keyed = callKeyOf(data)
  return { value: E.isLeft(keyed.value) ? keyed.value : E.right(args), data: keyed.data, key: keyed.key }
}

// Without a codec the tool gets a copy: it reads the counted arguments, and its changes reach neither its caller nor
// the record.
export const argumentsFromData = <Args>(input: unknown): CallArguments<Args> => {
  const { value, data, key } = callKeyOf(input)
  if (E.isLeft(value)) return { value, data, key }
  return { value: E.right((input === undefined ? undefined : value.right) as Args), data, key }
}

/** Makes arguments that were decoded from `raw`, or refused; `known` is `raw` where it was keyed before. */
export const decodedArguments = <Args>(
  codec: t.Type<Args, unknown>,
  fits: E.Either<ToolError, Args>,
  raw: unknown,
  known?: CallArguments<unknown>
): CallArguments<Args> => {
  if (E.isLeft(fits)) return refuse(fits.left, raw)
  const encoded = encodeArgs(codec, fits.right)
  if (E.isLeft(encoded)) return refuse(encoded.left, raw)
  // Most codecs decode and encode to their input, or to an equal one as schemas do, which has its key. The record keeps
  // its own copy: the tool may change its arguments.
  if (known !== undefined && (encoded.right === raw || isSameData(encoded.right, known.data)))
    return { value: fits, data: known.data, key: known.key }
  const taken = argumentsAs(fits.right, encoded.right)
  // A schema encodes nothing, and may make anything of what was sent, such as a Set.
  if (E.isLeft(taken.value) && encoded.right === fits.right) return argumentsAs(fits.right, raw)
  if (known === undefined) return taken
  const sent = asFields(known.data)
  // Field by field: with a spread, a call of 1.4 KB takes a twentieth longer.
  const { value, data, key } = taken
  return { value, data, key, filled: Object.keys(asFields(data)).filter((name) => !Object.hasOwn(sent, name)) }
}

/** Checks arguments that the program made with `args.is`, and never decodes them twice. */
export const argumentsFromProgram = <Args>(args: Args, { args: codec }: ToolTraits<Args>): CallArguments<Args> =>
  codec === undefined ? argumentsFromData(args) : decodedArguments(codec, checkArgs(codec, args), args)

/** Copies the model's arguments as data without running their code, then decodes them. */
export const argumentsFromModel = <Args>(input: unknown, { args: codec }: ToolTraits<Args>): CallArguments<Args> => {
  if (codec === undefined) return argumentsFromData(input)
  // A call without arguments counts as `{}`.
  const known = callKeyOf(input)
  const { value, data, key } = known
  if (E.isLeft(value)) return { value, data, key }
  const decoded = decodeArgs(codec, value.right)
  if (E.isLeft(decoded)) return { value: E.left(decoded.left.error), data, key }
  return decodedArguments(codec, decoded, value.right, known)
}
