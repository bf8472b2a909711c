/** Pages of a GitHub-like API: a loop that does what the hints say, until everything has come or nothing more can. */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { guardedCall, openTurn, withPartial, type ToolError } from 'guarded-call'
import { httpTool } from 'guarded-call/http'
import { startGithubService } from './support/github-service.js'

const service = await startGithubService()

// -- the tool

const Query = t.type({ per_page: t.number, page: t.number })
type Query = t.TypeOf<typeof Query>

const Issue = t.strict({ number: t.Int, title: t.string, state: t.union([t.literal('open'), t.literal('closed')]) })
type Issue = t.TypeOf<typeof Issue>

const listIssues = withPartial(
  guardedCall(
    httpTool({
      name: 'list_issues',
      description: 'Lists the issues of octokit-fixture-org/paginate-issues, newest first.',
      effect: 'read',
      args: Query,
      request: ({ per_page, page }) => ({
        url: `${service.origin}/repos/octokit-fixture-org/paginate-issues/issues`,
        headers: {
          authorization: `Bearer ${process.env['GITHUB_TOKEN'] ?? 'none'}`,
          'x-github-api-version': '2022-11-28'
        },
        searchParams: { per_page, page }
      }),
      allowOrigins: [service.origin],
      timeoutMs: 5_000,
      // For a page that was cut. One that came whole has the next page as its hint, and only the first begins where a
      // smaller one does.
      narrow: ({ per_page, page }, { code }) =>
        code === 'more_pages_available' || page > 1 || per_page === 1
          ? null
          : `Call again with per_page=${Math.ceil(per_page / 2)}.`
    }),
    t.array(Issue)
  )
)

// -- the loop

/** A hint names one argument and its value; null where it says something else. */
const follow = (query: Query, hint: string | null): Query | null => {
  const [, name, value] = /^Call again with (page|per_page)=(\d+)\.$/.exec(hint ?? '') ?? []
  return name === undefined ? null : { ...query, [name]: Number(value) }
}

interface Collected {
  readonly issues: ReadonlyArray<Issue>
  /** Why it is not all. */
  readonly missing: ToolError | null
}

const collect = async (first: Query): Promise<Collected> => {
  const turn = openTurn()
  const issues: Array<Issue> = []
  for (let query = first; ;) {
    const result = await turn.run(listIssues(query))
    if (E.isRight(result)) issues.push(...result.right.payload)
    const missing = E.isLeft(result) ? result.left : O.toNullable(result.right.partial)
    console.log(
      `  per_page=${query.per_page} page=${query.page}: ${missing === null ? 'the last page' : `${missing.code}, ${missing.hint}`}`
    )
    const next = missing === null ? null : follow(query, missing.hint)
    if (next === null) return { issues, missing }
    query = next
  }
}

const play = async (title: string, first: Query): Promise<Collected & { readonly requests: number }> => {
  console.log(title)
  const before = service.requests()
  const collected = await collect(first)
  return { ...collected, requests: service.requests() - before }
}

const ALL = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
const numbersOf = ({ issues }: Collected): ReadonlyArray<number> => issues.map((issue) => issue.number)

// A Link header names the next page, and the hint says how to ask for it.
const well = await play('pages of five', { per_page: 5, page: 1 })
assert.deepEqual(
  { numbers: numbersOf(well), missing: well.missing, requests: well.requests },
  { numbers: ALL, missing: null, requests: 3 }
)

// A proxy caps bodies at 6,000 bytes: pages are halved until they fit, and then they are followed.
service.misbehave({ kind: 'cut', atBytes: 6000, declares: 'what came' })
const capped = await play('a proxy that cuts', { per_page: 8, page: 1 })
assert.deepEqual(
  { numbers: numbersOf(capped), missing: capped.missing, requests: capped.requests },
  { numbers: ALL, missing: null, requests: 9 }
)

// The service has had enough: a wait that does not fit into the tool's time is told at once, and the loop ends.
service.misbehave({ kind: 'status', status: 429, retryAfter: 600 })
const refused = await play('too many requests', { per_page: 10, page: 2 })
assert.deepEqual({ numbers: numbersOf(refused), requests: refused.requests }, { numbers: [], requests: 1 })
assert.equal(refused.missing?.code, 'rate_limited')
assert.match(refused.missing.hint ?? '', /600 seconds/)

await service.close()
