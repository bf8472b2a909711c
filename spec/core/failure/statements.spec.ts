/** What of a body states a deed, or leaves one open: all of it is judged, however long it is. */
import { expect } from 'chai'
import { statesEffect } from '#core/failure'

type Make = (count: number, last: string) => unknown

const rows = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, row) => `Row ${row}: the column "price" must be a number.`)

const FORMS: Readonly<Record<string, Make>> = {
  'a text': (count, last) => [...rows(count), last].join('\n'),
  'a text in one line': (count, last) => [...rows(count), last].join(' '),
  'a message': (count, last) => ({ message: [...rows(count), last].join('\n') }),
  'a note behind a message': (count, last) => ({ message: rows(count).join('\n'), note: last }),
  'a list of texts': (count, last) => ({ message: 'Invalid rows', errors: [...rows(count), last] }),
  'a list of errors': (count, last) => ({ errors: [...rows(count), last].map((message, row) => ({ row, message })) }),
  'errors by field': (count, last) => ({
    message: 'The given data was invalid.',
    errors: { ...Object.fromEntries(rows(count).map((text, row) => [`rows.${row}.price`, [text]])), import: [last] }
  }),
  'errors deep inside of others': (count, last) => ({
    errors: rows(count).map((message) => ({ message })),
    error: { inner: { inner: { inner: { inner: { inner: { inner: { message: last } } } } } } }
  }),
  XML: (count, last) =>
    `<errors>${[...rows(count), last].map((text) => `<error><message>${text}</message></error>`).join('')}</errors>`
}

const PLAIN = [
  'An error occurred while parsing the request body.',
  'PreSignUp failed with error x.',
  'Row 9: the column "name" is required.',
  'The file has the wrong format.',
  'The e-mail is missing.'
]
const OPEN = [
  'Imported 40 rows.',
  '40 rows were imported.',
  'upstream timed out',
  'The acquirer did not respond.',
  'Timeout',
  'Skipped 2 rows',
  "TypeError: Cannot read properties of undefined (reading 'id')",
  'An internal error occurred.',
  'An error occurred while processing your order.',
  'An unexpected error occurred while creating the order.',
  'An error occurred while saving the entity changes. See the inner exception for details.',
  'Sorry, something went wrong',
  'Execution of multiple statements failed on statement "insert into t" (at line 1, position 75).',
  'Import failed at row 3',
  'PostConfirmation failed with error x.',
  'Exceeded daily email limit for the operation or the account.'
]

