/** Removes secrets by key and by shape from data for a log or a recording: the second line of defence. */
import { plainName } from '../signs/names.js'
import * as o from '../options.js'
import { isPlainObject } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { elementsOf, isHiddenText, NO_PLACE, type ValuePlace, placesOf, textAt } from './named-values.js'
import { redactText } from './redact-json.js'
import { REDACTED } from './secret-keys.js'
import { Lines } from './secret-lines.js'
import { matchesNumber } from './secret-text.js'
import { secretsOf } from './secrets.js'
import { count, cut } from '../errors/text.js'

// -- model

/** Further secrets besides the known ones, and limits on the copy. @category Telemetry @since 0.1.0 */
export interface RedactOptions {
  /**
   * Further whole names whose values are secrets, wherever those of `password` are; case, accents and separators do not
   * matter.
   * @default []
   */
  readonly keys?: ReadonlyArray<string>
  /** Further shapes of secrets, to be replaced: linear ones, as they are run on every text. @default [] */
  readonly patterns?: ReadonlyArray<RegExp>
  /** Deepest nesting that is kept. @default 12 */
  readonly maxDepth?: number
  /** Most values that are kept, containers included. @default 1_000 */
  readonly maxValues?: number
  /** Most UTF-16 units of one string. @default 4_096 */
  readonly maxLength?: number
  /** Most UTF-16 units of all strings and keys together. @default 65_536 */
  readonly maxChars?: number
}

/** Gives a redacted, bounded copy. @category Telemetry @since 0.1.0 */
export interface Redact {
  (text: string): string
  (value: unknown): unknown
}

// A secret that begins before the cut has to be seen whole to be known as one.
const MARGIN = 1_024
const MAX_KEY = 200

// -- options

const hasName = (key: unknown): boolean => typeof key === 'string' && plainName(key) !== ''

const list = <A>(is: (value: unknown) => boolean, wants: string) =>
  o.optional(
    o.kind<ReadonlyArray<A>>((values) => Array.isArray(values) && values.every(is), wants),
    []
  )

const read = o.options('options', {
  keys: list<string>(hasName, 'names with at least one letter or digit'),
  patterns: list<RegExp>((pattern) => pattern instanceof RegExp, 'regular expressions'),
  maxDepth: o.optional(o.integerUpTo(500), 12),
  maxValues: o.optional(o.positive, 1_000),
  maxLength: o.optional(o.positive, 4_096),
  maxChars: o.optional(o.positive, 65_536)
} satisfies o.TableOf<RedactOptions>)

// -- the walk

// What is no plain data is named, not read: a pool or a request carries the very secrets that are to be kept out.
const nameInstance = (source: object): string | null => {
  if (source instanceof Date) {
    const ms = Date.prototype.getTime.call(source)
    return Number.isNaN(ms) ? null : new Date(ms).toISOString()
  }
  if (ArrayBuffer.isView(source)) return `[${count(source.byteLength, 'byte')}]`
  return '[instance]'
}

// A field or an element, whose getter is not run.
const dataValue = (source: object, key: string): unknown => ownValue(source, key, '[accessor]')

// A proxy among them may throw.
const readLines = (lines: Lines, values: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  try {
    return lines.redact(values)
  } catch {
    return values
  }
}

// Two keys may be cut, or redacted, to the same text: the second becomes `text (2)`.
const unused = (text: string, target: object, uses: Map<string, number>): string => {
  let name = text
  while (Object.hasOwn(target, name)) {
    const n = (uses.get(text) ?? 1) + 1
    uses.set(text, n)
    name = `${text} (${n})`
  }
  return name
}

