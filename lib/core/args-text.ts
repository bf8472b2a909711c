/** The canonical text of a call's arguments: equal exactly if two calls request the same. */
import * as E from 'fp-ts/lib/Either.js'
import { canonicalJson } from './canonical-json.js'
import { copyData, type NotData } from './foreign/copy-data.js'
import type { IsProxy } from './foreign/property.js'

/** Longer arguments are refused: no tool needs a megabyte from a model, and the guard would have to keep each. */
export const MAX_ARGS_CHARS = 1_000_000

// Beyond this, arguments are not even serialized, so that refusing them is fast.
const MAX_KEYED_CHARS = 4 * MAX_ARGS_CHARS

export interface ArgsText {
  /** A copy as plain data, safe to keep. */
  readonly data: unknown
  readonly text: string
}

/** Why arguments are refused. */
export interface UnusableArgs extends NotData {
  /** Their text, if they are data and only too long. */
  readonly text?: string
}

/** Writes data with sorted keys; undefined if the text would exceed the longest string. */
export const sortedJson = (data: unknown): string | undefined => {
  try {
    return canonicalJson(data) ?? '{}'
  } catch {
    return undefined
  }
}

/**
 * Copies arguments as data and writes them with sorted keys. `undefined` and `{}` are equal, as are `-0` and `0`, and an absent key and an undefined one; `1`
 * and `"1"` are not. Values that JSON lacks (cycles, bigints, getters, proxies, NaN) are refused.
 */
export const argsText = (args: unknown, isProxy: IsProxy): E.Either<UnusableArgs, ArgsText> => {
  const limits = { maxValues: MAX_ARGS_CHARS / 2, maxChars: MAX_KEYED_CHARS }
  const copy = copyData(args === undefined ? {} : args, { isProxy, jsonOnly: true, ...limits })
  if (E.isLeft(copy)) return copy
  const text = sortedJson(copy.right)
  if (text !== undefined && text.length <= MAX_ARGS_CHARS) return E.right({ data: copy.right, text })
  return E.left({
    code: 'too_large',
    what: `more than ${MAX_ARGS_CHARS} characters`,
    path: [],
    ...(text === undefined ? {} : { text })
  })
}
