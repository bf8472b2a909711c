/** What a write was asked for: a response that repeats it admits no failure. */
import { spaced, type AskedFor } from '../core/failure/index.js'
import { isObject, type Fields } from '../core/foreign/index.js'
import { isThing, kindOf } from '../core/signs/index.js'
import { jsonOf } from './read.js'

const lettersOf = (words: string): string => words.toLowerCase().replace(/[^a-z]/g, '')
const wordsOf = (name: string): ReadonlyArray<string> =>
  spaced(name)
    .split(' ')
    .filter((word) => word !== '')

// -- one state

// `deny` of `denied`, `cancel` of `cancelled`, `rollback` of `rolled_back`
const stemOf = (state: string): string => lettersOf(state).replace(/(?<=l)led$|(?:ie|e)d(?=(?:back)?$)/, '')

/**
 * Whether words begin with the deed that leaves things in that state: `cancel`, "roll back". Nobody does an `error`.
 */
const begins = ([first = '', second = '']: ReadonlyArray<string>, state: string): boolean => {
  const stem = stemOf(state)
  const isDeed = (word: string): boolean => word.startsWith(stem) && /^(?:|e|y|s|es|ies)$/.test(word.slice(stem.length))
  return stem !== lettersOf(state) && (isDeed(first) || isDeed(first + second))
}

const isSame = (one: string, other: string): boolean =>
  lettersOf(one) === lettersOf(other) || (stemOf(one) === stemOf(other) && stemOf(one) !== lettersOf(one))

// -- the tool

// What makes an end of something leaves it `cancelled`, or whatever its service calls that.
const ENDS =
  /^(?:abort|cancel|close|delete|end|expire|remove|replace|revert|revoke|roll ?back|stop|terminate|undo|void|withdraw)(?:s|d|ed)?\b/
const ENDED = /^(?:cancel|expir|revert|void)(?:l?ed)?$|roll(?:ed)?back/

// `set_payment_failed`, but `retry_failed_payment` and `send_failure_notice` ask for none
const SETS = /^(?:flag|make|mark|set|simulate)$/
// These ask for another state than the one that they name.
const AGAIN =
  /^(?:(?:re)?try|re(?:do|new|open|process|queue|run|send|set|start|store|sume|activate)|un(?:do|\w{5,})|appeal|clear|dispute|fix|move|prevent|resolve)$/
const JOINED = /^(?:and|or|then)$/

/** The words of a name from its verb on: of `orders.cancel` and `bulk_cancel`, `cancel`. */
const fromVerb = (name: string, isVerb: (words: ReadonlyArray<string>) => boolean): ReadonlyArray<string> => {
  const words = wordsOf(name)
  if (words.some((word) => JOINED.test(word))) return []
  const at = words.findIndex(
    (word, place) => isVerb(words.slice(place)) || AGAIN.test(word) || (kindOf(word) !== 'none' && !isThing(word))
  )
  return at < 0 ? [] : words.slice(at)
}

const isOfName = (name: string, state: string): boolean => {
  const words = wordsOf(name)
  if (SETS.test(words[0] ?? '')) return words.length > 1 && isSame(words.at(-1) ?? '', state)
  const isEnd = ENDED.test(lettersOf(state))
  const isAsked = (from: ReadonlyArray<string>): boolean =>
    begins(from, state) || (isEnd && ENDS.test(from.join(' ')) && from[0] !== 'undo')
  return isAsked(fromVerb(name, isAsked))
}

// -- the arguments

const MAX_DEPTH = 10
const MAX_VALUES = 1_000

type Argument = readonly [path: string, value: unknown]

/** The values of the arguments, behind the names above them. */
const argumentsIn = (args: unknown): ReadonlyArray<Argument> => {
  const found: Array<Argument> = []
  const add = (path: string, value: unknown, depth: number): void => {
    if (found.length >= MAX_VALUES || depth > MAX_DEPTH) return
    if (!isObject(value)) found.push([path, value])
    else if (Array.isArray(value)) for (const one of value.slice(0, MAX_VALUES)) add(path, one, depth + 1)
    else
      for (const name of Object.keys(value).slice(0, MAX_VALUES))
        add(`${path} ${spaced(name)}`, (value as Fields)[name], depth + 1)
  }
  add('', args, 0)
  return found
}

