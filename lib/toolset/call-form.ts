/**
 * The form in which an SDK calls a tool: the calls of another version may have another one, and would be guarded in
 * name only.
 */
import { isObject } from '../core/foreign/index.js'
import { printableKey } from '../core/errors/index.js'

// -- model

/** The calls that an adapter can count. @category Adapters @since 0.1.0 */
export interface CallForm {
  /** Who makes them: packages with their ranges. package.json names the same as optional peers. */
  readonly sdks: Readonly<Record<string, string>>
  /** The parameters of the function that is called: `(input, options)`. */
  readonly parameters: string
  /** Whether the function was called with these. */
  readonly fits: (...given: ReadonlyArray<unknown>) => boolean
}

// -- constructors

/**
 * The arguments come first, or alone; `isContext` knows what the SDK hands beside them, which never stands in their
 * place.
 * @category Adapters @since 0.1.0
 */
export const argumentsFirst =
  (isContext: (given: object) => boolean): CallForm['fits'] =>
  (args, context) => {
    if (isObject(context) && isContext(context)) return true
    return (context === undefined || isObject(context)) && !(isObject(args) && isContext(args))
  }

const MAX_NAMES = 6

const shapeOf = (value: unknown): string => {
  if (!isObject(value)) return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return 'array'
  const names = Object.keys(value).map((name) => printableKey(name, false))
  if (names.length === 0) return '{}'
  return `{ ${[...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ')} }`
}

const shapesOf = (given: ReadonlyArray<unknown>): string => {
  const last = given.findLastIndex((value) => value !== undefined)
  return given
    .slice(0, last + 1)
    .map(shapeOf)
    .join(', ')
}

/** The versions that make such calls. @category Adapters @since 0.1.0 */
export const supported = ({ sdks }: CallForm): string =>
  Object.entries(sdks)
    .map(([name, range]) => `\`${name}\` ${range}`)
    .join(' or ')

/**
 * Why a call of another form is refused: the versions that are supported, and what came; undefined for one that fits.
 * @category Adapters @since 0.1.0
 */
export const otherForm = (form: CallForm, given: ReadonlyArray<unknown>): string | undefined =>
  form.fits(...given)
    ? undefined
    : `Expected a call by ${supported(form)}, which hands over ${form.parameters}; this one has (${shapesOf(given)}). ` +
      'Calls of another version cannot be counted, so it was not made.'

/** Refuses a call of another form in a TypeError. @category Adapters @since 0.1.0 */
export const expectForm = (form: CallForm, given: ReadonlyArray<unknown>): void => {
  const problem = otherForm(form, given)
  if (problem !== undefined) throw new TypeError(problem)
}
