/** Objects of unknown origin: whether they are plain, and which fields they have. */

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a value is an object but not an array. */
export const isFields = (value: unknown): value is Fields => isObject(value) && !Array.isArray(value)

/** The fields of a value; an empty object for other values. */
export const asFields = (value: unknown): Fields => (isFields(value) ? value : {})

/** The elements of a value; an empty list for other values. */
export const asList = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The first fields of an object: pairs of all take four times as long, where there are hundreds of thousands. */
export const firstEntries = (fields: Fields, most: number): ReadonlyArray<readonly [key: string, value: unknown]> =>
  Object.keys(fields)
    .slice(0, most)
    .map((key) => [key, fields[key]])

/** Whether objects with this prototype are plain; the root of another realm (a vm, a sandbox) counts, too. */
export const isPlainPrototype = (prototype: unknown): boolean =>
  prototype === Object.prototype ||
  prototype === null ||
  (isObject(prototype) && Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))

/** Whether an object is not an instance of a class. */
export const isPlainObject = (object: object): boolean => isPlainPrototype(Object.getPrototypeOf(object))

/** The first unknown word of plain options; undefined for instances of classes, which may hold more. */
export const strangerAmong = (options: object, known: ReadonlyArray<string>): string | undefined =>
  isPlainObject(options) ? Object.keys(options).find((word) => !known.includes(word)) : undefined
