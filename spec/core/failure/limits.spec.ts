/** Where a failure ends: each form of one is data once it has grown, and the numbers in it are read within bounds. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import { judge, type ToolError } from '../../../lib/index.js'
import { CODES, NOTHING } from '../../corpora/failures.js'

const errorOf = (raw: unknown): ToolError => {
  const result = judge({ codec: NOTHING }, raw)
  if (E.isRight(result)) throw new Error('A codec that refuses everything accepted it.')
  return result.left
}

const codeOf = (raw: unknown): string => errorOf(raw).code

const isFailure = (raw: unknown): boolean => CODES.has(codeOf(raw))

const times = <A>(n: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: n }, (_, at) => make(at))

/** As many letters as it takes to make a text this long. */
const padded = (length: number, before: string, after = ''): string =>
  `${before}${'x'.repeat(Math.max(0, length - before.length - after.length))}${after}`

const ENVELOPE = [
  'path',
  'instance',
  'method',
  'time',
  'source',
  'kind',
  'location',
  'locale',
  'origin',
  'resource',
  'target'
]

const among = (fields: object, n: number): object => ({
  ...fields,
  ...Object.fromEntries(ENVELOPE.slice(0, n - Object.keys(fields).length).map((name) => [name, 'words']))
})

const within = (levels: number): unknown =>
  levels === 0 ? { error: 'The disk is full.' } : { outer: within(levels - 1) }

describe('a failure', () => {
  const grown: ReadonlyArray<readonly [string, number, (size: number) => unknown]> = [
    ['a message among fields of errors', 6, (n) => among({ message: 'Not found' }, n)],
    [
      'an error beside fields that errors do not have',
      2,
      (n) => ({
        error: 'The disk is full.',
        ...Object.fromEntries(times(n, (i) => [`${'abcdef'.charAt(i)}colour`, 'red']))
      })
    ],
    ['a list of errors', 100, (n) => times(n, () => ({ error: 'The disk is full.' }))],
    [
      'errors by field',
      20,
      (n) =>
        Object.fromEntries(
          times(n, (i) => [`${'abcdefghijklmnopqrstuvwxyz'.charAt(i)}street`, ['This field is required.']])
        )
    ],
    ['errors of one field', 5, (n) => ({ street: times(n, () => 'This field is required.') })],
    ['an error inside of others', 2, within],
    [
      'rows beside errors, among fields',
      8,
      (n) => among({ orders: [{ id: 1 }], failed: [{ id: 2, error: 'The disk is full.' }] }, n)
    ],
    ['a message by its characters', 400, (n) => ({ message: padded(n, 'Not found: ') })],
    [
      'a word that points at an error, by its characters',
      80,
      (n) => ({ message: 'See the guide.', code: padded(n, 'NOT_FOUND_') })
    ],
    ['a sentence by its characters', 400, (n) => padded(n, 'The order ', ' is not available')],
    [
      'a sentence by its lines',
      3,
      (n) => ['The order is not available', ...times(n - 1, () => 'and so on')].join('\n')
    ],
    [
      'a text that begins with an error, by its lines',
      40,
      (n) => ['Error: it broke', ...times(n - 1, () => 'and so on')].join('\n')
    ],
    [
      'an output that ends with an error, by its lines',
      8,
      (n) => [...times(n - 1, () => 'Cloning into the folder'), 'fatal: repository gone'].join('\n')
    ],
    [
      'an error in XML, by its characters',
      3_999,
      (n) => padded(n, '<ErrorResponse><Code>NoSuchKey</Code><Message>', '</Message></ErrorResponse>')
    ]
  ]
  for (const [what, last, make] of grown)
    it(`is ${what} up to ${last}, and no more`, () => {
      const sizes = [Math.min(2, last), last - 1, last, last + 1, last * 2, last * 5]
      expect(sizes.map((size) => [size, isFailure(make(size))])).to.deep.equal(
        sizes.map((size) => [size, size <= last])
      )
    })

  it('is at any length what a harness itself calls one', () => {
    for (const head of [
      'Error executing tool pay: boom',
      'Your proposed edit has introduced new syntax error(s).',
      "MCP tool 'pay' reported tool error"
    ])
      for (const lines of [2, 40, 41, 400])
        expect(isFailure([head, ...times(lines - 1, () => 'and so on')].join('\n')), head).to.equal(true)
  })

  const statuses = times(1_000, (status) => status)

  it('has the code of its status', () => {
    const found: Record<string, Array<number>> = {}
    for (const status of statuses) {
      const code = codeOf({ error: { code: status, message: 'No.' } })
      ;(found[code] ??= []).push(status)
    }
    const { error_in_body: others, ...told } = found
    expect(told).to.deep.equal({
      unauthorized: [401, 402, 403, 407],
      not_found: [404, 410],
      rate_limited: [420, 429],
      tool_unavailable: [408, ...times(100, (i) => 500 + i)],
      rejected_arguments: [400, 413, 414, 415, 422, 428]
    })
    expect(others?.length).to.equal(1_000 - 115)
  })

  it('is a message beside a status of 400 to 599, as a number or in digits', () => {
    const told = (as: (status: number) => unknown) =>
      statuses.slice(100).filter((status) => isFailure({ status: as(status), message: 'See the guide.' }))
    expect(told(Number)).to.deep.equal(times(200, (i) => 400 + i))
    expect(told(String)).to.deep.equal(times(200, (i) => 400 + i))
    expect(
      [400.5, '4000', '40', 4_000, -400].filter((status) => isFailure({ status, message: 'See the guide.' }))
    ).to.deep.equal([])
  })

  it('names the wait that it asks for, of up to a day', () => {
    const waits: ReadonlyArray<readonly [object, number | undefined]> = [
      [{ retry_after: 30 }, 30],
      [{ retryAfter: 1 }, 1],
      [{ retry_after_seconds: 86_400 }, 86_400],
      [{ retry_after: 0.2 }, 1],
      [{ retry_after: 1.5 }, 2],
      [{ retry_after: 86_401 }, undefined],
      [{ retry_after: 0 }, undefined],
      [{ retry_after: -5 }, undefined],
      [{ retry_after: '30' }, undefined],
      [{}, undefined]
    ]
    for (const [fields, seconds] of waits) {
      const { hint } = errorOf({ error: 'ratelimited', ...fields })
      const named = /^The service asks for a wait of (\d+) seconds?\. Go on with other work first\.$/.exec(
        hint ?? ''
      )?.[1]
      expect(named === undefined ? undefined : Number(named), JSON.stringify(fields)).to.equal(seconds)
    }
  })
})
