/** Which envelopes report a failure, the rows of spec/corpora hold. */
import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { errorEnvelope } from '#core/checks'
import { partialData, semanticGarbage } from '#core/errors'

const judged = (raw: unknown) => errorEnvelope()(null, {}, { raw })

describe('errorEnvelope', () => {
  it('refuses an envelope of an error', () => {
    expect(judged({ ok: false, error: 'channel_not_found' })).to.deep.equal(
      O.some(semanticGarbage({ code: 'not_found', detail: 'The body reports an error in error.' }))
    )
    expect(judged({ ok: true, error: null })).to.deep.equal(O.none)
  })

  it('goes on with what came beside errors', () => {
    expect(judged({ data: { user: { id: 1 }, orders: null }, errors: [{ message: 'no' }] })).to.deep.equal(
      O.some(
        partialData({
          code: 'error_in_body',
          detail: 'The body reports 1 error in errors.',
          hint: 'The failed fields are null in `data`. Go on with the rest, or ask for them in another way.'
        })
      )
    )
  })

  it('accepts what no JSON holds', () => {
    expect(judged(undefined)).to.deep.equal(O.none)
    expect(judged({ errors: [{ a: 1 }], data: { order: undefined } })).to.deep.equal(
      O.some(semanticGarbage({ code: 'error_in_body', detail: 'The body reports 1 error in errors.' }))
    )
  })

  it('quotes nothing that the service wrote', () => {
    expect(
      JSON.stringify(judged({ ok: false, error: 'CANARY', errors: ['CANARY'], message: 'CANARY' }))
    ).not.to.include('CANARY')
  })
})
