/** What the pages say of the codes of `partial_data`, and how each is provoked. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CODES } from '#core/errors'
import { detectMorePages, judge, toModelText } from '../../../lib/index.js'
import { ofModelText, overHttp, running, status, WHOLE, type CodeNote } from './code-note.js'

export const PARTIAL_DATA: Readonly<Record<(typeof CODES)['partial_data'][number], CodeNote>> = {
  timeout: {
    happened: "No answer came within `timeoutMs` (30 seconds unless told). The tool's signal was aborted.",
    operator: 'If the service is that slow, raise `timeoutMs`; if only some requests are, give the tool `narrow`.',
    provoke: running(() => new Promise(() => {}), { timeoutMs: 50 })
  },
  rate_limited: {
    happened:
      'The service throttles: 429, 403 with `Retry-After`, or an error that says so, also after the retries that were allowed.',
    operator:
      'Raise the quota, spread the calls, or let fewer agents share the key. The hint carries the wait that the service asked for.',
    provoke: overHttp(status(429, { 'retry-after': '120' }))
  },
  tool_unavailable: {
    happened: 'The service could not be reached, broke off, or failed: refused, reset, unresolvable, 408, 5xx.',
    operator: "It is the service's outage. For a write, the error says whether it may have taken place.",
    provoke: overHttp(status(503))
  },
  more_pages_available: {
    happened: 'The response is whole and valid, and says that more rows exist. `data` is the page that came.',
    operator:
      "Nothing: this is how an agent pages. A cursor is never copied into the hint, since it is someone else's text.",
    provoke: () =>
      judge(
        { codec: t.type({ orders: t.array(t.number), next_cursor: t.string }), checks: [detectMorePages()] },
        '{"orders":[1,2],"next_cursor":"eyJwIjoyfQ"}'
      )
  },
  incomplete_response: {
    happened:
      'Not all of it came, and that is known: 206, fewer bytes than declared, a torn connection; or the tool says so by `incomplete`; or whole elements were salvaged from a cut answer. `data` holds what is whole, where anything is.',
    operator: 'Look at the transport. With `salvage` the tool keeps the whole elements, and the model can go on.',
    provoke: overHttp((response) => {
      response.writeHead(200, { 'content-length': String(WHOLE.length) })
      response.write(WHOLE.slice(0, 40))
      setTimeout(() => response.destroy(), 5)
    })
  },
  too_long_for_model: {
    happened:
      'The payload is valid and longer than `maxChars` (60,000 characters unless told; `guardTools` has no limit unless told). Its first whole elements that fit (rows, fields, lines of a text) are `data`, and nothing in them is altered: cut JSON would read as whole. The record of the call says `right`: it is its text that is refused. Where the tool declares one parameter for a size, adapters name in `next` the call whose answer fits.',
    operator: 'Let the tool return less, or a summary; raise `maxChars` only if the model has the room.',
    provoke: () =>
      ofModelText(
        toModelText(E.right(Array.from({ length: 2_000 }, (_, id) => ({ id, note: 'paid' }))), { maxChars: 500 })
      )
  }
}
