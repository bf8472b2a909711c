/** Saves the complete elements of a cut response as partial data, never as a whole response. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { arraysIn, elementCodecAt, parseSalvagePath } from '../codec/lookup.js'
import { formatPath, type Path } from '../core/issue.js'
import { wholeElements } from '../core/salvage.js'
import { count } from '../core/text.js'
import { visitUnsafeNumbers } from '../core/unsafe-integers.js'
import { partialData, type PartialData } from '../core/tool-error.js'
import { isLost } from './decode.js'

/** Where to salvage, and the codec of one element there. */
export interface SalvagePlan {
  readonly path: Path
  readonly element: t.Mixed
}

/** Finds the array that `salvage` names in the codec; a TypeError where there is none, or its elements have no codec of their own. */
export const salvagePlan = (
  codec: t.Decoder<unknown, unknown>,
  salvage: string | undefined
): SalvagePlan | undefined => {
  if (salvage === undefined) return undefined
  const path = parseSalvagePath(salvage)
  const element = path === undefined ? undefined : elementCodecAt(codec, path)
  if (path === undefined || element === undefined) {
    throw new TypeError(
      `Expected \`salvage\` to be the path of an array that the codec declares, such as 'orders', 'data.items' or '$'; found none at '${salvage}'. Arrays inside a schema of another library have no codec of their elements: use t.array.`
    )
  }
  return { path, element }
}

type Decoded = E.Either<unknown, unknown>

const decodeElement = (element: t.Decoder<unknown, unknown>, raw: unknown): Decoded => {
  try {
    return element.decode(raw)
  } catch (thrown) {
    return E.left(thrown)
  }
}

const holdsLost = (element: t.Decoder<unknown, unknown>, raw: unknown, decoded: Decoded, path: Path): boolean => {
  try {
    return E.isRight(decoded) && isLost(element, raw, decoded.right, path)
  } catch {
    return true
  }
}

/** The elements that satisfy the codec, in order; one whose id lost its last digits does not satisfy a codec that reads it as a number. */
const validElements = (
  { path, element }: SalvagePlan,
  text: string,
  whole: ReadonlyArray<unknown>
): ReadonlyArray<unknown> => {
  const decoded = whole.map((raw) => decodeElement(element, raw))
  visitUnsafeNumbers(text, ({ path: where }) => {
    const index = Number(where[path.length])
    const one = path.every((key, depth) => where[depth] === key) ? decoded[index] : undefined
    if (one !== undefined && holdsLost(element, whole[index], one, where.slice(path.length + 1)))
      decoded[index] = E.left('digits were lost')
  })
  return decoded.flatMap((one) => (E.isRight(one) ? [one.right] : []))
}

// An author's own words may end without a full stop.
const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)

/** The complete elements that satisfy the codec, in order, as `incomplete_response`; undefined where there is not one. */
export const salvage = (plan: SalvagePlan, text: string, why: string): PartialData | undefined => {
  const whole = wholeElements(text, plan.path) ?? []
  const data = whole.length === 0 ? [] : validElements(plan, text, whole)
  if (data.length === 0) return undefined
  const refused = whole.length - data.length
  const left =
    refused === 0
      ? ''
      : `; ${count(refused, 'whole element')} did not fit the codec and ${refused === 1 ? 'is' : 'are'} left out`
  return partialData({
    code: 'incomplete_response',
    detail: `${asSentence(why)} ${count(data.length, 'whole element')} of ${formatPath(plan.path, () => true)} came${left}.`,
    data
  })
}

/** How many elements of a text that was cut are whole: of the array that is salvaged, or of the only one that the codec declares. */
export const countWhole = (
  codec: t.Decoder<unknown, unknown>,
  plan: SalvagePlan | undefined,
  text: string
): number | undefined => {
  const paths = plan === undefined ? arraysIn(codec) : [plan.path]
  const [path] = paths
  return path === undefined || paths.length > 1 ? undefined : wholeElements(text, path)?.length
}

/** Salvaged elements as JSON can carry them: the codec of the whole has no way back for a part of it. */
export const encodeSalvaged = ({ element }: SalvagePlan, data: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  data.map((one) => element.encode(one) as unknown)
