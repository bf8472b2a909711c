/**
 * Where data name their values elsewhere than by a key: beside them, at the head of their column, before them in a flat
 * list.
 */
import { isFields } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { plainName } from '../signs/names.js'

// -- beside it: `{ name: 'X-Api-Key', value: … }`, `{ path: ['password'], received: … }`

/** Where an object says the name of its value: `{ name: 'X-Api-Key', value: … }`. */
export const NAMES: ReadonlySet<string> = new Set([
  'name',
  'key',
  'header',
  'field',
  'variable',
  'label',
  'parameterkey',
  'outputkey',
  'variablename'
])
export const VALUES: ReadonlySet<string> = new Set([
  'value',
  'values',
  'parametervalue',
  'outputvalue',
  'variablevalue'
])

/** Whether a field says that the value beside it is a secret, as 1Password and Terraform do. */
export const marksSecret = (plain: string, value: unknown): boolean =>
  plain === 'sensitive' ? value === true : plain === 'type' && value === 'CONCEALED'

/** The name of a value that is marked so. */
export const MARKED = 'secret'

/** The private members of a key by RFC 7517, and whether an object is one. */
export const KEY_PARTS: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])
export const isKeyType = (type: unknown): boolean => type === 'RSA' || type === 'EC' || type === 'OKP' || type === 'oct'

/** Where a validator says of which field it speaks, and what it quotes of it; a tool has a name and an `input`, too. */
export const PLACES: ReadonlySet<string> = new Set([
  'path',
  'loc',
  'field',
  'param',
  'property',
  'instancepath',
  'pointer'
])
export const QUOTED: ReadonlySet<string> = new Set([
  'value',
  'received',
  'input',
  'inputvalue',
  'rejectedvalue',
  'actual'
])

/** The name in a text, or at the end of a path. */
export const nameOf = (value: unknown): string => {
  const name: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof name === 'string' && name.length <= 80 ? plainName(name) : ''
}

// -- before it: `['--password', …]`, `rawHeaders: ['Cookie', …]`

/** `--password`, before its value in the arguments of a command. */
export const FLAG = /^--?[A-Za-z][\w-]{1,60}$/

/** Whether a list under this name has names and values by turns. */
export const isFlat = (plain: string): boolean => /^raw(?:headers|trailers)$/.test(plain)

// -- at the head of its column

/** Where an object lists the names of its columns. */
export const isHeads = (plain: string): boolean =>
  /^(?:col(?:umn)?s|columnnames|fields|fieldnames|headers?)$/.test(plain)

/** Where an object has a statement of SQL, and where the values of its parameters. */
export const STATEMENTS: ReadonlySet<string> = new Set(['sql', 'query', 'statement', 'text', 'querytext'])
export const PARAMETERS: ReadonlySet<string> = new Set(['params', 'parameters', 'bindings', 'binds', 'values', 'args'])

/** The names of columns, if these are ones. A list of pairs begins with a name, too. */
export const headsOf = (
  names: ReadonlyArray<string>,
  isSecret: (plain: string) => boolean
): ReadonlyArray<string> | undefined =>
  names.length < 2 || !names.some(isSecret) || (names.length === 2 && isSecret(names[0] ?? '')) ? undefined : names

// -- of values

/** A field or an element, whose getter is not run. */
export const dataValue = (source: object, key: string): unknown => ownValue(source, key, '[accessor]')

/** Whether an object is a key and this field a private member of it. */
export const isKeyPart = (source: object, plain: string): boolean =>
  KEY_PARTS.has(plain) && isKeyType(dataValue(source, 'kty'))

/** The name in those of an object's fields that are among `among`: a secret's outweighs the others. */
export const nameIn = (
  source: object,
  keys: ReadonlyArray<string>,
  among: ReadonlySet<string>,
  isSecret: (plain: string) => boolean
): string => {
  if (keys.length > 16) return ''
  const names = keys.filter((key) => among.has(plainName(key))).map((key) => nameOf(dataValue(source, key)))
  return names.find(isSecret) ?? names[0] ?? ''
}

/** The name that an object gives to its value. */
export const nameOfValue = (
  source: object,
  keys: ReadonlyArray<string>,
  isSecret: (plain: string) => boolean
): string =>
  keys.length <= 16 && keys.some((key) => marksSecret(plainName(key), dataValue(source, key)))
    ? MARKED
    : nameIn(source, keys, NAMES, isSecret)

/** The names in a list of texts, or of objects that have one. */
export const namesIn = (names: unknown): ReadonlyArray<string> =>
  Array.isArray(names) && names.length <= 200
    ? names.map((each: unknown) => nameOf(isFields(each) ? dataValue(each, 'name') : each))
    : []
