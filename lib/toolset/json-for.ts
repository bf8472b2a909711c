/** The JSON by which a codec judges what is no data. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { hidesProxy, isObject } from '../core/foreign/index.js'
import { sortedJson } from '../core/json/index.js'
import { isProxy } from '#platform'

// The JSON of a Response that was read before says nothing of its body.
const isResponse = (value: unknown): boolean =>
  typeof Response === 'function' && isObject(value) && !hidesProxy(value, isProxy) && value instanceof Response

/** The JSON of a value, with something else in place of what JSON cannot write, or writes as an empty object. */
const jsonWith = (value: unknown, instead?: string): string => {
  const above: Array<unknown> = []
  return JSON.stringify(value, function (this: unknown, _key, one: unknown) {
    while (above.length > 0 && above.at(-1) !== this) above.pop()
    if (!isObject(one)) return one
    if (one instanceof Map || one instanceof Set || above.includes(one)) return instead
    above.push(one)
    return one
  })
}

/**
 * The JSON of a value that a codec judges: the guard accepts no instances, and frameworks write JSON of them. Maps,
 * Sets and cycles are left out where the codec makes nothing of them: else the payload would be empty, and look whole.
 */
export const jsonFor =
  (codec: t.Decoder<unknown, unknown>) =>
  (value: unknown): string | undefined => {
    if (isResponse(value)) return undefined
    const json = jsonWith(value)
    const mark = crypto.randomUUID()
    const marked = jsonWith(value, mark)
    if (json === marked) return json
    const decoded = codec.decode(JSON.parse(marked))
    return E.isRight(decoded) && sortedJson(decoded.right)?.includes(mark) === false ? json : undefined
  }
