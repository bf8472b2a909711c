import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { explain } from '../../lib/codec/explain.js'
import { schemaMismatch } from '#core/errors'
import { failureCap, type LoopStep } from '../../lib/feedback/failure-cap.js'

const Answer = t.type({ total: t.number }, 'Answer')

const failed = E.mapLeft((errors: t.Errors) => explain(errors, { values: true }))(Answer.decode({ total: 'twelve' }))
const valid = E.right({ total: 12 })

const step = (outputs: LoopStep['outputs'], ...otherCalls: ReadonlyArray<boolean>): LoopStep => ({
  outputs,
  otherCalls
})
const failure = step([failed])
const text = step([])
const progress = step([], true)

/** After how many of these steps the loop ends; nothing where it does not. */
const endsAfter = (steps: ReadonlyArray<LoopStep>, maxRetries?: number): number | undefined => {
  const cap = failureCap({ codec: Answer, ...(maxRetries === undefined ? {} : { maxRetries }) })
  const at = steps.findIndex((each) => O.isSome(cap.step(each)))
  return at < 0 ? undefined : at + 1
}

const times = (n: number, ...steps: ReadonlyArray<LoopStep>): ReadonlyArray<LoopStep> =>
  Array.from({ length: n }, () => steps).flat()

describe('failureCap', () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<LoopStep>, number | undefined, number?]> = [
    ['ends at the failure after maxRetries retries: the fourth', times(100, failure), 4],
    ['ends at the first failure with maxRetries 0', times(2, failure), 1, 0],
    ['ends at the second failure with maxRetries 1', times(3, failure), 2, 1],
    ['lets three failures pass', times(3, failure), undefined],
    ['counts each failing output of a step', [step([failed, failed]), step([failed, failed])], 2],
    [
      'counts two failures of one step beside an output that is valid',
      [step([failed, valid, failed]), step([valid, failed, failed])],
      2
    ],
    [
      'starts anew after a step without output in which another call succeeded',
      [...times(3, failure), progress, ...times(3, failure)],
      undefined
    ],
    ['and then ends at the fourth again', [...times(3, failure), progress, ...times(4, failure)], 8],
    [
      'starts anew where one of several other calls succeeded',
      [...times(3, failure), step([], false, true), ...times(3, failure)],
      undefined
    ],
    ['does not start anew for other calls that failed', times(9, failure, step([], false)), 7],
    ['does not start anew for a call that succeeds beside a failing output', times(9, step([failed], true)), 4],
    [
      'does not start anew for a call that succeeds beside a valid output',
      [...times(3, failure), step([valid], true), failure],
      5
    ],
    ['does not start anew for a valid output', [...times(3, failure), step([valid]), failure], 5],
    ['does not start anew for text', times(9, failure, text), 7],
    ['counts text apart, with the same cap', times(9, text), 4],
    ['does not count text as a failure', [...times(3, failure), ...times(3, text)], undefined],
    ['does not forget text for failures in between', times(9, text, step([], false)), 7],
    ['forgets text after progress', [...times(3, text), progress, ...times(3, text)], undefined],
    ['never ends a loop that makes progress', times(50, failure, failure, text, progress), undefined]
  ]
  for (const [what, steps, expected, maxRetries] of cases) {
    it(what, () => expect(endsAfter(steps, maxRetries)).to.equal(expected))
  }

  const last = (steps: ReadonlyArray<LoopStep>, cap = failureCap({ codec: Answer })): unknown =>
    steps.map((each) => cap.step(each)).at(-1)

  it('says how many consecutive failures, of which codec, and the last issues', () => {
    expect(last(times(4, failure))).to.deep.equal(
      O.some(
        schemaMismatch({
          code: 'validation_cap_exceeded',
          detail:
            "The structured output Answer failed validation 4 consecutive times; the last time: - 'total': expected number, got 'twelve'"
        })
      )
    )
    expect(last(times(1, failure), failureCap({ maxRetries: 0 }))).to.deep.equal(
      O.some(
        schemaMismatch({
          code: 'validation_cap_exceeded',
          detail:
            "The structured output failed validation 1 consecutive time; the last time: - 'total': expected number, got 'twelve'"
        })
      )
    )
  })

  it('gives the last issues as whole lines, as many as fit', () => {
    const long = t.array(t.Int).decode(Array.from({ length: 40 }, () => 'a word that is no number'))
    const found = failureCap({ maxRetries: 0, codec: { name: 'x'.repeat(200) } }).step(
      step([E.mapLeft((errors: t.Errors) => explain(errors, { values: true }))(long)])
    )
    const detail = O.isSome(found) ? found.value.detail : ''
    expect(detail.length).to.be.within(400, 500)
    expect(detail).to.match(/got 'a word that is no number' \(\+\d+ more\)$/)
  })

  it('says of a failure without issues what it can', () => {
    expect(last(times(1, step([E.left([])])), failureCap({ maxRetries: 0 }))).to.deep.equal(
      O.some(
        schemaMismatch({
          code: 'validation_cap_exceeded',
          detail: 'The structured output failed validation 1 consecutive time.'
        })
      )
    )
  })

  it('says that text came instead', () => {
    expect(last(times(4, text))).to.deep.equal(
      O.some(
        schemaMismatch({
          code: 'validation_cap_exceeded',
          detail:
            'The structured output Answer was expected, but the model wrote text 4 consecutive times without progress in between.'
        })
      )
    )
  })

  it('is never confused with a limit on iterations', () => {
    expect(JSON.stringify([last(times(4, failure)), last(times(4, text))])).not.to.match(
      /iteration|limit|max_steps|budget/i
    )
  })

  it('goes on saying so to a loop that does not end', () => {
    expect(last(times(6, failure)))
      .to.have.nested.property('value.detail')
      .that.matches(/6 consecutive times/)
  })

  it('refuses a maxRetries that is no count', () => {
    expect(() => failureCap({ maxRetries: 1.5 })).to.throw(
      TypeError,
      'Expected `maxRetries` to be a non-negative integer.'
    )
  })
})
