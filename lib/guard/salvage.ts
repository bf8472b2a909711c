/** Saves the whole elements of an answer that was cut: what came is handed on as partial data, never as whole. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { elementCodecAt, parseSalvagePath } from '../codec/lookup.js'
import { formatPath, type Path } from '../core/issue.js'
import { wholeElements } from '../core/salvage.js'
import { count } from '../core/text.js'
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
  const element = elementCodecAt(codec, salvage)
  if (E.isLeft(path) || element === undefined) {
    throw new TypeError(`Expected \`salvage\` to be the path of an array that the codec declares, such as 'orders', 'data.items' or '$'; found none at '${salvage}'.`)
  }
  return { path: path.right, element }
}

const decodeElement = (element: t.Decoder<unknown, unknown>, raw: unknown): E.Either<unknown, unknown> => {
  try {
    return element.decode(raw)
  } catch (thrown) {
    return E.left(thrown)
  }
}

/** The complete elements that satisfy the codec, in order, as `incomplete_response`; undefined where there is not one. */
export const salvage = (plan: SalvagePlan, text: string, why: string): PartialData | undefined => {
  const whole = wholeElements(text, plan.path) ?? []
  const data: Array<unknown> = []
  for (const raw of whole) {
    const decoded = decodeElement(plan.element, raw)
    if (E.isRight(decoded)) data.push(decoded.right)
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