// A note, a kind, an address or the events of a webhook ask for nothing, nor does what stood before or is looked for.
const OF_DEED = / (?:act|action|command|cmd|do|intent|method|op|operation|reply|response|rsvp|transition|verb|vote)$/
const OF_STATE =
  / (?:answer|conclusion|decision|disposition|outcome|phase|resolution|result|stage|state|status|to|verdict)$/
const NOT_ASKED =
  / (?:all|before|current|except|expected|filter|from|if|last|not|old|on|only|prev|previous|source|unless|was|when|where)\b/

const asks = ([path, value]: Argument, state: string): boolean => {
  if (NOT_ASKED.test(path)) return false
  if (value === true) return begins(wordsOf(path), state) && !/^ \S+ /.test(path)
  if (typeof value !== 'string' || value.length > MAX_STATE) return false
  const words = wordsOf(value)
  const isDeed = begins(words, state) || begins(words.slice(-1), state)
  return ((OF_DEED.test(path) || OF_STATE.test(path)) && isDeed) || (OF_STATE.test(path) && isSame(value, state))
}
const MAX_STATE = 40

const isEqual = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (isObject(one) && isObject(other) && jsonOf(one) === jsonOf(other))

const isSameList = (args: unknown, value: unknown): boolean => Array.isArray(args) && isEqual(args, value)

const isOwn = (args: unknown, key: string, value: unknown): boolean =>
  isObject(args) && Object.hasOwn(args, key) && isEqual((args as Fields)[key], value)

const MIN_ECHO = 8
const MAX_ECHOES = 100
// What a longer text says is not judged by its words.
const MAX_ECHOED = 2_000

// An id, a path, a sentence: not a word, which may as well be of the answer itself.
const isPhrase = (text: string): boolean => text.length >= MIN_ECHO && /[^a-z]/i.test(text)

/** The arguments that a text may repeat, the longest first. */
const echoesOf = (args: ReadonlyArray<Argument>, asksOther: boolean): ReadonlyArray<string> =>
  args
    .flatMap(([path, value]) => {
      const text = typeof value === 'string' && value.length <= MAX_ECHOED ? value.trim() : ''
      const isState = !asksOther && OF_STATE.test(path) && !NOT_ASKED.test(path)
      return text !== '' && (isPhrase(text) || isState) ? [text] : []
    })
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_ECHOES)

const isOfWord = (character: string): boolean => /[\p{L}\d]/u.test(character)

// `IL` of an address is no part of FAILED.
const without = (text: string, echo: string): string =>
  text.replaceAll(echo, (found: string, at: number) =>
    isOfWord(text.charAt(at - 1)) || isOfWord(text.charAt(at + found.length)) ? found : ' '
  )

// What a word of the tool's name may not excuse.
const OF_FAILURE = /^(?:abort|cancel|declin|den[iy]|err|expir|fail|invalid|refus|reject)/i

/** What a call asked for; never throws. */
export const askedFor = (name: string, args: unknown): AskedFor => {
  const asksOther = AGAIN.test(wordsOf(name)[0] ?? '')
  let read: ReadonlyArray<Argument> | undefined
  let echoes: ReadonlyArray<string> | undefined
  const all = (): ReadonlyArray<Argument> => (read ??= argumentsIn(args))
  const safely = <A>(ask: () => A, otherwise: A): A => {
    try {
      return ask()
    } catch {
      return otherwise
    }
  }
  return {
    isState: (state) =>
      isOfName(name, state) || (!asksOther && safely(() => all().some((one) => asks(one, state)), false)),
    isNamed: (word) => !OF_FAILURE.test(word) && wordsOf(name).includes(word.toLowerCase()),
    isField: (key, value) =>
      !asksOther && safely(() => (key === '' ? isSameList(args, value) : isOwn(args, key, value)), false),
    holdsLine: (line) => {
      const letters = lettersOf(line)
      return letters !== '' && safely(() => lettersOf(name + jsonOf(args)).includes(letters), false)
    },
    withoutEcho: (text) =>
      text.length > MAX_ECHOED
        ? text
        : safely(() => (echoes ??= echoesOf(all(), asksOther)).reduce(without, text), text)
  }
}
