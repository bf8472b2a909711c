/** One attempt: a request, and the redirects that may be followed, each asked for leave before anything is sent. */
import { classify, forbiddenBeyond, redirectedTooOften } from './classify.js'
import type { HttpDeadline } from './deadline.js'
import { exchange, type ExchangeOutcome } from './exchange.js'
import type { Outcome } from '../../guard/kernel.js'
import { FORBIDDEN_ADDRESS, type NetworkPolicy } from './network-policy.js'
import type { PreparedRequest } from './request.js'

interface FollowOptions {
  readonly networkPolicy: NetworkPolicy
  readonly maxBytes: number
  readonly deadline: HttpDeadline
  /** A write is never sent to a second address, and neither is a body. */
  readonly mayFollow: boolean
  /** Milliseconds of the epoch, for dates in headers. */
  readonly now: () => number
}

const MAX_REDIRECTS = 2
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const targetOf = (exchanged: ExchangeOutcome, url: URL): URL | undefined => {
  if (exchanged.kind !== 'response' || !REDIRECTS.has(exchanged.status) || exchanged.headers.location === undefined)
    return undefined
  // Node reads headers as latin1; what servers send is UTF-8.
  const location = Buffer.from(exchanged.headers.location, 'latin1').toString()
  if (!URL.canParse(location, url.href)) return undefined
  const target = new URL(location, url)
  target.hash = ''
  return target
}

// An API key in a header of its own is a secret as much as `Authorization` is: another origin gets none of the caller's
// headers.
const moveTo = (request: PreparedRequest, url: URL): PreparedRequest => ({
  ...request,
  url,
  headers: url.origin === request.url.origin ? request.headers : {}
})

const elsewhere = (why: string): Outcome => forbiddenBeyond(`The service redirects elsewhere. ${why}`)

/** Never rejects. */
export const follow = async (
  first: PreparedRequest,
  { networkPolicy, maxBytes, deadline, mayFollow, now }: FollowOptions
): Promise<Outcome> => {
  let request = first
  for (let hop = 0; ; hop++) {
    const exchanged = await exchange(request, { maxBytes, lookup: networkPolicy.lookup, signal: deadline.signal })
    if (exchanged.kind === 'aborted') return deadline.explain(exchanged.bytes)
    // Whoever came here by a redirect has sent something, though not to this address.
    if (hop > 0 && exchanged.kind === 'fault' && exchanged.code === FORBIDDEN_ADDRESS)
      return elsewhere('The address is not a public one.')
    const target = mayFollow ? targetOf(exchanged, request.url) : undefined
    if (target === undefined) return classify(exchanged, request, maxBytes, now())
    if (hop === MAX_REDIRECTS) return redirectedTooOften(MAX_REDIRECTS + 1)
    const refused = networkPolicy.refuses(target, request.url)
    if (refused !== null) return elsewhere(refused)
    request = moveTo(request, target)
  }
}
