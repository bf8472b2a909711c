/** What a model reads of a throw: each row is one way in which clients, drivers, runtimes and authors throw. */
import { AssertionError, expect } from 'chai'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { got } from 'got'
import * as t from 'io-ts'
import { guardedCall, guardFunctions, openSession, openTurn, type ToolError } from '../../../lib/index.js'
import type { QuoteErrors } from '../../../lib/guard/tool.js'
import { errorOfCode } from '#core/errors'
import { readThrown } from '../../../lib/guard/thrown/read-thrown.js'
import { expectLeft } from '../../helpers/either.js'
import { hostileValues } from '../../helpers/hostile.js'
import { fastestMs } from '../../helpers/fastest-ms.js'

// -- throwing

const error = (message: string, fields: object = {}, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), fields)

/** As axios does. */
const responded = (status: number, data: unknown, headers: object = {}): Error =>
  error(`Request failed with status code ${status}`, {
    name: 'AxiosError',
    code: status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE',
    status,
    response: { status, data, headers }
  })

/** As pg does. */
const refusedBy = (state: string, message: string): Error =>
  error(message, { name: 'error', severity: 'ERROR', code: state, position: '15', routine: 'parserOpenTable' })

const shown = async (thrown: unknown, quoteErrors: QuoteErrors = true): Promise<ToolError> => {
  const run = () => {
    throw thrown
  }
  const call = guardedCall({ name: 'look_up', effect: 'read', run, quoteErrors }, t.unknown)
  return expectLeft(await openTurn().run(call({})))
}

interface Row {
  readonly says?: string
  readonly code: string
  /** Ours, where nothing is quoted. */
  readonly detail: string
  readonly wait?: number
}

const rowOf = async (thrown: unknown): Promise<Row> => {
  const { error: own, thrown: threw } = readThrown(thrown)
  const { code, detail, retryAfterMs } = own
  return {
    ...(threw.says === '' ? {} : { says: threw.says }),
    code,
    detail,
    ...(retryAfterMs === undefined ? {} : { wait: retryAfterMs })
  }
}

