import { expect } from 'chai'
import { failureIn, isReportIn, refusesIn, saysWhy, statesEffect, tellsOfNotice } from '#core/failure'
import { namesReason } from '#core/signs'
import { responses } from '../../corpora/failures.js'

const REPORTS: ReadonlyArray<unknown> = [
  'Error: The brake pedal needs to be pressed before the engine can be started.',
  'Error: insufficient funds',
  'Error: Room 409 is locked',
  'Error: The quantity must be below 499.',
  'Error: the order was already shipped',
  { error: 'Seat 14 is locked' },
  { error: { message: 'You must log in first.' } },
  { success: false, message: 'Card declined' },
  '{"error":"Not enough stock"}',
  { error: { code: 'not_found', message: 'No such customer' } },
  { ok: false, error: 'Permission denied' },
  { error: 'Seat 14 is locked', data: null },
  { error: 'Seat 14 is locked', data: [], result: {} },
  { error: 'Seat 14 is locked', data: { booking: null } },
  { data: { error: 'Seat 14 is locked' } },
  'Error: No order was created: insufficient funds',
  'Error: The file must be saved first',
  'Error: Message not sent: recipient not found',
  'Error: Only orders that were paid can be refunded',
  'Error: Invalid status: created is not allowed',
  { error: { message: 'The status must be one of draft, sent and paid', code: 'not_found' } },
  // Postgres
  'ERROR:  duplicate key value violates unique constraint "orders_pkey"\nDETAIL:  Key (id)=(7) already exists.\nHINT:  Choose another id.'
]

// Of each of these nobody knows what became of the request.
const NO_REPORTS: ReadonlyArray<unknown> = [
  'Error: timed out',
  'Error: request timeout before the payment was confirmed',
  'Error: DEADLINE_EXCEEDED: deadline exceeded',
  'Error: socket hang up',
  'Error: fetch failed',
  'Error: connection refused',
  'Error: the connection was closed by the other side',
  'Error: ECONNRESET',
  'Error: ETIMEDOUT',
  'Error: EPIPE',
  'Error: 503 the order must be placed again',
  'Error: status code 409: already exists',
  '409 Conflict: already exists',
  'Error: the shop answered 408',
  'Error: 409 {"message":"the order is locked"}',
  'Error: the order is locked (409)',
  'Error: POST /orders 425: it is locked',
  'Error: {"statusCode":409,"message":"the order is locked"}',
  'Error: [425] the order is locked',
  'Error: the order is locked\n499: it was closed',
  'Error: the order is locked, and the shop did not\nrespond',
  'Error: getaddrinfo EAI_AGAIN shop.example',
  'Error: internal error, try again first',
  'Error: something went wrong',
  'Error: unknown error',
  'Error: premature end',
  'Error: the response was cut off',
  'Error: terminated',
  'Error: cancelled',
  'Error: Unexpected token < in JSON at position 0',
  'Error: "[object Object]" is not valid JSON',
  'Error: unable to parse the response',
  'Error: too many requests, slow down first',
  'Error: service unavailable',
  { error: { message: 'Payment must be repeated', status: 502 } },
  // Something was done.
  { ok: false, executed: true, error: 'The e-mail address must be confirmed first' },
  { ok: false, done: true, error: 'The e-mail address must be confirmed first' },
  { ok: false, charge: { status: 'succeeded' }, error: 'The e-mail address must be confirmed first' },
  { ok: false, status: 'partially_completed', error: 'The e-mail address must be confirmed first' },
  { error: { message: 'The e-mail address must be confirmed first', details: 'Order 17 was created' } },
  { error: { message: 'It is already there', statusCode: 409 } },
  { error: { message: 'Seat 14 is locked', statusCode: 425 } },
  { error: { message: 'Seat 14 is locked', errors: [{ statusCode: 409 }] } },
  { error: { message: 'Payment failed', code: 'ETIMEDOUT' } },
  { error: { message: 'Payment failed', type: 'connection_error' } },
  { success: false },
  // A person's word is final.
  'The user rejected this tool call.',
  // Something stands beside the errors.
  { charge: { id: 'ch_1', amount: 5 }, errors: ['receipt address not found'] },
  { succeeded: [{ id: 1 }], errors: ['sku not found'] },
  { errors: 'not found', sent: 4 },
  { refunded: 12.5, errors: [{ message: 'SMS not allowed' }] },
  // It was done, or nobody knows.
  'Error: Payment captured, but the receipt template was not found',
  'Error: Order 17 was created, but the e-mail was declined: recipient not found',
  'Error: This order has already been placed, so it cannot be placed again',
  { ok: false, error: 'Payment succeeded. Sending the receipt failed: mailbox not found' },
  'Error: Order 17 was created and its mail cannot be sent',
  'Error: Order 17 was created: the mail cannot be sent',
  'Error: The refund was issued, receipt cannot be sent',
  'Error: not allowed: request timeout (does not mean that it was refused)',
  'Error: not ready, execution status unknown',
  // Whatever the participle is.
  'Error: Card debited, but the ledger is locked',
  'Error: Invoice 7 voided; the customer record is locked',
  { error: '3 rows were deleted, the index is locked' },
  'Error: Funds wired. The confirmation must be fetched by hand, mailbox not found',
  'Error: the seat was assigned but the ticket template was not found',
  'Error: Shares sold, position lookup not allowed',
  { ok: false, error: 'Deployment started; the dashboard cannot be reached' },
  { error: 'Ticket closed out and customer notified, tag not found' },
  'Error: the order is locked: no reply from the bank',
  'Error: cannot confirm the transfer',
  'Error: not allowed while a transfer is in progress',
  'Error: batch partially rejected',
  'Error: ORDER EXECUTED, RECEIPT TEMPLATE NOT ALLOWED',
  // By whichever reader.
  'Error: Posted, channel is locked now',
  'Error (E42): Uploaded, thumbnail not allowed',
  { error: 'Uploaded, thumbnail not allowed' },
  'Error: Bestellung angelegt, die Kundin must be confirmed',
  // Part of it was done.
  { errors: [{ message: 'Row 2 is locked' }], data: { rows: [{ id: 1 }] } },
  { orders: [{ id: 1 }], failed: [{ id: 2, error: 'Seat 14 is locked' }] },
  { error: 'Seat 14 is locked', data: [{ id: 1 }] },
  { error: 'Seat 14 is locked', data: { booking: 7 } },
  '{"ok":false,"error":"Seat 14 must be paid first","data":{"hold":"h1"}}'
]

