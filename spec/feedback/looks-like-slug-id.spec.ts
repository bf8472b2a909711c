import { expect } from 'chai'
import { looksLikeSlugId } from '../../lib/feedback/looks-like-slug-id.js'

describe('looksLikeSlugId', () => {
  for (const made of ['invoice-acme-42', 'a-b-1', 'msg2-x9-007'])
    it(`knows ${made}`, () => expect(looksLikeSlugId(made)).to.equal(true))
  for (const real of [
    '18c2f4e09ab3d571',
    '2f1c7a9e-4b1d-4c8a-9f57-0d1e2f3a4b5c',
    'AAMkAGI2TGuLAAA=',
    'invoice-42',
    'invoice-acme-north-42',
    'Invoice-acme-42',
    'invoice-acme-42a',
    '1nvoice-acme-42',
    'invoice-acme-42\n',
    ' invoice-acme-42',
    '',
    42,
    null,
    undefined,
    ['invoice-acme-42']
  ])
    it(`lets ${JSON.stringify(real)} pass`, () => expect(looksLikeSlugId(real)).to.equal(false))
})
