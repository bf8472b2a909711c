/** What the model reads of an answer that was cut somewhere, and where in its text the trouble stands. */
import * as E from 'fp-ts/lib/Either.js'
import { describeIssue, formatPath } from '../../../lib/core/errors/index.js'
import { afterMark, scanJson, visitUnsafeNumbers } from '../../../lib/core/json/index.js'
import { detectMorePages, explain, judge, toModelText, type ToolError } from '../../../lib/index.js'
import type { Codec } from './codec-of.js'
import { placeOf, placesIn, type Range } from './places.js'

// -- model

/** A place in the text, and what is said of it. */
export interface Mark extends Range {
  readonly says: string
}

export interface Judgement {
  readonly outcome: 'right' | ToolError['error_class']
  readonly code: string
  /** Exactly what the model is given. */
  readonly modelText: string
  /** What arrived, as text; a character that was cut is not in it. */
  readonly arrived: string
  readonly marks: ReadonlyArray<Mark>
}

export interface Question {
  readonly codec: Codec
  readonly bytes: Uint8Array
  readonly salvage: string
  readonly morePages: boolean
}

// -- where it stands

const MAX_MARKS = 20

const afterCut = (text: string): ReadonlyArray<Mark> => {
  const scan = scanJson(text, afterMark(text))
  if (scan.kind !== 'cut') return []
  const begun =
    scan.open === 'value' || scan.open === 'colon' || scan.open === 'key'
      ? undefined
      : placeOf(placesIn(text), scan.path)
  return [
    { start: begun?.start ?? text.length, end: text.length, says: `${formatPath(scan.path)}: the text ends here` }
  ]
}

const atPosition = (text: string, detail: string): ReadonlyArray<Mark> => {
  const start = Number(/\bposition (\d+)/.exec(detail)?.[1] ?? Number.NaN)
  return Number.isNaN(start)
    ? []
    : [{ start, end: Math.min(start + 1, text.length), says: `position ${start}: here it breaks` }]
}

const parsed = (text: string): E.Either<unknown, unknown> =>
  E.tryCatch(
    () => JSON.parse(text.slice(afterMark(text))) as unknown,
    (thrown) => thrown
  )

const ofIssues = (text: string, codec: Codec): ReadonlyArray<Mark> => {
  const value = parsed(text)
  const decoded = E.isRight(value) ? codec.decode(value.right) : undefined
  if (decoded === undefined || E.isRight(decoded)) return []
  const places = placesIn(text)
  return explain(decoded.left)
    .slice(0, MAX_MARKS)
    .flatMap((issue) => {
      const place = placeOf(places, issue.path)
      return place === undefined ? [] : [{ ...place, says: describeIssue(issue) }]
    })
}

const ofNumbers = (text: string): ReadonlyArray<Mark> => {
  const places = placesIn(text)
  const marks: Array<Mark> = []
  visitUnsafeNumbers(text, ({ path }) => {
    const place = placeOf(places, path)
    if (place !== undefined && marks.length < MAX_MARKS)
      marks.push({ ...place, says: `${formatPath(path)}: more digits than a number can hold` })
  })
  return marks
}

const marksOf = ({ code, detail }: ToolError, text: string, codec: Codec): ReadonlyArray<Mark> => {
  switch (code) {
    case 'truncated_response':
    case 'incomplete_response':
      return afterCut(text)
    case 'schema_violation':
      return ofIssues(text, codec)
    case 'unsafe_integer':
      return ofNumbers(text)
    default:
      return atPosition(text, detail)
  }
}

// -- judging

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })

/** Judges what arrived. Throws a `TypeError` in a sentence where `salvage` names no array of the codec. */
export const judgeBytes = ({ codec, bytes, salvage, morePages }: Question): Judgement => {
  const arrived = textOf(bytes)
  const result = judge(
    { codec, checks: morePages ? [detectMorePages()] : [], ...(salvage === '' ? {} : { salvage }) },
    bytes
  )
  const modelText = toModelText(result)
  if (E.isRight(result)) return { outcome: 'right', code: 'ok', modelText, arrived, marks: [] }
  return {
    outcome: result.left.error_class,
    code: result.left.code,
    modelText,
    arrived,
    marks: marksOf(result.left, arrived, codec)
  }
}
