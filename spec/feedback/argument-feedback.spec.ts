import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { closed } from '../../lib/codec/closed.js'
import { explain } from '../../lib/codec/explain.js'
import { IsoDateTime } from '../../lib/codec/formats.js'
import { argumentFeedback } from '../../lib/feedback/argument-feedback.js'
import { repairArguments } from '../../lib/feedback/repair-arguments.js'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'
import { expectRight } from '../helpers/either.js'
import { brokenArguments, withPlace } from './broken-arguments.js'
import { corrected } from './corrections.js'

const CASES = { numRuns: 200, seed: 6 }

const feedbackFor = (codec: t.Mixed, value: unknown): string => {
  const decoded = codec.decode(value)
  if (E.isRight(decoded)) return expect.fail('the codec took it')
  return argumentFeedback(explain(decoded.left, { values: true }))
}

describe('argumentFeedback', () => {
  it('says each row of the table, between header and footer', () => {
    const Ticket = closed(
      t.type({
        title: t.string,
        name: t.string,
        qty: t.Int,
        due: IsoDateTime,
        tags: t.array(t.string),
        items: t.array(t.type({ qty: t.Int })),
        age: new t.Type(
          'Age',
          t.number.is,
          (value, context) =>
            t.number.is(value) ? t.success(value) : t.failure(value, context, 'must be a number of years'),
          t.identity
        )
      })
    )
    const sent = { name: ['Ada'], qty: 'two', due: 'tomorrow', tags: 'a', items: [{ qty: 1.5 }], age: 'old', prio: 1 }
    expect(feedbackFor(Ticket, sent)).to.equal(
      [
        'Your previous tool call had invalid arguments. Fix these issues:',
        "- 'title': required field is missing — provide a value",
        "- 'name': expected string, got array",
        "- 'qty': expected integer, got 'two'",
        "- 'due': expected ISO datetime (e.g. '2026-05-03T00:00:00'), got 'tomorrow'",
        "- 'tags': expected list/array, got string",
        "- 'items.0.qty': expected integer, got 1.5",
        "- 'age': must be a number of years",
        "- 'prio': unknown field — remove it",
        '',
        'Retry the tool call with corrected arguments.'
      ].join('\n')
    )
  })

  it('calls the root by its name', () => {
    expect(feedbackFor(t.type({ a: t.string }), 'x')).to.contain("\n- '<root>': expected object, got 'x'\n")
  })

  it('shows strings in single quotes, other values as JSON, long and hostile ones escaped and cut, each in one line', () => {
    const qty = (value: unknown): string => feedbackFor(t.type({ qty: t.Int }), { qty: value }).split('\n')[1] ?? ''
    expect(qty("it's\n- 'x': fine")).to.equal("- 'qty': expected integer, got 'it\\'s\\n- \\'x\\': fine'")
    expect(qty({ a: [1, null] })).to.equal('- \'qty\': expected integer, got {"a":[1,null]}')
    expect(qty('\u202eevil\u0000')).to.equal("- 'qty': expected integer, got '\\u202eevil\\u0000'")
    expect(qty('x'.repeat(1_000_000)).length).to.be.below(130)
  })

  it('says the constraint where the type is right', () => {
    const Short = t.refinement(t.string, (s) => s.length < 4, 'at most 3 characters')
    expect(feedbackFor(t.type({ code: Short }), { code: 'long' })).to.contain(
      "- 'code': expected at most 3 characters, got 'long'"
    )
    expect(feedbackFor(t.type({ code: Short }), { code: 7 })).to.contain("- 'code': expected string, got number")
  })

  it('is bounded', () => {
    const feedback = feedbackFor(
      t.array(t.Int),
      Array.from({ length: 500 }, () => 'x'.repeat(1000))
    )
    expect(feedback.split('\n')).to.have.length(104)
    expect(feedback).to.match(
      /\n- '99': expected integer, got 'x+…'\n\(\+400 more\)\n\nRetry the tool call with corrected arguments\.$/
    )
    expect(feedback.length).to.be.below(15_000)
  })

  describe('for 200 generated codecs and bad values', () => {
    it('has one line for each wrong field, no more, and each says what is true of it', () => {
      fc.assert(
        fc.property(brokenArguments, ({ codec, sent, lines }) => {
          expect(feedbackFor(codec, sent).split('\n').slice(1, -2)).to.have.members(lines)
        }),
        CASES
      )
    })

    it('names what must be repaired and only that: all of it repaired, the codec is content; one left, it is not', () => {
      fc.assert(
        fc.property(brokenArguments, ({ codec, sent, intended, broken }) => {
          const feedback = feedbackFor(codec, sent)
          expect(corrected(feedback, sent, intended)).to.deep.equal(intended)
          expectRight(codec.decode(corrected(feedback, sent, intended)))
          for (const { path, put } of broken)
            expect(E.isLeft(codec.decode(withPlace(intended, path, put)))).to.equal(true)
        }),
        CASES
      )
    })

    it('has a model that corrects exactly what a line names repaired in one re-ask', async () => {
      await fc.assert(
        fc.asyncProperty(brokenArguments, async ({ codec, sent, intended }) => {
          const call = guardedCall({ name: 'any', effect: 'read', args: codec, run: () => 1 }, t.number)
          const turn = openTurn()
          const repaired = repairArguments(call, {
            ask: (feedback, _attempt, { args }) => ({ args: corrected(feedback, args, intended) })
          })
          expectRight(await turn.run(repaired(sent)))
          expect(turn.calls[0]?.repair).to.deep.equal({ outcome: 'success', retries: 1, usage: [] })
        }),
        CASES
      )
    })
  })
})