const UNKNOWING = [
  'Payment status cannot be determined',
  'Cannot tell whether the charge went through',
  'The bank can’t say if it was charged',
  'I do not know whether the transfer must be repeated',
  'Cannot reach the bank',
  'The bank could not be reached',
  'Cannot read the reply of the acquirer',
  'The transfer could not be confirmed',
  'The transfer was not confirmed',
  'It is unclear whether it must be repeated',
  'Payment state is unknown'
]

// By the SDKs of Go, Java, Python, Ruby and TypeScript, and by mcp-go: of what the tool returned, once it had run.
const OWN_OUTPUT = [
  ...[
    'required: missing properties: ["id"]',
    'minimum: -1/1 is less than 0.000000',
    'maxItems: array length 5 is greater than 3',
    'uniqueItems: array items 0 and 1 are equal',
    'dependentRequired["a"]: missing properties ["b"]',
    'not: validated against <anonymous schema>',
    'enum: "a" does not equal any of: [b]',
    'pattern: "a" does not match regular expression "b"'
  ].flatMap((words) => [
    `validating tool output: validating root: ${words}`,
    `validating tool output: validating https://example.com/order: ${words}`,
    `validating root: validating /properties/id: ${words}`,
    `validating /properties/id: ${words}`
  ]),
  "Validation failed: structuredContent does not match tool outputSchema. Validation errors: [required property 'id' not found]",
  "Output validation error: 'id' is a required property",
  "Structured content does not match the tool's output schema: data must have required property 'id'",
  'output schema validation failed: missing properties: id',
  "Invalid result: The property '#/' did not contain a required property of 'id'",
  'Tool output is invalid: id is required',
  'Tool returned invalid output: id is required',
  'The output does not conform to its schema: id is missing',
  'Validation of the result failed: id must be a number',
  'Return value validation failed: id is required'
]