describe('statesEffect', () => {
  for (const [name, form] of Object.entries(FORMS)) {
    const judged = (last: string): ReadonlyArray<boolean> =>
      [1, 45, 100, 500].map((count) => statesEffect(form(count, last)))
    it(`leaves ${name} open by whatever is said last, and by nothing else`, () => {
      for (const last of PLAIN) expect(judged(last), last).to.deep.equal([false, false, false, false])
      for (const last of OPEN) expect(judged(last), last).to.deep.equal([true, true, true, true])
    })
  }

  it('finds what was made behind many errors', () => {
    const errors = (count: number) => '<error><row>1</row><message>bad price</message></error>'.repeat(count)
    for (const count of [1, 500]) {
      expect(statesEffect(`<errors>${errors(count)}<created>3</created></errors>`)).to.equal(true)
      expect(statesEffect(`<errors>${errors(count)}<created>0</created></errors>`)).to.equal(false)
      expect(statesEffect({ errors: rows(count), record: { id: 17, total: 5 } })).to.equal(true)
      expect(
        statesEffect({ ...Object.fromEntries(rows(count).map((text, row) => [`row_${row}`, [text]])), created: 3 })
      ).to.equal(true)
    }
  })

  it('is true of what is longer or deeper than is judged', () => {
    const deep = (levels: number): object => (levels === 0 ? { message: 'is required' } : { error: deep(levels - 1) })
    expect([deep(15), deep(30)].map(statesEffect)).to.deep.equal([false, true])
    expect([60_000, 70_000].map((length) => statesEffect('is required '.repeat(length / 12)))).to.deep.equal([
      false,
      true
    ])
    expect([1, 2_000].map((count) => statesEffect({ errors: rows(count) }))).to.deep.equal([false, true])
  })

  const CODES = `timed_out timeout request_timeout provider_timeout ISSUER_TIMEOUT GATEWAY_TIMED_OUT psp_timeout in_progress
  no_response connection_error payment_status_unknown service_unavailable processing_error internal_error ReportInProgress`
  for (const code of CODES.split(/\s+/))
    it(`reads a code as its words: ${code}`, () => {
      for (const body of [
        { error: code },
        { code },
        { error: { code, message: 'Payment failed' } },
        { errors: [{ code }] }
      ])
        expect(statesEffect(body), JSON.stringify(body)).to.equal(true)
    })
  for (const body of [
    { error: { code: 'invalid', field: 'timeout' } },
    { errors: [{ code: 'required', param: 'request_timeout', message: 'is required' }] },
    { error: 'card_declined' },
    { error: { type: 'invalid_request_error', code: 'parameter_unknown' } }
  ])
    it(`reads no name of a field so: ${JSON.stringify(body)}`, () => expect(statesEffect(body)).to.equal(false))

  for (const words of [
    '12 orders were created before the error.',
    'Orders were created before the error',
    '10 rows were imported before row 11 failed',
    'Charged the card before the ledger failed'
  ])
    it(`finds a deed in ${words}`, () => {
      for (const body of [words, { error: words }, { message: words }]) expect(statesEffect(body)).to.equal(true)
    })
  for (const words of [
    'The order must be paid before it was shipped',
    'Orders that were placed before 2020 cannot be refunded',
    'The end date must be before the date on which it was created',
    'Please confirm your address before it was used',
    'Not confirmed before the deadline'
  ])
    it(`finds none in ${words}`, () => {
      for (const body of [words, { error: words }, { message: words }]) expect(statesEffect(body)).to.equal(false)
    })

  for (const body of [
    'row,result,message\n1,created,\n2,error,bad price\n',
    'row,ok,message\n1,true,\n2,false,bad price\n',
    'ROW  RESULT   MESSAGE\n1    OK\n2    ERROR    bad price\n',
    '<ul><li>a: created</li><li>b: failed</li></ul>',
    'answer({"created":["a"],"failed":["b"]});',
    { error: { message: 'POST /orders 400', response: '{"id":"ord_1","status":"created"}' } },
    { error: '{"charge":"ch_17","message":"no"}' },
    ...['processing', 'pending', 'running', 'active', 'IN_PROGRESS'].map((status) => ({ status, error: 'x' })),
    { __type: 'CodeDeliveryFailureException', message: 'Unable to deliver message' },
    ...['Payment succeeded. Receipt failed.', 'Order 17 created.', 'Refund issued; mail failed.', 'Charged $5.'].map(
      (words) => `<html><body><h1>Error</h1><p>${words}</p></body></html>`
    )
  ])
    it(`finds a deed in ${JSON.stringify(body)}`, () => expect(statesEffect(body)).to.equal(true))
  for (const body of [
    'row,result,message\n1,error,bad name\n2,error,bad price\n',
    'The status must be one of draft,sent,paid',
    '<ul><li>name: is required</li></ul>',
    'answer({"error":"bad price"});',
    ...['expired', 'failed', 'inactive', 'error'].map((status) => ({ status, error: 'x' })),
    ...['Payment failed.', 'Order 17 not created.', 'Generated by nginx', 'All rights reserved'].map(
      (words) => `<html><body><h1>Error</h1><p>${words}</p></body></html>`
    ),
    { error: { message: 'The order is invalid', response: '{"error":"price is required"}' } }
  ])
    it(`finds none in ${JSON.stringify(body)}`, () => expect(statesEffect(body)).to.equal(false))

  const error = { message: 'The phone is invalid' }
  const WELL: ReadonlyArray<unknown> = [
    null,
    false,
    {},
    [],
    { message: 'OK' },
    { status: 'SUCCESS' },
    { resultCode: 'Succeeded', row: 2 },
    ...['OK', 0, '0', 200].flatMap((code) => [{ code }, { code, message: 'ok', sku: 'B' }])
  ]
  for (const body of [
    ...['voided', 'rolled_back', 'reverted', 'refunded', 'compensated', 'cancelled', 'not_charged', 'atomic'].map(
      (key) => ({ ...error, [key]: false })
    ),
    ...[{ number: 'A17' }, { order: { reference: 'A17' } }, { total: 80 }, 'A17', [{ total: 80 }]].flatMap((data) => [
      { ...error, data },
      { data },
      { ...error, result: data },
      { error: { ...error, data } }
    ]),
    { ...error, details: { order: { number: 'A17', total: 80 } } },
    ...['status', 'statusCode', 'code'].map((key) => [
      { [key]: 201, message: 'ok' },
      { [key]: 400, ...error }
    ]),
    [null, { error: 'invalid' }],
    ...['title', 'text', 'description', 'code', 'message'].map((key) => [
      { id: 't1', [key]: 'Buy milk' },
      { error: 'No' }
    ]),
    {
      results: [
        { id: 't1', title: 'a', errors: [] },
        { title: 'b', errors: ['title is too long'] }
      ]
    },
    { ...error, data: { id: 't1', title: 'Buy milk' } },
    ...['failed', 'rejected', 'expired'].flatMap((status) => [
      { error: { ...error, details: { status, orders: [{ id: 'o1', sku: 'A-1', total: 5 }] } } },
      { errors: [{ ...error, meta: { state: status, order: { id: 'o1', total: 5 } } }] },
      { ...error, context: { order: { id: 'o1', total: 5, coupon: status } } }
    ]),
    [{ data: null, errors: [{ ...error, path: ['placeOrder'] }] }],
    ...[{ extensions: { code: 'FORBIDDEN' } }, { extensions: {} }, { locations: [{ line: 1, column: 2 }] }].flatMap(
      (graphql) => [
        { errors: [{ ...error, path: ['placeOrder', 'receipt'], ...graphql }] },
        { errors: [error, { ...error, path: ['placeOrder', 0, 'receipt'], ...graphql }] }
      ]
    ),
    { errors: [{ ...error, path: ['placeOrder'] }], extensions: { cost: 3 } },
    ...WELL.flatMap((well) => [
      [well, { code: 'INVALID', message: 'bad' }],
      { errors: [{ code: 3, message: 'bad' }, well] },
      { error: { details: [well, { code: 'INVALID_SKU' }] } },
      { message: 'Invalid rows', items: [well, { sku: ['is unknown'] }] }
    ]),
    ...[null, false, {}, [], '', 'ok', 'success'].flatMap((well) => [
      { errors: [well, 'The phone is invalid'] },
      { errors: [['The phone is invalid'], well] },
      { results: ['bad phone', well] }
    ]),
    { data: { placeOrder: null }, errors: [{ ...error, code: 'X' }] },
    { errors: [true, 'The phone is invalid'] },
    { error: { ...error, order: { number: 'A17' } } },
    { data: 17 },
    { id: 17 },
    { id: 'A17' },
    { order_id: 'A17' },
    { id: 17, error: null },
    ['A17'],
    [17],
    'A17',
    ...[{ data: ['A17', 'A18'] }, { data: [17, 18] }, { charge: { voided: false } }].flatMap((made) => [
      { ...error, ...made },
      { error: { ...error, ...made } }
    ]),
    { error: { ...error, charges: ['ch_17'] } },
    { ...error, data: { charge: { amount: 80 } } }
  ])
    it(`finds what was made in ${JSON.stringify(body)}`, () => expect(statesEffect(body)).to.equal(true))
  for (const body of [
    ...['created', 'charged', 'sent', 'success', 'ok', 'retryable'].map((key) => ({ ...error, [key]: false })),
    { ...error, created: 0 },
    { ...error, data: { email: ['must be an address'], status: 422 } },
    { ...error, data: null, result: {} },
    { data: null, errors: [{ ...error, code: 'X' }] },
    { errors: [{ ...error, path: ['phone'] }] },
    { errors: [{ ...error, path: 'phone', extensions: { code: 'X' } }] },
    { errors: [{ ...error, extensions: { code: 'X', path: ['phone'] } }] },
    {
      errors: [
        { code: 0, message: 'too short' },
        { code: 1, message: 'too long' }
      ]
    },
    { errors: [{ code: 'invalid_enum_value', options: ['ok', 'error'], received: [null, 'x'] }] },
    { errors: [{ code: 'bad_value', params: [null, 'A-1'], message: 'x' }] },
    { errors: [{ message: 'bad' }, { message: 'worse' }, 'The phone is invalid'] },
    { errors: [], message: 'bad' },
    { errors: [{ ...error, stack: ['Invalid', '', ' at x'] }] },
    { ...error, errors: { order: { lines: [{ price: ['is required'] }] } } },
    // FastAPI, Mongoose
    { detail: [{ type: 'missing', loc: ['body', 'price'], msg: 'Field required', input: { sku: 'A', qty: 2 } }] },
    { errors: { qty: { name: 'ValidatorError', message: 'too low', kind: 'min', value: 0, properties: { min: 1 } } } },
    { id: 'not_found' },
    { code: 202, error: 'The username is required' },
    [
      { id: 'e1', code: 'invalid', title: 'No.' },
      { id: 'e2', detail: 'The phone is required' }
    ],
    { error: { code: 'card_declined', charge: 'ch_17', message: 'Your card was declined.' } },
    { id: 17, ...error },
    ['The price is required']
  ])
    it(`finds nothing that was made in ${JSON.stringify(body)}`, () => expect(statesEffect(body)).to.equal(false))

  for (const body of [
    { ...error, upstream_status: 503 },
    { error: { ...error, provider_status: '502' } },
    { ...error, cause: { message: 'bad', httpCode: 500 } },
    { ...error, upstreamStatus: '503 Service Unavailable' },
    '<results><result><status>OK</status></result><result><status>error</status><message>Invalid sku</message></result></results>',
    '<response><result><status>201</status></result><error>Invalid sku</error></response>',
    '<results><result success="true"/><result success="false">Invalid sku</result></results>',
    'status0=OK&status1=error&error1=Invalid+sku',
    '--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n--b\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n{"error":"invalid"}\r\n--b--'
  ])
    it(`leaves open what was done beside ${JSON.stringify(body)}`, () => expect(statesEffect(body)).to.equal(true))
  for (const body of [
    { error: { ...error, upstream_status: 422 } },
    { error: { ...error, details: { postal_code: '50312', country_code: 503 } } },
    '<response><status>error</status><error>Invalid sku</error></response>',
    '<response><status>400</status><error>Invalid sku</error></response>',
    'status=400&error=Invalid+sku',
    'HTTP/1.1 400 Bad Request\r\n\r\nThe sku is invalid'
  ])
    it(`finds no deed beside ${JSON.stringify(body)}`, () => expect(statesEffect(body)).to.equal(false))

  const WRAPPED: Readonly<Record<string, string>> = {
    'a line that is wrapped': 'Order 17 was\n  created. The coupon is invalid.',
    'a blank line': 'Order 17 was\r\n\r\ncreated. The coupon is invalid.',
    'blanks that do not break': 'Order\u00a017 was\u00a0created. The coupon is invalid.',
    tags: 'Order <b>17</b> was <b class="x">created</b>. The coupon is invalid.',
    'a line break of HTML': 'Order 17 was<br/>created. The coupon is invalid.',
    entities: 'Order 17 was&nbsp;created &ndash; the coupon isn&rsquo;t valid',
    'entities by number': 'Order 17 was&#xA0;cre&#97;ted. The coupon is invalid.',
    'marks that nobody sees': 'Order 17 was cre\u00adat\u200bed. The coupon is invalid.',
    'letters by name': 'Votre commande a &eacute;t&eacute; cr&eacute;&eacute;e, coupon invalide',
    'letters and accents': 'Votre commande a été créée, coupon invalide'.normalize('NFD'),
    'a paragraph beside one that denies': '<p>Order 17 created</p><p>The coupon is not valid</p>',
    'another wrapped line': 'The refund is pending\napproval',
    'a wrapped line of a crash': 'An error\noccurred'
  }
  for (const [what, words] of Object.entries(WRAPPED))
    it(`reads words as they are seen, behind ${what}`, () => {
      for (const body of [words, { error: words }, { message: words }])
        expect(statesEffect(body), JSON.stringify(body)).to.equal(true)
    })
  it('reads a page so, and other XML', () => {
    for (const words of Object.values(WRAPPED).slice(0, 11)) {
      expect(statesEffect(`<html><body><p>${words}</p></body></html>`), words).to.equal(true)
      if (!words.includes('<')) expect(statesEffect(`<error><message>${words}</message></error>`), words).to.equal(true)
    }
    expect(statesEffect('<table><tr><td>17</td><td>\n <b>created</b>\n</td></tr></table>')).to.equal(true)
  })
  for (const words of [
    'The order is invalid:\n\n- price is required\n- coupon\n  expired',
    'The status must be one\nof draft, sent,\npaid',
    '<p>The <b>price</b> is&nbsp;required</p><p>The order was not\ncreated</p>',
    'La commande n’a pas &eacute;t&eacute; cr&eacute;&eacute;e'
  ])
    it(`finds no deed in ${JSON.stringify(words)}`, () => {
      for (const body of [words, { error: words }, `<html><body><div>${words}</div></body></html>`])
        expect(statesEffect(body)).to.equal(false)
    })

  const SHOWN = (words: string): ReadonlyArray<string> => [
    `<html><body><h1>Bad Request</h1><p>${words}</p></body></html>`,
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>Error</title>\n</head>\n<body>\n<pre>${words.replace(/'/g, '&#39;')}<br> &nbsp; &nbsp;at place (/app/order.js:41:7)</pre>\n</body>\n</html>\n`,
    `<!doctype html><html><body><p><b>Type</b> Exception Report</p><pre>${words}\n\tcom.x.Orders.place(Orders.java:41)\n</pre></body></html>`
  ]
  for (const words of [
    "KeyError: 'id'",
    'java.lang.NullPointerException',
    'Unexpected end of JSON input',
    'connect ECONNREFUSED 10.0.0.1:25',
    'An error occurred while saving',
    'The order is pending approval',
    'The acquirer did not respond',
    'Skipped 2 rows'
  ])
    it(`reads ${words} in a page, too`, () => {
      for (const page of SHOWN(words)) expect(statesEffect(page), page).to.equal(true)
    })
  const PAGES: Readonly<Record<string, string>> = {
    Apache:
      '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The requested URL was not found on this server.</p><p>Additionally, a 404 Not Found error was encountered while trying to use an ErrorDocument to handle the request.</p></body></html>',
    IIS: '<html><head><title>403 - Forbidden: Access is denied.</title></head><body><div id="header"><h1>Server Error</h1></div><div><h2>403 - Forbidden: Access is denied.</h2></div></body></html>',
    Django:
      '<html><body><h1>Forbidden <span>(403)</span></h1><p>CSRF verification failed. Request aborted.</p></body></html>',
    Rails:
      "<html><body><div><h1>The change you wanted was rejected.</h1><p>Maybe you tried to change something you didn't have access to.</p></div></body></html>",
    Tomcat:
      '<html><body><h1>HTTP Status 404 – Not Found</h1><p><b>Type</b> Status Report</p><p><b>Description</b> The origin server did not find a current representation for the target resource or is not willing to disclose that one exists.</p></body></html>',
    Express:
      '<html><body><pre>SyntaxError: Unexpected token } in JSON at position 5<br> &nbsp; &nbsp;at JSON.parse (&lt;anonymous&gt;)</pre></body></html>',
    Cloudflare:
      '<html><head><script>if (x) { wait("timed out", "is not a function") }</script><style>p { color: red }</style></head><body><h1>Sorry, you have been blocked</h1><p>The action you just performed triggered the security solution.</p></body></html>'
  }
  for (const [server, page] of Object.entries(PAGES))
    it(`leaves nothing open by the page of ${server}`, () => expect(statesEffect(page)).to.equal(false))

  it('takes a large number for a time only by its name', () => {
    const judged = (fields: object): boolean => statesEffect({ message: 'The coupon is invalid', ...fields })
    for (const value of [80, 1_700_000_000, Number.MAX_SAFE_INTEGER, 1.5e18, 1e21])
      for (const key of ['new_balance', 'balance_wei', 'filled_qty', 'total', 'order_number'])
        expect(judged({ [key]: value }), `${key}: ${value}`).to.equal(true)
    for (const value of [17, 1.5e18, 1e21]) expect(judged({ created: value }), String(value)).to.equal(true)
    for (const value of [1_700_000_000, 1_700_000_000_000])
      for (const key of ['created', 'created_at', 'timestamp', 'serverTime', 'expires', 'ts', 'now'])
        expect(judged({ [key]: value }), `${key}: ${value}`).to.equal(false)
  })
})
