/**
 * Arguments that a program passed, as data by which calls are told apart: whatever JSON drops or writes alike has a
 * place here.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import {
  type Fields,
  asFields,
  copyData,
  describeNotData,
  isObject,
  isPlainObject,
  mayHoldMore
} from '../core/foreign/index.js'
import { sortedJson } from '../core/json/index.js'
import { type Path, type ToolError, formatPath, semanticGarbage } from '../core/errors/index.js'
import { argumentsAs, callKeyOf, isNoMore, type CallArguments } from '../guard/kernel.js'
import { isProxy } from '#platform'

// -- by themselves

const names = new WeakMap<WeakKey, string>()
let named = 0
// Random, since keys outlive a process. Made when asked: some platforms have no chance at import.
let processName: string | undefined

const nameOf = (key: WeakKey): string => {
  processName ??= crypto.randomUUID()
  const name = names.get(key) ?? `${processName} ${++named}`
  names.set(key, name)
  return name
}

// Under a name that arguments made of JSON do not have.
const marked = (kind: string, value: unknown): unknown => ({ [`[${kind}]`]: value })

// -- by their contents

// Map, Set, FormData and typed arrays can be read again; a generator, which has no `entries`, would be used up.
const isCollectionOf = (instance: object): instance is Iterable<unknown> =>
  'entries' in instance && Symbol.iterator in instance

const instanceOf = (instance: object): unknown => {
  // A signal says nothing of the request.
  if (instance instanceof AbortSignal) return {}
  const isCollection = isCollectionOf(instance)
  const fields = { ...instance }
  const isEmpty = !isCollection && Object.keys(fields).length === 0
  return marked(Object.prototype.toString.call(instance), [
    fields,
    ...(isCollection ? [...instance] : []),
    ...(isEmpty || mayHoldMore(instance, isCollection) ? [marked('instance', nameOf(instance))] : [])
  ])
}

const valueOf = (value: unknown): unknown => {
  switch (typeof value) {
    case 'bigint':
      return marked('bigint', String(value))
    case 'number':
      return Number.isFinite(value) ? value : marked('number', String(value))
    case 'function':
      return marked('function', nameOf(value))
    case 'symbol':
      return marked('symbol', Symbol.keyFor(value) ?? nameOf(value))
    case 'object':
      if (value instanceof ArrayBuffer) return valueOf(new Uint8Array(value))
      return value === null || Array.isArray(value) || isPlainObject(value) ? value : instanceOf(value)
    default:
      return value
  }
}

/**
 * The fields of an object whose form in JSON leaves them out. A class says by its `toJSON` what counts; one of an
 * object's own, or that of dates, knows nothing of the fields beside.
 */
const leftOut = (given: object): Fields | undefined => {
  if (Array.isArray(given)) return Object.fromEntries(Object.entries(given).filter(([key]) => !/^\d+$/.test(key)))
  const { toJSON } = given as Fields
  if (typeof toJSON !== 'function' || !(toJSON === Date.prototype.toJSON || Object.hasOwn(given, 'toJSON')))
    return undefined
  return { ...given, toJSON: undefined }
}

function distinct(this: unknown, key: string, written: unknown): unknown {
  const value = valueOf(written)
  const given = (this as Fields)[key]
  const fields = isObject(given) ? leftOut(given) : undefined
  if (!isObject(given) || fields === undefined) return value
  const hides = mayHoldMore(given, true)
  if (!hides && Object.values(fields).every((field) => field === undefined)) return value
  // Its `toJSON` would be called again.
  const json = isObject(value) ? { ...value, toJSON: undefined } : value
  return marked(Object.prototype.toString.call(given), [json, fields, hides && nameOf(given)])
}

const unfit = (detail: string): ToolError =>
  semanticGarbage({
    code: 'invalid_arguments',
    detail,
    hint: 'The program has to change, and no other arguments help. Use another tool, or tell the user.'
  })

/**
 * Gives data unchanged. Instances count by their fields and entries, or by what the `toJSON` of their class says, and,
 * where their class may hide more, by themselves; so do functions and symbols. What cannot be written is refused, in
 * words for the author of the program: a model sends nothing of the kind.
 */
export const argsAsData = (args: unknown): E.Either<ToolError, unknown> => {
  const copied = copyData(args, { isProxy, jsonOnly: true })
  // Arguments that are too large are not written as JSON: that takes long, and the guard refuses them anyway.
  if (E.isRight(copied) ? isNoMore(args, copied.right) : copied.left.code !== 'not_data') return E.right(args)
  try {
    return E.right(JSON.parse(JSON.stringify(args, distinct)))
  } catch {
    const what = E.isLeft(copied) ? describeNotData(copied.left) : 'an instance of a class'
    return E.left(
      unfit(
        `The program called the tool with ${what}, by which its calls cannot be told apart; it has to pass plain data.`
      )
    )
  }
}

// -- as a tool gets them

const madeBy = (codec: t.Type<unknown>, args: unknown) => {
  const made = codec.decode(args)
  if (E.isLeft(made)) return undefined
  const data = argsAsData(made.right)
  return E.isLeft(data) ? undefined : { args: made.right, data: data.right, text: sortedJson(data.right) }
}

/**
 * The arguments that a tool gets of those that were sent. Undefined where the codec changes nothing, refuses them, or
 * makes others each time (a default that is a random id, or the time), by which no call is told from another.
 */
export const filledBy = (codec: t.Type<unknown>, sent: unknown): CallArguments<unknown> | undefined => {
  const made = madeBy(codec, sent)
  if (made === undefined || made.text === sortedJson(sent) || made.text !== madeBy(codec, sent)?.text) return undefined
  return { ...argumentsAs(made.args, made.data), ...knownHere(made.data), sent: callKeyOf(sent).data }
}

// -- beyond this process

const isName = (value: unknown): boolean =>
  processName !== undefined && typeof value === 'string' && value.startsWith(processName)

const holdsName = (data: unknown): boolean => processName !== undefined && JSON.stringify(data).includes(processName)

const placeOfName = (data: unknown): Path => {
  const fields = Array.isArray(data) ? data.entries() : Object.entries(asFields(data))
  for (const [key, value] of fields)
    if (holdsName(value)) return String(key).startsWith('[') ? [] : [key, ...placeOfName(value)]
  return []
}

/** What no other process knows of arguments that were made data. */
export const knownHere = (data: unknown): Pick<CallArguments<unknown>, 'here'> => {
  if (!holdsName(data)) return {}
  const rest: unknown = JSON.parse(JSON.stringify(data, (_key, value: unknown) => (isName(value) ? null : value)))
  const refusal = (): ToolError =>
    unfit(
      `The program called the tool with a value at ${formatPath(placeOfName(data))} that no other process can tell from others, and this write is remembered beyond this one: pass plain data there, or give the tool an \`identity\` that leaves it out.`
    )
  return { here: { rest: argumentsAs(null, rest).key, refusal } }
}

/** An `identity` that may return what JSON lacks; the guard refuses what no other process can tell apart. */
export const identityAsData =
  <Args>(identity: (args: Args) => unknown) =>
  (args: Args): unknown => {
    const same = identity(args)
    const data = argsAsData(same)
    return E.isRight(data) && !holdsName(data.right) ? data.right : same
  }
