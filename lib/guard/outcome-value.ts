/** The values of fp-ts in which a tool may return a result or a failure: Either, TaskEither, Option. */
import type * as t from 'io-ts'
import { keysAt } from '../codec/lookup.js'
import { hidesProxy, inheritedValue, isObject, isPlainObject, ownField } from '../core/foreign/index.js'
import { isProxy } from '#platform'

// -- model

/** What such a value says; a task says it later. */
type OutcomeValue =
  | { readonly kind: 'right'; readonly right: unknown }
  | { readonly kind: 'left'; readonly left: unknown }
  | { readonly kind: 'none' }
  | { readonly kind: 'task'; readonly task: () => unknown }

// -- where it is one

/** Whether a codec reads a `_tag` of its own: the value itself is then the answer. */
export const declaresTag = (codec: t.Decoder<unknown, unknown>): boolean => keysAt(codec).includes('_tag')

// -- constructors

// Data of a service may have a `_tag`, too: only these keys and no others make one.
const has = (value: object, keys: ReadonlyArray<string>): boolean => {
  const own = Reflect.ownKeys(value)
  return own.length === keys.length && keys.every((key) => own.includes(key))
}

const eitherIn = (value: object, tag: unknown): OutcomeValue | undefined => {
  if (tag === 'Right' && has(value, ['_tag', 'right'])) return { kind: 'right', right: ownField(value, 'right')?.value }
  if (tag === 'Left' && has(value, ['_tag', 'left'])) return { kind: 'left', left: ownField(value, 'left')?.value }
  return undefined
}

const optionIn = (value: object, tag: unknown): OutcomeValue | undefined => {
  if (tag === 'Some' && has(value, ['_tag', 'value'])) return { kind: 'right', right: ownField(value, 'value')?.value }
  return tag === 'None' && has(value, ['_tag']) ? { kind: 'none' } : undefined
}

const tagOf = (value: unknown): unknown =>
  isObject(value) && !hidesProxy(value, isProxy) && isPlainObject(value) ? ownField(value, '_tag')?.value : undefined

/** What an Either says; undefined for any other value. */
export const eitherOf = (value: unknown): OutcomeValue | undefined => {
  const tag = tagOf(value)
  return tag === undefined ? undefined : eitherIn(value as object, tag)
}

/** What an Either, an Option or a function without parameters says; undefined for any other value. */
export const outcomeIn = (value: unknown): OutcomeValue | undefined => {
  if (typeof value === 'function')
    return inheritedValue(value, 'length', isProxy) === 0 ? { kind: 'task', task: value as () => unknown } : undefined
  const tag = tagOf(value)
  return tag === undefined ? undefined : (eitherIn(value as object, tag) ?? optionIn(value as object, tag))
}

// One may hold itself; what is nested deeper is no answer.
const MAX_NESTED = 200

/** The Left at the bottom of an Either or an Option that holds others. */
export const leftIn = (value: unknown): Extract<OutcomeValue, { kind: 'left' }> | undefined => {
  let outcome = outcomeIn(value)
  for (let depth = 0; outcome?.kind === 'right' && depth < MAX_NESTED; depth += 1) outcome = outcomeIn(outcome.right)
  return outcome?.kind === 'left' ? outcome : undefined
}
