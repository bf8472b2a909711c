import { expect } from 'chai'
import type { Evidence } from '../../../lib/operate/calibrate/evidence.js'
import { judgeGroup, RULES, type Rule } from '../../../lib/operate/calibrate/rules.js'

/** A null of which nothing speaks against an edge case. */
const evidence = (over: Partial<Evidence> = {}): Evidence => ({
  code: 'schema_violation',
  symptom: 'null',
  expected: 'string',
  received: 'null',
  key: 'last_name',
  count: 12,
  judged: 600,
  share: 0.02,
  accepted: 0.98,
  turns: 12,
  alone: 1,
  damaged: 0,
  emptied: 0,
  envelopes: 0,
  hollow: 0,
  crowded: 0,
  shapes: 1,
  strangers: undefined,
  members: { plausible: [], alike: [], odd: [], others: 0 },
  numbers: { min: Infinity, max: -Infinity, fractions: 0 },
  ratio: 1,
  isClumped: false,
  range: 0.9,
  chance: 0.5,
  chanceInTwo: 0.5,
  hasEnded: false,
  spans: 100,
  ...over
})

const member = (value: string | number, count = 6) => ({ value, count })
const members = (over: Partial<Evidence['members']>): Partial<Evidence> => ({
  symptom: 'new_member',
  members: { plausible: [], alike: [], odd: [], others: 0, ...over }
})
const strangers = (over: Partial<NonNullable<Evidence['strangers']>>): Partial<Evidence> => ({
  symptom: 'absent',
  strangers: { renamedTo: undefined, others: 0, ...over }
})

/** For each rule, evidence for which it holds, and evidence for which it just does not. */
const CASES: Readonly<Record<string, readonly [holds: Partial<Evidence>, not: Partial<Evidence>]>> = {
  unreadable: [
    { code: 'truncated_response', symptom: 'unreadable' },
    { code: 'empty_body', symptom: 'constraint' }
  ],
  'error in place of payload': [{ envelopes: 0.5 }, { envelopes: 0.4 }],
  'damaged object': [{ damaged: 0.5 }, { damaged: 0.4 }],
  'nothing but nulls': [{ hollow: 0.5 }, { hollow: 0.4 }],
  renamed: [
    strangers({ renamedTo: { key: 'lastName', share: 0.9 } }),
    strangers({ renamedTo: { key: 'lastName', share: 0.1 } })
  ],
  burst: [
    { chance: 1e-6, range: 0.05, hasEnded: true },
    { chance: 1e-6, range: 0.05, hasEnded: false }
  ],
  'no word': [members({ odd: [member('NaN')] }), members({ plausible: [member('lost', 20)], odd: [member('NaN')] })],
  'beyond any domain': [
    { symptom: 'number_outside', expected: 'integer from 0 to 10', numbers: { min: 500, max: 500, fractions: 0 } },
    { symptom: 'number_outside', expected: 'integer from 0 to 10', numbers: { min: 11, max: 40, fractions: 0 } }
  ],
  'wrong type': [
    { symptom: 'wrong_type', received: 'object', turns: 9 },
    { symptom: 'wrong_type', received: 'object', count: 40, turns: 40 }
  ],
  few: [{ turns: 5 }, { turns: 6 }],
  'hardly anything accepted': [{ accepted: 0.4 }, { accepted: 0.6 }],
  crowded: [{ isClumped: true }, { ...members({ plausible: [member('lost')] }), chanceInTwo: 0.001, ratio: 0.5 }],
  'short time': [{ spans: 4 }, { spans: 5 }],
  'empty object': [
    { ...strangers({}), emptied: 0.5 },
    { ...strangers({}), emptied: 0.4 }
  ],
  'much at once': [{ crowded: 0.5 }, { crowded: 0.4 }],
  'own id': [{ key: 'id' }, { key: 'customer_id' }],
  'strange company': [strangers({ others: 1 }), strangers({})],
  'no enumeration': [members({ plausible: [member('lost', 2)] }), members({ plausible: [member('lost', 6)] })],
  'for you to say': [
    { code: 'too_old', symptom: 'constraint' },
    { code: 'wrong_entity', symptom: 'constraint' }
  ],
  'odd and right': [{}, { symptom: 'format' }]
}

const ruleNamed = (name: string): Rule => RULES.find((rule) => rule.name === name) ?? expect.fail(name)

describe('RULES', () => {
  it('are all tried here', () => {
    expect(RULES.map(({ name }) => name)).to.have.members(Object.keys(CASES))
  })

  for (const [name, [holds, not]] of Object.entries(CASES)) {
    it(`${name} holds for what it speaks of, says why, and does not hold for the next best`, () => {
      const rule = ruleNamed(name)
      expect(rule.holds(evidence(holds))).to.equal(true)
      expect(rule.holds(evidence(not))).to.equal(false)
      expect(rule.reason(evidence(holds)))
        .to.match(/^\S.*[.]$/)
        .and.not.match(/undefined|NaN\b(?!")|Infinity|\[object/)
    })
  }
})

describe('judgeGroup', () => {
  it('lets a fault outweigh a doubt, and a doubt an edge case', () => {
    const judged = (over: Partial<Evidence>) => {
      const { verdict, reasons } = judgeGroup(evidence(over))
      return [verdict, ...reasons.map(({ rule }) => rule)]
    }
    expect(judged({})).to.deep.equal(['likely edge case', 'odd and right'])
    expect(judged({ turns: 2 })).to.deep.equal(['undecided', 'few'])
    expect(judged({ count: 2, damaged: 1, envelopes: 1 })).to.deep.equal([
      'likely fault',
      'error in place of payload',
      'damaged object'
    ])
  })

  it('take a failure that the service reports for a fault, whichever code it has', () => {
    expect(judgeGroup(evidence({ code: 'tool_unavailable', symptom: 'constraint' })).verdict).to.equal('likely fault')
  })

  it('says nothing where no rule does', () => {
    expect(judgeGroup(evidence({ symptom: 'unreadable' }))).to.deep.equal({ verdict: 'undecided', reasons: [] })
  })

  it('writes shares so that they can be read', () => {
    expect(ruleNamed('hardly anything accepted').reason(evidence({ accepted: 0.1537 }))).to.include('only 15 % of')
    expect(ruleNamed('nothing but nulls').reason(evidence({ hollow: 0.05 }))).to.match(/^In 5\.0 % of/)
    expect(ruleNamed('damaged object').reason(evidence({ damaged: 0.0001 }))).to.match(/^In <0\.1 % of/)
    expect(
      ruleNamed('no word').reason(evidence(members({ odd: Array.from({ length: 7 }, (_, i) => member(`?${i}`)) })))
    ).to.match(/^"\?0", "\?1", "\?2", "\?3", "\?4", … is not the name/)
  })
})
