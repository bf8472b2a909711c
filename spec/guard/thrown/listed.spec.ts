/** What a model reads of several errors that are thrown, or answered, as one, and of a program that failed. */
import { expect } from 'chai'
import { exec, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import * as t from 'io-ts'
import * as z from 'zod'
import { guardedCall, openTurn } from '../../../lib/index.js'
import { failureIn } from '#core/failure'
import { readThrown as readingOf } from '../../../lib/guard/thrown/read-thrown.js'
import { httpTool } from '../../../lib/tools/http/index.js'
import { expectLeft } from '../../helpers/either.js'
import { fastestMs } from '../../helpers/fastest-ms.js'
import { startLoopback } from '../../helpers/loopback.js'

const read = async (run: () => unknown): Promise<string> => {
  const call = guardedCall({ name: 'create', effect: 'read', run }, t.unknown)
  return expectLeft(await openTurn().run(call({}))).detail
}

const readThrown = (thrown: unknown): Promise<string> =>
  read(() => {
    throw thrown
  })

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (thrown) {
    return thrown
  }
}

const times = <A>(n: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: n }, (_, at) => make(at))

const says = (words: string): string => `The tool says: "${words}".`

const OCTOKIT = {
  message: 'Validation Failed',
  errors: [
    { resource: 'Issue', code: 'missing_field', field: 'title' },
    { resource: 'Label', code: 'already_exists', field: 'name' }
  ],
  documentation_url: 'https://docs.github.com/rest'
}
const BOTH = 'Validation Failed; title: missing_field; name: already_exists'

