/**
 * Arguments that a program passed, as data by which calls are told apart: whatever JSON drops or writes alike has a
 * place here.
 */
import * as E from 'fp-ts/lib/Either.js'
import { copyData, describeNotData, isObject, isPlainObject, isPlainPrototype } from '../core/foreign/index.js'
import { type ToolError, semanticGarbage } from '../core/errors/index.js'
import { isProxy } from '#platform'

// -- by themselves

const numbers = new WeakMap<WeakKey, number>()
let latestNumber = 0

const numberOf = (key: WeakKey): number => {
  const number = numbers.get(key) ?? ++latestNumber
  numbers.set(key, number)
  return number
}

// Under a name that arguments made of JSON do not have.
const marked = (kind: string, value: unknown): unknown => ({ [`[${kind}]`]: value })

// -- by their contents

// Private fields, as they are written and as compilers write them for older runtimes.
const PRIVATE = /#[\w$]|__classPrivateField|\.set\(this\b/

const sourceOf = (prototype: object): string => {
  const { constructor } = prototype
  return typeof constructor === 'function' ? Function.prototype.toString.call(constructor) : '[native code]'
}

// They list all that they hold, whatever their source looks like in a runtime.
// Named when asked, not at import: Node loads all of `fetch` for either of the first two.
const lists = (prototype: object): boolean =>
  [FormData, Headers, URLSearchParams].some((one) => one.prototype === prototype)

/** Whether an instance may hold more than its fields and, if it is a collection, its entries. */
const mayHide = (instance: object, isCollection: boolean): boolean => {
  for (let holder: unknown = Object.getPrototypeOf(instance); isObject(holder) && !isPlainPrototype(holder);) {
    const source = lists(holder) ? '' : sourceOf(holder)
    if (source.includes('[native code]') ? !isCollection : PRIVATE.test(source)) return true
    holder = Object.getPrototypeOf(holder)
  }
  return false
}

// Map, Set, FormData and typed arrays can be read again; a generator, which has no `entries`, would be used up.
const isCollectionOf = (instance: object): instance is Iterable<unknown> =>
  'entries' in instance && Symbol.iterator in instance

const instanceOf = (instance: object): unknown => {
  // A signal says nothing of the request.
  if (instance instanceof AbortSignal) return {}
  const isCollection = isCollectionOf(instance)
  const fields = { ...instance }
  const isBare = !isCollection && Object.keys(fields).length === 0
  return marked(Object.prototype.toString.call(instance), [
    fields,
    ...(isCollection ? [...instance] : []),
    ...(isBare || mayHide(instance, isCollection) ? [marked('instance', numberOf(instance))] : [])
  ])
}

const distinct = (_key: string, value: unknown): unknown => {
  switch (typeof value) {
    case 'bigint':
      return marked('bigint', String(value))
    case 'number':
      return Number.isFinite(value) ? value : marked('number', String(value))
    case 'function':
      return marked('function', numberOf(value))
    case 'symbol':
      return marked('symbol', Symbol.keyFor(value) ?? numberOf(value))
    case 'object':
      return value === null || Array.isArray(value) || isPlainObject(value) ? value : instanceOf(value)
    default:
      return value
  }
}

/**
 * Gives data unchanged. Instances count by their fields and entries and, where their class may hide more, by
 * themselves; so do functions and symbols. What cannot be written is refused, in words for the author of the program: a
 * model sends nothing of the kind.
 */
export const argsAsData = (args: unknown): E.Either<ToolError, unknown> => {
  const copied = copyData(args, { isProxy, jsonOnly: true })
  // Arguments that are too large are not written as JSON: that takes long, and the guard refuses them anyway.
  if (E.isRight(copied) || copied.left.code !== 'not_data') return E.right(args)
  try {
    return E.right(JSON.parse(JSON.stringify(args, distinct)))
  } catch {
    return E.left(
      semanticGarbage({
        code: 'invalid_arguments',
        detail: `The program called the tool with ${describeNotData(copied.left)}, by which its calls cannot be told apart; it has to pass plain data.`,
        hint: 'The program has to change, and no other arguments help. Use another tool, or tell the user.'
      })
    )
  }
}