// What the tool did not find or lacks, at any of its steps.
const LACKS = [
  'Failed to look up the order, which must be there',
  'Unable to verify the transfer',
  'Could not retrieve the order',
  'Could not connect to the acquirer first',
  'Could not find the new charge',
  'The new charge cannot be found',
  'Cannot load the receipt, which must be sent',
  'Receipt template not found',
  "Receipt template 'de' does not exist",
  'No such template: receipt',
  "relation 'audit_b' does not exist",
  'column "note" of relation "audit" does not exist',
  "Table 'shop.audit_b' doesn't exist",
  'no such table: audit_b',
  'permission denied for table audit',
  'Receipt folder not found',
  'File not found: receipt.html'
]

// The order itself is refused.
const REFUSALS = [
  'You cannot see this account',
  'The order cannot be changed',
  'You cannot check in before noon',
  'Table 7 is not available',
  'The file is locked',
  'The customer was not found',
  'Card declined: do not honor',
  'The parcel must be picked up first',
  'Output format must be one of pdf, png',
  'This would result in an invalid order: it must be paid first',
  // The Go SDK, before the tool runs.
  'validating "arguments": validating root: required: missing properties: ["id"]'
]

const NO_FAILURES: ReadonlyArray<unknown> = [{ id: 1 }, 'The engine runs.', { status: 'locked' }, [], '']

describe('refusesIn', () => {
  for (const raw of [
    { status: 429, error: 'Rate limit error' },
    { success: false, code: 429, message: 'Quota error' },
    { error: { code: 'ERROR', status: 429, message: 'Slow down' } }
  ])
    it(`reads a status apart from the words: ${JSON.stringify(raw)}`, () =>
      expect(refusesIn(raw, false)).to.equal(true))
})

describe('isReportIn', () => {
  it('takes no words for a no that stand behind lines of a program that went on', () => {
    const printed = 'INSERT 0 1\nERROR:  relation "x" does not exist'
    for (const words of [printed, 'Charged ch_1\nseat 14 is locked', 'step 1 of 2: ok\r\nstep 2 of 2: not allowed'])
      for (const raw of [{ error: words }, { ok: false, message: words }, { error: { message: words } }])
        expect(isReportIn(raw, false), JSON.stringify(raw)).to.equal(false)
    for (const words of ['Order refused:\n- amount: must be above 0', 'Validation error\namount must be above 0'])
      expect(isReportIn({ error: words }, false), words).to.equal(true)
  })

  it('takes the words of a parser for a no where a status says that they are of the request', () => {
    const error = 'Expected property name or value is not valid, line 3'
    expect([{ status: 422, error }, { error }].map((raw) => isReportIn(raw, false))).to.deep.equal([true, false])
  })
  for (const raw of REPORTS)
    it(`finds a no in ${JSON.stringify(raw)}`, () => expect(isReportIn(raw, false)).to.equal(true))
  for (const raw of NO_REPORTS)
    it(`finds no no in ${JSON.stringify(raw)}`, () => {
      expect(failureIn(raw)).to.not.equal(undefined)
      expect([isReportIn(raw, false), isReportIn(raw, true)]).to.deep.equal([false, false])
    })
  for (const words of UNKNOWING)
    it(`finds no no in words that refuse nothing: ${words}`, () => {
      for (const raw of [`Error: ${words}`, { error: words }, { success: false, message: words }])
        expect(isReportIn(raw, false), JSON.stringify(raw)).to.equal(false)
    })
  for (const words of OWN_OUTPUT)
    it(`finds no no in words of a validator of what a tool returned: ${words}`, () => {
      const flagged = { isError: true, content: [{ type: 'text', text: words }] }
      for (const raw of [`Error: ${words}`, { error: words }, { error: { code: 0, message: words } }, flagged])
        expect(isReportIn(raw, false), JSON.stringify(raw)).to.equal(false)
    })
  for (const words of LACKS)
    it(`finds no no in a text of what is lacking: ${words}`, () => {
      for (const raw of [`Error: ${words}`, { isError: true, content: [{ type: 'text', text: words }] }])
        expect(isReportIn(raw, false), JSON.stringify(raw)).to.equal(false)
    })
  for (const words of REFUSALS)
    it(`finds a no in ${words}`, () => expect(isReportIn({ error: words }, false)).to.equal(true))
  for (const raw of NO_FAILURES)
    it(`finds none in ${JSON.stringify(raw)}`, () => expect(isReportIn(raw, false)).to.equal(false))
})

