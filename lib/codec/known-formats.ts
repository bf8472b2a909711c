/** Describes the well-known codecs of io-ts, io-ts-types and this library in plain words, by their names. */
import type { IssueKind } from '../core/errors/index.js'

export interface Format {
  /** The expectation, for a value of the right JSON type: `at least 1 character`. */
  readonly text: string
  /** The expectation, for a value of another JSON type: `string (at least 1 character)`. */
  readonly mismatch: string
  /** JSON types that it reads. */
  readonly types: ReadonlyArray<string>
  /** The fault of a value of the right JSON type. */
  readonly kind: IssueKind
}

// A format that says by itself which type it wants.
const whole = (type: string, text: string, kind: IssueKind = 'format'): Format => ({
  text,
  mismatch: text,
  types: [type],
  kind
})

// One that does not: its type is named before it.
const within = (type: string, text: string, kind: IssueKind = 'format'): Format => ({
  text,
  mismatch: `${type} (${text})`,
  types: [type],
  kind
})

const INTEGER = whole('number', 'integer')

const BY_NAME: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    Int: INTEGER,
    Integer: INTEGER,
    SafeInteger: { ...INTEGER, text: 'integer from -9007199254740991 to 9007199254740991' },
    FiniteNumber: whole('number', 'finite number'),
    NonEmptyString: within('string', 'at least 1 character'),
    NonEmptyText: within('string', 'text that is not blank'),
    UUID: whole('string', 'UUID'),
    'ISO datetime': whole('string', 'ISO datetime'),
    DateFromISOString: whole('string', 'ISO datetime'),
    DateFromNumber: whole('number', 'time in milliseconds since 1970'),
    DateFromUnixTime: whole('number', 'time in whole seconds since 1970'),
    // A text was meant to be a date: what is wrong is its form, not its type.
    Date: { ...whole('date', 'Date'), types: ['date', 'string'] },
    RegExp: whole('object', 'RegExp'),
    NumberFromString: whole('string', 'number in a string'),
    IntFromString: whole('string', 'integer in a string'),
    BigIntFromString: whole('string', 'integer in a string'),
    BooleanFromString: whole('string', '"true" or "false" in a string'),
    BooleanFromNumber: whole('number', 'number'),
    JsonFromString: whole('string', 'JSON in a string')
  })
)

const RANGE = /^integer from (-?\d+) to (-?\d+)$/

/** The bounds of a codec that `integerBetween` made, by its name; undefined for any other. */
export const boundsOf = (name: string): { readonly min: number; readonly max: number } | undefined => {
  const [, min, max] = RANGE.exec(name) ?? []
  return min === undefined ? undefined : { min: Number(min), max: Number(max) }
}

const BY_PREFIX: ReadonlyArray<readonly [string, Format]> = [
  ['NonEmptyArray<', within('array', 'at least 1 element', 'constraint')],
  ['ReadonlyNonEmptyArray<', within('array', 'at least 1 element', 'constraint')],
  ['Set<', within('array', 'no element twice', 'constraint')],
  ['ReadonlySet<', within('array', 'no element twice', 'constraint')]
]

/** The expectation of a codec of this name, if the name is known. */
export const formatOf = (name: string): Format | undefined => {
  if (RANGE.test(name)) return whole('number', name, 'constraint')
  return BY_NAME.get(name) ?? BY_PREFIX.find(([prefix]) => name.startsWith(prefix))?.[1]
}
