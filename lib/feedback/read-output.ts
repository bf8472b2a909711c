/** Reads what a model gave for a structured output: JSON text, fenced or not, or a value. */
import * as E from 'fp-ts/lib/Either.js'
import { read } from '../guard/read.js'
import { DEFAULT_MAX_BYTES } from '../guard/tool.js'

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
  const isWhole =
    /^```[\w-]*\s*$/.test(opening) &&
    body.endsWith(FENCE) &&
    body.indexOf(FENCE, FENCE.length) === body.length - FENCE.length
  return isWhole ? body.slice(opening.length, -FENCE.length) : text
}

// A tool's answer may be as long; no model writes more.
const OPTIONS = { reads: 'json', maxBytes: DEFAULT_MAX_BYTES } as const

const NO_DATA = 'The output is neither JSON text nor a plain JSON value.'

// JSON has no form for bigints, which a client may have made of long integers.
const textOf = (data: unknown): string =>
  JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? 'nothing'

/** Reads an output without running any code of it. */
export const readOutput = (output: unknown): Output => {
  const isText = typeof output === 'string'
  const reading = read(isText ? unfenced(output) : output, OPTIONS)
  if (E.isRight(reading)) return { text: isText ? output : textOf(reading.right.raw), data: E.right(reading.right.raw) }
  return isText
    ? {
        text: output,
        data: E.left(`Invalid JSON: ${reading.left.error.detail.replace(/^The answer\b/, 'The output')}`)
      }
    : { text: 'something that is no data', data: E.left(NO_DATA) }
}
