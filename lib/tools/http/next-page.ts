/** Finds the next page that a `Link` header (RFC 8288) names, and says how to ask for it where that is safe to say. */
import LinkHeader from 'http-link-header'

// -- model

/** More exists than came. */
export interface NextPage {
  /** `Call again with page=2.`, where one integer is all that differs from this request; else null. */
  readonly hint: string | null
}

// Integers are the only values that are ever copied: a cursor is an outsider's text.
const INTEGER = /^\d{1,9}$/
const PARAMETERS: ReadonlyArray<string> = ['page', 'offset']

const othersOf = (url: URL, parameter: string): string => {
  const others = new URLSearchParams(url.searchParams)
  others.delete(parameter)
  others.sort()
  return `${url.origin}${url.pathname}?${others.toString()}`
}

const hintOf = (next: URL, current: URL): string | null => {
  for (const parameter of PARAMETERS) {
    const value = next.searchParams.get(parameter) ?? ''
    if (INTEGER.test(value) && othersOf(next, parameter) === othersOf(current, parameter)) {
      return `Call again with ${parameter}=${Number(value)}.`
    }
  }
  return null
}

const linkOf = (header: string): string | undefined => {
  try {
    // The parser's time grows with the square of a run of white space.
    return LinkHeader.parse(header.replace(/\s+/g, ' ')).rel('next')[0]?.uri
  } catch {
    return undefined
  }
}

/** Null where the header names no next page, or the page that was asked for. */
export const nextPageOf = (header: string | ReadonlyArray<string> | undefined, current: URL): NextPage | null => {
  const link = linkOf([header ?? ''].flat().join(', '))
  if (link === undefined || link === '' || !URL.canParse(link, current.href)) return null
  const next = new URL(link, current)
  return next.href === current.href ? null : { hint: hintOf(next, current) }
}
