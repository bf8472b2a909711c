/** Refuses unknown option names: the guard would ignore them silently. */
import { nearestFinder } from '../codec/enumeration.js'
import { isObject, isPlainObject } from '../core/foreign/fields.js'

/** Refuses a word that is not among the known ones, and names the nearest of them. Instances of classes pass: they may hold more than options. */
export const expectWords = (given: unknown, known: ReadonlyArray<string>, name: string): void => {
  if (!isObject(given) || !isPlainObject(given)) return
  const unknown = Object.keys(given).find((word) => !known.includes(word))
  if (unknown === undefined) return
  const nearest = nearestFinder()(unknown, known)
  const instead = nearest === undefined ? `it may hold ${known.join(', ')}` : `perhaps \`${nearest}\` was meant`
  throw new TypeError(`Expected \`${name}\` to hold no \`${unknown}\`: ${instead}.`)
}
