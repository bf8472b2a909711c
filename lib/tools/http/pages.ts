/**
 * How a next page that headers name becomes the arguments of a next call: by a parameter of the tool, or by a cursor
 * that stands for the page.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { ClosedType, closed } from '../../codec/closed.js'
import { keysAt } from '../../codec/lookup.js'
import { SchemaType } from '../../codec/schema-type.js'
import { sortedJson } from '../../core/json/index.js'
import { addressOfPage, isCursorName, isPageName, mayMove } from '../../core/pages/index.js'
import { plainName } from '../../core/signs/index.js'
import { type Fields, asFields } from '../../core/foreign/index.js'
import { type ToolError, semanticGarbage } from '../../core/errors/index.js'
import { BoundedMap, type NextPage } from '../../guard/kernel.js'
import type { PreparedRequest } from './request.js'

// -- model

/** The argument that pages by cursor add to a tool. */
const CURSOR = 'cursor'

interface IssuedCursor {
  /** The other arguments of the call: a cursor goes on with that listing alone. */
  readonly args: string
  readonly next: NextPage
}

const MAX_ISSUED = 1_000

// Cosmos and its like take a header back under the name it came by; others read a parameter.
const withToken = (request: PreparedRequest, { name, value }: NonNullable<NextPage['token']>): PreparedRequest => {
  if (name.endsWith('continuation')) return { ...request, headers: { ...request.headers, [name]: value } }
  const url = new URL(request.url)
  const [own] = [...url.searchParams].find(([each, asked]) => isCursorName(each) && mayMove(each, asked, value)) ?? []
  const word = plainName(name)
  url.searchParams.set(
    own ?? (word.endsWith('cursor') ? 'cursor' : word.endsWith('marker') ? 'marker' : 'continuationToken'),
    value
  )
  return { ...request, url }
}

const onPage = (request: PreparedRequest, { address, page, token }: NextPage): PreparedRequest => {
  if (address !== undefined) return { ...request, url: address }
  if (token !== undefined) return withToken(request, token)
  const url = new URL(request.url)
  const [own] = [...url.searchParams].find(([each, asked]) => isPageName(each) && mayMove(each, asked, page)) ?? []
  url.searchParams.set(own ?? 'page', String(page))
  return { ...request, url }
}

const withCursor = (args: t.Mixed, isIssued: (text: string) => boolean): t.Mixed => {
  const cursor = t.partial({ [CURSOR]: t.refinement(t.string, isIssued, 'a cursor from an earlier result') })
  return args instanceof ClosedType
    ? closed(t.intersection([args.type as t.Mixed, cursor]))
    : t.intersection([args, cursor])
}

/**
 * The pages that answers of one tool named, each under a cursor that says nothing: the model can send it back, and
 * nothing else.
 */
export class CursorPages<Args> {
  readonly args: t.Type<Args, unknown>
  readonly #issued = new BoundedMap<IssuedCursor>(MAX_ISSUED)

  constructor(args: t.Type<Args, unknown> | undefined) {
    // A schema of another library judges its keys as a whole: it may refuse any that is added.
    if (args === undefined || args instanceof SchemaType || keysAt(args).includes(CURSOR))
      throw new TypeError(`Expected \`args\` to be an io-ts codec that leaves the name \`${CURSOR}\` to \`pages\`.`)
    this.args = withCursor(args, (text) => this.#issued.get(text) !== undefined)
  }

  /** The arguments without their cursor, and the request of the page that it stands for. */
  open(args: Args): {
    readonly args: Args
    readonly on: (request: PreparedRequest) => E.Either<ToolError, PreparedRequest>
  } {
    const { [CURSOR]: cursor, ...others } = asFields(args)
    const issued = typeof cursor === 'string' ? this.#issued.get(cursor) : undefined
    return {
      args: others as Args,
      on: (request) => {
        if (issued === undefined) return E.right(request)
        return issued.args === sortedJson(others) ? E.right(onPage(request, issued.next)) : E.left(OTHER_LISTING)
      }
    }
  }

  /**
   * A cursor for the next page of these arguments. Of an address it takes the page alone: origin, path and everything
   * else stay those of the request that was sent, and there is none where the address asks for more than a page.
   */
  issue(args: Args, next: NextPage, sent: URL): Fields | undefined {
    const address = next.address?.origin === sent.origin ? addressOfPage(next.address, sent) : undefined
    if (next.address !== undefined && (address === undefined || address.href === sent.href)) return undefined
    const cursor = crypto.randomUUID()
    this.#issued.set(cursor, {
      args: sortedJson(args) ?? '',
      next: address === undefined ? next : { ...next, address }
    })
    return { [CURSOR]: cursor }
  }
}

const OTHER_LISTING = semanticGarbage({
  code: 'rejected_arguments',
  detail: 'The cursor belongs to a call with other arguments; nothing was sent.',
  hint: 'Leave the cursor out, or give it with the arguments that it came from.'
})
