/** A place in a tool's responses: a path without indexes and foreign keys, and the codecs that read it. */
import { isObject } from '../../core/foreign/index.js'
import { type Path, isIdentifier, looksLikeName, oneLine } from '../../core/errors/index.js'
import { alternativesOf, declares, inside, type NamedCodec, type Visible } from '../../codec/inspect.js'

// -- model

/** One step of a generalized path: a declared key, an index in a tuple, any element of an array, any other key. */
export type PlaceStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'element' }
  | { readonly kind: 'any' }

const stepText = (step: PlaceStep): string => {
  switch (step.kind) {
    case 'key':
      return isIdentifier(step.key) ? `.${step.key}` : `[${oneLine(JSON.stringify(step.key), 80)}]`
    case 'position':
      return `[${step.position}]`
    case 'element':
      return '[]'
    case 'any':
      return '.*'
  }
}

/** Writes steps as a path: `orders[].tags.*`, the root as `$`. */
export const placeText = (steps: ReadonlyArray<PlaceStep>): string => {
  const text = steps.map(stepText).join('')
  if (text === '') return '$'
  return text.startsWith('.') ? text.slice(1) : `$${text}`
}

// -- places

/** A place of a codec. */
export class CodecPlace {
  readonly #known = new Map<string | number, CodecPlace>()
  readonly #alternatives: ReadonlyArray<Visible>
  readonly text: string

  constructor(
    readonly steps: ReadonlyArray<PlaceStep>,
    readonly codecs: ReadonlyArray<NamedCodec>
  ) {
    this.text = placeText(steps)
    this.#alternatives = codecs.flatMap(alternativesOf)
  }

  /** The keys that the codecs require here. */
  get required(): ReadonlyArray<string> {
    return this.#alternatives.flatMap((codec) =>
      codec._tag === 'InterfaceType' || codec._tag === 'StrictType' ? Object.keys(codec.props) : []
    )
  }

  declares(key: string): boolean {
    return this.#alternatives.some((codec) => declares(codec, key))
  }

  /** The place that a step of an actual path leads to. */
  at(key: string | number): CodecPlace {
    const step = this.#generalised(key)
    // Foreign keys are unbounded, so only declared ones are remembered.
    if (step.kind === 'key' && !this.declares(step.key)) return this.#child(step, key)
    const name = step.kind === 'any' ? -1 : step.kind === 'element' ? -2 : key
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const place = this.#child(step, key)
    this.#known.set(name, place)
    return place
  }

  #child(step: PlaceStep, key: string | number): CodecPlace {
    const codecs = this.#alternatives.map((codec) => inside(codec, key)).filter((codec) => codec !== undefined)
    return new CodecPlace([...this.steps, step], [...new Set(codecs)])
  }

  #generalised(key: string | number): PlaceStep {
    if (typeof key === 'number')
      return this.#alternatives.some((codec) => codec._tag === 'TupleType')
        ? { kind: 'position', position: key }
        : { kind: 'element' }
    if (this.declares(key)) return { kind: 'key', key }
    // An opaque codec declares nothing below it; with a closed codec, the key itself is the fault.
    return looksLikeName(key) && !this.#alternatives.some((codec) => codec._tag === 'DictionaryType')
      ? { kind: 'key', key }
      : { kind: 'any' }
  }
}

/** Follows an actual path. */
export const placeAt = (root: CodecPlace, path: Path): CodecPlace =>
  path.reduce((place: CodecPlace, key) => place.at(key), root)

// -- values

const stepInto = (value: unknown, step: PlaceStep): ReadonlyArray<unknown> => {
  if (!isObject(value)) return []
  if (Array.isArray(value)) {
    if (step.kind === 'element') return value as ReadonlyArray<unknown>
    return step.kind === 'position' && step.position < value.length ? [value[step.position]] : []
  }
  if (step.kind === 'any') return Object.values(value)
  return step.kind === 'key' && Object.hasOwn(value, step.key)
    ? [(value as Readonly<Record<string, unknown>>)[step.key]]
    : []
}

/** Every value at a place of a response. */
export const valuesAt = (answer: unknown, steps: ReadonlyArray<PlaceStep>): ReadonlyArray<unknown> =>
  steps.reduce((values: ReadonlyArray<unknown>, step) => values.flatMap((value) => stepInto(value, step)), [answer])
