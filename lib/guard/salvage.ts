/** Saves the whole elements of an answer that was cut: what came is handed on as partial data, never as whole. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { elementCodecAt, parseSalvagePath, readsNumber } from '../codec/lookup.js'
import { formatPath, type Path } from '../core/issue.js'
import { wholeElements } from '../core/salvage.js'
import { count } from '../core/text.js'
import { visitUnsafeNumbers } from '../core/unsafe-integers.js'
import { partialData, type PartialData } from '../core/tool-error.js'

/** Where to salvage, and the codec of one element there. */
export interface SalvagePlan {
  readonly path: Path
  readonly element: t.Decoder<unknown, unknown>
}

/** Finds the array that `salvage` names in the codec; a TypeError where there is none. */
export const salvagePlan = (codec: t.Decoder<unknown, unknown>, salvage: string | undefined): SalvagePlan | undefined => {
  if (salvage === undefined) return undefined
  const path = parseSalvagePath(salvage)
  const element = path === undefined ? undefined : elementCodecAt(codec, path)
  if (path === undefined || element === undefined) {
    throw new TypeError(`Expected \`salvage\` to be the path of an array that the codec declares, such as 'orders', 'data.items' or '$'; found none at '${salvage}'.`)
  }
  return { path, element }
}

const decodeElement = (element: t.Decoder<unknown, unknown>, raw: unknown): E.Either<unknown, unknown> => {
  try {
    return element.decode(raw)
  } catch (thrown) {
    return E.left(thrown)
  }
}

// An element whose id lost its last digits does not satisfy the codec that reads it as a number.
const roundedElements = ({ path, element }: SalvagePlan, text: string): ReadonlySet<string | number | undefined> => {
  const rounded = new Set<string | number | undefined>()
  visitUnsafeNumbers(text, (found) => {
    const index = found.path[path.length]
    const isWithin = path.every((key, depth) => found.path[depth] === key)
    if (isWithin && !rounded.has(index) && readsNumber(element, found.path.slice(path.length + 1))) rounded.add(index)
  })
  return rounded
}

/** The complete elements that satisfy the codec, in order, as `incomplete_response`; undefined where there is not one. */
export const salvage = (plan: SalvagePlan, text: string, why: string): PartialData | undefined => {
  const whole = wholeElements(text, plan.path) ?? []
  const rounded = roundedElements(plan, text)
  const data: Array<unknown> = []
  for (const [i, raw] of whole.entries()) {
    const decoded = rounded.has(i) ? undefined : decodeElement(plan.element, raw)
    if (decoded !== undefined && E.isRight(decoded)) data.push(decoded.right)
  }
  if (data.length === 0) return undefined
  const refused = whole.length - data.length
  const left = refused === 0 ? '' : `; ${count(refused, 'whole element')} did not fit the codec and ${refused === 1 ? 'is' : 'are'} left out`
  return partialData({
    code: 'incomplete_response',
    detail: `${why} ${count(data.length, 'whole element')} of ${formatPath(plan.path)} came${left}.`,
    data
  })
}
