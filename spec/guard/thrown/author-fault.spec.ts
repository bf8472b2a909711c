/** What a developer gets of a throw of their own functions beside the tool; the model reads nothing of it. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { z } from 'zod'
import {
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  ToolCallError,
  toModelText,
  type SessionOptions,
  type Tool
} from '../../../lib/index.js'
import { warningsOf } from '../../helpers/warnings.js'

const throwing = (): never => {
  throw new TypeError('no such field: postgres://admin:s3cret@10.0.0.1')
}

const CAUSE = 'TypeError: no such field: postgres://[redacted]@10.0.0.1'

const Broken = new t.Type<unknown>('Broken', (_): _ is unknown => true, throwing, t.identity)
const BrokenSchema = z.object({ id: z.number().refine(throwing) })

const TOOL: Tool<unknown> = { name: 'pay', effect: 'write', run: () => ({ id: 1 }) }

interface Case {
  readonly tool?: Partial<Tool<unknown>>
  readonly codec?: Parameters<typeof guardedCall<unknown, unknown>>[1]
  readonly checks?: ReadonlyArray<() => never>
}

const callOf = ({ tool, codec = t.unknown, checks = [] }: Case, name = 'pay') =>
  guardedCall({ ...TOOL, ...tool, name }, codec, ...checks)

const run = async (one: Case, options: SessionOptions = {}, name?: string) => {
  const lines: Array<readonly [message: string, meta: { readonly cause?: string; readonly stack?: string }]> = []
  const logger = { log: (_: string, message: string, meta: object) => lines.push([message, meta]) }
  const turn = openSession({ logger, ...options }).openTurn({ id: 'turn' })
  const result = await turn.run(callOf(one, name).fromModel({ id: 1 }))
  return { result, lines, record: turn.calls[0] }
}

// These decide the call.
const DECIDING: ReadonlyArray<readonly [what: string, one: Case, by: string]> = [
  ['a semantic check', { checks: [throwing] }, 'A semantic check'],
  ['an `identity`', { tool: { identity: throwing } }, 'The `identity`'],
  ['a codec', { codec: Broken }, 'The codec'],
  ['a schema of zod', { codec: BrokenSchema }, 'The codec'],
  ['the codec of the arguments', { tool: { args: Broken } }, 'The codec of the arguments'],
  ['a schema of the arguments', { tool: { args: BrokenSchema as never } }, 'The codec of the arguments']
]

const CUT = { run: () => '{"a":[1,2', effect: 'read' } as const

// Without these it goes on.
const BESIDE: ReadonlyArray<readonly [callback: string, one: Case, options?: SessionOptions]> = [
  ['narrow', { tool: { ...CUT, narrow: throwing } }],
  ['place', { tool: { place: throwing, run: () => Promise.reject(new TypeError('fetch failed')) } }],
  ['transient', { tool: { transient: throwing, run: () => Promise.reject(new Error('declined')) } }],
  ['errors', { tool: { errors: throwing, run: () => Promise.reject(new Error('declined')) } }]
]

describe('a throw that decides a call', () => {
  for (const [what, one, by] of DECIDING) {
    it(`of ${what} stands in the record and the log, with its stack, and not in what the model reads`, async () => {
      const { result, lines, record } = await run(one)
      expect(E.isLeft(result) && result.left.code).to.match(/^(?:check|codec)_threw$/)
      expect(toModelText(result)).to.not.include('no such field')
      expect(record?.cause).to.equal(CAUSE)
      const line = lines.find(([message]) => message.startsWith('tool_call '))
      expect(line?.[1].cause).to.equal(CAUSE)
      expect(line?.[1].stack).to.include('author-fault.spec').and.not.include('s3cret')
    })

    it(`of ${what} warns a process without a log once, by name`, async () => {
      const name = `pay_${what.replaceAll(/\W+/g, '_')}`
      const calling = () =>
        openSession()
          .openTurn()
          .run(callOf(one, name).fromModel({ id: 1 }))
      const warnings = await warningsOf(async () => {
        await calling()
        await calling()
      })
      expect(warnings.map((text) => text.slice(0, text.indexOf(' at ')))).to.deep.equal([
        `GuardedCallWarning: ${by} of the tool ${name} threw ${CAUSE}`
      ])
    })
  }

  it('is the cause of what a guarded function rejects with', async () => {
    const turn = openSession({ logger: false }).openTurn()
    const { pay } = guardFunctions({ pay: (id: number) => id }, { turn, rules: { pay: { checks: [throwing] } } })
    const thrown: unknown = await pay(1).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(ToolCallError)
    expect((thrown as ToolCallError).cause).to.be.instanceOf(TypeError)
    expect((thrown as ToolCallError).message).to.not.include('no such field')
  })
})

describe('a throw of a function without which the call goes on', () => {
  it('is told of `errors` that return a promise, too', async () => {
    const errors = (async () => ({ code: 'x', detail: 'x' })) as never
    const { lines } = await run({ tool: { errors, run: () => Promise.reject(new Error('declined')) } })
    const line = lines.find(([message]) => message.startsWith('callback_threw '))
    expect(line?.[1].cause).to.equal('TypeError: Expected `errors` to return at once, not a promise.')
  })

  for (const [callback, one] of BESIDE) {
    it(`of \`${callback}\` has a line of its own in the log`, async () => {
      const { result, lines } = await run(one)
      expect(toModelText(result)).to.not.include('no such field')
      const [line, ...more] = lines.filter(([message]) => message.startsWith('callback_threw '))
      expect([line?.[0], line?.[1].cause, more]).to.deep.equal([
        `callback_threw tool=pay callback=${callback}`,
        CAUSE,
        []
      ])
    })

    it(`of \`${callback}\` warns a process without a log`, async () => {
      const name = `pay_beside_${callback}`
      const calling = () =>
        openSession()
          .openTurn()
          .run(callOf(one, name).fromModel({ id: 1 }))
      const warnings = await warningsOf(async () => {
        await calling()
        await calling()
      })
      expect(
        warnings.filter((text) => text.includes(`\`${callback}\` of the tool ${name} threw ${CAUSE}`))
      ).to.have.length(1)
    })
  }

  it('of `verify` has one, too', async () => {
    const ledger = memoryLedger()
    const tool = { verify: throwing, run: () => Promise.reject(new Error('lost')) }
    await run({ tool }, { ledger })
    const { lines } = await run({ tool }, { ledger })
    expect(lines.filter(([message]) => message === 'callback_threw tool=pay callback=verify')).to.have.length(1)
  })
})