const ROWS: Readonly<Record<string, readonly [thrown: unknown, row: Row]>> = {
  'a client of MCP, whose server says that its own response does not fit': [
    error('MCP error -32602: Output validation error: Invalid structured content for tool look_up', {
      name: 'McpError',
      code: -32_602
    }),
    {
      says: 'Output validation error: Invalid structured content for tool look_up',
      code: 'schema_violation',
      detail: 'The tool threw an error.'
    }
  ],
  // -- a status
  'a status': [error('No', { status: 404 }), { code: 'not_found', detail: 'The service answered 404.' }],
  'a status and words': [
    error('The basket is empty', { statusCode: 422 }),
    { says: 'The basket is empty', code: 'rejected_arguments', detail: 'The service answered 422.' }
  ],
  'a status that may have many reasons': [
    error('The order is locked, unlock it first', { status: 409 }),
    { says: 'The order is locked, unlock it first', code: 'rejected_arguments', detail: 'The service answered 409.' }
  ],
  'the status of a response, and the words of its body': [
    responded(404, { error: { code: 'not_found', message: 'No customer 999' } }),
    { says: 'No customer 999', code: 'not_found', detail: 'The service answered 404.' }
  ],
  'a body that says no more than its status': [
    responded(429, { message: 'Too many requests' }, { 'retry-after': '7' }),
    { code: 'rate_limited', detail: 'The service answered 429.', wait: 7_000 }
  ],
  'a body whose words say more than its status': [
    responded(400, { message: 'Rate limit exceeded for this key' }),
    { says: 'Rate limit exceeded for this key', code: 'rate_limited', detail: 'The service answered 400.' }
  ],
  'a message that is the name of its class': [
    error('TooManyRequestsError', { name: 'TooManyRequestsError', statusCode: 429 }),
    { code: 'rate_limited', detail: 'The service answered 429.' }
  ],
  'a body that names its wait': [
    responded(429, { message: 'You are being rate limited.', retry_after: 1.5 }),
    { says: 'You are being rate limited.', code: 'rate_limited', detail: 'The service answered 429.', wait: 1_500 }
  ],
  'the AI SDK': [
    error('Too Many Requests', {
      name: 'AI_APICallError',
      statusCode: 429,
      responseHeaders: { 'Retry-After': '5' },
      responseBody: '{"error":{"message":"Rate limit reached for requests"}}'
    }),
    { says: 'Rate limit reached for requests', code: 'rate_limited', detail: 'The service answered 429.', wait: 5_000 }
  ],
  'the AI SDK, after its retries': [
    error('Failed after 3 attempts. Last error: Overloaded', {
      name: 'AI_RetryError',
      lastError: error('Overloaded', { name: 'AI_APICallError', statusCode: 529 })
    }),
    {
      says: 'Failed after 3 attempts. Last error: Overloaded',
      code: 'tool_unavailable',
      detail: 'The service answered 529.'
    }
  ],
  OpenAI: [
    error('404 The model `gpt-9` does not exist', {
      status: 404,
      headers: new Headers(),
      error: { message: 'The model `gpt-9` does not exist', type: 'invalid_request_error', code: 'model_not_found' },
      code: 'model_not_found'
    }),
    { says: 'The model `gpt-9` does not exist', code: 'not_found', detail: 'The service answered 404.' }
  ],
  'Anthropic, with a Headers': [
    error('529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', {
      status: 529,
      headers: new Headers({ 'retry-after': '3' }),
      error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    }),
    { says: 'Overloaded', code: 'tool_unavailable', detail: 'The service answered 529.', wait: 3_000 }
  ],
  'a wait in milliseconds': [
    error('Slow down', { status: 429, headers: new Headers({ 'retry-after': '1', 'retry-after-ms': '250' }) }),
    { says: 'Slow down', code: 'rate_limited', detail: 'The service answered 429.', wait: 250 }
  ],
  'a Response': [
    error('Request failed with status code 404 Not Found: GET https://api.acme.com/x', {
      name: 'HTTPError',
      response: new Response('{"message":"unread"}', { status: 404 })
    }),
    { code: 'not_found', detail: 'The service answered 404.' }
  ],
  "a Response's own wait": [
    error('busy', { response: new Response('', { status: 503, headers: { 'retry-after': '9' } }) }),
    { code: 'tool_unavailable', detail: 'The service answered 503.', wait: 9_000 }
  ],
  AWS: [
    error('Requested resource not found', {
      name: 'ResourceNotFoundException',
      $fault: 'client',
      $metadata: { httpStatusCode: 400 }
    }),
    { says: 'Requested resource not found', code: 'not_found', detail: 'The service answered 400.' }
  ],
  'AWS, throttling': [
    error('Rate exceeded', { name: 'ThrottlingException', $metadata: { httpStatusCode: 400 } }),
    { says: 'Rate exceeded', code: 'rate_limited', detail: 'The service answered 400.' }
  ],
  "Google's clients": [
    error('File not found: abc.', {
      code: 404,
      response: { status: 404, data: { error: { code: 404, message: 'File not found: abc.' } } }
    }),
    { says: 'File not found: abc.', code: 'not_found', detail: 'The service answered 404.' }
  ],
  'a status behind words of the author': [
    error('Could not load the orders', {}, responded(404, { message: 'No customer 9' })),
    { says: 'Could not load the orders: No customer 9', code: 'not_found', detail: 'The service answered 404.' }
  ],
  'a status that is none': [
    error('It went well', { status: 200 }),
    { says: 'It went well', code: 'error_in_body', detail: 'The tool threw an Error.' }
  ],

  // -- the network
  'no connection': [
    error('connect ECONNREFUSED 10.0.0.1:5432', { code: 'ECONNREFUSED' }),
    { code: 'tool_unavailable', detail: 'The service cannot be reached (ECONNREFUSED).' }
  ],
  fetch: [
    new TypeError('fetch failed', { cause: error('getaddrinfo ENOTFOUND api.internal', { code: 'ENOTFOUND' }) }),
    { code: 'tool_unavailable', detail: 'The service cannot be reached (ENOTFOUND).' }
  ],
  'fetch without a cause': [
    new TypeError('Failed to fetch'),
    { code: 'tool_unavailable', detail: 'The service cannot be reached.' }
  ],
  'a response that broke off': [
    new TypeError('terminated', { cause: error('other side closed', { code: 'UND_ERR_SOCKET' }) }),
    { code: 'tool_unavailable', detail: 'The connection to the service broke (UND_ERR_SOCKET).' }
  ],
  'a code in the words alone': [
    error('connect ECONNREFUSED 10.0.0.1:5432', { name: 'ConnectionError' }),
    { code: 'tool_unavailable', detail: 'The service cannot be reached (ECONNREFUSED).' }
  ],
  'several addresses': [
    Object.assign(new AggregateError([error('connect', { code: 'ECONNREFUSED' })]), { message: '' }),
    { code: 'tool_unavailable', detail: 'The service cannot be reached (ECONNREFUSED).' }
  ],
  "axios' own timeout": [
    error('timeout of 1000ms exceeded', { code: 'ECONNABORTED' }),
    { code: 'timeout', detail: 'The tool gave up waiting for a response (ECONNABORTED).' }
  ],
  'no answer': [
    error('Headers Timeout Error', { code: 'UND_ERR_HEADERS_TIMEOUT' }),
    { code: 'timeout', detail: 'The tool gave up waiting for a response (UND_ERR_HEADERS_TIMEOUT).' }
  ],
  'a certificate': [
    error('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    { code: 'tool_unavailable', detail: 'The certificate of the service is not trusted.' }
  ],
  "a signal's timeout": [
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    { code: 'timeout', detail: 'The tool gave up waiting for a response.' }
  ],
  'a timeout by name': [
    error('Promise timed out after 50 milliseconds', { name: 'TimeoutError' }),
    { code: 'timeout', detail: 'The tool gave up waiting for a response.' }
  ],
  'an abort of its own': [
    new DOMException('This operation was aborted', 'AbortError'),
    { code: 'timeout', detail: 'The tool gave up its own request.' }
  ],

  // -- databases
  PostgreSQL: [
    refusedBy('42P01', 'relation "order_item" does not exist'),
    {
      says: 'relation "order_item" does not exist',
      code: 'rejected_arguments',
      detail: 'Database error: a table that does not exist (SQLSTATE 42P01).'
    }
  ],
  'PostgreSQL, whose words quote a cell': [
    refusedBy('22P02', 'invalid input syntax for type integer: "hunter2"'),
    {
      code: 'rejected_arguments',
      detail: 'Database error: a value is not written as its type requires (SQLSTATE 22P02).'
    }
  ],
  'PostgreSQL, without its statement': [
    error(
      'Failed query: select "id" from "orders" where "id" = $1\nparams: 9',
      {},
      refusedBy('42P01', 'relation "orders" does not exist')
    ),
    {
      says: 'relation "orders" does not exist',
      code: 'rejected_arguments',
      detail: 'Database error: a table that does not exist (SQLSTATE 42P01).'
    }
  ],
  'PostgreSQL, behind its statement': [
    refusedBy('42P01', 'select * from orders where pin = 4411 - relation "orders" does not exist'),
    {
      says: 'relation "orders" does not exist',
      code: 'rejected_arguments',
      detail: 'Database error: a table that does not exist (SQLSTATE 42P01).'
    }
  ],
  'PostgreSQL, which does not say where': [
    error('relation "zebra" does not exist', { name: 'error', severity: 'ERROR', code: '42P01' }),
    { code: 'rejected_arguments', detail: 'Database error: a table that does not exist (SQLSTATE 42P01).' }
  ],
  'PostgreSQL, of a text of its own': [
    error('syntax error at or near "zebra"', {
      name: 'error',
      severity: 'ERROR',
      code: '42601',
      position: '10',
      where: 'invalid type name "interval(zebra"'
    }),
    { code: 'rejected_arguments', detail: 'Database error: a syntax error (SQLSTATE 42601).' }
  ],
  PostgREST: [
    { code: '42P01', details: null, hint: null, message: 'relation "zebra" does not exist' },
    { code: 'rejected_arguments', detail: 'Database error: a table that does not exist (SQLSTATE 42P01).' }
  ],
  'PostgreSQL, full': [
    refusedBy('53300', 'sorry, too many clients already'),
    { code: 'tool_unavailable', detail: 'Database error: the database is out of resources (SQLSTATE 53300).' }
  ],
  'a code that only looks like an SQLSTATE': [
    error('Card 40001 declined', { code: '40001' }),
    { says: 'Card 40001 declined', code: 'error_in_body', detail: 'The tool threw an Error.' }
  ],
  MySQL: [
    error("Table 'shop.order_item' doesn't exist", { code: 'ER_NO_SUCH_TABLE', errno: 1146, sqlState: '42S02' }),
    {
      code: 'rejected_arguments',
      detail: 'Database error: a table that does not exist (ER_NO_SUCH_TABLE).'
    }
  ],
  'MySQL, whose words quote a cell': [
    error("Duplicate entry 'ann' for key 'users.email'", { code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000' }),
    { code: 'rejected_arguments', detail: 'Database error: a value exists already and must be unique (ER_DUP_ENTRY).' }
  ],
  'MySQL, by its SQLSTATE': [
    error('Lost', { code: 'ER_NEW', errno: 1, sqlState: '08S01' }),
    { code: 'tool_unavailable', detail: 'Database error: the connection to the database failed (ER_NEW).' }
  ],
  SQLite: [
    error('no such table: order_item', { name: 'SqliteError', code: 'SQLITE_ERROR' }),
    {
      code: 'rejected_arguments',
      detail: 'Database error: the query is not valid (SQLITE_ERROR).'
    }
  ],
  'SQLite, busy': [
    error('database is locked', { code: 'SQLITE_BUSY_SNAPSHOT' }),
    { code: 'tool_unavailable', detail: 'Database error: a lock is held by someone else (SQLITE_BUSY_SNAPSHOT).' }
  ],
  'SQLite, of Node': [
    error('UNIQUE constraint failed: users.email', { code: 'ERR_SQLITE_ERROR', errcode: 2067 }),
    {
      says: 'UNIQUE constraint failed: users.email',
      code: 'rejected_arguments',
      detail: 'Database error: a value exists already and must be unique (SQLITE_CONSTRAINT_UNIQUE).'
    }
  ],
  Prisma: [
    error('\nInvalid `prisma.user.update()` invocation in\n/app/x.ts:12:3\n\nRecord to update not found.', {
      name: 'PrismaClientKnownRequestError',
      code: 'P2025',
      clientVersion: '6.1.0'
    }),
    { code: 'not_found', detail: 'Database error: no such row (P2025).' }
  ],
  'MongoDB, whose words quote a cell': [
    error('E11000 duplicate key error collection: shop.users index: email_1 dup key: { email: "ann@x.io" }', {
      name: 'MongoServerError',
      code: 11_000
    }),
    { code: 'rejected_arguments', detail: 'Database error: a value exists already and must be unique (MongoDB 11000).' }
  ],
  'MongoDB, too late': [
    error('operation exceeded time limit', { name: 'MongoServerError', code: 50, codeName: 'MaxTimeMSExpired' }),
    { code: 'timeout', detail: 'Database error: the server stopped the query at its time limit (MongoDB 50).' }
  ],
  'a number of another service': [
    error('Order 11000 is closed', { code: 11_000 }),
    { says: 'Order 11000 is closed', code: 'error_in_body', detail: 'The tool threw an Error.' }
  ],

  // -- files and programs
  'a file that is not there': [
    error("ENOENT: no such file or directory, open '/etc/app/x.json'", { code: 'ENOENT', syscall: 'open' }),
    { code: 'not_found', detail: 'No such file or directory (ENOENT).' }
  ],
  'a file that is not there, in the words of the author': [
    error('There is no template called welcome', { code: 'ENOENT' }),
    { says: 'There is no template called welcome', code: 'not_found', detail: 'No such file or directory (ENOENT).' }
  ],
  'a socket that is a file': [
    error('connect ENOENT /var/run/docker.sock', { code: 'ENOENT', syscall: 'connect' }),
    { code: 'tool_unavailable', detail: 'The service cannot be reached (ENOENT).' }
  ],
  'a program that is not there': [
    error('spawn git ENOENT', { code: 'ENOENT', syscall: 'spawn git' }),
    { code: 'tool_threw', detail: 'The tool could not start a program (ENOENT).' }
  ],
  'a program that failed': [
    error('Command failed: git -C /srv/app status', { code: 128, stderr: 'fatal: not a git repository\n', cmd: 'git' }),
    { says: 'fatal: not a git repository', code: 'error_in_body', detail: 'The tool threw an Error.' }
  ],

  // -- remote procedures
  gRPC: [
    error('5 NOT_FOUND: No customer 9', { code: 5, details: 'No customer 9', metadata: {} }),
    { says: 'No customer 9', code: 'not_found', detail: 'The service answered NOT_FOUND.' }
  ],
  'gRPC, too late': [
    error('4 DEADLINE_EXCEEDED: Deadline exceeded', { code: 4, details: 'Deadline exceeded' }),
    { says: 'Deadline exceeded', code: 'timeout', detail: 'The service answered DEADLINE_EXCEEDED.' }
  ],
  MCP: [
    error('MCP error -32602: Tool get_order: id must be a number', { name: 'McpError', code: -32_602 }),
    {
      says: 'Tool get_order: id must be a number',
      code: 'rejected_arguments',
      detail: 'The server answered with the error -32602.'
    }
  ],
  'MCP, too late': [
    error('MCP error -32001: Request timed out', { name: 'McpError', code: -32_001 }),
    { says: 'Request timed out', code: 'timeout', detail: 'The server answered with the error -32001.' }
  ],
  GraphQL: [
    error(
      'No such user: {"response":{"errors":[{"message":"No such user"}],"status":200},"request":{"variables":{"id":"x"}}}',
      {
        response: { errors: [{ message: 'No such user' }], status: 200 }
      }
    ),
    { says: 'No such user', code: 'not_found', detail: 'The tool threw an Error.' }
  ],

  // -- words alone
  'a sentence': [
    error('Customer 9 does not exist'),
    { says: 'Customer 9 does not exist', code: 'not_found', detail: 'The tool threw an Error.' }
  ],
  'a sentence that names no kind': [
    error('The voucher covers 40.00, the basket costs 55.10'),
    {
      says: 'The voucher covers 40.00, the basket costs 55.10',
      code: 'error_in_body',
      detail: 'The tool threw an Error.'
    }
  ],
  'an order': [
    error('Invalid date: use YYYY-MM-DD'),
    { says: 'Invalid date: use YYYY-MM-DD', code: 'rejected_arguments', detail: 'The tool threw an Error.' }
  ],
  'a status in words alone': [
    error('HTTP 503: <html><title>Busy</title></html>'),
    { code: 'tool_unavailable', detail: 'The service answered 503.' }
  ],
  'a status in words, and a body behind it': [
    error('HTTP 404: {"error":{"code":"not_found","message":"No customer 999"}}'),
    { says: 'No customer 999', code: 'not_found', detail: 'The service answered 404.' }
  ],
  'a class of errors': [
    error('No rows', { name: 'NotFoundError' }),
    { says: 'No rows', code: 'not_found', detail: 'The tool threw an error.' }
  ],
  'issues of a schema': [
    error('[\n {"code": "invalid_type"', {
      name: 'ZodError',
      issues: [{ path: ['id'], message: 'Expected number, received string' }]
    }),
    { says: 'id: Expected number, received string', code: 'rejected_arguments', detail: 'The tool threw an error.' }
  ],
  'a text': [
    'The shop is closed',
    { says: 'The shop is closed', code: 'error_in_body', detail: 'The tool threw a value of type string.' }
  ],
  'an object': [
    { error: 'not_found', message: 'No such customer' },
    { says: 'No such customer', code: 'not_found', detail: 'The tool threw an error.' }
  ],
  'the first line': [
    error('The report failed\n    at render (/srv/app/render.js:12:5)'),
    { says: 'The report failed', code: 'error_in_body', detail: 'The tool threw an Error.' }
  ],
  'the first line, however it ends': [
    error('The report failed\u2028The renderer is down'),
    { says: 'The report failed', code: 'error_in_body', detail: 'The tool threw an Error.' }
  ],
  'no sentence': [
    error('connect postgres://admin:s3cret@10.0.0.1/x'),
    { code: 'tool_threw', detail: 'The tool threw an Error.' }
  ],
  nothing: [undefined, { code: 'tool_threw', detail: 'The tool threw a value of type undefined.' }],
  'a number': [7, { code: 'tool_threw', detail: 'The tool threw a value of type number.' }],

  // -- programmer's errors, which are never quoted
  'a TypeError': [
    new TypeError('Customer 9 does not exist'),
    { code: 'tool_threw', detail: 'The tool threw a TypeError.' }
  ],
  'a RangeError': [
    new RangeError('Invalid time value'),
    { code: 'tool_threw', detail: 'The tool threw a RangeError.' }
  ],
  'a ReferenceError': [
    new ReferenceError('x is not defined'),
    { code: 'tool_threw', detail: 'The tool threw a ReferenceError.' }
  ],
  'an assertion': [
    new AssertionError('expected 1 to equal 2'),
    { code: 'tool_threw', detail: 'The tool threw an AssertionError.' }
  ],
  'a SyntaxError': [
    new SyntaxError('Unexpected identifier'),
    { code: 'tool_threw', detail: 'The tool threw a SyntaxError.' }
  ],
  'a bug behind words of the author': [
    error('Could not render the report', {}, new TypeError("Cannot read properties of undefined (reading 'name')")),
    { says: 'Could not render the report', code: 'error_in_body', detail: 'The tool threw an Error.' }
  ]
}

describe('readThrown', () => {
  for (const [what, [thrown, row]] of Object.entries(ROWS)) {
    it(`reads ${what} as ${row.code}`, async () => {
      expect(await rowOf(thrown)).to.deep.equal(row)
      const { code, detail, says, wait } = row
      const own = errorOfCode(code, { detail })
      const waiting = wait === undefined ? {} : { retryAfterMs: wait }
      const quoted = says === undefined ? detail : `The tool says: "${says.replaceAll('"', "'")}".`
      const silent = await shown(thrown, false)
      expect(silent).to.deep.equal({ ...own, ...waiting, hint: silent.hint })
      expect(await shown(thrown, 'returned')).to.deep.equal(silent)
      // Of arguments that do not fit, the tool's words say more than a hint of ours.
      const hint = says !== undefined && own.error_class === 'semantic_garbage' ? null : silent.hint
      expect(await shown(thrown)).to.deep.equal({ ...silent, detail: quoted, hint })
    })

    it(`proves nothing of a write by ${what}`, async () => {
      let runs = 0
      const run = () => {
        runs++
        throw thrown
      }
      const call = guardedCall({ name: 'pay', effect: 'write', run }, t.unknown)
      const turn = openTurn()
      const first = expectLeft(await turn.run(call({})))
      expect(first.hint).to.match(/^It is unknown whether it was executed/)
      expect(first.next).to.equal(undefined)
      expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['unknown'])
      expect(expectLeft(await turn.run(call({}))).code).to.equal('retry_budget_exceeded')
      expect(runs).to.equal(1)
    })
  }

  it('never quotes what was thrown with `expose: false`', async () => {
    const hidden = error('The voucher has expired', { status: 410, expose: false })
    expect(await rowOf(hidden)).to.deep.equal({ code: 'not_found', detail: 'The service answered 410.' })
    expect(await rowOf(error('Could not pay', {}, hidden))).to.not.have.property('says')
  })

  it('looks five errors deep, and survives a circle', async () => {
    const within = (depth: number): unknown =>
      depth === 0 ? error('x', { code: 'ECONNRESET' }) : error('outer', {}, within(depth - 1))
    expect(await Promise.all([0, 1, 4, 5].map(async (depth) => (await rowOf(within(depth))).code))).to.deep.equal([
      'tool_unavailable',
      'tool_unavailable',
      'tool_unavailable',
      'tool_threw'
    ])
    const circle = error('The shop is closed') as Error & { cause?: unknown }
    circle.cause = error('again', {}, circle)
    expect((await rowOf(circle)).code).to.equal('error_in_body')
  })

  it('runs no code of what was thrown, and reads anything', async () => {
    let ran = 0
    const trap = {
      get(): unknown {
        ran++
        return 404
      },
      enumerable: true
    }
    const trapped = ['status', 'code', 'message', 'name', 'cause', 'response', 'headers', 'issues', 'stderr', 'expose']
    const thrown: ReadonlyArray<unknown> = [
      Object.defineProperties({}, Object.fromEntries(trapped.map((key) => [key, trap]))),
      new Proxy({}, { get: () => ++ran, getOwnPropertyDescriptor: () => (ran++, undefined) }),
      error('x', { response: Object.defineProperty({}, 'status', trap) }),
      ...hostileValues(),
      ...hostileValues().flatMap((value) => trapped.map((key) => ({ [key]: value })))
    ]
    for (const value of thrown) expect(readThrown(value).error).to.have.property('code')
    expect(ran).to.equal(0)
  })

  it('stays fast with a message of a megabyte', () => {
    const read = (): void => {
      for (const text of ['a', '/a', '{', 'a.', 'a@', '=a', ':1'])
        readThrown(error(text.repeat(1_000_000 / text.length)))
    }
    expect(fastestMs(read, 1)).to.be.below(2_000)
  })
})

describe('what is really thrown', () => {
  const thrownBy = async (act: () => unknown): Promise<unknown> => {
    try {
      await act()
    } catch (thrown) {
      return thrown
    }
    return expect.fail('nothing was thrown')
  }
  const codeOf = async (act: () => unknown): Promise<ReadonlyArray<string>> => {
    const { code, detail } = await shown(await thrownBy(act))
    return [code, detail]
  }

  it('by Node is read by its code', async () => {
    expect(await codeOf(() => readFileSync('/no/such/file'))).to.deep.equal([
      'not_found',
      'No such file or directory (ENOENT).'
    ])
    expect(await codeOf(() => readFileSync('/tmp'))).to.deep.equal([
      'rejected_arguments',
      'It is a directory (EISDIR).'
    ])
    expect(await codeOf(() => new URL('nope'))).to.deep.equal(['rejected_arguments', 'An address is not valid.'])
    expect(await codeOf(() => (undefined as unknown as { name: string }).name)).to.deep.equal([
      'tool_threw',
      'The tool threw a TypeError.'
    ])
    expect(
      await codeOf(
        () =>
          AbortSignal.timeout(1).throwIfAborted() ??
          new Promise((_, no) => setTimeout(() => no(new DOMException('late', 'TimeoutError')), 2))
      )
    ).to.deep.equal(['timeout', 'The tool gave up waiting for a response.'])
  })

  it('by JSON.parse and `json()` is read by what could not be parsed', async () => {
    const page = ['html_response', 'The tool read a web page in place of JSON.']
    const noJson = ['not_json', 'The tool read something that is not JSON.']
    expect(await codeOf(() => JSON.parse('<!doctype html><title>Sign in'))).to.deep.equal(page)
    expect(await codeOf(() => new Response('\n<html lang="en">').json())).to.deep.equal(page)
    for (const text of ['', '{"a":', '<?xml version="1.0"?>', "{'a': 1}", 'Not found'])
      expect(await codeOf(() => new Response(text).json()), text).to.deep.equal(noJson)
    expect(await codeOf(() => JSON.parse('{"a":"Ada Lovel'))).to.deep.equal([
      'truncated_response',
      'The JSON that the tool read ends inside a text (position 15).'
    ])
    for (const text of ['[1,2', '[1,2]]'])
      expect(await codeOf(() => JSON.parse(text)), text).to.deep.equal([
        'invalid_json',
        `The JSON that the tool read is broken, or ends, at position ${text === '[1,2' ? 4 : 5}.`
      ])
  })

  it('by fetch and by got is read by the fault, or by the answer', async () => {
    const server = createServer((socket) => {
      socket.on('data', () =>
        socket.end(
          'HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"message":"No order 9"}'
        )
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { readonly port: number }
    const url = `http://127.0.0.1:${port}/orders/9`
    expect(await codeOf(() => got(url, { retry: { limit: 0 } }).json())).to.deep.equal([
      'not_found',
      'The tool says: "No order 9".'
    ])
    await new Promise((resolve) => server.close(resolve))
    const refused = ['tool_unavailable', 'The service cannot be reached (ECONNREFUSED).']
    expect(await codeOf(() => fetch(url))).to.deep.equal(refused)
    expect(await codeOf(() => got(url, { retry: { limit: 0 } }))).to.deep.equal(refused)
  })
})

describe('a database that does not say where', () => {
  const thrown = error('no such column: o.nam', { name: 'SqliteError', code: 'SQLITE_ERROR' })

  it('is quoted where it names what the call wrote', async () => {
    const { query } = guardFunctions({ query: (_: { sql: string }) => Promise.reject(thrown) }, { turn: openTurn() })
    const detailOf = (sql: string) => query({ sql }).catch((caught: Error) => JSON.parse(caught.message).detail)
    expect(await detailOf('SELECT o.nam FROM orders o')).to.equal('The tool says: "no such column: o.nam".')
    expect(await detailOf('SELECT o.name FROM orders o')).to.equal(
      'Database error: the query is not valid (SQLITE_ERROR).'
    )
  })
})

describe('throws of one tool', () => {
  it('that differ do not make it a broken one: the sixth, right call runs', async () => {
    const { getCustomer } = guardFunctions(
      {
        getCustomer: async (id: number) => {
          if (id < 10) throw new Error(`Customer ${id} does not exist`)
          return { id }
        }
      },
      { turn: openTurn() }
    )
    const codes: Array<unknown> = []
    for (let id = 1; id <= 9; id++)
      codes.push(await getCustomer(id).catch((thrown: Error) => JSON.parse(thrown.message).code))
    expect(codes).to.deep.equal(Array<string>(9).fill('not_found'))
    expect(await getCustomer(10)).to.deep.equal({ id: 10 })
  })
})

describe('an abort', () => {
  it("is the caller's where the caller aborted, and the tool's own else", async () => {
    const caller = new AbortController()
    const call = guardedCall(
      {
        name: 'slow',
        effect: 'read',
        run: (_, { signal }) => {
          // It hears the signal before the guard does.
          caller.abort()
          return signal.throwIfAborted() ?? Promise.reject(new DOMException('aborted', 'AbortError'))
        }
      },
      t.unknown
    )
    const turn = openSession().openTurn({ signal: caller.signal })
    expect(expectLeft(await turn.run(call())).code).to.equal('cancelled')
  })
})
