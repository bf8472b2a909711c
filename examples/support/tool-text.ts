/** What a model makes of a tool's text: data, an error that says what to do, or something vague. */

// -- model

export type Reading =
  | { readonly kind: 'data'; readonly data: unknown }
  | {
      readonly kind: 'error'
      readonly code: string
      readonly detail: string
      readonly hint: string
      /** Arguments that the hint names: `Call again with page=2.` */
      readonly change: Readonly<Record<string, unknown>> | undefined
      /** What came all the same. */
      readonly data: unknown
    }
  | { readonly kind: 'vague'; readonly text: string }

// -- constructors

const CALL_AGAIN = /Call again with ([a-z_]+)=([^\s.]+)\./

const changeIn = (hint: string): Readonly<Record<string, unknown>> | undefined => {
  const [, name, value] = CALL_AGAIN.exec(hint) ?? []
  if (name === undefined || value === undefined) return undefined
  return { [name]: /^\d+$/.test(value) ? Number(value) : value }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const readToolText = (text: string): Reading => {
  const data = parse(text)
  if (data === undefined) return { kind: 'vague', text }
  if (typeof data !== 'object' || data === null || !('error_class' in data)) return { kind: 'data', data }
  const error: Readonly<Record<string, unknown>> = { ...data }
  const hint = textOf(error['hint'])
  return {
    kind: 'error',
    code: textOf(error['code']),
    detail: textOf(error['detail']),
    hint,
    change: changeIn(hint),
    data: error['data']
  }
}
