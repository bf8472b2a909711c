/** The canonical text of a call's arguments: equal exactly where a call asks for the same thing. */
import * as E from 'fp-ts/lib/Either.js'
import { canonicalJson } from './canonical-json.js'
import { copyData, type NotData } from './foreign/copy-data.js'
import type { IsProxy } from './foreign/property.js'

/** Longer arguments are refused: no tool needs a megabyte from a model, and the guard would have to keep each. */
export const MAX_ARGS_CHARS = 1_000_000

// Beyond this they are not even keyed, so that refusing them costs no time either.
const MAX_KEYED_CHARS = 4 * MAX_ARGS_CHARS

export interface ArgsText {
  /** A copy as plain data, safe to keep. */
  readonly data: unknown
  readonly text: string
}

/** Why arguments are refused. */
export interface UnusableArgs extends NotData {
  /** Their text, where they are data and it is only too long. */
  readonly text?: string
}

/** Writes data with sorted keys; undefined where the text would be longer than any string may be. */
export const sortedJson = (data: unknown): string | undefined => {
  try {
    return canonicalJson(data) ?? '{}'
  } catch {
    return undefined
  }
}

/**
 * Copies arguments as data and writes them with sorted keys. `undefined` and `{}` are the same, so are `-0` and `0`, and an absent
 * key and an undefined one; `1` and `"1"` are not. What JSON cannot carry (cycles, bigints, getters, proxies, NaN) is refused.
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
