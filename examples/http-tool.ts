/** An HTTP tool against a service that misbehaves: what is repaired on the way, and what the model is told. */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openTurn, toModelText, type ToolError } from 'guarded-call'
import { httpTool } from 'guarded-call/http'
import { startGithubService } from './support/github-service.js'

const service = await startGithubService()

const Page = t.type({ per_page: t.number, page: t.number })
const Issue = t.strict({ number: t.Int, title: t.string })

const listIssues = guardedCall(
  httpTool({
    name: 'list_issues',
    effect: 'read',
    args: Page,
    request: (args) => ({
      url: `${service.origin}/repos/octokit-fixture-org/paginate-issues/issues`,
      searchParams: args
    }),
    allowOrigins: [service.origin],
    salvage: '$'
  }),
  t.array(Issue)
)

const turn = openTurn()
const ask = async (
  title: string,
  args: t.TypeOf<typeof Page>
): Promise<E.Either<ToolError, ReadonlyArray<{ readonly number: number }>>> => {
  const before = service.requests()
  const result = await turn.run(listIssues(args))
  console.log(`${title} (${service.requests() - before} requests)\n  ${toModelText(result)}`)
  return result
}

// A Link header says that there is more: nobody takes one page for all.
const page = await ask('a page of several', { per_page: 5, page: 2 })
assert.ok(E.isLeft(page) && page.left.error_class === 'partial_data')
assert.equal(page.left.code, 'more_pages_available')
assert.equal(page.left.hint, 'Call again with page=3.')

// Faults that pass are retried, for reads alone, and the model never hears of them.
service.misbehave({ kind: 'status', status: 503, times: 2 })
const repaired = await ask('503 twice, then well', { per_page: 20, page: 1 })
assert.ok(E.isRight(repaired))
assert.equal(repaired.right.length, 13)

// A wait that does not fit into the tool's time is told, not slept through.
service.misbehave({ kind: 'status', status: 429, retryAfter: 90 })
const limited = await ask('too many requests', { per_page: 21, page: 1 })
assert.ok(E.isLeft(limited))
assert.equal(limited.left.code, 'rate_limited')
assert.match(limited.left.hint ?? '', /90 seconds/)

// The connection breaks: what came whole is handed on as what it is, a part.
service.misbehave({ kind: 'cut', atBytes: 6000, declares: 'whole' })
const broken = await ask('a connection that breaks', { per_page: 22, page: 1 })
assert.ok(E.isLeft(broken) && broken.left.error_class === 'partial_data')
assert.equal(broken.left.code, 'incomplete_response')
assert.deepEqual(broken.left.data, [
  { number: 13, title: 'Test issue 13' },
  { number: 12, title: 'Test issue 12' }
])

// Another address than the allowed ones: nothing is sent.
const elsewhere = guardedCall(
  httpTool({
    name: 'fetch',
    effect: 'read',
    args: t.type({ url: t.string }),
    request: ({ url }) => ({ url }),
    allowOrigins: [service.origin]
  }),
  t.unknown
)
const forbidden = await turn.run(elsewhere({ url: 'http://169.254.169.254/latest/meta-data/' }))
console.log(`an address that is not allowed\n  ${toModelText(forbidden)}`)
assert.ok(E.isLeft(forbidden))
assert.equal(forbidden.left.code, 'forbidden_url')

await service.close()