describe('errors that are listed', () => {
  it('are told by their fields, of the response behind a thrown error', async () => {
    const error = Object.assign(new Error('Validation Failed: {"resource":"Issue"} - https://docs.github.com/rest'), {
      name: 'HttpError',
      status: 422,
      response: { status: 422, data: OCTOKIT }
    })
    expect(await readThrown(error)).to.equal(says(BOTH))
  })

  it('are told by their fields, of a refusal and of a body with a status of success', async () => {
    const told: Array<string> = []
    for (const status of [422, 200]) {
      const service = await startLoopback((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(OCTOKIT))
      })
      const request = () => ({ url: service.origin })
      const tool = httpTool({ name: 'create', effect: 'read', request, allowOrigins: [service.origin] })
      const call = guardedCall(tool, t.type({ id: t.number }))
      told.push(expectLeft(await openTurn().run(call({}))).detail)
      await service.close()
    }
    expect(told).to.deep.equal([
      `The service answered 422. ${says(BOTH)}`,
      `The body reports 2 errors in errors. ${says(BOTH)}`
    ])
  })

  const BODIES: Readonly<Record<string, readonly [body: unknown, words: string]>> = {
    'by field': [{ errors: { email: ['is taken'], name: ['is too short'] } }, 'email: is taken; name: is too short'],
    'by a pointer': [
      { errors: [{ detail: 'must be positive', source: { pointer: '/data/attributes/qty' } }] },
      'data.attributes.qty: must be positive'
    ],
    'by a path': [
      { detail: [{ type: 'missing', loc: ['body', 'qty'], msg: 'Field required' }] },
      'body.qty: Field required'
    ],
    'among the details of a status': [
      {
        error: {
          code: 400,
          message: 'Invalid request.',
          status: 'INVALID_ARGUMENT',
          details: [{ '@type': 'BadRequest', fieldViolations: [{ field: 'qty', description: 'must be positive' }] }]
        }
      },
      'Invalid request; qty: must be positive'
    ],
    'by the names of constraints': [
      { message: 'Bad input', errors: [{ property: 'qty', constraints: { min: 'qty must not be less than 1' } }] },
      'Bad input; qty must not be less than 1'
    ],
    'by a message that names its field': [
      { message: 'Bad input', errors: [{ field: 'qty', message: 'qty must be positive' }] },
      'Bad input; qty must be positive'
    ],
    'five at most': [
      { message: 'Bad input', errors: 'abcdefgh'.split('').map((field) => ({ field, message: 'is missing' })) },
      'Bad input; a: is missing; b: is missing; c: is missing; d: is missing; e: is missing; and 3 more'
    ],
    'as many as a quotation holds': [
      {
        message: 'Bad input',
        errors: ['a', 'b', 'c'].map((field) => ({ field, message: `is no ${'word '.repeat(22)}` }))
      },
      `Bad input; a: is no ${'word '.repeat(22).trim()}; and 2 more`
    ],
    'as many as there are': [
      { message: 'Bad input', errors: times(200, (at) => ({ field: `f${at}`, message: 'is missing' })) },
      'Bad input; f0: is missing; f1: is missing; f2: is missing; f3: is missing; f4: is missing; and 195 more'
    ],
    'by fields of which one ends like another': [
      { errors: { billing_name: ['is required'], name: ['is required'] } },
      'billing_name: is required; name: is required'
    ],
    'once, with the field of a second list': [
      { message: 'Bad input', errors: [{ field: 'qty', message: 'too few' }], issues: [{ message: 'too few' }] },
      'Bad input; qty: too few'
    ],
    'in a list of lists': [
      { error: 'Out of stock', errors: [{ errors: times(20_000, () => ({ message: 'no shoes left' })) }] },
      'Out of stock; no shoes left; and 19960 more'
    ],
    'of a single inner error': [
      { error: { message: 'Could not save', inner: { message: 'the shelf is full', stack: 'at /srv/app/x.js:3' } } },
      'Could not save; the shelf is full'
    ],
    'by field, among details': [
      { error: { message: 'Bad input', details: { email: ['is taken'], qty: { message: 'too few' } } } },
      'Bad input; email: is taken; qty: too few'
    ],
    'without the details that are none': [
      { error: { message: 'Bad input', details: { requestId: 'r1', service: 'orders' } } },
      'Bad input'
    ],
    'without such details in a list': [
      { error: { message: 'Bad input', details: [{ requestId: 'r1', service: 'orders' }] } },
      'Bad input'
    ],
    'without a stack': [
      { error: { message: 'Bad input', inner: { stack: 'Error: at /srv/app/x.js:3' } } },
      'Bad input'
    ],
    'without what is quoted of a secret': [
      {
        errors: {
          password: ['Value "q7Rk9vZp2LxW" is too weak', 'got q7Rk9vZp2LxW, expected 16 characters'],
          api_key: ["String 'hunter2' does not match regex pattern '^x'.", 'must be a UUID (was "hunter2")']
        }
      },
      "password: Value '[redacted]' is too weak; got [redacted], expected 16 characters; api_key: String '[redacted]' does not match regex pattern '^x'.; must be a UUID (was '[redacted]')"
    ],
    'without it, of RFC 9457': [
      { error: 'Bad', 'invalid-params': [{ name: 'password', reason: "'Berlin_2024' is too weak" }] },
      "Bad; password: '[redacted]' is too weak"
    ],
    'by a name of RFC 9457': [
      { error: 'Bad', 'invalid-params': [{ name: 'age', reason: 'must be a positive integer' }] },
      'Bad; age: must be a positive integer'
    ],
    'without it, of OData': [
      { error: { message: 'Bad', details: [{ target: 'Password', message: "'Berlin_2024' is too weak" }] } },
      "Bad; Password: '[redacted]' is too weak"
    ],
    'without it, of Stripe': [
      { error: { type: 'x', param: 'password', message: "'Berlin_2024' is too weak" } },
      "password: '[redacted]' is too weak"
    ],
    'without it, of FluentValidation': [
      { errors: [{ propertyName: 'Password', errorMessage: "'Berlin_2024' is too weak" }] },
      "Password: '[redacted]' is too weak"
    ],
    'without it, by an extension of GraphQL': [
      { errors: [{ message: "'Berlin_2024' is too weak", extensions: { argumentName: 'password' } }] },
      "password: '[redacted]' is too weak"
    ],
    'with a name of what is no field': [
      { errors: [{ name: 'ValidationError', message: "the port '8080x1' is taken", location: 'eu-west' }] },
      "the port '8080x1' is taken"
    ],
    'without it, by a pointer': [
      { errors: [{ source: { pointer: '/data/password' }, detail: 'Key q7Rk9vZp2LxW is revoked' }] },
      'data.password: Key [redacted] is revoked'
    ],
    'without a value that Spring refused': [
      {
        errors: [{ objectName: 'user', field: 'password', rejectedValue: 'q7Rk9vZp2LxW', defaultMessage: 'too short' }]
      },
      'password: too short'
    ],
    'by steps of valibot': [
      { errors: [{ path: [{ type: 'object', key: 'apiKey' }], message: 'Invalid UUID: Received "q7Rk9vZp2LxW"' }] },
      "apiKey: Invalid UUID: Received '[redacted]'"
    ],
    'with all that is said of a secret': [
      { errors: { password: ["can't be blank"], token: ['too_short'], pin: ['Minimum 8 digits'], secret: ['Weak'] } },
      "password: can't be blank; token: too_short; pin: Minimum 8 digits; secret: Weak"
    ],
    'with all that is said of a header': [
      { errors: [{ field: 'authorization', message: 'Basic scheme expected' }] },
      'authorization: Basic scheme expected'
    ],
    'without secrets': [
      { message: 'Bad input', errors: [{ field: 'password', message: 'Tr0ub4dor3' }] },
      'Bad input; password: [redacted]'
    ],
    'without the lines of a stack, and what its functions got': [
      {
        message: 'The order is closed',
        errors: [
          'pay() failed',
          'Traceback (most recent call last):',
          '  File "pay.py", line 12, in pay',
          "    charge('x')"
        ]
      },
      'The order is closed; pay() failed'
    ],
    'also where they begin as frames do': [
      { message: 'Bad input', errors: ['at least one item', 'from is required'] },
      'Bad input; at least one item; from is required'
    ],
    'by the name of a secret alone, where no field is known to say what is wrong': [
      { message: 'Bad input', errors: [{ path: 'password', invalidValue: 'Tr0ub4dor3', constraint: 'Size' }] },
      'Bad input; password'
    ]
  }
  for (const [form, [body, words]] of Object.entries(BODIES))
    it(`are told: ${form}`, async () => {
      const call = guardedCall({ name: 'create', effect: 'read', run: () => body }, t.type({ id: t.number }))
      expect(expectLeft(await openTurn().run(call({}))).detail).to.match(/^The body reports .*\. The tool says/)
      expect(expectLeft(await openTurn().run(call({}))).detail.replace(/^.*?(?=The tool says)/, '')).to.equal(
        says(words)
      )
    })

  const THROWS: Readonly<Record<string, readonly [thrown: unknown, words: string]>> = {
    'an AggregateError': [
      new AggregateError([new Error('Berlin is closed'), new Error('Paris has no stock')], 'All shops refused'),
      'All shops refused; Berlin is closed; Paris has no stock'
    ],
    'errors of which some are bugs, hidden or quote a cell': [
      new AggregateError(
        [
          new TypeError('x is not a function'),
          Object.assign(new Error('internal words'), { expose: false }),
          Object.assign(new Error("Duplicate entry 'Ada' for key 'name'"), { code: 'ER_DUP_ENTRY' }),
          new Error('Paris has no stock')
        ],
        'All shops refused'
      ),
      'All shops refused; Paris has no stock'
    ],
    'errors of which one ends like another': [
      Object.assign(new Error('Bad input'), {
        errors: { billing_name: new Error('is required now'), name: new Error('is required now') }
      }),
      'Bad input; billing_name: is required now; name: is required now'
    ],
    'as many errors as there are': [
      new AggregateError(
        times(200, (at) => new Error(`Shop ${at} is closed`)),
        'All shops refused'
      ),
      'All shops refused; Shop 0 is closed; Shop 1 is closed; Shop 2 is closed; Shop 3 is closed; Shop 4 is closed; and 195 more'
    ],
    'a response with as many errors as there are': [
      Object.assign(new Error('Request failed'), {
        response: {
          status: 422,
          data: { message: 'Bad input', errors: times(8, (at) => ({ field: `f${at}`, message: 'is missing' })) }
        }
      }),
      'Bad input; f0: is missing; f1: is missing; f2: is missing; f3: is missing; f4: is missing; and 3 more'
    ],
    'a single inner error': [
      Object.assign(new Error('Could not save'), { inner: new Error('the pool of the primary is exhausted') }),
      'Could not save; the pool of the primary is exhausted'
    ],
    'details that are data': [
      Object.assign(new Error('Could not save'), { details: { customer: 'Ada Lovelace lives in London' } }),
      'Could not save'
    ],
    'a message of several lines': [
      new Error('Bad thing happened;\nthe second line of the message;\nand a third one here'),
      'Bad thing happened;'
    ],
    'a body of several lines': [
      Object.assign(new Error('Request failed'), {
        response: { status: 422, data: { message: 'Bad thing happened;\nthe second line of the message' } }
      }),
      'Bad thing happened;'
    ],
    yup: [
      Object.assign(new Error('2 errors occurred'), {
        name: 'ValidationError',
        errors: ['name is a required field', 'too few'],
        inner: [
          Object.assign(new Error('name is a required field'), { path: 'name' }),
          Object.assign(new Error('too few'), { path: 'qty' })
        ]
      }),
      '2 errors occurred; name is a required field; qty: too few'
    ],
    zod: [
      thrownBy(() => z.object({ qty: z.number().min(1), name: z.string() }).parse({ qty: 0 })),
      'qty: Too small: expected number to be >=1; name: Invalid input: expected string, received undefined'
    ],
    Mongoose: [
      Object.assign(new Error('Order validation failed: qty: Path `qty` is required.'), {
        name: 'ValidationError',
        errors: {
          qty: Object.assign(new Error('Path `qty` is required.'), { path: 'qty', kind: 'required' }),
          name: Object.assign(new Error('The name is too short.'), { path: 'name', kind: 'minlength' })
        }
      }),
      'Order validation failed: qty: Path `qty` is required; The name is too short.'
    ]
  }
  for (const [form, [thrown, words]] of Object.entries(THROWS))
    it(`are told of what is thrown: ${form}`, async () => {
      expect(await readThrown(thrown)).to.equal(says(words))
    })
})

