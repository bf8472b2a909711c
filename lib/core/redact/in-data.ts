/**
 * Redacts what stands at a path of data as the redaction of all of it would, and reads only what lies on the way: names
 * above it, beside it, at the head of its column and before it make a secret of a value.
 */
import type { Path } from '../errors/issue.js'
import { type Fields, isObject, isPlainObject } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { type Element, elementsOf, NO_PLACE, placesOf } from './named-values.js'
import { redactPlaced } from './redact.js'
import { redactText } from './redact-json.js'
import { Lines } from './secret-lines.js'
import { KNOWN } from './secrets.js'

const MAX_LINES_CHARS = 65_536

const fieldsOf = (source: object): Fields =>
  Object.fromEntries(Object.keys(source).map((key) => [key, ownValue(source, key, '[accessor]')]))

/** A value within data, and those in it that were asked for. */
class Spot {
  readonly #element: Element
  readonly #lines: Lines
  readonly #spots = new Map<string | number, Spot>()
  #read: ((key: string | number) => Element) | undefined

  constructor(element: Element, lines: Lines) {
    this.#element = element
    this.#lines = lines
  }

  get redacted(): unknown {
    return redactPlaced(this.#element.value, this.#element.place)
  }

  at(key: string | number): Spot {
    const before = this.#spots.get(key)
    if (before !== undefined) return before
    const spot = new Spot((this.#read ??= this.#reader())(key), this.#lines)
    this.#spots.set(key, spot)
    return spot
  }

  #reader(): (key: string | number) => Element {
    const { value, place } = this.#element
    const nothing = { value: undefined, place }
    if (Array.isArray(value)) {
      const list = Array.from({ length: value.length }, (_, at) => ownValue(value, at, '[accessor]'))
      const elements = elementsOf(this.#lines.redact(list), place, KNOWN)
      return (key) => elements[Number(key)] ?? nothing
    }
    if (!isObject(value) || !isPlainObject(value)) return () => nothing
    const fields = fieldsOf(value)
    const placeOf = placesOf(fields, place, KNOWN)
    return (key) => ({ value: fields[key], place: placeOf(String(key)) })
  }
}

/** Makes a redactor of single values of these data. No getter runs; the traps of a proxy may throw. */
export const redactedIn = (data: unknown): ((path: Path) => unknown) => {
  const root = new Spot({ value: data, place: NO_PLACE }, new Lines(KNOWN, redactText, MAX_LINES_CHARS))
  return (path) => path.reduce((spot: Spot, key) => spot.at(key), root).redacted
}
