/** The story that the conversations tell, held against what really happened. */
import assert from 'node:assert/strict'
import type { Step } from './play.js'
import type { Pair } from './show.js'
import { readToolText } from './tool-text.js'

const codesOf = (steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  steps.map((step) => {
    const seen = readToolText(step.text)
    return seen.kind === 'error' ? seen.code : seen.kind
  })

const times = (n: number, what: string): ReadonlyArray<string> => Array.from({ length: n }, () => what)

/** Throws where the run did not go as it is told. */
export const verify = (pairs: ReadonlyArray<Pair>): void => {
  const [deaf, listening, login, newState, neighbour, orders, log, well] = pairs.map(({ without, guarded }) => ({
    without,
    guarded,
    codes: codesOf(guarded.steps),
    codesWithout: codesOf(without.steps)
  }))
  assert.ok(deaf && listening && login && newState && neighbour && orders && log && well)

  // 17 identical calls: each reaches the naive tool, three reach the guarded one.
  assert.deepEqual(deaf.codesWithout, times(17, 'vague'))
  assert.equal(deaf.without.requests, 17)
  assert.deepEqual(deaf.codes, [...times(3, 'truncated_response'), ...times(14, 'retry_budget_exceeded')])
  assert.equal(deaf.guarded.requests, 3)
  const first = deaf.guarded.steps[0]?.text ?? ''
  assert.match(first, /\[1\]\.assignee/)
  assert.match(first, /4,?096 bytes/)
  assert.equal(deaf.guarded.outcome, 'told the user')

  // The hint is executable, and executed.
  assert.deepEqual(listening.codes, ['truncated_response', 'more_pages_available'])
  assert.deepEqual(listening.guarded.steps[1]?.args, { per_page: 1 })
  assert.equal(listening.guarded.outcome, 'right')

  assert.deepEqual(login.codes, ['html_response', 'data'])
  assert.equal(login.guarded.outcome, 'right')
  assert.deepEqual(newState.codes, ['schema_violation'])
  assert.equal(newState.guarded.outcome, 'told the user')
  assert.deepEqual(neighbour.codes, ['wrong_entity', 'data'])
  assert.equal(neighbour.guarded.outcome, 'right')

  // The rows that did not fit are asked for, and counted.
  assert.deepEqual(orders.codes, ['more_pages_available', 'more_pages_available', 'data'])
  assert.equal(orders.guarded.outcome, 'right')

  // The model reads a handle, and the line that matters in it.
  assert.equal(log.guarded.says, log.without.says)
  assert.equal(log.guarded.outcome, 'right')
  assert.ok(log.guarded.bytesToModel < log.without.bytesToModel / 80)

  // Where nothing is wrong, the guard is not in the way.
  assert.deepEqual(well.codes, ['data'])
  assert.equal(well.guarded.says, well.without.says)
  assert.equal(well.without.outcome, 'right')

  for (const { without } of pairs.slice(0, -2)) assert.equal(without.outcome, 'wrong')
  for (const { without, guarded, codes } of [deaf, listening, login, newState, neighbour, well]) {
    assert.equal(without.requests, without.toolCalls)
    assert.equal(guarded.requests, guarded.toolCalls, codes.join())
  }
}
