/** The stage that takes a call's arguments: checked, copied, and keyed. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { explain } from '../codec/explain.js'
import { argumentLine } from '../core/argument-line.js'
import { argsText, type NoArgs } from '../core/args-text.js'
import { cloneData, describeNotData } from '../core/foreign/copy-data.js'
import { MAX_DETAIL, schemaMismatch, semanticGarbage, type ToolError } from '../core/tool-error.js'
import type { Issue } from '../core/issue.js'
import { ArgsKey } from './args-key.js'
import type { Tool } from './tool.js'
import { isProxy } from '#platform'

/** The arguments of a call: those that fit, or the refusal of those that do not. Both have a key, so that refused ones are counted too. */
export interface CallArguments<Args> {
  readonly value: E.Either<ToolError, Args>
  /** A copy as data, for the record. */
  readonly data: unknown
  readonly key: ArgsKey
}

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
  invalid(issues.length === 0 ? 'The arguments do not fit the tool.' : joinLines(issues.map(argumentLine)))

const explained = (errors: t.Errors): ToolError => invalidArguments(explain(errors, { values: true }))

// The author's fault: there is nothing in the arguments that a model could correct.
const threw = (): ToolError =>
  schemaMismatch({
    code: 'codec_threw',
    detail: 'The codec of the arguments threw instead of answering; the tool was not run.'
  })

/** Why arguments were refused; without issues, the codec threw and nothing is known of them. */
export interface RefusedArgs {
  readonly error: ToolError
  readonly issues?: ReadonlyArray<Issue>
}

/** Decodes what the model sent. */
export const decodeArgs = <Args>(codec: t.Decoder<unknown, Args>, input: unknown): E.Either<RefusedArgs, Args> => {
  try {
    const decoded = codec.decode(input)
    if (E.isRight(decoded)) return decoded
    const issues = explain(decoded.left, { values: true })
    return E.left({ error: invalidArguments(issues), issues })
  } catch {
    return E.left({ error: threw() })
  }
}

// `is` decides for arguments that are values already; what `decode` says of them only serves to explain.
const checkArgs = <Args>(codec: t.Type<Args, unknown>, args: Args): E.Either<ToolError, Args> => {
  try {
    if (codec.is(args)) return E.right(args)
    const decoded = codec.decode(args)
    return E.left(E.isLeft(decoded) ? explained(decoded.left) : invalid(`The arguments are not of type ${codec.name}.`))
  } catch {
    // They were not copied before: it may be their own code that threw.
    const keyed = callKeyOf(args)
    return E.left(E.isLeft(keyed) ? keyed.left.error : threw())
  }
}

const encodeArgs = <Args>(codec: t.Type<Args, unknown>, args: Args): E.Either<ToolError, unknown> => {
  try {
    return E.right(codec.encode(args))
  } catch {
    return E.left(threw())
  }
}

/** Arguments as data, and what they are known by. */
export interface Keyed {
  readonly data: unknown
  readonly key: ArgsKey
}

/** Why arguments cannot be taken, and what they are counted under all the same. */
export interface Unkeyed {
  readonly error: ToolError
  readonly key: ArgsKey
}

const NO_DATA = new ArgsKey('arguments that are no data')

/** Those of a call whose arguments were not taken yet. */
export const NO_ARGUMENTS: CallArguments<never> = {
  value: E.left(invalid('The arguments were not taken.')),
  data: null,
  key: NO_DATA
}

const unfit = (found: NoArgs): ToolError =>
  found.code === 'not_data'
    ? invalid(`The arguments hold ${describeNotData(found)}; they must be JSON values.`)
    : invalid(
        `The arguments hold ${found.what}, which is more than is taken.`,
        'Call again with less: shorter texts, or fewer values at a time.'
      )

/** Copies arguments as data without running their code, and keys them. */
export const callKeyOf = (value: unknown): E.Either<Unkeyed, Keyed> => {
  const text = argsText(value, isProxy)
  return E.isLeft(text)
    ? E.left({ error: unfit(text.left), key: text.left.text === undefined ? NO_DATA : new ArgsKey(text.left.text) })
    : E.right({ data: text.right.data, key: new ArgsKey(text.right.text) })
}

const untaken = <Args>({ error, key }: Unkeyed): CallArguments<Args> => ({ value: E.left(error), data: null, key })

/** Takes arguments that are refused for this reason; they are counted under the key of their raw form. */
export const refuse = <Args>(error: ToolError, raw: unknown): CallArguments<Args> => {
  const keyed = callKeyOf(raw)
  return E.isLeft(keyed) ? untaken({ error, key: keyed.left.key }) : { value: E.left(error), ...keyed.right }
}

// Without a codec the tool gets a copy: what it reads is what was counted, and what it changes reaches neither its caller nor the record.
const takeData = <Args>(input: unknown): CallArguments<Args> => {
  const keyed = callKeyOf(input)
  if (E.isLeft(keyed)) return untaken(keyed.left)
  const { data, key } = keyed.right
  return { value: E.right((input === undefined ? undefined : cloneData(data)) as Args), data, key }
}

/** Takes arguments that were checked elsewhere, and that stand for these data. */
export const takeAs = <Args>(args: Args, data: unknown): CallArguments<Args> => {
  const keyed = callKeyOf(data)
  return E.isLeft(keyed) ? untaken(keyed.left) : { value: E.right(args), ...keyed.right }
}

/** Takes arguments that were decoded from `raw`, or refused. */
export const take = <Args>(
  codec: t.Type<Args, unknown>,
  fits: E.Either<ToolError, Args>,
  raw: unknown
): CallArguments<Args> => {
  if (E.isLeft(fits)) return refuse(fits.left, raw)
  const encoded = encodeArgs(codec, fits.right)
  if (E.isLeft(encoded)) return refuse(encoded.left, raw)
  return takeAs(fits.right, encoded.right)
}

/** Takes arguments that the program made: checked with `args.is`, never decoded twice. */
export const takeArgs = <Args>(tool: Tool<Args>, args: Args): CallArguments<Args> =>
  tool.args === undefined ? takeData(args) : take(tool.args, checkArgs(tool.args, args), args)

/** Takes what the model sent: copied as data without running its code, then decoded. */
export const takeInput = <Args>(tool: Tool<Args>, input: unknown): CallArguments<Args> => {
  if (tool.args === undefined) return takeData(input)
  const keyed = callKeyOf(input)
  if (E.isLeft(keyed)) return untaken(keyed.left)
  // A call without arguments is one with none of them given: `{}`.
  const { data } = keyed.right
  const decoded = decodeArgs(tool.args, data)
  return E.isLeft(decoded) ? refuse(decoded.left.error, data) : take(tool.args, decoded, data)
}
