import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { errorEnvelope } from '../../../lib/core/checks/error-envelope.js'
import { partialData, semanticGarbage } from '../../../lib/core/tool-error.js'

const judged = (raw: unknown) => errorEnvelope()(null, {}, { raw })
const garbage = (detail: string, code = 'error_in_body') => O.some(semanticGarbage({ code, detail }))
const partial = (detail: string) =>
  O.some(
    partialData({
      code: 'error_in_body',
      detail,
      hint: 'The failed fields are null in `data`. Go on with the rest, or ask for them in another way.'
    })
  )

describe('errorEnvelope', () => {
  const refused: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ['Slack', { ok: false, error: 'channel_not_found' }, garbage('The body reports an error in error.', 'not_found')],
    [
      'an error that is no list, beside data',
      { errors: { a: 1 }, data: { order: 1 } },
      garbage('The body reports an error in errors.')
    ],
    [
      'a list under another name, beside data',
      { error: [{ a: 1 }], data: { order: 1 } },
      garbage('The body reports 1 error in error.')
    ],
    [
      'GraphQL with undefined data',
      { errors: [{ a: 1 }], data: { order: undefined } },
      garbage('The body reports 1 error in errors.')
    ],
    ['ok alone', { ok: false }, garbage('The body says that it failed: ok is false.')],
    ['success', { success: false, data: null }, garbage('The body says that it failed: success is false.')],
    ['an error object', { error: { code: 42, message: 'no' } }, garbage('The body reports an error in error.')],
    ['an error flag', { error: true, message: 'no' }, garbage('The body reports an error in error.')],
    ['an error number', { error: 17 }, garbage('The body reports an error in error.')],
    [
      'errors by field',
      { errors: { name: ['is missing'] } },
      garbage('The body reports an error in errors.', 'rejected_arguments')
    ],
    [
      'GraphQL without data',
      { errors: [{ message: 'no' }, { message: 'no' }] },
      garbage('The body reports 2 errors in errors.')
    ],
    [
      'GraphQL with null for data',
      { data: null, errors: [{ message: 'no' }] },
      garbage('The body reports 1 error in errors.')
    ],
    [
      'GraphQL with nothing but nulls in data',
      { data: { user: null }, errors: [{ message: 'no' }] },
      garbage('The body reports 1 error in errors.')
    ],
    [
      'GraphQL with some data',
      { data: { user: { id: 1 }, orders: null }, errors: [{ message: 'no' }] },
      partial('The body reports 1 error in errors.')
    ]
  ]
  for (const [name, raw, expected] of refused) {
    it(`refuses ${name}`, () => {
      expect(judged(raw)).to.deep.equal(expected)
    })
  }

  const accepted: ReadonlyArray<unknown> = [
    { ok: true },
    { ok: true, error: null },
    { success: true, errors: [] },
    { error: '' },
    { error: false },
    { error: 0 },
    { error: {} },
    { data: {}, errors: null },
    { orders: [{ ok: false, error: 'late' }] },
    { result: { error: 'x' } },
    { ok: 'false' },
    [{ error: 'x' }],
    'error',
    null,
    undefined
  ]
  for (const raw of accepted) {
    it(`accepts ${JSON.stringify(raw)}`, () => {
      expect(judged(raw)).to.deep.equal(O.none)
    })
  }

  it('quotes nothing that the service wrote', () => {
    expect(
      JSON.stringify(judged({ ok: false, error: 'CANARY', errors: ['CANARY'], message: 'CANARY' }))
    ).not.to.include('CANARY')
  })
})
