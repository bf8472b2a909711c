/** Paths in a kept result, as a model reads them in its shape and asks by them. */
import { isFields, isObject } from '../core/foreign/index.js'

const isName = (key: string): boolean => /^[A-Za-z_$][\w$-]*$/.test(key)

/** The path of a field or an element below a path. */
export const pathBelow = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`
  // `$` alone is the result itself.
  if (!isName(key) || (path === '' && key === '$')) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

/** A path without the `$` that may stand for the result itself: `$.rows[7]` is `rows[7]`. */
export const belowRoot = (path: string): string => path.replace(/^\$(?:$|\.|(?=\[))/, '')

type Step = string | number

const STEP = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.){0,200}")\])/

/** The steps of a path; undefined where it is none. */
export const stepsOf = (path: string): ReadonlyArray<Step> | undefined => {
  const steps: Array<Step> = []
  let rest = belowRoot(path)
  while (rest !== '') {
    const [whole, name, index, quoted] = STEP.exec(rest) ?? []
    if (whole === undefined) return undefined
    steps.push(name ?? (index === undefined ? (JSON.parse(quoted ?? '""') as string) : Number(index)))
    rest = rest.slice(whole.length)
  }
  return steps
}

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
