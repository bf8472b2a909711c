/** Reads what a model gave for a structured output: JSON text, fenced or not, or a value. */
import * as E from 'fp-ts/lib/Either.js'
import { copyData, describeNotData } from '../core/data.js'
import { parseJsonText } from '../core/json-read.js'
import { byteLength, isProxy } from '#platform'

export interface Output {
  /** As it is shown to the model again. */
  readonly text: string
  /** The value as plain data, or what is wrong with the text. */
  readonly data: E.Either<string, unknown>
}

const FENCE = '```'

// Models fence JSON out of habit. A fence around the whole text is no part of the answer; prose around a fence is.
const unfenced = (text: string): string => {
  const body = text.trim()
  const [opening = ''] = body.split('\n', 1)
  const isWhole = /^```[\w-]*\s*$/.test(opening) && body.endsWith(FENCE) && body.indexOf(FENCE, FENCE.length) === body.length - FENCE.length
  return isWhole ? body.slice(opening.length, -FENCE.length) : text
}

const readText = (text: string): Output => {
  const body = unfenced(text)
  const parsed = parseJsonText(body, { bytes: byteLength(body) })
  return {
    text,
    data: E.isRight(parsed) ? E.right(parsed.right.value) : E.left(`Invalid JSON: ${parsed.left.detail.replace(/^The answer\b/, 'The output')}`)
  }
}

/** Reads an output without running any code of it. */
export const readOutput = (output: unknown): Output => {
  if (typeof output === 'string') return readText(output)
  const copy = copyData(output, { isProxy, jsonOnly: true })
  return E.isRight(copy)
    ? { text: JSON.stringify(copy.right) ?? 'nothing', data: copy }
    : { text: 'a value that is no data', data: E.left(`The output holds ${describeNotData(copy.left)}; it must be JSON.`) }
}
