import { expect } from 'chai'
import { effectText, part, symptomText } from '../../../../lib/operate/cli/calibrate/words.js'
import { percent } from '../../../../lib/operate/cli/figures.js'
import { group, suggested } from './whole.js'

describe('percent', () => {
  it('never shows a little as nothing, nor almost all as all', () => {
    expect([0, 0.0004, 0.0123, 0.5, 0.9996, 1].map(percent)).to.deep.equal([
      '0.0 %',
      '<0.1 %',
      '1.2 %',
      '50.0 %',
      '>99.9 %',
      '100.0 %'
    ])
  })
})

describe('part', () => {
  it('says how many of how many', () => {
    expect(
      [
        { count: 12, of: 2_400 },
        { count: 0, of: 0 }
      ].map(part)
    ).to.deep.equal(['12 of 2,400 (0.5 %)', '0 of 0 (none)'])
  })
})

describe('symptomText', () => {
  it('says in a few words what is the matter', () => {
    expect(
      [
        group('null'),
        group('absent'),
        group('new_member', { samples: ['"team"', '"team"', '"pro+"'] }),
        group('new_member', { samples: ['1', '2', '3', '4'] }),
        group('empty', { received: 'array' }),
        group('number_outside', { expected: 'integer' }),
        group('new_key'),
        group('wrong_type'),
        group('format', { expected: 'ISO datetime' }),
        group('constraint', { expected: 'NonEmpty' }),
        group('constraint', { code: 'wrong_entity' }),
        group('unreadable', { code: 'not_json' })
      ].map(symptomText)
    ).to.deep.equal([
      'null, expected string',
      'absent, expected string',
      '"team", "pro+", not listed',
      '1, 2, 3, …, not listed',
      'empty array',
      'a number, expected integer',
      'an undeclared key',
      'null, expected string',
      'text, expected ISO datetime',
      'not NonEmpty',
      'wrong_entity',
      'not_json'
    ])
  })
})

describe('effectText', () => {
  it('says what a change takes, and what was tried', () => {
    expect(
      [suggested(), suggested({ takes: 1_200, tried: { passed: 15, of: 16 }, faultsTried: 30 }), group('null')].map(
        effectText
      )
    ).to.deep.equal([
      'Alone it accepts 1 more response. Tried again with all changes, 1 of 1 pass, and there was no fault to try.',
      'Alone it accepts 1,200 more responses. Tried again with all changes, 15 of 16 pass, and none of 30 faults and doubtful responses pass.',
      ''
    ])
  })
})
