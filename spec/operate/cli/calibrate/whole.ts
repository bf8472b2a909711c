/** A calibration that has one of everything, and drift of every kind, for the specs of what shows them. */
import type {
  Calibration,
  Drift,
  RejectionGroup,
  Symptom,
  ToolCalibration,
  RejectionVerdict
} from '../../../../lib/operate/calibrate/index.js'

export const group = (symptom: Symptom, over: Partial<RejectionGroup> = {}): RejectionGroup => ({
  code: 'schema_violation',
  place: `orders[].${symptom}`,
  symptom,
  expected: 'string',
  received: 'null',
  count: 1,
  share: 0.0004,
  turns: 1,
  firstSeen: '2026-11-02T01:57:36.000Z',
  lastSeen: '2026-11-08T11:57:36.000Z',
  shapes: [{ shape: 'null', count: 1 }],
  samples: [],
  verdict: 'undecided',
  reasons: [{ rule: 'few', says: 'doubt', reason: 'It was seen once: too seldom to tell.' }],
  suggestion: null,
  ...over
})

export const suggested = (over: Partial<NonNullable<RejectionGroup['suggestion']>> = {}): RejectionGroup =>
  group('null', {
    verdict: 'likely edge case',
    samples: ['null', 'null'],
    suggestion: {
      code: 'name: t.union([t.string, t.null])',
      change: { steps: [], extra: { kind: 'null' } },
      takes: 1,
      tried: { passed: 1, of: 1 },
      faultsTried: 0,
      ...over
    }
  })

const SYMPTOMS: ReadonlyArray<Symptom> = [
  'absent',
  'new_member',
  'empty',
  'number_outside',
  'new_key',
  'wrong_type',
  'format',
  'constraint'
]
const VERDICTS: ReadonlyArray<RejectionVerdict> = ['undecided', 'likely fault']

const tool: ToolCalibration = {
  tool: 'search',
  calls: 2_600,
  judged: 2_500,
  accepted: 2_000,
  partial: 450,
  rejected: 50,
  unkept: 4,
  unanswered: { timeout: 3 },
  codes: { schema_violation: 45, wrong_entity: 5 },
  spanMs: 3_600_000,
  spans: [{ start: '2026-11-02T00:00:00.000Z', accepted: 2_450, rejected: 50 }],
  ungrouped: 6,
  wouldTake: 1,
  groups: [
    suggested(),
    ...SYMPTOMS.map((symptom, i) => group(symptom, { verdict: VERDICTS[i % 2] ?? 'undecided' })),
    group('constraint', { code: 'wrong_entity', place: '$', turns: 2 }),
    group('unreadable', {
      code: 'not_json',
      place: '$',
      verdict: 'likely edge case',
      withheld: 'The change would not help.'
    }),
    group('null', { place: 'a' }),
    group('null', { place: 'b' })
  ]
}

const silent: ToolCalibration = {
  tool: 'unused',
  calls: 0,
  judged: 0,
  accepted: 0,
  partial: 0,
  rejected: 0,
  unkept: 0,
  unanswered: {},
  codes: {},
  spanMs: 60_000,
  spans: [],
  groups: [],
  ungrouped: 0,
  wouldTake: 0
}

export const WHOLE: Calibration = {
  version: 1,
  records: 2_604,
  from: '2026-11-02T00:00:00.000Z',
  to: '2026-11-02T23:00:00.000Z',
  badLines: 2,
  dropped: 7,
  tools: [tool, silent],
  unknown: { ping: 4 }
}

export const EMPTY: Calibration = {
  ...WHOLE,
  records: 0,
  from: null,
  to: null,
  badLines: 0,
  dropped: 0,
  tools: [silent],
  unknown: {}
}

const [all, most, none] = [
  { count: 100, of: 100 },
  { count: 90, of: 100 },
  { count: 0, of: 100 }
]

export const DRIFT: Drift = {
  baseline: { records: 100, from: '2026-11-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
  tools: [
    { tool: 'added', before: null, after: all, changes: [], isWorse: false },
    {
      tool: 'better',
      before: most,
      after: all,
      changes: [{ kind: 'gone_group', what: 'name null', before: { count: 10, of: 100 }, after: none, isWorse: false }],
      isWorse: false
    },
    { tool: 'gone', before: all, after: null, changes: [], isWorse: true },
    { tool: 'same', before: all, after: all, changes: [], isWorse: false },
    { tool: 'unused', before: null, after: null, changes: [], isWorse: false },
    {
      tool: 'worse',
      before: all,
      after: most,
      changes: [{ kind: 'code', what: 'not_json', before: none, after: { count: 10, of: 100 }, isWorse: true }],
      isWorse: true
    }
  ],
  isWorse: true
}