describe('long lists', () => {
  const nested = (depth: number): unknown =>
    times(depth, () => 0).reduce<unknown>((inner) => ({ errors: [inner] }), { message: 'no shoes left' })
  const BODIES: Readonly<Record<string, unknown>> = {
    'errors within an error': {
      error: 'Out of stock',
      errors: [{ errors: times(20_000, (at) => ({ message: `m${at} ` })) }]
    },
    'violations of Google': {
      error: {
        code: 400,
        message: 'Invalid request.',
        details: [{ fieldViolations: times(15_000, (at) => ({ field: `f${at}`, description: 'must be positive' })) }]
      }
    },
    'errors 20,000 levels deep': { error: 'Out of stock', errors: [nested(20_000)] }
  }
  for (const [form, body] of Object.entries(BODIES))
    it(`are read as fast as short ones: ${form}`, () => {
      expect(failureIn(body)?.says).to.match(/^(?:Out of stock|Invalid request)/)
      expect(fastestMs(() => failureIn(body))).to.be.below(500)
    })

  const THROWS: Readonly<Record<string, readonly [fields: object, says: string]>> = {
    bytes: [{ details: new Uint8Array(3_000_000) }, 'Could not save'],
    'a million texts': [
      { errors: times(1_000_000, (at) => `Shop ${at} is closed`) },
      'Could not save; Shop 0 is closed; Shop 1 is closed; Shop 2 is closed; Shop 3 is closed; Shop 4 is closed; and 999995 more'
    ],
    'a million numbers': [{ details: times(1_000_000, (at) => at) }, 'Could not save'],
    'what a program printed': [
      {
        code: 1,
        stdout: '',
        stderr: Buffer.concat([Buffer.alloc(100_000_000, 'é'), Buffer.from('\nthe disk is full')])
      },
      'the disk is full'
    ]
  }
  for (const [form, [fields, words]] of Object.entries(THROWS))
    it(`are read as fast as short ones, of what is thrown: ${form}`, () => {
      const thrown = Object.assign(new Error('Could not save'), fields)
      expect(readingOf(thrown).thrown.says).to.equal(words)
      expect(fastestMs(() => readingOf(thrown))).to.be.below(100)
    })
})

