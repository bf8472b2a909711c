/** Whether an instance may hold more than its fields and entries show. */
import { isObject, isPlainPrototype } from './fields.js'
import { ownValue } from './property.js'

// Private fields, where they are used, and as compilers write them for older runtimes.
const PRIVATE = /[.?]#[\w$]|__classPrivateField|\.set\(this\b/

const sourceOf = (prototype: object): string => {
  const constructor = ownValue(prototype, 'constructor')
  return typeof constructor === 'function' ? Function.prototype.toString.call(constructor) : '[native code]'
}

// They list all that they hold, whatever their source looks like in a runtime.
// Named when asked, not at import: Node loads all of `fetch` for either of the first two.
const lists = (prototype: object): boolean =>
  [FormData, Headers, URLSearchParams].some((one) => one.prototype === prototype)

/** Whether an instance may hold more than its fields and, if it is a collection, its entries. Runs no code of its. */
export const mayHoldMore = (instance: object, isCollection: boolean): boolean => {
  for (let holder: unknown = Object.getPrototypeOf(instance); isObject(holder) && !isPlainPrototype(holder);) {
    const source = lists(holder) ? '' : sourceOf(holder)
    if (source.includes('[native code]') ? !isCollection : PRIVATE.test(source)) return true
    holder = Object.getPrototypeOf(holder)
  }
  return false
}
