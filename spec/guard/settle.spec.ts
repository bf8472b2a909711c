import { expect } from 'chai'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  openSession,
  partialData,
  schemaMismatch,
  semanticGarbage,
  type CallRecord,
  type SessionOptions,
  type Tool
} from '../../lib/index.js'
import type { SettledCall } from '../../lib/guard/call-record.js'
import { ownFailure } from '../../lib/toolset/own-failure.js'
import { expectLeft } from '../helpers/either.js'

interface Line {
  readonly level: string
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

const listening = () => {
  const lines: Array<Line> = []
  return {
    lines,
    logger: {
      log: (level: string, message: string, fields: Line['fields']): void => {
        lines.push({ level, message, fields })
      }
    } as NonNullable<SessionOptions['logger']>
  }
}

const ticking = (...times: ReadonlyArray<number>): (() => number) => {
  let at = 0
  return () => times[Math.min(at++, times.length - 1)] ?? 0
}

const tool = (run: Tool<unknown>['run'], more: Partial<Tool<unknown>> = {}): Tool<unknown> => ({
  name: 'look_up',
  effect: 'read',
  run,
  ...more
})

const settled = async (one: Tool<unknown>, options: SessionOptions = {}) => {
  const { lines, logger } = listening()
  const kept: Array<SettledCall> = []
  const records: Array<CallRecord> = []
  const session = openSession({
    logger,
    loop: false,
    clock: ticking(10, 11.23456),
    recorder: {
      record: (call) => {
        kept.push(call)
      }
    },
    observers: [(record) => records.push(record)],
    ...options
  })
  const turn = session.openTurn({ id: 'turn' })
  const result = await turn.run(guardedCall(one, t.type({ a: t.number }))({ q: 1 }, { callId: 'call' }))
  return { result, lines, kept, records, turn }
}

describe('the line of a settled call', () => {
  it('tells the author, and not the model, that arguments came as JSON text', async () => {
    const causeOf = async (input: unknown): Promise<unknown> => {
      const { lines, logger } = listening()
      const call = guardedCall({ ...tool(() => '{"a":1}'), args: t.type({ q: t.number }) }, t.type({ a: t.number }))
      const error = expectLeft(await openSession({ logger }).openTurn().run(call.fromModel(input)))
      expect(error.detail).to.match(/expected|required/)
      return lines[0]?.fields['cause']
    }
    expect(await causeOf('{"q":1}')).to.match(/^The arguments are JSON text: .* to be parsed before/)
    expect([await causeOf('{"q":'), await causeOf('q'), await causeOf({ q: '{"q":1}' })]).to.deep.equal([
      undefined,
      undefined,
      undefined
    ])
  })

  const levels: ReadonlyArray<readonly [string, string, Tool<unknown>['run']]> = [
    ['debug', 'outcome=right code=none executed=yes', () => '{"a":1}'],
    [
      'info',
      'outcome=partial_data code=incomplete_response executed=no',
      () => failed(partialData({ code: 'incomplete_response', detail: 'x' }), { executed: 'no' })
    ],
    [
      'warn',
      'outcome=partial_data code=tool_unavailable executed=no',
      () => failed(partialData({ code: 'tool_unavailable', detail: 'x' }), { executed: 'no' })
    ],
    [
      'warn',
      'outcome=partial_data code=rate_limited executed=no',
      () => failed(partialData({ code: 'rate_limited', detail: 'x' }), { executed: 'no' })
    ],
    [
      'warn',
      'outcome=semantic_garbage code=not_found executed=unknown',
      () => failed(semanticGarbage({ code: 'not_found', detail: 'x' }))
    ],
    ['warn', 'outcome=schema_mismatch code=invalid_json executed=yes', () => '{"a":1,,'],
    [
      'error',
      'outcome=schema_mismatch code=tool_threw executed=unknown',
      () => {
        throw new Error('x')
      }
    ],
    ['error', 'outcome=schema_mismatch code=not_data executed=yes', () => (x: number) => x]
  ]
  for (const [level, what, run] of levels) {
    it(`is of the level ${level} for ${what}`, async () => {
      const { lines } = await settled(tool(run))
      expect(lines.map((line) => [line.level, line.message])).to.deep.equal([[level, `tool_call tool=look_up ${what}`]])
    })
  }

  it('has the name of the tool in one word, so that no name can write a line of its own', async () => {
    const { lines } = await settled(tool(() => '{"a":1}', { name: 'look up\ntool_call tool=other' }))
    expect(lines.map(({ message }) => message)).to.deep.equal([
      'tool_call tool=look_up_tool_call_tool_other outcome=right code=none executed=yes'
    ])
  })

  it('has what an operator needs, and nothing of arguments and answer', async () => {
    const {
      lines: [fine],
      records: [record]
    } = await settled(tool(() => '{"a":1}'))
    const common = {
      ext: 'guarded-call',
      callId: 'call',
      turnId: 'turn',
      tool: 'look_up',
      effect: 'read',
      argsHash: record?.argsHash,
      ms: 1.235
    }
    expect(fine?.fields).to.deep.equal({ ...common, outcome: 'right', code: null, executed: 'yes', bytes: 7 })
    const {
      lines: [threw]
    } = await settled(
      tool(() => {
        throw new TypeError('why')
      })
    )
    const { stack, ...fields } = (threw?.fields ?? {}) as { readonly stack?: string }
    expect(stack).to.match(/^TypeError: why\n +at /)
    expect(fields).to.deep.equal({
      ...common,
      outcome: 'schema_mismatch',
      code: 'tool_threw',
      executed: 'unknown',
      bytes: 0,
      detail: 'The tool threw a TypeError.',
      cause: 'TypeError: why'
    })
    const {
      lines: [silent]
    } = await settled(
      tool(() => {
        throw null
      }),
      { ext: 'mine' }
    )
    expect(silent?.fields).to.deep.equal({
      ...common,
      ext: 'mine',
      outcome: 'schema_mismatch',
      code: 'tool_threw',
      executed: 'unknown',
      bytes: 0,
      detail: 'The tool threw a value of type null.'
    })
  })
})

describe('the recorder', () => {
  it('is told of a call that was fine, with its text', async () => {
    const { kept, records } = await settled(tool(() => '{"a":1}'))
    expect(kept.map(({ record, ...told }) => [record === records[0], told])).to.deep.equal([
      [true, { detail: null, issues: [], answer: { text: '{"a":1}', raw: { a: 1 } } }]
    ])
  })

  it('is told of everything that the codec refused, and of an error without issues', async () => {
    const {
      kept: [refused],
      result
    } = await settled(tool(() => '{"a":"x"}'))
    expect(refused?.issues.map(({ path }) => path)).to.deep.equal([['a']])
    expect(refused?.detail).to.equal(expectLeft(result).detail)
    const {
      kept: [threw]
    } = await settled(
      tool(() => {
        throw new Error('x')
      })
    )
    expect([threw?.issues, threw?.answer?.raw]).to.deep.equal([[], undefined])
  })

  it('changes nothing when it throws', async () => {
    const { result } = await settled(
      tool(() => '{"a":1}'),
      {
        recorder: {
          record: () => {
            throw new Error('x')
          }
        }
      }
    )
    expect(result).to.deep.equal({ _tag: 'Right', right: { a: 1 } })
  })
})

describe('the budget of a settled call', () => {
  const times = async (one: Tool<unknown>, calls: number, options: SessionOptions = {}) => {
    const turn = openSession({ loop: false, ...options }).openTurn()
    const call = guardedCall(one, t.type({ a: t.number }))
    const codes: Array<string | null> = []
    for (let i = 0; i < calls; i++) {
      await turn.run(call())
      codes.push(turn.calls.at(-1)?.code ?? null)
    }
    return { codes, asked: turn.calls.map(({ asked }) => asked) }
  }
  const limited = (): unknown => failed(partialData({ code: 'rate_limited', detail: 'x' }))

  it('is given back to a write whose author calls the failure transient, and to no read', async () => {
    const transient = ({ code }: { readonly code: string }): boolean => code === 'rate_limited'
    expect((await times(tool(limited, { effect: 'write', transient }), 3)).codes).to.deep.equal([
      'rate_limited',
      'rate_limited',
      'rate_limited'
    ])
    expect((await times(tool(limited, { effect: 'write' }), 2)).codes).to.deep.equal([
      'rate_limited',
      'retry_budget_exceeded'
    ])
    expect((await times(tool(limited, { transient }), 4)).codes.at(-1)).to.equal('retry_budget_exceeded')
    expect(
      (
        await times(
          tool(() => '{"a":1}', { effect: 'write', transient: () => true }),
          2
        )
      ).codes
    ).to.deep.equal([null, 'retry_budget_exceeded'])
    for (const broken of [
      () => {
        throw new Error('x')
      },
      () => 'yes',
      () => Promise.reject(new Error('late'))
    ]) {
      expect(
        (await times(tool(limited, { effect: 'write', transient: broken as unknown as () => boolean }), 2)).codes.at(-1)
      ).to.equal('retry_budget_exceeded')
    }
  })

  it('counts unchanged answers, and of a poll nothing but its cap', async () => {
    let n = 0
    expect(
      (
        await times(
          tool(() => `{"a":${(n += 1)}}`, { polls: true }),
          6
        )
      ).codes
    ).to.deep.equal(Array(6).fill(null))
    expect(
      (
        await times(
          tool(() => '{"a":1}', { polls: true }),
          21
        )
      ).codes
    ).to.deep.equal([...Array<null>(20).fill(null), 'retry_budget_exceeded'])
    expect(
      (
        await times(
          tool(() => `{"a":${(n += 1)}}`),
          21
        )
      ).codes
    ).to.deep.equal([...Array<null>(20).fill(null), 'retry_budget_exceeded'])
  })

  it('is in the record as how often the call was asked for, from the second time on', async () => {
    expect(
      (
        await times(
          tool(() => '{"a":1}'),
          4
        )
      ).asked
    ).to.deep.equal([undefined, 2, 3, 4])
  })

  it('says in words how often, what came last, and what to do with it', async () => {
    const turn = openSession({ loop: false }).openTurn()
    const said = async (one: Tool<unknown>, calls: number) => {
      const call = guardedCall(one, t.type({ a: t.number }))
      for (let i = 1; i < calls; i++) await turn.run(call())
      const { detail, hint } = expectLeft(await turn.run(call()))
      return [detail, hint]
    }
    expect(
      await said(
        tool(() => '{"a":1}', { name: 'get' }),
        4
      )
    ).to.deep.equal([
      'The same call of get was asked for 4 times in this turn and at most 3 that bring nothing new are allowed; the last response was valid. The tool was not run.',
      'This call was made before in this turn: `data` is its response. Use that.'
    ])
    expect(
      await said(
        tool(() => '{"a"', { name: 'put', effect: 'write' }),
        2
      )
    ).to.deep.equal([
      'The same call of put was asked for 2 times in this turn and at most 1 is allowed; the last response was truncated_response. The tool was not run.',
      'Do not make this call again in this turn. It is unknown whether it was executed: verify with a read before doing anything else.'
    ])
    expect(
      await said(
        tool(() => failed(schemaMismatch({ code: 'mine', detail: 'x', hint: null })), { name: 'own' }),
        4
      )
    ).to.deep.equal([
      'The same call of own was asked for 4 times in this turn and at most 3 that bring nothing new are allowed; the last response was mine. The tool was not run.',
      'Do not make this call again in this turn. Use other arguments or another tool, or tell the user.'
    ])
    const slow = guardedCall(
      tool(
        () =>
          new Promise((resolve) => {
            setTimeout(resolve, 5, '{"a":1}')
          }),
        { name: 'slow', effect: 'write', maxIdenticalCalls: 2 }
      ),
      t.type({ a: t.number })
    )
    const [, , third] = await Promise.all([turn.run(slow()), turn.run(slow()), turn.run(slow())])
    expect(expectLeft(third).detail).to.equal(
      'The same call of slow was asked for 3 times in this turn and at most 2 are allowed; its first call is still running. The tool was not run.'
    )
    expect(expectLeft(third).hint).to.equal(
      'Do not make this call again while it runs. Its response goes to whoever made it first: use that, or verify later with a read.'
    )
  })

  it('says that an answer is due only as long as it is', async () => {
    const turn = openSession({ loop: false }).openTurn()
    let n = 0
    const transient = guardedCall(
      tool(async () => ((n += 1) === 1 ? limited() : '{"a":1}'), {
        name: 'put',
        effect: 'write',
        transient: () => true
      }),
      t.type({ a: t.number })
    )
    await turn.run(transient())
    const [, during] = await Promise.all([turn.run(transient()), turn.run(transient())])
    expect(expectLeft(during)).to.deep.include({ hint: '`data` is its response. Use that.', data: { a: 1 } })
    expect(expectLeft(await turn.run(transient()))).to.include({
      detail: 'Asked for 4 times; not run. Its response is in the first refusal.',
      hint: 'Use that.'
    })
    const never = guardedCall(
      tool(() => '{"a":1}', { maxIdenticalCalls: 0 }),
      t.type({ a: t.number })
    )
    expect(expectLeft(await turn.run(never()))).to.include({
      detail:
        'The same call of look_up was asked for 1 time in this turn and at most 0 are allowed. The tool was not run.',
      hint: 'Do not call this tool in this turn. Use another tool, or tell the user.'
    })
  })

  it('says of a poll what to do when there is nothing new', async () => {
    const turn = openSession({ loop: false }).openTurn()
    const poll = guardedCall(
      tool(() => '{"a":1}', { polls: true, maxIdenticalCalls: 3 }),
      t.type({ a: t.number })
    )
    for (let i = 0; i < 3; i++) await turn.run(poll())
    expect(expectLeft(await turn.run(poll())).hint).to.equal(
      'This call was made before in this turn: `data` is its response. Use that.'
    )
  })

  it('repeats a hint so that it reads well on its own', async () => {
    const hintAfter = async (one: Tool<unknown>, input?: unknown): Promise<string | null> => {
      const turn = openSession({ loop: false, budget: { read: 1 } }).openTurn()
      const call = guardedCall(one, t.type({ a: t.number }))
      await turn.run(call.fromModel(input))
      return expectLeft(await turn.run(call.fromModel(input))).hint
    }
    const stop = 'Do not make this call again in this turn.'
    expect(
      await hintAfter(
        tool(() => '{"a":1}', { args: t.type({ q: t.number }) as unknown as t.Type<unknown> }),
        { q: 'x' }
      )
    ).to.equal(`${stop} Correct the arguments that the last response named.`)
    expect(await hintAfter(tool(() => '<html></html>'))).to.equal(
      `${stop} Often this is a login or an error page. Use another tool, or tell the user.`
    )
    expect(
      await hintAfter(
        tool(() => {
          throw new Error('x')
        })
      )
    ).to.equal(`${stop} Use another tool, or tell the user.`)
    const { error, says } = ownFailure('no luck')
    expect(await hintAfter(tool(() => failed(error, { says })))).to.equal(
      `${stop} Change what the last response named, use another tool, or tell the user.`
    )
    expect(await hintAfter(tool(() => failed(schemaMismatch({ code: 'mine', detail: 'x' }))))).to.equal(
      `${stop} Use another tool, ask the user, or say that it cannot be done.`
    )
    expect(
      await hintAfter(
        tool(
          () => {
            throw new Error('x')
          },
          { effect: 'write' }
        )
      )
    ).to.equal(`${stop} It is unknown whether it was executed: verify with a read before doing anything else.`)
  })
})

describe('the name of an effect', () => {
  const NO = schemaMismatch({ code: 'out_of_stock', detail: 'None is left.' })

  it('stands in the record, the log line and the recording of each write that may have reached its tool', async () => {
    const { lines, logger } = listening()
    const kept: Array<SettledCall> = []
    const ids: Array<string> = []
    const order = guardedCall(
      tool(
        (_args, { operationId }) => {
          ids.push(operationId)
          return ids.length === 1 ? failed(NO, { executed: 'no' }) : '1'
        },
        { effect: 'write' }
      ),
      t.number
    )
    const turn = openSession({ logger, recorder: { record: (call) => kept.push(call) } }).openTurn({ id: 'job' })
    for (let i = 0; i < 3; i++) await turn.run(order({ sku: 'A-1' }))
    await turn.run(
      guardedCall(
        tool(() => '1'),
        t.number
      )({})
    )

    expect(new Set(ids).size).to.equal(2)
    const named = [...ids, undefined, undefined]
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['no', 'yes', 'refused', 'yes'])
    expect(turn.calls.map(({ operationId }) => operationId)).to.deep.equal(named)
    expect(lines.map(({ fields }) => fields['operationId'])).to.deep.equal(named)
    expect(kept.map(({ record }) => record.operationId)).to.deep.equal(named)
    expect(turn.outcomes().map(({ operationId }) => operationId)).to.deep.equal(ids)
  })
})
