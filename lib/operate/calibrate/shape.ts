/** Describes the shape of a value in a few words, without quoting it. */
import { textFormOf } from './text-forms.js'

const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^$/, 'empty text'],
  [/^-?\d+$/, 'digits'],
  [/^-?\d*\.\d+$/, 'decimal number in text'],
  [/^\s*[[{]/, 'JSON in text'],
  [/^\s*</, 'markup'],
  [/^[A-Za-z][\w.-]{0,39}$/, 'one word']
]

const ofText = (text: string): string => {
  const near = text.slice(0, 100)
  const words = textFormOf(text) ?? WORDS.find(([pattern]) => pattern.test(near))?.[1]
  return words ?? (text.length > 80 ? 'long text' : 'text')
}

const MAX_KEYS = 8

const ofObject = (value: object): string => {
  const keys = Object.keys(value)
    .filter((key) => /^[A-Za-z_][\w-]{0,39}$/.test(key))
    .sort()
  const more = Object.keys(value).length - Math.min(keys.length, MAX_KEYS)
  const shown = keys.slice(0, MAX_KEYS).join(', ')
  return more === 0 ? `{${shown}}` : `{${shown}${shown === '' ? '' : ', '}${more} more}`
}

const ofNumber = (value: number): string => {
  if (!Number.isFinite(value)) return 'no finite number'
  const whole = Number.isInteger(value) ? 'integer' : 'fraction'
  return value < 0 ? `negative ${whole}` : whole
}

/** The shape of a value, at most two levels deep. */
export const shapeOf = (value: unknown, depth = 0): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return ofText(value)
  if (typeof value === 'number') return ofNumber(value)
  if (typeof value !== 'object') return typeof value
  if (!Array.isArray(value)) return value instanceof Date ? 'date' : ofObject(value)
  if (value.length === 0) return 'empty array'
  return depth > 1 ? 'array' : `array of ${shapeOf(value[0], depth + 1)}`
}
