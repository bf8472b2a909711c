/** What the pages say of the codes of `partial_data`, and how each is provoked. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CODES } from '#core/errors'
import { detectMorePages, judge, toModelText } from '../../../lib/index.js'
import { ofModelText, overHttp, running, status, WHOLE, type CodeNote } from './code-note.js'

export const PARTIAL_DATA: Readonly<Record<(typeof CODES)['partial_data'][number], CodeNote>> = {
  timeout: {
    happened: "No response came within `timeoutMs` (30 seconds by default). The tool's signal was aborted.",
    operator: 'If the service is that slow, raise `timeoutMs`; if only some requests are, give the tool `narrow`.',
    provoke: running(() => new Promise(() => {}), { timeoutMs: 50 })
  },
  rate_limited: {
    happened:
      'The service throttles: 429, 403 with `Retry-After`, or an error that says so, after the allowed retries.',
    operator: 'Raise the quota, spread the calls, or let fewer agents share the key.',
    provoke: overHttp(status(429, { 'retry-after': '120' }))
  },
  tool_unavailable: {
    happened: 'The service could not be reached, broke off, or failed: refused, reset, unresolvable, 408, 5xx.',
    operator: "It is the service's outage.",
    provoke: overHttp(status(503))
  },
  more_pages_available: {
    happened:
      "The response is valid, and says that more rows exist. `data` is the page that came. Where the tool's parameters are known, the hint names the next call only together with `next`.",
    operator: 'Nothing: this is how an agent pages.',
    provoke: () =>
      judge(
        { codec: t.type({ orders: t.array(t.number), next_cursor: t.string }), checks: [detectMorePages()] },
        '{"orders":[1,2],"next_cursor":"eyJwIjoyfQ"}'
      )
  },
  incomplete_response: {
    happened:
      'Not all of it came, and that is known: 206, fewer bytes than declared, a torn connection, `incomplete` of the tool, or whole elements salvaged from a cut response.',
    operator: 'Look at the transport. With `salvage` the tool keeps the whole elements.',
    provoke: overHttp((response) => {
      response.writeHead(200, { 'content-length': String(WHOLE.length) })
      response.write(WHOLE.slice(0, 40))
      setTimeout(() => response.destroy(), 5)
    })
  },
  too_long_for_model: {
    happened:
      'The payload is valid and longer than `maxChars` (60,000 characters by default; no limit for `guardTools`). `data` has its first whole elements (rows, fields, lines of a text). The record of the call says `right`. Where the tool declares one parameter for the size of a page, adapters give in `next` a call whose response fits. `page_size`, `per_page`, `max_results` and their like are one; `limit`, `size`, `count`, `rows`, `top`, `take` and `first` may be anything, and count only where the call sent as many as came. No size is raised, and none changed where no declared page, offset or cursor leads to the rest, nor beside the number of a later page: a whole number above 1, or 1 where the tool takes 0, that may be that of a page (`pg`, `chunk`): any but that of an offset of rows or an id.',
    operator: 'Let the tool return less, or a summary; raise `maxChars` only if the model has the room.',
    provoke: () =>
      ofModelText(
        toModelText(E.right(Array.from({ length: 2_000 }, (_, id) => ({ id, note: 'paid' }))), { maxChars: 500 })
      )
  }
}
