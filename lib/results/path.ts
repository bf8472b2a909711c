/** Paths in a kept result, as a model reads them in its shape and asks by them. */
import { isObject } from '../core/foreign/index.js'
import { dataOf } from '../core/json/index.js'

const isName = (key: string): boolean => /^[A-Za-z_$][\w$-]*$/.test(key)

/** The path of a field or an element below a path. */
export const pathBelow = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`
  // `$` alone is the result itself.
  if (!isName(key) || (path === '' && key === '$')) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

/** A path without the `$` that may stand for the result itself: `$.rows[7]` is `rows[7]`. */
const belowRoot = (path: string): string => path.replace(/^\$(?:$|\.|(?=\[))/, '')

type Step = string | number

const STEP = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\])/

/** The first step of a path, and the rest of the path; undefined where there is none. */
const stepIn = (path: string): { readonly step: Step; readonly rest: string } | undefined => {
  const [whole, name, index, quoted] = STEP.exec(path) ?? []
  if (whole === undefined) return undefined
  const step = name ?? (index === undefined ? String(dataOf(quoted)) : Number(index))
  return { step, rest: path.slice(whole.length) }
}

/** The steps of a path below a value, where `$` is a name like any other; undefined where it is no path. */
const stepsBelow = (path: string): ReadonlyArray<Step> | undefined => {
  const steps: Array<Step> = []
  let rest = path
  while (rest !== '') {
    const first = stepIn(rest)
    if (first === undefined) return undefined
    steps.push(first.step)
    rest = first.rest
  }
  return steps
}

/** The steps of a path of the result; undefined where it is none. */
export const stepsOf = (path: string): ReadonlyArray<Step> | undefined => stepsBelow(belowRoot(path))

export const pathOfSteps = (steps: ReadonlyArray<Step>): string => steps.reduce<string>(pathBelow, '')

/** The value one step below; undefined, which JSON has not, where there is nothing. */
const below = (value: unknown, step: Step): unknown =>
  isObject(value) && Object.hasOwn(value, step) && (typeof step === 'number' || !Array.isArray(value))
    ? (value as Readonly<Record<Step, unknown>>)[step]
    : undefined

/** The value at a path, or the longest part of the path that leads to one, with what stands there. */
export const valueAtPath = (
  data: unknown,
  steps: ReadonlyArray<Step>
):
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly at: string; readonly there: unknown } => {
  let [value, at] = [data, '']
  for (const step of steps) {
    const next = below(value, step)
    if (next === undefined) return { found: false, at, there: value }
    value = next
    at = pathBelow(at, step)
  }
  return { found: true, value }
}

// -- paths of a shape

// Any element, or any entry.
const ANY = /^(?:\[\]|\.?\*(?=$|[.[]))/

/**
 * The rest of a path of the shape below these steps, of which the last is any item; undefined where it is no such path,
 * and empty where it names the items themselves.
 */
const restBelow = (field: string, steps: ReadonlyArray<Step>): string | undefined => {
  let rest = belowRoot(field)
  let isItem = steps.length === 0
  for (const step of steps) {
    const any = ANY.exec(rest)?.[0]
    const first = any === undefined ? stepIn(rest) : { step, rest: rest.slice(any.length) }
    if (first?.step !== step) return undefined
    rest = first.rest
    isItem = any !== undefined
  }
  if (!isItem || field === '') return undefined
  return ANY.test(rest) ? '' : rest.replace(/^\./, '')
}

/** The path of the list or map that a field of the shape stands in: `rows[].owner.name` is one of `rows`. */
export const listOfField = (field: string): string | undefined => {
  let rest = belowRoot(field)
  const steps: Array<Step> = []
  while (!ANY.test(rest)) {
    const first = stepIn(rest)
    if (first === undefined) return undefined
    steps.push(first.step)
    rest = first.rest
  }
  return pathOfSteps(steps)
}

// -- fields of items

/** A field of items: its name, as it is shown, and its place in each. */
export interface ItemField {
  readonly name: string
  readonly steps: ReadonlyArray<Step>
}

/** The value of a field in an item; undefined where it has none. */
export const fieldAt = (item: unknown, { steps }: ItemField): unknown => steps.reduce(below, item)

/**
 * A field of items at these steps as a model writes it: by its path in each, by its path in the shape, or by its name.
 * It is the first of these that an item has, so that no two items are read in two ways.
 */
export const fieldIn = (
  items: ReadonlyArray<unknown>,
  field: string,
  at: ReadonlyArray<Step>
): ItemField | undefined => {
  const rest = restBelow(field, at)
  const ways: ReadonlyArray<{ readonly name: string; readonly steps: ReadonlyArray<Step> | undefined }> = [
    { name: field, steps: field === '' ? undefined : stepsBelow(field) },
    { name: rest ?? '', steps: rest ? stepsBelow(rest) : undefined },
    // A path of the shape is no name.
    { name: field, steps: rest === undefined || (at.length === 0 && rest !== '') ? [field] : undefined }
  ]
  return ways.find((way): way is ItemField => items.some((item) => way.steps?.reduce(below, item) !== undefined))
}