const placedRedactor = (options: RedactOptions): ((value: unknown, place: ValuePlace) => unknown) => {
  const { maxDepth, maxValues, maxLength, maxChars, ...more } = read(options)
  const secrets = secretsOf(more)

  const replaceSecrets = (text: string, among = secrets): string => {
    try {
      return redactText(text, among)
    } catch {
      // An expression that runs out of stack must not let the text through.
      return '[unreadable]'
    }
  }

  return (whole, start) => {
    let values = maxValues
    let chars = maxChars
    const ancestors = new Set<object>()
    const lines = new Lines(secrets, replaceSecrets, maxChars + MARGIN)

    const text = (long: string, max: number): string => {
      const most = Math.min(max, chars)
      if (most <= 0) return long === '' ? '' : '…'
      const redacted = cut(replaceSecrets(long.slice(0, most + MARGIN)), most)
      chars -= redacted.length
      return redacted
    }

    const visit = (source: unknown, depth: number, place = NO_PLACE): unknown => {
      values--
      switch (typeof source) {
        case 'string':
          return isHiddenText(place, source) ? REDACTED : text(textAt(place, source), maxLength)
        case 'number':
          return isHiddenText(place, String(source)) || matchesNumber(String(source), secrets) ? REDACTED : source
        case 'bigint':
          return place.isHidden ? REDACTED : text(String(source), maxLength)
        case 'function':
        case 'symbol':
          return `[${typeof source}]`
        case 'object':
          return source === null ? null : container(source, depth, place)
        default:
          return source
      }
    }

    const container = (source: object, depth: number, place: ValuePlace): unknown => {
      if (ancestors.has(source)) return '[cycle]'
      if (depth >= maxDepth) return '[too deep]'
      ancestors.add(source)
      try {
        if (Array.isArray(source)) return array(source, depth + 1, place)
        if (place.isHidden && !isPlainObject(source)) return REDACTED
        if (source instanceof Error) return error(source, depth + 1)
        return isPlainObject(source) ? object(source, depth + 1, place) : nameInstance(source)
      } catch {
        // A proxy may throw from any of its traps.
        return '[unreadable]'
      } finally {
        ancestors.delete(source)
      }
    }

    const array = (source: ReadonlyArray<unknown>, depth: number, place: ValuePlace): ReadonlyArray<unknown> => {
      const target: Array<unknown> = []
      const { length } = source
      const first = Array.from({ length: Math.min(length, values) }, (_, at) => dataValue(source, String(at)))
      for (const element of elementsOf(readLines(lines, first), place, secrets, length)) {
        if (values <= 0) break
        target.push(visit(element.value, depth, element.place))
      }
      return target.length < length ? [...target, `[${length - target.length} more]`] : target
    }

    const object = (source: object, depth: number, place: ValuePlace): Readonly<Record<string, unknown>> => {
      const target: Record<string, unknown> = {}
      const uses = new Map<string, number>()
      const keys = Object.keys(source).filter((key) => key !== '__proto__')
      const fields: Record<string, unknown> = {}
      for (const key of keys) fields[key] = dataValue(source, key)
      const placeOf = placesOf(fields, place, secrets)
      for (const [i, key] of keys.entries()) {
        // Without room for one more character, every further key would be the same `…`.
        if (values <= 0 || chars <= 0) {
          target['…'] = `[${keys.length - i} more]`
          break
        }
        target[unused(text(key, MAX_KEY), target, uses)] = visit(fields[key], depth, placeOf(key))
      }
      return target
    }

    const error = (source: Error, depth: number): Readonly<Record<string, unknown>> => {
      const code = dataValue(source, 'code')
      return {
        message: visit(dataValue(source, 'message'), depth),
        ...(code === undefined ? {} : { code: visit(code, depth) })
      }
    }

    return visit(whole, 0, start)
  }
}

/**
 * Makes a redactor for plain data and text. Pure, bounded and total: it never throws, runs no getter of what it is
 * given, and takes linear time. Under a secret name everything is replaced but flags, paths, dates with a time and
 * fields that only describe it (below names of a caller's own nothing does); elsewhere, the part of a text that looks
 * like a secret.
 *
 * @category Telemetry @since 0.1.0
 * @example
 * import { redactor } from 'guarded-call/adapter'
 *
 * const redact = redactor({ keys: ['ssn'], patterns: [/ACME-\d+/] })
 * const note = 'ACME-42'
 * const clear = { user: 'ann', ssn: '078-05-1120', url: 'https://ann:pw@example.com/?token=abc', note }
 * const url = 'https://[redacted]@example.com/?token=[redacted]'
 * assert.deepEqual(redact(clear), { user: 'ann', ssn: '[redacted]', url, note: '[redacted]' })
 */
export const redactor = (options: RedactOptions = {}): Redact => {
  const redact = placedRedactor(options)
  return ((value: unknown) => redact(value, NO_PLACE)) as Redact
}

/** Redacts a value that stands at a place of other data. */
export const redactPlaced = placedRedactor({})
