/**
 * What an operator reads of a thrown value: never for the model. Known shapes of secrets are taken out; a log's own
 * redaction knows more of them.
 */
import { hidesProxy, isObject } from '../../core/foreign/index.js'
import { REDACTED, redactText, withoutValues } from '../../core/redact/index.js'
import { cut } from '../../core/errors/index.js'
import { linksOf, messageAsThrown, thrownData, thrownName, thrownText, thrownWords } from './thrown-link.js'
import { isProxy } from '#platform'

// A secret that begins before the cut has to be seen whole to be known as one.
const MARGIN = 1_024

const withoutSecrets = (text: string, max: number): string => redactText(text.slice(0, max + MARGIN))

// A session's own redaction knows words alone that are whole.
const shortened = (words: string, max: number): string =>
  words.length > max ? cut(words, max).replace(/\S{0,99}$/, '…') : words

const MAX_CAUSE = 300

const wordsOf = (thrown: unknown): string => {
  const data = thrownWords(thrown) === '' ? thrownData(thrown) : undefined
  if (isObject(data) && Object.keys(data).length > 0) return JSON.stringify(data)
  return [thrownName(thrown), thrownText(thrown, 'code'), thrownWords(thrown)].filter((part) => part !== '').join(': ')
}

/**
 * Name, code and message of a thrown value, or its fields where it is data, with what stands behind the end of a
 * cause: by that a session's own redaction knows what begins before it. Never throws.
 */
export const longCauseOf = (thrown: unknown): string => {
  try {
    return withoutSecrets(wordsOf(thrown), MAX_CAUSE)
  } catch {
    return ''
  }
}

/** A cause as it is told. */
export const cutCause = (cause: string): string => shortened(cause, MAX_CAUSE)

/** The cause that a thrown value is; empty where it has none. Never throws. */
export const causeOf = (thrown: unknown): string => cutCause(longCauseOf(thrown))

// -- stacks

const MAX_STACK = 4_000

const stackProperty = (link: object): PropertyDescriptor | undefined => Object.getOwnPropertyDescriptor(link, 'stack')

const stackIn = (link: unknown): string => {
  if (!isObject(link) || hidesProxy(link, isProxy) || !(link instanceof Error)) return ''
  const property = stackProperty(link)
  // Engines keep it as data of the error, newer ones behind one accessor of their own; any other would be code of the
  // thrown value.
  const isReadable =
    property !== undefined && ('value' in property || property.get === stackProperty(new Error('any'))?.get)
  const stack: unknown = isReadable ? Reflect.get(link, 'stack') : undefined
  // Its first lines are the message as it was thrown.
  return typeof stack === 'string' ? stack.replace(messageAsThrown(link), () => thrownWords(link)) : ''
}

/**
 * The stacks of a thrown error and of its causes, without these values, as a field of a log line; no field for a value
 * without one. Never throws.
 */
export const stackOf = (thrown: unknown, values: ReadonlyArray<string> = []): { readonly stack?: string } => {
  try {
    const stack = linksOf(thrown)
      .map(stackIn)
      .filter((each) => each !== '')
      .join('\ncaused by ')
    return stack === ''
      ? {}
      : {
          stack: shortened(
            withoutSecrets(withoutValues(stack.slice(0, MAX_STACK + MARGIN), values, REDACTED), MAX_STACK),
            MAX_STACK
          )
        }
  } catch {
    return {}
  }
}

const FRAME = /(?<=[\s(])((?:file:\/\/|[A-Za-z]:[\\/]|\/)[^()\s]*:\d+:\d+)\)?$/

/** The place in the developer's own code that threw, behind " at "; empty where the stack shows none. Never throws. */
export const throwSite = (thrown: unknown): string => {
  const { stack = '' } = stackOf(thrown)
  const place = stack
    .split('\n')
    .map((line) => (line.trimStart().startsWith('at ') ? FRAME.exec(line)?.[1] : undefined))
    .find((found) => found !== undefined && !found.includes('/node_modules/'))
  return place === undefined ? '' : ` at ${place.replace('file://', '')}`
}
