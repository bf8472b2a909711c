import { expect } from 'chai'
import * as fc from 'fast-check'
import { LazyDigest, UNLIMITED, ruleOf } from '#core/calls'
import { sha256 } from '../../lib/guard/platform.js'
import { SharedCalls } from '../../lib/guard/shared-calls.js'
import { askedText, refusedText, settledText, type SharedEnding } from '../../lib/guard/shared-event.js'
import type { AskTerms, LoggedCall } from '../../lib/guard/logged-call.js'
import { askOf, limitsOf } from '../../lib/guard/turn-events.js'
import { TurnLog } from '../../lib/guard/turn-log.js'
import type { Decision } from '../../lib/guard/decision.js'
import { nextAttempt } from '../../lib/guard/operation.js'
import { runs } from '../helpers/runs.js'

const BUDGET = { read: 2, write: 1 }
const RULES = [
  UNLIMITED,
  ruleOf({ effect: 'read' }, BUDGET),
  ruleOf({ effect: 'write' }, BUDGET),
  ruleOf({ effect: 'read', kind: 'none' }, BUDGET),
  ruleOf({ effect: 'write', kind: 'writes' }, BUDGET)
]
const TERMS: ReadonlyArray<AskTerms> = [
  {},
  {},
  {},
  {},
  { approved: true },
  { tool: 'one'.padEnd(32, '1'), most: { calls: 9, chars: 100 } },
  { tool: 'other'.padEnd(32, '2'), most: { ofTool: 2 } }
]

const endings: fc.Arbitrary<SharedEnding> = fc
  .record({
    executed: fc.constantFrom('yes', 'no', 'unknown', 'refused'),
    answer: fc.option(fc.constantFrom('one', 'other').map((digest) => LazyDigest.of(digest))),
    retryAfterMs: fc.constantFrom(null, null, 0, 5),
    standing: fc.constantFrom('made', 'made', 'given_back', 'voided'),
    report: fc.boolean(),
    replayed: fc.boolean(),
    chars: fc.constantFrom(0, 0, 20),
    isDenied: fc.constantFrom(false, false, false, true)
  })
  .map(({ isDenied, ...ending }) => (isDenied ? { ...ending, code: 'denied' } : ending))

const steps = fc.array(
  fc.oneof(
    fc.record({
      key: fc.constantFrom('a', 'b'),
      rule: fc.constantFrom(...RULES),
      writes: fc.boolean(),
      terms: fc.constantFrom(...TERMS)
    }),
    fc.record({ which: fc.nat(), ending: endings }),
    fc.record({ refused: fc.constantFrom('a', 'b', 'z'), times: fc.nat(3) })
  ),
  { maxLength: 60, size: 'max' }
)

/** A decision, and the attempt, as all processes must agree on them. */
const said = ({ count, by, free, reopened, call }: Decision): unknown => ({
  count,
  by,
  free,
  reopened,
  attempt: call?.attempt
})

const decided = (calls: SharedCalls, name: string): unknown => said(calls.decisionOn(name) as Decision)

describe('SharedCalls', () => {
  it('decides as the log of one process does, whether it reads each event at once or all when somebody asks', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const list: Array<readonly [text: string, ms: number]> = []
        const early = new SharedCalls('me')
        let now = 0
        const clock = (): number => now
        const log = new TurnLog({ digested: true })
        const running: Array<readonly [name: string, call: LoggedCall]> = []
        const add = (text: string): void => {
          list.push([text, now])
          early.add(text, now)
        }
        for (const step of script) {
          now += 1
          if ('times' in step) {
            add(refusedText(step.refused, step.times, 'other'))
            log.refused(step.refused, step.times)
          } else if ('which' in step) {
            const [settled] = running.splice(step.which % Math.max(1, running.length), 1)
            if (settled === undefined) continue
            add(settledText(settled[0], step.ending))
            log.end(settled[1], { code: null, ...step.ending }, clock)
          } else {
            const { key, rule, writes, terms } = step
            const name = `call${now}`
            add(askedText(name, key, rule, writes, terms))
            const { runs: most, kind } = rule
            const expected = log.ask(askOf({ key, rule: limitsOf(rule), runs: most, kind, writes, ...terms }), clock)
            if (expected.call !== undefined) {
              expected.call.attempt = nextAttempt(expected.call.of.ended)
              running.push([name, expected.call])
            }
            const late = new SharedCalls('me')
            for (const event of list) late.add(...event)
            expect(decided(late, name)).to.deep.equal(said(expected))
            expect(decided(early, name)).to.deep.equal(said(expected))
            for (const { tool = '' } of TERMS) expect(late.used(tool)).to.deep.equal(log.used(tool))
          }
        }
      }),
      { numRuns: runs(1_000, 10_000) }
    )
  })

  it('reads of other keys only what its own must know', () => {
    const calls = new SharedCalls('me')
    const read = ruleOf({ effect: 'read' }, BUDGET)
    // A body that nobody could read.
    calls.add(askedText('call1', 'other', read, true).replace(/\[.*/, '[oops'), 0)
    calls.add(settledText('call1', { executed: 'yes', answer: null, retryAfterMs: null }).replace(/\[.*/, '[oops'), 1)
    expect(calls.used('any')).to.deep.equal({ calls: 1, chars: 0, ofTool: 0 })
  })

  it('skips what is no event, of a later version or damaged', () => {
    const calls = new SharedCalls('me')
    const whole = askedText('call1', 'key', UNLIMITED, false)
    for (const text of ['', ' ', 'a', 'as', 's@', 'x@ call1 key []', 'null', '[]', 'r@ key', whole.slice(1)])
      expect(calls.add(text, 0), text).to.be.oneOf([undefined, ''])
    for (const [i, body] of ['', '[', '{}', '["no rule"]', '[[1,2,3]]', '[[1,2,3,-4]]'].entries()) {
      expect(calls.add(whole.replace('call1', `bad${i}`).replace(/\[.*/, body), 0), body).to.equal(`bad${i}`)
      expect(calls.decisionOn(`bad${i}`), body).to.equal(undefined)
    }
    expect(calls.add(whole, 0)).to.equal('call1')
    expect(calls.decisionOn('call1')).to.include({ count: 1 })
  })

  it('reads of 10,000 events the bodies of its own key alone, from less than 0.8 MB', () => {
    const list: Array<string> = []
    for (let i = 0; i < 5_000; i++) {
      const isWrite = i % 10 === 0
      const rule = ruleOf({ effect: isWrite ? 'write' : 'read' }, BUDGET)
      list.push(
        askedText(`12345678${i.toString(36)}`, sha256(`call ${i}`).slice(0, 32), rule, isWrite),
        settledText(`12345678${i.toString(36)}`, {
          executed: 'yes',
          answer: LazyDigest.of(sha256(`answer ${i}`)),
          retryAfterMs: null
        })
      )
    }
    // With a time of 13 digits, a space and a line end, as Redis keeps them.
    expect(list.join('').length + list.length * 15).to.be.below(800_000)
    const parse = JSON.parse
    let parsed = 0
    JSON.parse = (...args) => {
      parsed += 1
      return parse(...args) as unknown
    }
    try {
      const calls = new SharedCalls('me')
      for (const text of list) calls.add(text, 0)
      expect(calls.refuses(sha256('call 10').slice(0, 32), ruleOf({ effect: 'write' }, BUDGET))).to.equal(true)
      expect(parsed).to.equal(2)
    } finally {
      JSON.parse = parse
    }
  })
})
