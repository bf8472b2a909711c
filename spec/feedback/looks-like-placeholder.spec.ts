import { expect } from 'chai'
import { looksLikePlaceholder } from '../../lib/feedback/looks-like-placeholder.js'

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
    const started = performance.now()
    for (const piece of ['<', '{{', '[your ', '. ', 'lorem ipsum ', 'your '])
      looksLikePlaceholder(piece.repeat(200_000))
    expect(performance.now() - started).to.be.below(500)
  })
})
