/** JSON with sorted keys: equal data give equal texts, whatever the order of their keys. */
import { isObject } from './foreign/fields.js'

// A stored conversation may hold data of any depth. Values below this one count as equal, which keeps the recursion bounded.
const MAX_DEPTH = 500

const NO_KEYS: ReadonlySet<string> = new Set()

// For a short text, a test is faster than JSON.stringify.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

const quoted = (text: string): string =>
  text.length < 1_000 && !ESCAPED.test(text) ? `"${text}"` : JSON.stringify(text)

/** Writes data without the fields named in `ignored`, at any depth; `undefined` for values that JSON omits. Cycles and bigints are accepted. */
export const canonicalJson = (data: unknown, ignored = NO_KEYS): string | undefined => {
  const above: Array<object> = []

  const list = (items: ReadonlyArray<unknown>): string => {
    let text = ''
    for (let i = 0; i < items.length; i++) text += `${i === 0 ? '' : ','}${write(items[i]) ?? 'null'}`
    return `[${text}]`
  }

  const fields = (object: Readonly<Record<string, unknown>>): string => {
    let text = ''
    for (const key of Object.keys(object).sort()) {
      const field = ignored.has(key) ? undefined : write(object[key])
      if (field !== undefined) text += text === '' ? `${quoted(key)}:${field}` : `,${quoted(key)}:${field}`
    }
    return `{${text}}`
  }

  const write = (given: unknown): string | undefined => {
    if (typeof given === 'string') return quoted(given)
    if (typeof given === 'bigint' || Number.isFinite(given)) return String(given)
    if (!isObject(given)) return JSON.stringify(given)
    const { toJSON } = given as { readonly toJSON?: unknown }
    const value: unknown = typeof toJSON === 'function' ? toJSON.call(given) : given
    if (!isObject(value)) return write(value)
    if (above.includes(value)) return '"[Circular]"'
    const isList = Array.isArray(value)
    if (above.length === MAX_DEPTH) return isList ? '"[Array]"' : '"[Object]"'
    above.push(value)
    const text = isList ? list(value) : fields(value as Readonly<Record<string, unknown>>)
    above.pop()
    return text
  }

  return write(data)
}
