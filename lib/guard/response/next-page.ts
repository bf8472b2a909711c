/** Finds the next page that headers name: a `Link` (RFC 8288), its number or token, a total beside a size. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { keysAt } from '../../codec/lookup.js'
import {
  byAddress,
  cursorParameter,
  isBareName,
  isEmptyCursor,
  isPageName,
  isSizeName,
  mayMove,
  turnsBack,
  wholeNumber
} from '../../core/pages/index.js'
import { type Fields, asFields } from '../../core/foreign/index.js'
import { encodeArgs } from '../arguments.js'
import type { ResponseHeaders } from './body.js'

// -- model

/** More exists, and the way to it: an address, a page's number, or a token for a parameter or header. */
export interface NextPage {
  readonly detail: string
  /**
   * `Call again with page=2.`, where one whole number is all that differs from this request: no more of a header is
   * ever copied into a text.
   */
  readonly hint: string | null
  readonly address?: URL
  readonly page?: number
  readonly token?: { readonly name: string; readonly value: string }
}

// -- a link

const INTEGER = /^\d{1,9}$/

const othersOf = (url: URL, parameter: string): string => {
  const others = new URLSearchParams(url.searchParams)
  others.delete(parameter)
  others.sort()
  return `${url.origin}${url.pathname}?${others.toString()}`
}

const hintOf = (next: URL, current: URL): string | null => {
  for (const parameter of ['page', 'offset']) {
    const value = next.searchParams.get(parameter) ?? ''
    if (INTEGER.test(value) && othersOf(next, parameter) === othersOf(current, parameter))
      return `Call again with ${parameter}=${Number(value)}.`
  }
  return null
}

// `<address>; rel="next"; title="a, b"`
const LINK = /<([^<>]*)>((?:"(?:[^"\\]|\\.)*"|[^"<])*)/g
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g

const linkOf = (header: string): string | undefined => {
  for (const [, address, rest = ''] of header.matchAll(LINK)) {
    const parameters = [...rest.matchAll(PARAMETER)].map(([, name, quoted, bare]) => [
      name?.toLowerCase(),
      quoted ?? bare
    ])
    // Of those of one name, the first counts.
    const { rel = '', results } = Object.fromEntries(parameters.reverse()) as Readonly<Record<string, string>>
    // Sentry names a next page on the last one too, and says of it that it has no results.
    if (rel.toLowerCase().split(/\s+/).includes('next')) return results === 'false' ? undefined : address
  }
  return undefined
}

const byLink = (header: string, current: URL): NextPage | null => {
  const link = linkOf(header)
  if (link === undefined || link === '' || !URL.canParse(link, current.href)) return null
  const address = new URL(link, current)
  return address.href === current.href
    ? null
    : {
        detail: 'The service says that a next page exists (Link header).',
        hint: hintOf(address, current),
        address
      }
}

// -- headers of their own: `x-next-page`, `x-ms-continuation`, `x-page` and `x-total-pages`, `x-total-count`

const named = (headers: ResponseHeaders, name: RegExp): readonly [string, string] | undefined => {
  for (const [key, value] of Object.entries(headers)) {
    if (value !== undefined && value.trim() !== '' && name.test(key)) return [key, value.trim()]
  }
  return undefined
}

const numberNamed = (headers: ResponseHeaders, name: RegExp): number | undefined =>
  wholeNumber(named(headers, name)?.[1])

const inQuery = ({ searchParams }: URL, test: (name: string) => boolean): number | undefined =>
  wholeNumber([...searchParams].find(([name]) => test(name))?.[1])

const byNumbers = (headers: ResponseHeaders, current: URL): NextPage | null => {
  const page = numberNamed(headers, /^(?:x-)?(?:pagination-)?(?:current-)?page$/) ?? inQuery(current, isPageName)
  const pages = numberNamed(headers, /^(?:x-)?(?:[a-z]+-)?(?:total-?pages|pages?-?count)$/)
  const total = numberNamed(headers, /^(?:x-)?(?:[a-z]+-)?total(?:-?count|-?results|-?items)?$/)
  const size =
    numberNamed(headers, /^(?:x-)?(?:pagination-)?(?:per-page|limit|page-size)$/) ?? inQuery(current, isSizeName)
  const last = pages ?? (total !== undefined && size !== undefined && size > 0 ? Math.ceil(total / size) : undefined)
  const at = page === undefined && last !== undefined && last > 1 && !isDeep(current) ? 1 : page
  return last === undefined || at === undefined || at === 0 || at >= last
    ? null
    : {
        detail: `The headers say that this is page ${at} of ${last}.`,
        hint: null,
        // Of a first page that nobody numbered, the next one may be 1 as well as 2.
        ...(page === undefined ? {} : { page: page + 1 })
      }
}

// Whoever asked by an offset or a cursor is on no page that has a number.
const isDeep = ({ searchParams }: URL): boolean =>
  [...searchParams.keys()].some((name) => /offset|skip|start|cursor|token|after|marker/i.test(name))

const byHeaders = (headers: ResponseHeaders, current: URL): NextPage | null => {
  const next = named(headers, /^(?:x-)?(?:pagination-)?next-?page$/)
  const page = wholeNumber(next?.[1])
  if (page !== undefined && page > 0)
    return { detail: `The headers name page ${page} as the next one.`, hint: null, page }
  const [name, value] =
    named(headers, /^(?:x-)?(?:[a-z]+-)?(?:continuation(?:-?token)?|next-?(?:page-?)?(?:token|cursor|marker))$/) ?? []
  if (name !== undefined && value !== undefined)
    return isEmptyCursor(value)
      ? null
      : { detail: 'The service names a next page in a header.', hint: null, token: { name, value } }
  return byNumbers(headers, current)
}

/** Null where the headers name no other page. A `Link` to other pages alone says that this is the last. */
export const nextPageOf = (headers: ResponseHeaders, current: URL): NextPage | null => {
  const link = headers['link'] ?? ''
  return byLink(link, current) ?? (/rel="?(?:prev|first|last)/.test(link) ? null : byHeaders(headers, current))
}

// -- by a parameter of the tool

/**
 * The arguments to change for a next page: none where the tool declares no parameter for it, undefined where that is
 * the page of another listing, or the call goes backward.
 */
export const patchOf = <Args>(next: NextPage, args: Args, codec: t.Type<Args, unknown>): Fields | undefined => {
  const encoded = encodeArgs(codec, args)
  const given = asFields(E.isRight(encoded) ? encoded.right : args)
  const declared = keysAt(codec)
  const { address, page, token } = next
  if (turnsBack(given)) return undefined
  if (address !== undefined) {
    const patches = byAddress(address.href, given, declared)
    const patch = patches && (patches[0] ?? {})
    return Object.keys(patch ?? {}).some(isBareName) ? undefined : patch
  }
  const name =
    token === undefined
      ? declared.find((each) => isPageName(each) && !isBareName(each))
      : cursorParameter(token.name.replace(/^x-(?:ms-)?/, ''), declared)
  const value = token?.value ?? page
  return name !== undefined && mayMove(name, given[name], value) ? { [name]: value } : {}
}