describe('failureIn, beside a flag that all went well', () => {
  const WORDS = ['The parcel must be picked up first', 'You cannot cancel it any more', 'Error: it is locked']
  const FLAGS = [{ ok: true }, { success: true }, { succeeded: 'true' }, { isSuccess: true }]

  it('finds none in a message alone, and one in an error', () => {
    for (const flag of FLAGS)
      for (const words of WORDS) {
        const body = { ...flag, message: words }
        for (const raw of [
          body,
          JSON.stringify(body),
          { ...flag, detail: words },
          { ...flag, result: { message: words } }
        ])
          expect([raw, failureIn(raw), isReportIn(raw, true)]).to.deep.equal([raw, undefined, false])
        expect(failureIn({ message: words }), words).to.not.equal(undefined)
        expect(failureIn({ ...flag, error: words }), words).to.not.equal(undefined)
      }
  })
})

describe('failureIn, of a Postgres error with a hint', () => {
  it('finds the failure, and leaves the findings of a compiler alone', () => {
    const error = 'ERROR: relation "orders" does not exist\nHINT: Perhaps you meant "order".'
    expect(failureIn(error, { accepted: true })?.code).to.equal('not_found')
    expect(failureIn('error: unused x\nwarning: unused y\nhint: remove them')).to.equal(undefined)
  })
})

describe('failureIn, of the bare message of a request that broke off', () => {
  const BARE = [
    'fetch failed',
    'Load failed',
    'Network Error',
    'Network request failed',
    'NetworkError when attempting to fetch resource.',
    'Connection error.',
    'Connection reset by peer',
    'socket hang up',
    'other side closed',
    'Premature close',
    'This operation was aborted',
    'read ECONNRESET',
    'connect ECONNREFUSED 127.0.0.1:3000',
    'getaddrinfo ENOTFOUND api.example.com',
    '❌ Failed to send email: SMTP timeout',
    '⚠️ Error: Order not found',
    '\u001b[31m❌ Error: Order not found',
    'Email sending failed: bad address',
    'Tool execution failed',
    'Error: 2216662955 not found',
    'apply_patch verification failed: Failed to find expected lines',
    'Something went wrong. Please try again later.',
    'psycopg2.errors.UndefinedTable: relation "x" does not exist',
    '=== STDERR ===\nTraceback (most recent call last):\n  File "a.py", line 9\nKeyError: 1',
    '{"response_status":"Error","message":"ERROR: No data found"}'
  ]
  const OTHERS = [
    'fetch failed twice, then it worked',
    'Network errors: none',
    'Load failed over to eu-2',
    'Builds failed',
    'Tests failed: 0',
    'Checks failed: none',
    '⚠️ 3 rows have no price'
  ]

  it('finds the failure in a text that holds nothing else, whatever was accepted', () => {
    const found = (text: string): boolean => failureIn(text, { accepted: true }) !== undefined
    expect(BARE.filter((text) => !found(text))).to.deep.equal([])
    expect(OTHERS.filter(found)).to.deep.equal([])
  })
})

describe('the bodies of 4xx that were recorded', () => {
  it('leave the outcome of a write open as rarely as docs/tools.md says', () => {
    const of4xx = responses.map(({ label }) => label).filter(({ status }) => status >= 400 && status < 500)
    const bodies = of4xx.filter(({ body }) => typeof body === 'object' && !Array.isArray(body))
    const xml = of4xx.filter(({ body }) => typeof body === 'string' && /^\s*<(?!html|!doctype html)/i.test(body))
    const isPlain = ({ status, body }: (typeof bodies)[number]): boolean =>
      !statesEffect(body) && !tellsOfNotice(body) && (namesReason(status) || saysWhy(body))
    expect([bodies.filter(isPlain).length, bodies.length]).to.deep.equal([557, 586])
    expect([xml.filter(isPlain).length, xml.length]).to.deep.equal([8, 9])
  })
})
