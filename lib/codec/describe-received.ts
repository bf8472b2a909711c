/** Describes a received value without quoting it: a number or a length unchanged, a text by its form alone. */
import { plainName } from '../core/signs/index.js'
import { count, typeName } from '../core/errors/index.js'
import { isSecretName, redactText } from '../core/redact/index.js'

// A text of any other form shows its length alone.
const FORMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^-?\d+(?:\.\d+)?$/, 'a number in quotes'],
  [/^(?:true|false)$/i, 'true or false in quotes'],
  [/^null$/i, 'null in quotes'],
  [/^\d{4}-\d\d-\d\d$/, 'a date without a time'],
  [/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/, 'a date and time without a zone'],
  [/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/, 'a date and time'],
  [/^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/, 'a date written as d/m/y'],
  [/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i, 'a UUID'],
  [/^https?:\/\/\S+$/i, 'a web address'],
  [/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, 'an e-mail address'],
  [/^\s*[[{]/, 'JSON in quotes']
]

const MAX_FORM = 200

const formOf = (text: string): string => {
  const known = text.length > MAX_FORM ? undefined : FORMS.find(([form]) => form.test(text))?.[1]
  if (known !== undefined) return known
  return /^[A-Za-z]{1,64}$/.test(text)
    ? `one word of ${count(text.length, 'letter')}`
    : `a text of ${count(text.length, 'character')}`
}

/** A name that may be printed although it is untrusted: it stands where one of an enumeration is due. */
const PRINTABLE = /^[A-Za-z][A-Za-z0-9_.-]{0,23}$/

/** Whether what stands under a key may be a secret, by its name. */
export const mayBeSecret = (key: string | number | undefined): boolean =>
  typeof key === 'string' && isSecretName(plainName(key))

/** Describes a value under `key`; `isMember` where one of an enumeration was due. */
export const describeReceived = (value: unknown, key: string | number | undefined, isMember: boolean): string => {
  const type = typeName(value)
  if (mayBeSecret(key)) return type
  switch (type) {
    case 'number':
    case 'boolean':
      return String(value)
    case 'string': {
      const text = value as string
      return isMember && PRINTABLE.test(text) && redactText(text) === text ? `"${text}"` : formOf(text)
    }
    case 'array':
      return `an array of ${count((value as ReadonlyArray<unknown>).length, 'element')}`
    default:
      return type
  }
}
