/** The shape of a call's arguments, for the operator: names, kinds and sizes, but no values, which may be secrets. */
import { count } from '../../core/errors/index.js'
import { isFields } from '../../core/foreign/index.js'
import { redactText } from '../../core/redact/index.js'

const MAX_KEYS = 8
const NAME = /^[A-Za-z_][\w-]{0,39}$/

const shownKey = (key: string): string => (NAME.test(key) && redactText(key) === key ? key : '[key]')

const kindOf = (value: unknown): string => {
  if (typeof value === 'string') return count(value.length, 'character')
  if (Array.isArray(value)) return count(value.length, 'item')
  if (value === null) return 'null'
  return typeof value === 'object' ? count(Object.keys(value).length, 'field') : typeof value
}

/** One line: `{path: 24 characters, edits: 2 items}`. */
export const argsShape = (args: unknown): string => {
  if (args === undefined) return '{}'
  if (!isFields(args)) return kindOf(args)
  const keys = Object.keys(args)
  const shown = keys.slice(0, MAX_KEYS).map((key) => `${shownKey(key)}: ${kindOf(args[key])}`)
  return `{${[...shown, ...(keys.length > MAX_KEYS ? [`${keys.length - MAX_KEYS} more`] : [])].join(', ')}}`
}
