/** How much of a response is read before it proves a write: all fields, elements and lines, twenty levels down. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, openTurn, type Tool } from '../../lib/index.js'

const executedBy = async (answer: unknown, name = 'create_order', more: Partial<Tool<unknown>> = {}) => {
  const turn = openTurn({ logger: false })
  const call = guardedCall<unknown, unknown>({ name, effect: 'write', run: () => answer, ...more }, t.unknown)
  await turn.run(call({ sku: 'A-1' }))
  return turn.outcomes()[0]?.executed
}

const wide = (count: number, tail: object = {}): object => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`column_${at}`, at])),
  ...tail
})
const deep = (levels: number, inner: unknown): unknown =>
  levels === 0 ? inner : { order: deep(levels - 1, inner), at: 1 }

const TAILS: ReadonlyArray<object> = [
  { success: false },
  { status: 'rejected' },
  { state: 'void' },
  { error: 'quota exceeded' },
  { errors: [{ code: 'REQUIRED', message: 'x' }] },
  { exitCode: 1 },
  { command: 'ROLLBACK' },
  { nested: { rows: [{ status: 'failed', error: 'The sku must be set' }] } }
]

const AROUND: Readonly<Record<string, (record: object) => unknown>> = {
  alone: (record) => record,
  'in a row': (record) => ({ results: [{ ok: true }, record] }),
  'in a row of a row': (record) => ({ results: [[{ ok: true }], [[record]]] }),
  'as structured content': (record) => ({ content: [{ type: 'text', text: 'done' }], structuredContent: record }),
  'as the text of a block': (record) => ({ content: [{ type: 'text', text: JSON.stringify(record) }] })
}

describe('a response that reports a failure', () => {
  it('proves no write, however many fields stand before it', async () => {
    for (const [how, around] of Object.entries(AROUND))
      for (const count of [39, 40, 41, 400])
        for (const tail of TAILS)
          expect(await executedBy(around(wide(count, tail))), `${how}, ${count}, ${JSON.stringify(tail)}`).to.equal(
            'unknown'
          )
  })

  it('proves none however deep it stands, nor what is deeper than is read', async () => {
    for (const levels of [4, 5, 6, 12, 19, 24])
      expect(await executedBy(deep(levels, { status: 'failed' })), String(levels)).to.equal('unknown')
    expect(await executedBy(deep(12, { status: 'ok' }))).to.equal('yes')
    expect(await executedBy(deep(24, { status: 'ok' }))).to.equal('unknown')
  })

  it('proves none in any line of a stream', async () => {
    const lines = (at: number) =>
      Array.from({ length: 9 }, (_, i) => `{"id":${i},"status":"${i === at ? 'failed' : 'ok'}"}`)
    for (const at of [0, 4, 8])
      for (const before of ['', 'data: '])
        expect(
          await executedBy(
            lines(at)
              .map((line) => before + line)
              .join('\n'),
            'create_order',
            { reads: 'text' }
          )
        ).to.equal('unknown')
    expect(await executedBy(lines(9).join('\n'), 'create_order', { reads: 'text' })).to.equal('yes')
  })

  it('proves none in what drivers and documents say of nothing done', async () => {
    for (const answer of [
      { rowsAffected: [0] },
      '(0 rows affected)',
      '<r><a>1</a><success>false</success></r>',
      '<Doc><TxSts>RJCT</TxSts></Doc>',
      'compiling\nFehler: Datei nicht gefunden',
      'ok 1 - a\nnot ok 2 - b',
      'Building\nFinished: FAILURE'
    ])
      expect(await executedBy(answer, 'create_order', { reads: 'text' }), JSON.stringify(answer)).to.equal('unknown')
  })
})

// As these services answer, shortened to what has content or is false.
const FINE: Readonly<Record<string, readonly [string, object]>> = {
  'a pull request': [
    'create_pull_request',
    wide(40, {
      id: 1,
      number: 7,
      state: 'open',
      locked: false,
      draft: false,
      merged: false,
      mergeable: null,
      mergeable_state: 'unknown',
      maintainer_can_modify: false,
      auto_merge: null,
      base: { repo: { private: false, fork: false, archived: false, disabled: false, has_issues: true } }
    })
  ],
  'a payment': [
    'charge_card',
    wide(50, {
      id: 'ch_1',
      status: 'succeeded',
      paid: true,
      captured: true,
      refunded: false,
      disputed: false,
      failure_code: null,
      failure_message: null,
      outcome: { network_status: 'approved_by_network', reason: null, type: 'authorized' }
    })
  ],
  'an order': [
    'create_order',
    wide(80, {
      id: 1,
      name: '#1',
      confirmed: true,
      test: false,
      cancelled_at: null,
      cancel_reason: null,
      financial_status: 'pending',
      fulfillment_status: null,
      taxes_included: false,
      line_items: [{ id: 2, requires_shipping: true, gift_card: false, fulfillment_status: null }]
    })
  ],
  'an approved payment': [
    'create_payment',
    wide(55, { status: 'approved', status_detail: 'accredited', captured: true, binary_mode: false })
  ]
}

describe('a wide response that reports none', () => {
  for (const [what, [name, answer]] of Object.entries(FINE))
    it(`proves ${what}`, async () => {
      expect(await executedBy(answer, name)).to.equal('yes')
    })
})

describe('a failure that stands as JSON text in a field, or beside a time or a flag', () => {
  for (const [what, answer] of Object.entries({
    'a Payload of Lambda': { StatusCode: 200, Payload: '{"errorMessage":"boom","errorType":"Error"}' },
    'a result': { id: 'run_1', result: '{"error":{"message":"Card declined"}}' },
    'a list of texts': ['{"ok":false,"error":"no stock"}'],
    'a response': { response: '{"status":"failed"}' },
    'how long it took': { message: 'Order was not created', took_ms: 12 },
    'a time': { message: 'Order was not created', timestamp: 1_733_000_000 },
    'a flag': { message: 'Order was not created', cached: false }
  }))
    it(`proves nothing: ${what}`, async () => {
      expect(await executedBy(answer, 'create_order')).to.equal('unknown')
    })

  it('but for what is only text in a record', async () => {
    const answer = { id: 17, name: 'Note', note: '{"title":"Draft","lines":[1,2]}' }
    expect(await executedBy(answer, 'create_note')).to.equal('yes')
  })
})