describe('the errors of `Promise.any`', () => {
  it('are all told', async () => {
    const refused = ['Berlin is closed', 'Paris has no stock'].map((words) => Promise.reject(new Error(words)))
    expect(await read(() => Promise.any(refused))).to.equal(
      says('All promises were rejected; Berlin is closed; Paris has no stock')
    )
  })
})

describe('a program that failed', () => {
  const run = promisify(exec)
  const node = (code: string): string => `"${process.execPath}" -e "${code}"`
  const PROGRAMS: Readonly<Record<string, readonly [command: string, detail: string]>> = {
    'a script that throws': [node("throw new Error('qty must be positive')"), says('qty must be positive')],
    'a line before it ends': [
      node("console.error('2 tests failed: cart adds tax'); process.exit(1)"),
      says('2 tests failed: cart adds tax')
    ],
    'a runner of tests': [
      node("console.log('1 file'); console.log('FAIL cart.test.js: expected 1, got 2'); process.exit(1)"),
      says('FAIL cart.test.js: expected 1, got 2')
    ],
    'the last of several lines': [
      node("console.error('Progress: 10 percent done'); console.error('cannot open the database'); process.exit(1)"),
      says('cannot open the database')
    ],
    'a line before advice': [
      node(
        "console.error('copy: no file is named'); console.error('Try \\'copy --help\\' for more information.'); process.exit(1)"
      ),
      says('copy: no file is named')
    ],
    'a trace of Java': [
      node(
        "console.error('Exception in thread main java.lang.IllegalStateException: the shop is closed\\n\\tat Shop.main(Shop.java:3)\\n\\t... 12 more'); process.exit(1)"
      ),
      says('Exception in thread main java.lang.IllegalStateException: the shop is closed')
    ],
    'nothing but its code': [
      'grep -q x /dev/null',
      'The program that the tool ran ended with exit code 1 and wrote no error.'
    ],
    'a signal': ['kill -9 $$', 'The program that the tool ran was ended by SIGKILL.']
  }
  for (const [form, [command, detail]] of Object.entries(PROGRAMS))
    it(`says why in its own words, or how it ended: ${form}`, async () => {
      expect(await read(() => run(command))).to.equal(detail)
      expect(await read(() => execFileSync('sh', ['-c', command], { stdio: 'pipe' }))).to.equal(detail)
    })
})
