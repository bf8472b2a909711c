/**
 * Web pages in place of what a call asked for. Whoever asks for an address wants its page, but not that of an error, a
 * block or a sign-in, and none at all in place of data.
 */
import { canonicalText, markupAt } from '../../core/json/index.js'
import type { ReadableCall } from './conversation.js'
import { isShellCall, knownEffect, ownName } from './known-tools.js'
import { outputOf } from './own-words.js'

// -- what was asked for

const PAGE_WANTED =
  /fetch|brows|page|html|url|web|scrap|crawl|navig|visit|curl|http|open|download|render|screenshot|dom\b/i
const PAGE_ADDRESS = /https?:\/\/|\.html?\b/i
const ADDRESS = /(?:https?:\/\/|\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})\b)[^\s"'\\|)<>`,;]*/gi

const SIGN_IN = /log-?in|sign-?in|auth|account/i
const ASKS_JSON = /application\/json|--json\b|\|\s*jq\b|\bjson\.tool\b/i
const DATA_ADDRESS = /^https?:\/\/(?:api|rpc)[.-]|\.json$/i
const ENDPOINT = /\/(?:api|rpc)(?:\/|$)|\/graphql$|\/health(?:z|check)?$/i

const wordsOf = ({ args }: ReadableCall): string => canonicalText(args).slice(0, 4_000)

const addressesIn = (words: string): ReadonlyArray<string> => words.match(ADDRESS) ?? []

/** Whether the call asked for a page: a browser, a shell, a request to an address, a file of HTML. */
const wantsPage = (call: ReadableCall): boolean => {
  const name = ownName(call.tool)
  return (
    isShellCall(call.tool, call.args) ||
    knownEffect(name) === 'looks' ||
    knownEffect(name) === 'acts' ||
    PAGE_WANTED.test(name) ||
    PAGE_ADDRESS.test(wordsOf(call))
  )
}

/** Whether each command of a call that asks for an address asks for data. */
const wantsData = (call: ReadableCall): boolean => {
  // Documentation of an API stands at `/api/` as well: a browser may want its page.
  const isBrowser = !isShellCall(call.tool, call.args) && PAGE_WANTED.test(ownName(call.tool))
  const isOfData = (address: string): boolean => {
    const [path = ''] = address.split(/[?#]/, 1)
    return DATA_ADDRESS.test(path) || (!isBrowser && ENDPOINT.test(path))
  }
  return wordsOf(call)
    .split(/;|&&|\|\||\\n/)
    .every((part) => ASKS_JSON.test(part) || addressesIn(part).every(isOfData))
}

// -- what came

// Programs print a page after its status or other output, curl within a line of its progress.
const PAGE_BEGIN = /(?:^[ \t]*|--:--[ \t]+[\d.kM]+)<(?:!doctype\s+html|html[\s>])/im
const LEAD_CHARS = 20_000
const TITLE = /<title[^<>]{0,200}>\s{0,40}([^<]{1,200})/i

const REASON =
  'moved|found|see other|temporary|permanent|bad|unauthorized|authorization|forbidden|not|method|request|too many|' +
  'internal|service|gateway|unavailable|error|page'
const ERROR_TITLE = new RegExp(
  `^(?:(?:http|error|status)\\W+){0,2}[345]\\d\\d\\W+(?:${REASON})\\b` +
    '|^error(?: response| page)?\\s*$' +
    '|^(?:(?:page|document) )?not found\\b|^(?:forbidden|access denied|bad gateway|bad request|service unavailable)\\s*$' +
    '|^internal server error\\b|^(?:just a moment|attention required)\\b|\\bWerkzeug Debugger\\s*$',
  'i'
)
const SIGN_IN_TITLE = /^(?:log|sign) ?-?in\b/i
// A server answers a form or an address with a redirect, too: only one to a sign-in is not what was asked for.
const REDIRECT_TITLE = /^redirecting\b/i
const SIGN_IN_LINK = /<a\s[^<>]{0,100}href=["']?[^"'\s<>]{0,300}(?:log-?in|sign-?in|\bauth)/i

/** The beginning of the page in a result, from its first tag on. */
const pageIn = (text: string): string | undefined => {
  const lead = outputOf(text).slice(0, LEAD_CHARS)
  const at = lead.search(PAGE_BEGIN)
  return at < 0 ? undefined : lead.slice(at)
}

// Readers of pages hand on their text, and name the title on a line of its own.
const TITLE_LINE = /^(?:- )?title: *["']?(.{1,200})$/im

/** The title of the page of an error whose text a reader of pages hands on. */
export const errorTitleIn = (call: ReadableCall, text: string): string | undefined => {
  if (isShellCall(call.tool, call.args) || /^\s*[{[<]/.test(text) || addressesIn(wordsOf(call)).length === 0)
    return undefined
  const title = TITLE_LINE.exec(text.slice(0, 1_000))?.[1] ?? ''
  return wantsPage(call) && ERROR_TITLE.test(title) ? title : undefined
}

// Where searches of Google and Yandex, shops of Amazon and sites behind Cloudflare send what they hold for a machine.
const BLOCK = 'https?://[^/\\s]{1,200}/(?:sorry/index|showcaptcha|errors/validateCaptcha|cdn-cgi/challenge)'
const BLOCK_ADDRESS = new RegExp(`^${BLOCK}`)
const BLOCK_LINE = new RegExp(`^- Page URL: ${BLOCK}`, 'm')

/** Whether a page holds back what was asked for from a machine, by its address. */
export const isBlockAddress = (address: string): boolean => BLOCK_ADDRESS.test(address)

/** The line with which a browser names the address of such a page. */
export const blockIn = (text: string): string | undefined => BLOCK_LINE.exec(text)?.[0]

/** Whether the result of a call is a web page in place of what the call asked for. */
export const isPageInPlace = (call: ReadableCall, text: string): boolean => {
  if (!wantsPage(call)) return markupAt(text, 0) === 'page'
  const addresses = addressesIn(wordsOf(call))
  const page = addresses.length === 0 ? undefined : pageIn(text)
  if (page === undefined) return false
  const title = (TITLE.exec(page)?.[1] ?? '').trim()
  const isSignIn = SIGN_IN_TITLE.test(title) || (REDIRECT_TITLE.test(title) && SIGN_IN_LINK.test(page))
  return ERROR_TITLE.test(title) || (isSignIn && !addresses.some((address) => SIGN_IN.test(address))) || wantsData(call)
}
