/** The use of a response that the codec refused: the complete elements of a cut one, or its failure. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { encoderOf } from '../codec/encoder.js'
import { arraysIn, elementCodecAt, parseSalvagePath } from '../codec/lookup.js'
import { FAILURE_CODES, failureError, failureIn } from '../core/failure/index.js'
import { valueAt } from '../core/foreign/index.js'
import { type PartialData, type Path, type ToolError, count, formatPath, partialData } from '../core/errors/index.js'
import { visitUnsafeNumbers, wholeElements } from '../core/json/index.js'
import { isLost } from './decode.js'

// -- elements of a cut response

/** Where to salvage, and the codec of one element there. */
export interface SalvagePlan {
  readonly path: Path
  readonly element: t.Mixed
}

/**
 * Finds the array that `salvage` names in the codec; throws a TypeError if the codec declares no such array, or no
 * codec of its elements.
 */
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

type DecodedElement = E.Either<unknown, unknown>

const decodeElement = (element: t.Decoder<unknown, unknown>, raw: unknown): DecodedElement => {
  try {
    return element.decode(raw)
  } catch (thrown) {
    return E.left(thrown)
  }
}

const holdsLost = (
  element: t.Decoder<unknown, unknown>,
  raw: unknown,
  decoded: DecodedElement,
  path: Path
): boolean => {
  try {
    return E.isRight(decoded) && isLost(element, raw, decoded.right, path)
  } catch {
    return true
  }
}

/** The elements that satisfy the codec, in order; not one whose id lost digits where a number is read. */
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

/** The complete elements that satisfy the codec, in order, as `incomplete_response`; undefined if there are none. */
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

/** How many elements of a cut text are whole: of the salvaged array, or of the only one in the codec. */
export const countWhole = (
  codec: t.Decoder<unknown, unknown>,
  plan: SalvagePlan | undefined,
  text: string
): number | undefined => {
  const paths = plan === undefined ? arraysIn(codec) : [plan.path]
  const [path] = paths
  return path === undefined || paths.length > 1 ? undefined : wholeElements(text, path)?.length
}

// -- the way back

type EncodedPolicy = { readonly codec: t.Decoder<unknown, unknown>; readonly salvage: SalvagePlan | undefined }

const isValid = ({ codec }: EncodedPolicy, data: unknown): boolean =>
  'is' in codec && typeof codec.is === 'function' && codec.is(data) === true

/**
 * Encodes a payload, or the data of a partial one, as JSON values by the codec that decoded it; undefined where that
 * changes nothing. The codec of the whole has no way back for salvaged elements: each is encoded alone.
 */
export const encodeWith = (policy: EncodedPolicy): ((data: unknown) => unknown) | undefined => {
  const encode = encoderOf(policy.codec)
  const { salvage: plan } = policy
  if (encode === undefined || plan === undefined) return encode
  return (data) =>
    Array.isArray(data) && !isValid(policy, data)
      ? data.map((one) => plan.element.encode(one) as unknown)
      : encode(data)
}

// -- a failure that the response reports

/** A failure that the tool's own response reports. */
interface ReportedFailure {
  readonly error: ToolError
  /** Its own words, to be quoted. */
  readonly says: string
}

// Only whole rows that satisfy the codec are handed on. Its inside may throw when it is looked at.
const validRows = (codec: t.Decoder<unknown, unknown>, raw: unknown, path: Path): ReadonlyArray<unknown> => {
  try {
    const element = elementCodecAt(codec, path)
    const rows = valueAt(raw, path)
    if (element === undefined || !Array.isArray(rows)) return []
    return rows.map((row) => element.decode(row)).flatMap((row) => (E.isRight(row) ? [row.right] : []))
  } catch {
    return []
  }
}

/** The failure that a refused response reports, if any. */
export const reportedFailure = (codec: t.Decoder<unknown, unknown>, raw: unknown): ReportedFailure | undefined => {
  const failure = failureIn(raw)
  if (failure === undefined) return undefined
  const { says, rows } = failure
  if (rows === undefined) return { error: failureError(failure), says }
  const data = validRows(codec, raw, rows)
  const error = failureError(failure, data.length === 0)
  return { error: data.length === 0 ? error : { ...error, data }, says }
}

/** The tool's words, where a check found a reported failure, although the codec accepted the response. */
export const toolWordsFor = (raw: unknown, { code, error_class }: ToolError): string | undefined => {
  if (!FAILURE_CODES.has(code)) return undefined
  const failure = failureIn(raw)
  return failure?.code === code || error_class === 'partial_data' ? failure?.says : undefined
}
