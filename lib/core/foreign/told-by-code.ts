/** Whether only code of an object tells what became of something. Runs none of it. */
import { isObject, isPlainPrototype } from './fields.js'
import { ownValue, type IsProxy } from './property.js'

// What a Result or an Either is asked by, and what folds one
const FOLDS =
  /^is(?:Err|Fail(?:ure)?|Just|Left|None|Nothing|Ok|Right|Some|Success)$|^(?:bimap|cata|chain(?:Left)?|either|fold|fork|getOrElse|mapErr|mapLeft|match|orElse|unwrap(?:Or)?)$/

// `isPaid()`, `hasRole(name)`
const ASKS = /^(?:has|is) /
// `getStatus()`, `wasSent()`, `approved()`, `errorMessage()`: commands have other forms, but for a few that end alike.
const ASKS_BARE =
  /^(?:are|can|did|does|get|had|should|was|were|will)(?: |$)|(?:^| )(?:\w*[^\We]ed|codes?|done|errors?|exceptions?|failures?|messages?|ok|outcome|paid|reasons?|responses?|results?|sent|state|status|success(?:ful)?|text|(?:in)?valid|verdict|warnings?)$/
const PREFIX = /^(?:can|did|does|get|has|is|was) /

const wordsOf = (name: string): string =>
  name
    .replace(/[_$]+/g, ' ')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase()

/** Whether a method answers a question, by its name and, where commands are named alike, for want of parameters. */
export const isQuestion = (name: string, method: object, isProxy: IsProxy): boolean => {
  const words = wordsOf(name)
  if (ASKS.test(words) || FOLDS.test(name)) return true
  return ASKS_BARE.test(words) && (isProxy(method) || ownValue(method, 'length') === 0)
}

/** Whether a name is one that a Result or an Either is asked or folded by. */
export const isFold = (name: string): boolean => FOLDS.test(name)

const LISTED: ReadonlySet<object> = new Set([Map.prototype, Set.prototype])

// Those of collections ask as well: `isSubsetOf()`. The root of all arrays is one.
const isOfClass = (prototype: unknown): prototype is object =>
  isObject(prototype) && !isPlainPrototype(prototype) && !LISTED.has(prototype) && !Array.isArray(prototype)

/** What some code tells of all prototypes of a class; each is read once. */
const ofClasses = <A>(read: (prototype: object, isProxy: IsProxy) => A) => {
  const known = new WeakMap<object, A>()
  return (value: object, isProxy: IsProxy, isSo: (of: A) => boolean): boolean => {
    for (
      let holder: unknown = Object.getPrototypeOf(value);
      isOfClass(holder);
      holder = Object.getPrototypeOf(holder)
    ) {
      const of = known.get(holder) ?? read(holder, isProxy)
      known.set(holder, of)
      if (isSo(of)) return true
    }
    return false
  }
}

// `get status() { return this._status }`, `isPaid() { return this.paid }`: JSON shows the field.
const RETURNS = /^(?:get |function )?[\w$]*\s?\(\s*\)\s*\{\s*return this\.([\w$]+);?\s*\}$/
const fieldOf = (name: string, code: object): string | undefined => {
  const field = RETURNS.exec(Function.prototype.toString.call(code))?.[1] ?? ''
  const words = wordsOf(name)
  return [words, words.replace(PREFIX, '')].includes(wordsOf(field)) ? field : undefined
}

// The fields that the answers of a class repeat; undefined among them for an answer that is no field.
const answersOf = /* @__PURE__ */ ofClasses((prototype, isProxy): ReadonlyArray<string | undefined> =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, descriptor]) => {
    const { get, value } = descriptor as { readonly get?: object; readonly value?: unknown }
    if (get !== undefined) return [fieldOf(name, get)]
    return typeof value === 'function' && name !== 'constructor' && isQuestion(name, value, isProxy)
      ? [fieldOf(name, value)]
      : []
  })
)

/** Whether the class of an instance has a getter, or a method that answers a question, with more than a shown field. */
export const classTells = (instance: object, isProxy: IsProxy): boolean =>
  answersOf(instance, isProxy, (fields) =>
    fields.some((field) => field === undefined || !Object.prototype.propertyIsEnumerable.call(instance, field))
  )

const foldsOf = /* @__PURE__ */ ofClasses((prototype) => Object.getOwnPropertyNames(prototype).some(isFold))

/** Whether the class of an instance has a method that a Result or an Either has. */
export const classFolds = (instance: object, isProxy: IsProxy): boolean => foldsOf(instance, isProxy, (folds) => folds)
