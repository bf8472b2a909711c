import { expect } from 'chai'
import { saysWhy, statesEffect } from '#core/failure'
import { namesReason } from '#core/signs'
import { responses } from '../../corpora/failures.js'

describe('why a request was refused', () => {
  it('is said in words that say no, by a code of the service, or by nothing but the status', () => {
    for (const body of [
      { error: 'price is required' },
      { message: 'Insufficient funds' },
      { detail: 'Unknown SKU' },
      { errors: ['Quantity must be positive'] },
      'The order is already shipped',
      { error: { code: 'card_declined', message: 'Please try another card.' } },
      { __type: 'ConditionalCheckFailedException', message: 'The conditional request failed' },
      { type: 'validation_error', message: 'Have a look at the form.' },
      { message: 'Rate limit exceeded' },
      {},
      ''
    ])
      expect(saysWhy(body), JSON.stringify(body)).to.equal(true)
  })

  it('is not said by what one of its steps threw, whichever words those are', () => {
    for (const words of [
      'Failed to process payment',
      'Failed to send email notification',
      'Database error',
      'Message failed: 554 5.7.1 spam',
      'All connection attempts failed',
      'Cannot connect to host 127.0.0.1:1 ssl:default [Connect call failed]',
      'curl: (6) Could not resolve host: mail.example.com',
      'Not Found',
      'Oops',
      'E42',
      '何か問題が発生しました'
    ])
      for (const body of [
        words,
        { error: words },
        { message: words, statusCode: 400, error: 'Bad Request' },
        { code: 'BAD_REQUEST', message: words },
        { code: 'sms_delivery_failed', message: words },
        { error: { name: 'ApplicationError', message: words } }
      ])
        expect(saysWhy(body), JSON.stringify(body)).to.equal(false)
  })

  it('is said by nearly all bodies that were recorded, of statuses that name none', () => {
    const bodies = responses
      .map(({ label }) => label)
      .filter(({ status, body }) => status >= 400 && status < 500 && !namesReason(status) && !statesEffect(body))
      .map(({ body }) => body)
    expect([bodies.filter(saysWhy).length, bodies.length]).to.deep.equal([243, 256])
  })
})
