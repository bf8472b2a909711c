/** Where an error says what it is about. */
import { plainName, wordSet } from './names.js'

/** The fields of validators and services that name what is wrong, as JavaScript writes them. */
export const PLACE_KEYS =
  `argument argumentName attribute context dataPath field fieldName fieldPath instancePath loc param
  parameter parameterName path pointer property propertyName propertyPath target`.split(/\s+/)

/** The same, as names are compared. */
export const PLACES: ReadonlySet<string> = /* @__PURE__ */ new Set(PLACE_KEYS.map(plainName))

/** Fields that name other things, too: they count where they name a secret. */
export const MAYBE_PLACES = /* @__PURE__ */ wordSet('key location name')

/** Where an error has such fields in an object of their own: JSON:API, GraphQL. */
export const AROUND_PLACES = ['source', 'extensions']
