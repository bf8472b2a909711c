import { expect } from 'chai'
import { fastestMs } from '../helpers/fastest-ms.js'
import { looksLikePlaceholder, looksLikeSlugId } from '../../lib/feedback/guesses.js'

describe('looksLikePlaceholder', () => {
  for (const placeholder of [
    '',
    ' ',
    'test',
    'Test ',
    'a',
    'X',
    'string',
    'TODO',
    'tbd',
    'N/A',
    'null',
    'undefined',
    '<NAME>',
    '<your name>',
    '{{customer}}',
    '${NAME}',
    '{name}',
    '[your name]',
    '[INSERT TITLE]',
    'YOUR_API_KEY',
    'your name here',
    'Insert text here',
    'Lorem ipsum dolor sit amet',
    '...',
    '…',
    '---',
    '???',
    'xxxx',
    'John Doe',
    'placeholder'
  ])
    it(`knows ${JSON.stringify(placeholder)}`, () => expect(looksLikePlaceholder(placeholder)).to.equal(true))

  for (const answer of [
    'Ada',
    'test the printer',
    'A4',
    'ok',
    'no',
    'none',
    'unknown',
    '0',
    '42',
    'Berlin',
    'a tag <b> in a text',
    '<b>bold</b>',
    'use {name} for the name',
    '[draft] Minutes',
    'Testament',
    'The value is null',
    '$5',
    'XL',
    0,
    null,
    undefined,
    false,
    ['test'],
    { name: 'test' }
  ])
    it(`lets ${JSON.stringify(answer)} pass`, () => expect(looksLikePlaceholder(answer)).to.equal(false))

  it('is linear', () => {
    const ms = fastestMs(() => {
      for (const piece of ['<', '{{', '[your ', '. ', 'lorem ipsum ', 'your '])
        looksLikePlaceholder(piece.repeat(200_000))
    })
    expect(ms).to.be.below(500)
  })
})

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
