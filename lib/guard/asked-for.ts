/** What a write was asked for: a response that repeats it admits no failure. */
import { spaced, type AskedFor } from '../core/failure/index.js'
import { isObject, type Fields } from '../core/foreign/index.js'
import { jsonOf } from './read.js'

const lettersOf = (words: string): string => words.toLowerCase().replace(/[^a-z]/g, '')

// -- one state

// `deny` of `denied`, `cancel` of `cancelled`, `rollback` of `rolled_back`
const stemOf = (state: string): string =>
  lettersOf(state).replace(/(?<=l)led$|(?:(?:ie|e)d|(?<=fail)ure)(?=(?:back)?$)/, '')
const ENDING = /^(?:|e|y|s|es|ies|d|ed|led|ied|al|ial|ate|ion|ation|lation|ing|ling|ure)$/

const isOf = (stem: string, word: string): boolean =>
  stem !== '' && word.startsWith(stem) && ENDING.test(word.slice(stem.length))

// "roll back" is one word.
const names = (words: ReadonlyArray<string>, stem: string, last = words.length): boolean =>
  words.slice(0, last).some((word, at) => isOf(stem, word) || isOf(stem, word + (words[at + 1] ?? '')))

// -- the tool

// `retry_failed_payment` asks for no failure, `set_payment_failed` does.
const SETS = /^(?:flag|make|mark|report|set|simulate|update)\b/
const ADJECTIVES = /\b[a-z]+(?:ed|ing) (?=[a-z])/g
const wordsOfName = (name: string): string => {
  const words = spaced(name)
  return SETS.test(words) ? words : words.replace(ADJECTIVES, '')
}

// What makes an end of something leaves it `cancelled`, or whatever its service calls that.
const ENDS =
  /\b(?:abort|cancel|close|delete|end|expire|remove|replace|revert|revoke|rollback|stop|terminate|undo|void|withdraw)(?:s|d|ed)?\b/
const ENDED = /^(?:cancel|expir|revert|void)$|rollback/

const isOfName = (name: string, stem: string): boolean => {
  const words = wordsOfName(name)
  return names(words.split(' '), stem) || (ENDED.test(stem) && ENDS.test(words))
}

// -- the arguments

const MAX_DEPTH = 10
const MAX_VALUES = 1_000

type Argument = readonly [key: string, value: unknown]

/** The values of the arguments, under the nearest name above them. */
const argumentsIn = (args: unknown): ReadonlyArray<Argument> => {
  const found: Array<Argument> = []
  const add = (key: string, value: unknown, depth: number): void => {
    if (found.length >= MAX_VALUES || depth > MAX_DEPTH) return
    if (!isObject(value)) found.push([key, value])
    else if (Array.isArray(value)) for (const one of value.slice(0, MAX_VALUES)) add(key, one, depth + 1)
    else for (const name of Object.keys(value).slice(0, MAX_VALUES)) add(name, (value as Fields)[name], depth + 1)
  }
  add('', args, 0)
  return found
}

// A note, a reason, an address or the events of a webhook ask for nothing.
const OF_STATE =
  /\b(?:act|action|answer|as|choice|cmd|command|conclusion|decision|disposition|do|intent|kind|label|method|mode|on|op|operation|outcome|phase|reply|resolution|response|result|rsvp|stage|state|status|to|transition|type|value|verb|verdict|vote|when)$/
const MAX_STATE = 40

const asks = ([key, value]: Argument, stem: string): boolean => {
  const words = spaced(key)
  if (value === true) return names(words.split(' '), stem, 1)
  return (
    typeof value === 'string' &&
    value.length <= MAX_STATE &&
    OF_STATE.test(words) &&
    names(spaced(value).split(' '), stem)
  )
}

const isEqual = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (isObject(one) && isObject(other) && jsonOf(one) === jsonOf(other))

const isOwn = (args: unknown, key: string, value: unknown): boolean =>
  isObject(args) && Object.hasOwn(args, key) && isEqual((args as Fields)[key], value)

const MIN_ECHO = 8

// An id, a path, a sentence: not a word, which may as well be of the answer itself.
const isEcho = ([key, value]: Argument): boolean =>
  typeof value === 'string' &&
  ((value.length >= MIN_ECHO && /[^a-z]/i.test(value.trim())) || OF_STATE.test(spaced(key)))

const longest = (one: string, other: string): number => other.length - one.length

/** What a call asked for; never throws. */
export const askedFor = (name: string, args: unknown): AskedFor => {
  let read: ReadonlyArray<Argument> | undefined
  const all = (): ReadonlyArray<Argument> => (read ??= argumentsIn(args))
  const safely = <A>(ask: () => A, otherwise: A): A => {
    try {
      return ask()
    } catch {
      return otherwise
    }
  }
  return {
    isState: (state) => {
      const stem = stemOf(state)
      return isOfName(name, stem) || safely(() => all().some((one) => asks(one, stem)), false)
    },
    isField: (key, value) => safely(() => (key === '' ? isEqual(args, value) : isOwn(args, key, value)), false),
    holdsLine: (line) => {
      const letters = lettersOf(line)
      return letters !== '' && safely(() => lettersOf(name + jsonOf(args)).includes(letters), false)
    },
    withoutEcho: (text) =>
      safely(
        () =>
          all()
            .filter(isEcho)
            .map(([, value]) => String(value).trim())
            .filter((value) => value !== '' && value.length <= text.length)
            .sort(longest)
            .reduce((rest, value) => rest.replaceAll(value, ' '), text),
        text
      )
  }
}
