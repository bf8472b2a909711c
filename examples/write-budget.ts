/**
 * A write runs once: whatever became of its answer, the model is told whether it took place, and a repeat is refused.
 */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openTurn, type ToolError } from 'guarded-call'
import { httpTool } from 'guarded-call/http'
import { startGithubService } from './support/github-service.js'
import type { Misbehaviour } from './support/misbehaviour.js'

const service = await startGithubService()
const url = `${service.origin}/repos/octokit-fixture-org/add-labels-to-issue/issues/1/labels`
const Labels = t.array(t.strict({ name: t.string }))

const addLabels = guardedCall(
  httpTool({
    name: 'add_labels',
    effect: 'write',
    args: t.type({ labels: t.array(t.string) }),
    request: (json) => ({ url, method: 'POST', json }),
    allowOrigins: [service.origin],
    // A refusal that is sure to have done nothing may be tried again.
    transient: (error) => error.code === 'rate_limited'
  }),
  Labels
)
const readLabels = guardedCall(
  httpTool({ name: 'read_labels', effect: 'read', request: () => ({ url }), allowOrigins: [service.origin] }),
  Labels
)

/** The model asks for the same write twice in one turn. */
const twice = async (
  title: string,
  how: Misbehaviour | undefined
): Promise<ReadonlyArray<E.Either<ToolError, unknown>>> => {
  const turn = openTurn()
  const done = service.labelsAdded()
  service.misbehave(how)
  const write = addLabels({ labels: ['Foo', 'bAr', 'baZ'] })
  const results = [await turn.run(write), await turn.run(write)]
  console.log(`${title}: done ${service.labelsAdded() - done} times`)
  for (const [i, result] of results.entries()) {
    console.log(
      `  ${turn.calls[i]?.executed.padEnd(8)} ${E.isLeft(result) ? `${result.left.code}: ${result.left.hint}` : 'added'}`
    )
  }
  return results
}
const codeOf = (result: E.Either<ToolError, unknown> | undefined): string | undefined =>
  result !== undefined && E.isLeft(result) ? result.left.code : undefined

// It works: the second call is refused.
const [fine, repeated] = await twice('a write that works', undefined)
assert.ok(fine && E.isRight(fine))
assert.equal(codeOf(repeated), 'retry_budget_exceeded')

// The rest of a cut answer may say anything: nobody knows.
const [unreadable] = await twice('an answer that was cut', { kind: 'cut', atBytes: 40, declares: 'what came' })
assert.ok(unreadable && E.isLeft(unreadable))
assert.equal(unreadable.left.code, 'truncated_response')
assert.match(unreadable.left.hint ?? '', /unknown whether it was executed/)

// A page in the place of data may be a login: nobody knows.
const [page] = await twice('a web page for an answer', { kind: 'html', status: 200 })
assert.ok(page && E.isLeft(page))
assert.equal(page.left.code, 'html_response')
assert.match(page.left.hint ?? '', /unknown whether it was executed/)

// The connection broke before an answer: nobody knows. A read does.
const [silent, again] = await twice('no answer at all', { kind: 'silence' })
assert.ok(silent && E.isLeft(silent))
assert.equal(silent.left.code, 'tool_unavailable')
assert.match(silent.left.hint ?? '', /unknown whether it was executed/)
assert.equal(codeOf(again), 'retry_budget_exceeded')
service.misbehave(undefined)
assert.ok(E.isRight(await openTurn().run(readLabels())))

// Nothing happened, and `transient` says that this failure gives the budget back.
const [limited, retried] = await twice('too many requests, once', { kind: 'status', status: 429, times: 1 })
assert.equal(codeOf(limited), 'rate_limited')
assert.ok(retried && E.isRight(retried))

assert.equal(service.labelsAdded(), 5)
await service.close()
