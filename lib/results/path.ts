/** Paths in a kept result, as a model reads them in its shape and asks by them. */
import { isFields, isObject } from '../core/foreign/index.js'
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

/** The steps of a path; undefined where it is none. */
export const stepsOf = (path: string): ReadonlyArray<Step> | undefined => {
  const steps: Array<Step> = []
  let rest = belowRoot(path)
  while (rest !== '') {
    const first = stepIn(rest)
    if (first === undefined) return undefined
    steps.push(first.step)
    rest = first.rest
  }
  return steps
}

export const pathOfSteps = (steps: ReadonlyArray<Step>): string => steps.reduce<string>(pathBelow, '')

/** The value at a path, or the longest part of the path that leads to one, with what stands there. */
export const valueAtPath = (
  data: unknown,
  steps: ReadonlyArray<Step>
):
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly at: string; readonly there: unknown } => {
  let [value, at] = [data, '']
  for (const step of steps) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return { found: false, at, there: value }
    value = (value as Readonly<Record<Step, unknown>>)[step]
    at = pathBelow(at, step)
  }
  return { found: true, value }
}

/** Reads a field of items, by its name or its path in each: `owner.name`. */
export const fieldAt = (field: string): ((item: unknown) => { readonly value: unknown } | undefined) => {
  let steps: ReadonlyArray<Step> | undefined
  return (item) => {
    if (isFields(item) && Object.hasOwn(item, field)) return { value: item[field] }
    if (field === '') return undefined
    // Most items have the field itself.
    steps ??= stepsOf(field)
    const there = steps && valueAtPath(item, steps)
    return there?.found === true ? { value: there.value } : undefined
  }
}

// -- paths of a shape

// Any element, or any entry.
const ANY = /^(?:\[\]|\.?\*(?=$|[.[]))/

/** A field as the shape writes it, by its path in the item at these steps: `rows[].owner.name` is `owner.name`. */
export const fieldBelow = (field: string, steps: ReadonlyArray<Step>): string => {
  let rest = belowRoot(field)
  let isItem = false
  for (const step of steps) {
    const any = ANY.exec(rest)?.[0]
    const first = any === undefined ? stepIn(rest) : { step, rest: rest.slice(any.length) }
    if (first?.step !== step) return field
    rest = first.rest
    isItem = any !== undefined
  }
  return isItem && rest !== '' ? rest.replace(/^\./, '') : field
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
