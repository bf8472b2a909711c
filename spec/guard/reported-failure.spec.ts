import { expect } from 'chai'
import * as t from 'io-ts'
import { errorEnvelope, guardedCall, openSession, semanticGarbage, toModelText, type Tool } from '../../lib/index.js'
import type { QuoteErrors } from '../../lib/guard/tool.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const Order = t.type({ order: t.number })
const VOUCHER = 'Error: the voucher covers 40.00, the basket costs 55.10'

const placed = async (run: Tool<unknown>['run'], more: Partial<Tool<unknown>> = {}, quoteErrors: QuoteErrors = true) =>
  openSession({ quoteErrors })
    .openTurn()
    .run(guardedCall<unknown, { order: number }>({ name: 'place', effect: 'write', run, ...more }, Order)({}))

describe('an answer that the codec refused and that reports a failure', () => {
  it('is told as that failure in the words of the tool, and not as executed', async () => {
    expect(expectLeft(await placed(() => VOUCHER))).to.deep.equal({
      error_class: 'semantic_garbage',
      code: 'error_in_body',
      detail: `The tool returned an error. The tool says: "${VOUCHER}".`,
      hint: 'It is unknown whether it was executed: verify with a read before doing anything else.'
    })
  })

  it('is told without its words where they must not be quoted', async () => {
    expect(expectLeft(await placed(() => VOUCHER, {}, false)).detail).to.equal('The tool returned an error.')
    expect(expectLeft(await placed(() => VOUCHER, { quoteErrors: false })).detail).not.to.include('voucher')
  })

  it('proves nothing of the effect, whatever code or status it names: the tool may have paid before', async () => {
    const codes = ['ratelimited', 'invalid_request', 'order 17 created, e-mail failed']
    const statuses = [400, 401, 403, 404, 408, 409, 410, 422, 424, 425, 429, 499, 500, 503, -32602, -32603]
    const answers = [
      ...codes.map((error) => ({ ok: false, error })),
      ...statuses.map((code) => ({ error: { code, message: 'No.' } }))
    ]
    const hints = await Promise.all(answers.map(async (answer) => expectLeft(await placed(() => answer)).hint))
    expect(new Set(hints.map((hint) => hint?.slice(0, 39)))).to.deep.equal(
      new Set(['It is unknown whether it was executed: '])
    )
  })

  it('is known by an error number with a message, and one level down', async () => {
    for (const answer of [
      { errcode: 40013, errmsg: 'invalid appid' },
      { result: { error: { message: 'The account is closed.' } } }
    ])
      expect(expectLeft(await placed(() => answer)).detail, JSON.stringify(answer)).to.include('The tool says: "')
  })

  it('is the payload where the codec takes it, and a failure only where that is asked for', async () => {
    const run = () => '{"ok":false,"error":"ratelimited"}'
    const accepting = guardedCall({ name: 'read', effect: 'read', run }, t.type({ ok: t.boolean }))
    expect(expectRight(await openSession().openTurn().run(accepting()))).to.deep.equal({
      ok: false,
      error: 'ratelimited'
    })
    const asked = guardedCall({ name: 'read', effect: 'read', run }, t.type({ ok: t.boolean }), errorEnvelope())
    expect(expectLeft(await openSession().openTurn().run(asked())).code).to.equal('rate_limited')
  })

  it('hands on the rows that came beside errors', async () => {
    const codec = t.type({ issues: t.array(t.type({ id: t.number })), total: t.number })
    const answer = '{"issues":[{"id":1},{"id":"x"}],"errors":[{"status":400,"message":"project is required"}]}'
    const call = guardedCall({ name: 'create', effect: 'read', run: () => answer }, codec)
    expect(expectLeft(await openSession().openTurn().run(call()))).to.deep.include({
      error_class: 'partial_data',
      code: 'error_in_body',
      data: [{ id: 1 }]
    })
  })
})

describe('a text that the codec takes', () => {
  for (const text of ['Rain in Oslo', '', '42 rows', VOUCHER]) {
    it(`is the payload: ${JSON.stringify(text)}`, async () => {
      const call = guardedCall({ name: 'read', effect: 'read', run: () => text }, t.string)
      expect(expectRight(await openSession().openTurn().run(call()))).to.equal(text)
    })
  }
  it('is a scalar that the codec refuses as a value, and whatever came where the tool reads text', async () => {
    const read = async (reads: 'json' | 'text', codec: t.Type<unknown>, texts: ReadonlyArray<string>) =>
      Promise.all(
        texts.map(async (text) =>
          expectRight(
            await openSession()
              .openTurn()
              .run(guardedCall({ name: 'read', effect: 'read', reads, run: () => text }, codec)())
          )
        )
      )
    expect(await read('json', t.string as t.Type<unknown>, ['42', 'true'])).to.deep.equal(['42', 'true'])
    expect(await read('json', t.unknown, ['42', 'true'])).to.deep.equal([42, true])
    const anything = ['<html></html>', '{"a":1', '```json\n{}\n```', '']
    expect(await read('text', t.string as t.Type<unknown>, anything)).to.deep.equal(anything)
  })
  it('is no page, and nothing that was cut', async () => {
    const codes = ['<html></html>', '{"a":1'].map(async (text) => {
      const call = guardedCall({ name: 'read', effect: 'read', run: () => text }, t.unknown)
      return expectLeft(await openSession().openTurn().run(call())).code
    })
    expect(await Promise.all(codes)).to.deep.equal(['html_response', 'truncated_response'])
  })
})

describe('what a tool throws', () => {
  const throws = (more: object) => () => {
    throw Object.assign(new Error('the canary sings'), more)
  }

  it('is quoted unless the session or the tool forbids it, and in the words of the author where there are some', async () => {
    const said = 'The tool says: "the canary sings".'
    expect(expectLeft(await placed(throws({}))).detail).to.equal(said)
    for (const quoteErrors of ['returned', false] as const) {
      expect(expectLeft(await placed(throws({}), {}, quoteErrors)).detail).to.equal('The tool threw an Error.')
      expect(expectLeft(await placed(throws({}), { quoteErrors })).detail).to.equal('The tool threw an Error.')
      expect(expectLeft(await placed(throws({}), { quoteErrors: true }, quoteErrors)).detail).to.equal(said)
    }
    const errors = () => semanticGarbage({ code: 'closed', detail: 'The shop is closed.' })
    expect(expectLeft(await placed(throws({}), { errors })).detail).to.equal('The shop is closed.')
  })

  it('leaves what a tool returns quoted by `returned`', async () => {
    expect(expectLeft(await placed(() => VOUCHER, { quoteErrors: 'returned' })).detail).to.include('The tool says: "')
  })

  it('is refused as an option where it is none', () => {
    const wrong = { quoteErrors: 'thrown' as never }
    expect(() => openSession(wrong)).to.throw(TypeError, "Expected `quoteErrors` to be true, false or 'returned'.")
    expect(() => guardedCall({ name: 'a', effect: 'read', run: () => 1, ...wrong }, Order)).to.throw(
      TypeError,
      "Expected `quoteErrors` to be true, false or 'returned'."
    )
  })
})

describe('digits', () => {
  it('are kept as text where no codec reads a number', async () => {
    const call = guardedCall({ name: 'read', effect: 'read', run: () => '{"id":12345678901234567890}' }, t.unknown)
    const result = await openSession().openTurn().run(call())
    expect(toModelText(result)).to.equal('{"id":"12345678901234567890"}')
  })
})
