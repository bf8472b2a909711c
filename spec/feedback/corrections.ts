/** A model that corrects exactly what a line of feedback names, and nothing else. */
import type { Path } from '#core/errors'
import { withPlace } from './broken-arguments.js'

const LINE = /^\s*- '((?:[^'\\]|\\.)+)': (.*)$/

const keyOf = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)

const at = (data: unknown, path: Path): { readonly value: unknown } | undefined => {
  let value = data
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string | number, unknown>>)[key]
  }
  return { value }
}

/** The paths that a feedback names. */
export const namedIn = (feedback: string): ReadonlyArray<Path> =>
  feedback.split('\n').flatMap((line) => {
    const [, path] = LINE.exec(line) ?? []
    return path === undefined ? [] : [path === '<root>' ? [] : path.split('.').map(keyOf)]
  })

/** The arguments with every named field as it was meant, and every other as it was. */
export const corrected = (feedback: string, sent: unknown, intended: unknown): unknown =>
  namedIn(feedback).reduce((data, path) => withPlace(data, path, at(intended, path)), sent)
