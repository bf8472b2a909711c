/** Writes texts and objects as canonical JSON does: keys sorted, and nothing in between. */

// For a short text, a test is faster than JSON.stringify.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

/** Writes a text. */
export const stringText = (text: string): string =>
  text.length < 1_000 && !ESCAPED.test(text) ? `"${text}"` : JSON.stringify(text)

// Of few keys: `sort` allocates a kilobyte, more than their text.
const sort = (keys: Array<string>): ReadonlyArray<string> => {
  if (keys.length > 16) return keys.sort()
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string
    let at = i
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string
    keys[at] = key
  }
  return keys
}

/** Writes an object whose fields are written by `textOf`; those without a text are left out. Sorts `keys`. */
export const objectText = (keys: Array<string>, textOf: (key: string) => string | undefined): string => {
  let text = ''
  for (const key of sort(keys)) {
    const field = textOf(key)
    if (field !== undefined) text += text === '' ? `${stringText(key)}:${field}` : `,${stringText(key)}:${field}`
  }
  return `{${text}}`
}
