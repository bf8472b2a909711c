/** Objects that say of a value in them that it is a secret: by a mark beside it, by their kind, in a list of names. */
import { type Fields, isFields, isObject } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { plainName, wordSet } from '../signs/names.js'
import { nameOf } from './name-at.js'
import { looksRandom } from './random-text.js'

/**
 * Whether a field says that the value beside it is a secret: `sensitive: true`, `Type: 'SecureString'`, `id:
 * 'https://shop.vault.azure.net/secrets/…'`.
 */
const marksSecret = (plain: string, value: unknown): boolean =>
  /type$|^(?:id|kind)$/.test(plain)
    ? typeof value === 'string' &&
      /^(?:concealed|encrypted|password|secret|secure(?:string|object)|sensitive)$|\/secrets\//i.test(value)
    : value === true && /^(?:is)?(?:secret|sensitive)$/.test(plain)

// What a record of a cookie holds beside its name and its value, whatever that name is.
const OF_COOKIE = wordSet('domain expirationdate expires expiry hostonly httponly maxage path samesite secure')

const isCookieRecord = (entries: ReadonlyArray<readonly [plain: string, value: unknown]>): boolean =>
  entries.some(([plain, value]) => plain === 'value' && typeof value === 'string') &&
  entries.some(([plain]) => plain === 'name' || plain === 'key') &&
  entries.filter(([plain]) => OF_COOKIE.has(plain)).length > 1

/** The name of the values in an object that says of them that they are secrets. */
export const markOf = (fields: Fields): string | undefined => {
  const entries = Object.entries(fields).map(([key, value]) => [plainName(key), value] as const)
  if (entries.some(([plain, value]) => marksSecret(plain, value))) return 'secret'
  return isCookieRecord(entries) ? 'cookie' : undefined
}

// The package that is called `cookie` has one of these beside its version.
const DIGEST = /^sha\d{3}-/

/** Whether a field in a map of cookies is one, though its name describes things: `at`, `SAPISID`. */
export const isCookieIn = (map: string, value: unknown): boolean =>
  /cookies?$/.test(map) && typeof value === 'string' && looksRandom(value) && !DIGEST.test(value)

/** Where Terraform lists the secrets of the object beside. */
export const MARKS = wordSet('sensitiveattributes sensitivevalues beforesensitive aftersensitive')

// No resource has so many blocks in one another. A list of marks within others is read once for each of them.
const MAX_MARKS_DEPTH = 50

/** The names in such a list: `{ result: true, tags: [true] }`, `[[{ type: 'get_attr', value: 'result' }]]`. */
export const namesOfMarks = (list: unknown): ReadonlyArray<string> => {
  const names: Array<string> = []
  const seen = new Set<unknown>()
  const read = (name: string, mark: unknown, depth: number): void => {
    if (mark === true) names.push(name)
    if (!isObject(mark) || seen.has(mark) || depth === MAX_MARKS_DEPTH) return
    seen.add(mark)
    if (isFields(mark) && ownValue(mark, 'type') === 'get_attr') names.push(nameOf(ownValue(mark, 'value')))
    else
      for (const key of Object.keys(mark))
        read(Array.isArray(mark) ? name : plainName(key), ownValue(mark, key), depth + 1)
  }
  read('', list, 0)
  return names
}
