/**
 * Options are tables: their words, what each must be and what it is where it is left out, in one place. A mistake is a
 * TypeError in a sentence that names the option.
 */
import { isFields, strangerAmong } from './foreign/fields.js'
import { nearestFinder } from './errors/nearest.js'

// -- model

/** What an option must be. */
export interface Kind<A> {
  readonly is: (value: unknown) => value is A
  readonly wants: string
}

/** Gives the value of an option, or throws a TypeError that names it. */
export type Read<A> = (value: unknown, name: string) => A

/** A table that has each option of `O` and no other. */
export type TableOf<O> = { readonly [K in keyof Required<O>]: Read<unknown> }

/** A table of any options. */
export type AnyTable = Readonly<Record<string, Read<unknown>>>

/** The options as they were given, with the defaults of their table filled in. */
export type Filled<O, T> = {
  readonly [K in keyof O & keyof T]-?: T[K] extends Read<infer A>
    ? undefined extends A
      ? O[K]
      : Exclude<O[K], undefined>
    : never
}

type Given<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

// -- errors

/** Throws a TypeError for a programming mistake. */
export function expectOption(ok: boolean, name: string, expectation: string): asserts ok {
  if (!ok) throw new TypeError(`Expected \`${name}\` to be ${expectation}.`)
}

const expectWords = (given: object, known: ReadonlyArray<string>, name: string): void => {
  const unknown = strangerAmong(given, known)
  if (unknown === undefined) return
  const nearest = nearestFinder()(unknown, known)
  const instead = nearest === undefined ? `it may hold ${known.join(', ')}` : `perhaps \`${nearest}\` was meant`
  throw new TypeError(`Expected \`${name}\` to hold no \`${unknown}\`: ${instead}.`)
}

// -- readers

export const required =
  <A>(kind: Kind<A>): Read<A> =>
  (value, name) => {
    expectOption(kind.is(value), name, kind.wants)
    return value
  }

export function optional<A>(kind: Kind<A>): Read<A | undefined>
export function optional<A>(kind: Kind<A>, otherwise: A): Read<A>
export function optional<A>(kind: Kind<A>, otherwise?: A): Read<A | undefined> {
  const given = required(kind)
  return (value, name) => (value === undefined ? otherwise : given(value, name))
}

/**
 * Reads options by a table, throws a TypeError for what is no object and for unknown words, and fills in the defaults.
 * `name` stands for the options in a sentence; those of a place, as `rules.search`, name it before each word.
 */
export const options =
  <T extends AnyTable>(name: string, table: T) =>
  <O extends object>(given: O, place?: string): Filled<O, T> => {
    const fields: unknown = given
    expectOption(isFields(fields), place ?? name, 'an object')
    const words = Object.keys(table)
    expectWords(fields, words, place ?? name)
    const filled: Record<string, unknown> = {}
    for (const word of words)
      filled[word] = table[word]?.(fields[word], place === undefined ? word : `${place}.${word}`)
    return filled as Filled<O, T>
  }

/** What was read, without what was left out: for types whose optional fields are there or not. */
export const given = <T extends object>(filled: T): Given<T> =>
  Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined)) as Given<T>

// -- kinds

export const kind = <A>(is: (value: unknown) => boolean, wants: string): Kind<A> => ({
  is: is as Kind<A>['is'],
  wants
})

const isArrayOf =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(is)

const isText = (value: unknown): boolean => typeof value === 'string'
// A store keeps it as it is, and no column for text takes the others.
const NAME = /^[^\u0000\p{Surrogate}]+$/u
const isName = (value: unknown): boolean => typeof value === 'string' && NAME.test(value)
const isFunction = (value: unknown): boolean => typeof value === 'function'

/** The longest delay of a timer: above 2^31-1 milliseconds, setTimeout fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export const integerUpTo = (most: number): Kind<number> =>
  kind(
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most,
    `an integer from 1 to ${most}`
  )

export const nonNegative = kind<number>(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a non-negative integer'
)
export const positive = kind<number>(
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
  'a positive integer'
)
export const milliseconds: Kind<number> = {
  ...integerUpTo(MAX_TIMER_MS),
  wants: `a whole number of milliseconds from 1 to ${MAX_TIMER_MS}`
}
export const flag = kind<boolean>((value) => typeof value === 'boolean', 'true or false')
export const text = kind<string>(isText, 'a string')
export const name = kind<string>(isName, 'a non-empty string without U+0000 and lone surrogates')
export const func = kind<(...args: ReadonlyArray<never>) => unknown>(isFunction, 'a function')
export const functions = kind<ReadonlyArray<unknown>>(isArrayOf(isFunction), 'an array of functions')
export const namesOf = (things: string): Kind<ReadonlyArray<string>> => kind(isArrayOf(isName), `names of ${things}`)
export const signal = kind<AbortSignal>(
  (value) => isFunction((value as Readonly<Record<string, unknown>> | null)?.['addEventListener']),
  'an AbortSignal'
)
/** An object with these methods. */
export const having = <A>(methods: ReadonlyArray<string & keyof A>, wants: string): Kind<A> =>
  kind((value) => methods.every((method) => isFunction((value as A | null | undefined)?.[method])), wants)
export const choice = <A extends string | boolean>(...members: ReadonlyArray<A>): Kind<A> => {
  const shown = members.map((member) => (typeof member === 'string' ? `'${member}'` : `${member}`))
  const wants = `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
  return kind((value) => members.includes(value as A), wants)
}
/** What its own reader checks. */
export const anything = optional(kind<unknown>(() => true, 'anything'))
