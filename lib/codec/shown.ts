/** Writes any value as one short line of JSON: no getter runs, nothing throws, at a cost that does not grow. */
import { ownValue } from '../core/foreign/index.js'
import { oneLine, typeName, visible } from '../core/errors/index.js'

const MAX_SHOWN = 80

const escaped = (character: string): string => visible(JSON.stringify(character).slice(1, -1))

/** A JSON string whose body has at most `max` characters, and then the mark of a cut. */
const shownString = (text: string, max: number): string => {
  let body = ''
  let length = 0
  // Only as far as it fits: the text may be megabytes long.
  for (const character of text) {
    const piece = escaped(character)
    if (body.length + piece.length > max) break
    body += piece
    length += character.length
  }
  return `"${body}${length < text.length ? '…' : ''}"`
}

const ACCESSOR = Symbol('accessor')

const shownContainer = (value: object, max: number): string => {
  const isArray = Array.isArray(value)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  const keys = isArray ? undefined : Object.keys(value)
  const size = keys?.length ?? (value as ReadonlyArray<unknown>).length
  let text = open
  for (let i = 0; i < size; i++) {
    const key = keys?.[i] ?? String(i)
    const left = max - text.length
    if (left < 0) break
    const part = ownValue(value, key, ACCESSOR)
    const item = part === ACCESSOR ? '…' : shownWithin(part, left)
    text += `${i > 0 ? ',' : ''}${isArray ? '' : `${shownString(key, left)}:`}${item}`
  }
  return `${text}${close}`
}

const SMALL = 2n ** 128n

const shownWithin = (value: unknown, max: number): string => {
  switch (typeof value) {
    case 'string':
      return shownString(value, max)
    case 'bigint':
      return value < SMALL && value > -SMALL ? String(value) : 'bigint'
    case 'number':
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return 'null'
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? '"invalid date"' : JSON.stringify(value)
      // Every byte of an array of bytes is a key.
      return ArrayBuffer.isView(value) ? 'bytes' : shownContainer(value, max)
    default:
      return typeof value
  }
}

/** A value as JSON, strings escaped, at most 80 characters. */
export const shown = (value: unknown): string => {
  // Room for two quotes and the mark of a cut.
  if (typeof value === 'string') return oneLine(shownString(value, MAX_SHOWN - 3), MAX_SHOWN)
  try {
    return oneLine(shownWithin(value, MAX_SHOWN), MAX_SHOWN)
  } catch {
    // A proxy's trap threw, or a subclass of Date has a toJSON of its own.
    return typeName(value)
  }
}
