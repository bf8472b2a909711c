/** A log line inside winston, and its JSON. */
import { visible } from '../core/errors/index.js'
import { isObject } from '../core/foreign/index.js'
import type { Redact } from '../core/redact/index.js'

// -- model

/** A line in winston's own form: fields by name, and winston's own data by symbol. */
export interface Line {
  readonly level: string
  readonly [field: string | symbol]: unknown
}

/** The symbol under which winston keeps the text of a line. */
export const MESSAGE = Symbol.for('message')
const LEVEL = Symbol.for('level')
// Carries a record through winston unchanged: winston's own merging runs getters, and loses the record if the message
// contains `%s`.
const META = Symbol('meta')

type LineFields = Readonly<Record<string, unknown>>

// -- constructors

const messageOf = (message: unknown): string | undefined => {
  if (typeof message === 'string') return message
  return isObject(message) ? undefined : String((message as number | null | undefined) ?? '')
}

/** Makes a line of the arguments of a level method: a message and a record, a record alone, or an Error. */
export const toLine = (level: string, [message, ...rest]: ReadonlyArray<unknown>): Line => {
  const meta = isObject(message) ? message : rest.find(isObject)
  return {
    [LEVEL]: level,
    level,
    message: messageOf(message),
    [META]: meta instanceof Error && meta !== message ? { error: meta } : meta
  }
}

/** Makes a line of the arguments of `log`: a level and the rest, or an entry that names its level. */
export const toLineOf = (first: unknown, rest: ReadonlyArray<unknown>): Line =>
  isObject(first) ? toLine(String('level' in first ? first.level : ''), [first]) : toLine(String(first), rest)

// -- destructors

const asFields = (redacted: unknown): LineFields => (isObject(redacted) ? (redacted as LineFields) : {})

const withoutHead = ({ timestamp: _timestamp, level: _level, message: _message, ...fields }: LineFields): LineFields =>
  fields

/** Writes a line as redacted JSON with escapes for what is not seen: time, level and message first, then the record. */
export const formatLine =
  (redact: Redact, clock: () => number) =>
  (line: Line): Line => {
    const own = asFields(redact(line))
    const meta = asFields(redact(line[META]))
    const head = {
      timestamp: new Date(clock()).toISOString(),
      level: own['level'],
      message: own['message'] ?? meta['message'] ?? ''
    }
    const record = { ...head, ...withoutHead(own), ...withoutHead(meta) }
    return { ...record, level: line.level, [LEVEL]: line[LEVEL], [MESSAGE]: visible(JSON.stringify(record)) }
  }
