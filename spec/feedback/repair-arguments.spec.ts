import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { schemaMismatch, semanticGarbage } from '#core/errors'
import { failed } from '../../lib/guard/tool.js'
import { guardedCall, type AnyGuardedCall, type GuardedCall } from '../../lib/guard/guarded-call.js'
import { openSession, openTurn } from '../../lib/guard/session.js'
import {
  firstCallOf,
  repairArguments,
  type RepairedCall,
  type RepairArgumentsOptions
} from '../../lib/feedback/repair-arguments.js'
import { looksLikeSlugId } from '../../lib/feedback/guesses.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { hostileValues } from '../helpers/hostile.js'
import { answering, right, Ticket, ticketTool, watched, wrong } from './repairing.js'

const feedbackOn = (...lines: ReadonlyArray<string>): string =>
  [
    'Your previous tool call had invalid arguments. Fix these issues:',
    ...lines,
    '',
    'Retry the tool call with corrected arguments.'
  ].join('\n')

const line = (level: string, outcome: string, retries: number): string =>
  `${level} validation_retry_outcome tool=create_ticket ext=helpdesk outcome=${outcome} retry_count=${retries}`

// What an `ask` throws is swallowed, so an assertion inside it would be.
let asksInVain = 0
const never: RepairArgumentsOptions['ask'] = () => {
  asksInVain += 1
  return undefined
}

describe('repairArguments', () => {
  beforeEach(() => {
    asksInVain = 0
  })
  afterEach(() => expect(asksInVain).to.equal(0))

  it('has the model repair what the codec refused, and then makes the call', async () => {
    const { call, ran } = ticketTool()
    const { ask, asked } = answering({ args: right })
    expect(await openTurn().run(repairArguments(call, { ask })(wrong))).to.deep.equal(E.right({ ok: true }))
    expect(ran).to.deep.equal([right])
    expect(asked).to.deep.equal([
      { feedback: feedbackOn("- 'priority': expected integer, got 'high'"), attempt: 1, args: wrong }
    ])
  })

  describe('invariant: at most maxRetries re-asks per logical call', () => {
    for (const [maxRetries, expected] of [
      [undefined, 2],
      [0, 0],
      [1, 1],
      [5, 5]
    ] as const) {
      it(`asks ${expected} times with maxRetries ${maxRetries ?? 'left out'}`, async () => {
        const { call, ran } = ticketTool()
        const { ask, asked } = answering(
          ...Array.from({ length: 10 }, (_, i) => ({ args: { title: 'x', priority: `high ${i}` } }))
        )
        const error = expectLeft(
          await openTurn().run(
            repairArguments(call, { ask, ...(maxRetries === undefined ? {} : { maxRetries }) })(wrong)
          )
        )
        expect(error.code).to.equal('invalid_arguments')
        expect(asked.map(({ attempt }) => attempt)).to.deep.equal(Array.from({ length: expected }, (_, i) => i + 1))
        expect(ran).to.deep.equal([])
      })
    }

    it('counts anew for the next logical call', async () => {
      const { call } = ticketTool()
      const { ask, asked } = answering(
        { args: wrong },
        { args: wrong },
        { args: { ...wrong, title: 'other' } },
        { args: right }
      )
      const turn = openTurn()
      const repaired = repairArguments(call, { ask })
      expectLeft(await turn.run(repaired(wrong)))
      expectRight(await turn.run(repaired({ ...wrong, title: 'again' })))
      expect(asked.map(({ attempt }) => attempt)).to.deep.equal([1, 2, 1, 2])
    })

    it('refuses a maxRetries that is no count', () => {
      const { call } = ticketTool()
      expect(() => repairArguments(call, { ask: never, maxRetries: -1 })).to.throw(
        TypeError,
        'Expected `maxRetries` to be a non-negative integer.'
      )
    })
  })

  describe('invariant: re-asks only after a Left of the args codec', () => {
    const cases: ReadonlyArray<readonly [string, Parameters<typeof ticketTool>[0], string]> = [
      [
        'a tool that refuses the arguments itself',
        {
          run: () =>
            failed(semanticGarbage({ code: 'invalid_arguments', detail: "- 'title': too short" }), { executed: 'no' })
        },
        'invalid_arguments'
      ],
      [
        'a tool that says fabricated_id',
        { run: () => failed(semanticGarbage({ code: 'fabricated_id', detail: 'No such id.' }), { executed: 'no' }) },
        'fabricated_id'
      ],
      [
        'a tool that knows no such tool',
        { run: () => failed(semanticGarbage({ code: 'unknown_tool', detail: 'No such tool.' }), { executed: 'no' }) },
        'unknown_tool'
      ],
      [
        'a tool that throws a validation error',
        {
          run: () => {
            throw Object.assign(new Error('invalid'), { name: 'ValidationError', errors: [] })
          }
        },
        'rejected_arguments'
      ],
      ['a tool that answers garbage', { run: () => '{"ok":"yes"}' }, 'schema_violation'],
      ['a tool that is too late', { run: () => new Promise(() => {}), timeoutMs: 10 }, 'timeout'],
      [
        'a codec that throws',
        {
          args: new t.Type<Ticket>(
            'Throws',
            Ticket.is,
            () => {
              throw new Error('codec')
            },
            (a) => a
          )
        },
        'codec_threw'
      ]
    ]
    for (const [what, tool, code] of cases) {
      it(`not after ${what}`, async () => {
        const { call } = ticketTool(tool)
        expect(expectLeft(await openTurn().run(repairArguments(call, { ask: never })(right))).code).to.equal(code)
      })
    }

    it('not after arguments that are no data', async () => {
      const { call } = ticketTool()
      const turn = openTurn()
      expect(expectLeft(await turn.run(repairArguments(call, { ask: never })({ title: () => 'x' }))).code).to.equal(
        'invalid_arguments'
      )
      expect(turn.calls.map(({ repair, args }) => ({ repair, args }))).to.deep.equal([
        { repair: undefined, args: null }
      ])
    })

    it('not after a cancellation: before the call, of the turn, and while the model is asked', async () => {
      const { call, ran } = ticketTool()
      const repaired = repairArguments(call, { ask: never })
      const closed = openTurn()
      closed.close()
      expect(expectLeft(await closed.run(repaired(wrong))).code).to.equal('cancelled')
      expect(expectLeft(await openTurn({ signal: AbortSignal.abort() }).run(repaired(wrong))).code).to.equal(
        'cancelled'
      )
      expect(expectLeft(await openTurn().run(repaired(wrong, { signal: AbortSignal.abort() }))).code).to.equal(
        'cancelled'
      )

      const caller = new AbortController()
      let askedSignal: AbortSignal | undefined
      const { turn, outcomes, session } = watched()
      const waiting = turn.run(
        repairArguments(call, {
          ask: (_feedback, _attempt, { signal }) => {
            askedSignal = signal
            caller.abort()
            return new Promise(() => {})
          }
        })(wrong, { signal: caller.signal })
      )
      expect(expectLeft(await waiting).code).to.equal('cancelled')
      expect(askedSignal?.aborted).to.equal(true)
      expect(turn.calls.map(({ code, repair }) => ({ code, repair }))).to.deep.equal([
        { code: 'cancelled', repair: { outcome: 'interrupted', retries: 0, usage: [] } }
      ])
      expect(outcomes()).to.deep.equal([])
      expect(Object.values(session.counters())).to.deep.equal([0, 0, 0, 0, 0, 0])
      expect(ran).to.deep.equal([])
    })

    it('not when the turn was closed while the model was asked', async () => {
      const { call, ran } = ticketTool()
      const turn = openTurn()
      let asks = 0
      const result = await turn.run(
        repairArguments(call, {
          ask: () => {
            asks += 1
            turn.close()
            return { args: { ...wrong, title: 'other' } }
          }
        })(wrong)
      )
      expect(expectLeft(result).code).to.equal('cancelled')
      expect({ asks, ran }).to.deep.equal({ asks: 1, ran: [] })
    })

    it('not after an ask that threw, rejected or took too long: the latest refusal stands, and the operator is told', async () => {
      const failing: ReadonlyArray<readonly [RepairArgumentsOptions['ask'], string]> = [
        [
          () => {
            throw new Error('no credit, key sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6')
          },
          'Error: no credit, key [redacted]'
        ],
        [() => Promise.reject(new Error('overloaded')), 'Error: overloaded'],
        [() => new Promise(() => {}), 'no answer in time'],
        [
          () => ({
            get args(): never {
              throw new Error('getter')
            }
          }),
          'Error: getter'
        ]
      ]
      for (const [ask, cause] of failing) {
        const { call } = ticketTool()
        let asks = 0
        const { turn, outcomes, lines } = watched()
        const error = expectLeft(
          await turn.run(
            repairArguments(call, {
              timeoutMs: 20,
              ask: (...asked) => {
                asks += 1
                return ask(...asked)
              }
            })(wrong)
          )
        )
        expect(error).to.deep.equal(
          semanticGarbage({ code: 'invalid_arguments', detail: "- 'priority': expected integer, got 'high'" })
        )
        expect(asks).to.equal(1)
        expect(outcomes()).to.deep.equal([
          'error validation_retry_interrupted tool=create_ticket ext=helpdesk retry_count=0'
        ])
        expect(lines[0]?.meta['cause']).to.equal(cause)
        expect(turn.calls[0]?.repair).to.deep.equal({ outcome: 'interrupted', retries: 0, usage: [] })
      }
    })
  })

  describe('invariant: checkIds runs on the first input and on every retry, and ends the call', () => {
    const checkIds: NonNullable<RepairArgumentsOptions['checkIds']> = ({ title }) => looksLikeSlugId(title)

    it('ends the call at the first input, before the codec and without a word to the model', async () => {
      const { call, ran } = ticketTool()
      const { turn, outcomes } = watched()
      const error = expectLeft(
        await turn.run(repairArguments(call, { ask: never, checkIds })({ title: 'acme-mail-42', priority: 'high' }))
      )
      expect(error).to.include({ error_class: 'semantic_garbage', code: 'fabricated_id' })
      expect(ran).to.deep.equal([])
      expect(outcomes()).to.deep.equal([])
      expect(turn.calls.map(({ code, executed, repair }) => ({ code, executed, repair }))).to.deep.equal([
        { code: 'fabricated_id', executed: 'refused', repair: undefined }
      ])
    })

    it('ends the call at valid arguments as well', async () => {
      const { call, ran } = ticketTool()
      expect(
        expectLeft(
          await openTurn().run(repairArguments(call, { ask: never, checkIds })({ title: 'acme-mail-42', priority: 1 }))
        ).code
      ).to.equal('fabricated_id')
      expect(ran).to.deep.equal([])
    })

    for (const retry of [1, 2]) {
      it(`ends the call at retry ${retry}`, async () => {
        const { call, ran } = ticketTool()
        const fabricated = { args: { title: 'acme-mail-42', priority: 1 }, usage: 'u' }
        const { ask, asked } = answering(...(retry === 1 ? [] : [{ args: { ...wrong, title: 'other' } }]), fabricated, {
          args: right
        })
        const { turn, outcomes, session } = watched()
        expect(
          expectLeft(await turn.run(repairArguments(call, { ask, checkIds, maxRetries: 5 })(wrong))).code
        ).to.equal('fabricated_id')
        expect(asked).to.have.length(retry)
        expect(ran).to.deep.equal([])
        expect(outcomes()).to.deep.equal([line('warn', 'fabricated_id_on_retry', retry)])
        expect(session.counters().fabricated_id_on_retry).to.equal(1)
        expect(turn.calls.map(({ args, repair }) => ({ args, repair }))).to.deep.equal([
          { args: fabricated.args, repair: { outcome: 'fabricated_id_on_retry', retries: retry, usage: ['u'] } }
        ])
      })
    }

    it('sees every input once, in order', async () => {
      const { call } = ticketTool()
      const seen: Array<unknown> = []
      const other = { ...wrong, title: 'other' }
      const { ask } = answering({ args: other }, { args: right })
      expectRight(
        await openTurn().run(
          repairArguments(call, {
            ask,
            checkIds: (args) => {
              seen.push(args)
              return false
            }
          })(wrong)
        )
      )
      expect(seen).to.deep.equal([wrong, other, right])
    })

    it('fails closed where it throws, and takes null for no arguments', async () => {
      const { call, ran } = ticketTool()
      const deep: RepairArgumentsOptions['checkIds'] = ({ filter }) =>
        looksLikeSlugId((filter as { readonly id: unknown }).id)
      expect(
        expectLeft(await openTurn().run(repairArguments(call, { ask: never, checkIds: deep })(right)))
      ).to.deep.equal(
        schemaMismatch({ code: 'check_threw', detail: '`checkIds` threw instead of returning; the tool was not run.' })
      )
      const late = (async () => {
        throw new Error('late')
      }) as never
      expect(
        expectLeft(await openTurn().run(repairArguments(call, { ask: never, checkIds: late })(right))).code
      ).to.equal('check_threw')
      expect(ran).to.deep.equal([])
      const { ask } = answering({ args: right })
      expectRight(await openTurn().run(repairArguments(call, { ask, checkIds })(null)))
    })
  })

  describe("invariant: ask gives the model's next call of the same name, its first, or nothing", () => {
    const answer = [
      { name: 'search', args: { q: 'x' } },
      { name: 'create_ticket', args: right },
      { name: 'create_ticket', args: wrong }
    ]

    it('takes the first call of the same name and ignores other tools', async () => {
      const { call, ran } = ticketTool()
      expectRight(
        await openTurn().run(repairArguments(call, { ask: () => firstCallOf('create_ticket', answer) })(wrong))
      )
      expect(ran).to.deep.equal([right])
    })

    it('takes nothing for giving up, and what it cost is kept', async () => {
      for (const gaveUp of [
        undefined,
        firstCallOf('create_ticket', [{ name: 'search', args: right }]),
        {},
        { usage: 'u' }
      ]) {
        const { call, ran } = ticketTool()
        const { turn, outcomes } = watched()
        expect(expectLeft(await turn.run(repairArguments(call, { ask: () => gaveUp })(wrong))).code).to.equal(
          'invalid_arguments'
        )
        expect(ran).to.deep.equal([])
        expect(outcomes()).to.deep.equal([line('info', 'llm_gave_up', 0)])
        expect(turn.calls[0]?.repair).to.deep.equal({
          outcome: 'llm_gave_up',
          retries: 0,
          usage: gaveUp !== undefined && 'usage' in gaveUp ? ['u'] : []
        })
      }
    })

    it('takes a call without arguments for one with none of them given', async () => {
      const { call } = ticketTool()
      const { ask, asked } = answering({ args: undefined }, { args: right })
      expectRight(await openTurn().run(repairArguments(call, { ask })(wrong)))
      expect(asked[1]?.feedback).to.equal(
        feedbackOn(
          "- 'title': required field is missing — provide a value",
          "- 'priority': required field is missing — provide a value"
        )
      )
    })

    it('takes hostile answers for giving up, no data or wrong arguments, and never rejects', async () => {
      for (const hostile of hostileValues()) {
        const { call, ran } = ticketTool()
        for (const ask of [() => hostile, () => ({ args: hostile, usage: 1 })]) {
          const turn = openTurn()
          expectLeft(
            await turn.run(
              repairArguments(call, { ask: ask as RepairArgumentsOptions['ask'], timeoutMs: 50, maxRetries: 1 })(wrong)
            )
          )
          expect(turn.count).to.equal(1)
        }
        expect(ran).to.deep.equal([])
      }
    })
  })

  describe('invariant: each re-ask carries the latest failure only', () => {
    it('names what is wrong now, and hands on the latest arguments alone', async () => {
      const { call } = ticketTool()
      const other = { title: 7, priority: 1 }
      const { ask, asked } = answering({ args: other }, { args: right })
      expectRight(await openTurn().run(repairArguments(call, { ask })(wrong)))
      expect(asked).to.deep.equal([
        { feedback: feedbackOn("- 'priority': expected integer, got 'high'"), attempt: 1, args: wrong },
        { feedback: feedbackOn("- 'title': expected string, got number"), attempt: 2, args: other }
      ])
    })

    it('ends with the latest failure', async () => {
      const { call } = ticketTool()
      const { ask } = answering({ args: { priority: 1 } }, { args: { title: 7, priority: 1 } })
      expect(expectLeft(await openTurn().run(repairArguments(call, { ask })(wrong)))).to.deep.equal(
        semanticGarbage({
          code: 'invalid_arguments',
          detail: "- 'title': expected string, got number",
          hint: 'These arguments were asked for again 2 times and still do not fit. Ask the user for what is missing, or use another tool.'
        })
      )
    })
  })

  describe('invariant: exactly one record per logical call, with the final arguments', () => {
    const usage = { input: 700, output: 150 }
    const cases: ReadonlyArray<
      readonly [string, unknown, ReadonlyArray<{ args: unknown; usage?: unknown } | undefined>, unknown, unknown]
    > = [
      ['no repair', right, [], right, { outcome: 'no_retry', retries: 0, usage: [] }],
      [
        'a repair',
        wrong,
        [
          { args: wrong, usage },
          { args: right, usage }
        ],
        right,
        { outcome: 'success', retries: 2, usage: [usage, usage] }
      ],
      [
        'exhaustion',
        wrong,
        [{ args: { title: 1 }, usage }, { args: { title: 2 } }],
        { title: 2 },
        { outcome: 'exhausted', retries: 2, usage: [usage] }
      ],
      [
        'giving up',
        wrong,
        [{ args: { title: 1 }, usage }, undefined],
        { title: 1 },
        { outcome: 'llm_gave_up', retries: 1, usage: [usage] }
      ],
      [
        'arguments that are no data',
        wrong,
        [{ args: { title: 10n }, usage }],
        null,
        { outcome: 'interrupted', retries: 1, usage: [usage] }
      ]
    ]
    for (const [what, input, answers, args, repair] of cases) {
      it(`after ${what}`, async () => {
        const { call, ran } = ticketTool()
        const turn = openTurn()
        await turn.run(repairArguments(call, { ask: answering(...answers).ask })(input, { callId: 'call_1' }))
        expect(turn.count).to.equal(1)
        expect(
          turn.calls.map((record) => ({
            callId: record.callId,
            args: record.args,
            repair: record.repair,
            executed: record.executed
          }))
        ).to.deep.equal([{ callId: 'call_1', args, repair, executed: ran.length === 1 ? 'yes' : 'refused' }])
      })
    }

    it('counts the call once against the budget, under its final arguments', async () => {
      const { call, ran } = ticketTool({ maxIdenticalCalls: 1 })
      const turn = openTurn()
      const repaired = repairArguments(call, { ask: () => ({ args: right }) })
      expectRight(await turn.run(repaired(wrong)))
      expect(expectLeft(await turn.run(repaired(right))).code).to.equal('retry_budget_exceeded')
      expect(ran).to.have.length(1)
    })
  })

  describe("invariant: nothing is added to the provider's messages or to the tool's result", () => {
    it('gives the very result of the plain call', async () => {
      const { call } = ticketTool({ run: () => ({ ok: true, note: 'kept' }) })
      const plain = await openTurn().run(call.fromModel(right))
      const repaired = await openTurn().run(repairArguments(call, { ask: () => ({ args: right }) })(wrong))
      expect(repaired).to.deep.equal(plain)
    })

    it('runs the tool with the decoded arguments and the plain context', async () => {
      const seen: Array<unknown> = []
      const { call } = ticketTool({
        run: (args, context) => {
          seen.push(args, Object.keys(context).sort())
          return { ok: true }
        }
      })
      await openTurn().run(repairArguments(call, { ask: () => ({ args: right }) })(wrong))
      expect(seen).to.deep.equal([right, ['callId', 'operationId', 'signal', 'turnId']])
    })

    it('leaves what the model sent as it was', async () => {
      const { call } = ticketTool()
      const input = Object.freeze({ ...wrong })
      const answer = Object.freeze({ args: Object.freeze({ ...right }) })
      expectRight(await openTurn().run(repairArguments(call, { ask: () => answer, coerce: true })(input)))
      expect({ input, answer }).to.deep.equal({ input: wrong, answer: { args: right } })
    })
  })

  describe("invariant: outcomes go to the log, one line each, and to the session's counters", () => {
    const same = { args: { priority: 'high', title: 'Printer on fire' } }
    const cases: ReadonlyArray<
      readonly [string, unknown, ReadonlyArray<{ args: unknown } | undefined>, ReadonlyArray<string>]
    > = [
      ['no_retry', right, [], [line('debug', 'no_retry', 0)]],
      ['success', wrong, [{ args: right }], [line('info', 'success', 1)]],
      ['success at the second retry', wrong, [{ args: { title: 1 } }, { args: right }], [line('info', 'success', 2)]],
      [
        'redundant, whatever the order of keys, and goes on',
        wrong,
        [same, { args: right }],
        [line('warn', 'redundant', 1), line('info', 'success', 2)]
      ],
      [
        'redundant twice, and then exhausted',
        wrong,
        [same, same],
        [line('warn', 'redundant', 1), line('warn', 'redundant', 2), line('warn', 'exhausted', 2)]
      ],
      ['exhausted', wrong, [{ args: { title: 1 } }, { args: { title: 2 } }], [line('warn', 'exhausted', 2)]],
      [
        'exhausted, without redundancy where the wrong arguments only come back',
        wrong,
        [{ args: { title: 1 } }, { args: wrong }],
        [line('warn', 'exhausted', 2)]
      ],
      ['llm_gave_up at once', wrong, [undefined], [line('info', 'llm_gave_up', 0)]],
      ['llm_gave_up after a retry', wrong, [{ args: { title: 1 } }, undefined], [line('info', 'llm_gave_up', 1)]]
    ]
    for (const [what, input, answers, expected] of cases) {
      it(what, async () => {
        const { call } = ticketTool()
        const { turn, outcomes, session } = watched()
        await turn.run(repairArguments(call, { ask: answering(...answers).ask })(input))
        expect(outcomes()).to.deep.equal(expected)
        const counted = Object.entries(session.counters()).flatMap(([outcome, n]) => Array<string>(n).fill(outcome))
        expect(counted).to.have.members(expected.map((text) => /outcome=(\w+)/.exec(text)?.[1]))
      })
    }

    it('exhausted, with maxRetries 0', async () => {
      const { call } = ticketTool()
      const { turn, outcomes } = watched()
      const error = expectLeft(await turn.run(repairArguments(call, { ask: never, maxRetries: 0 })(wrong)))
      expect(outcomes()).to.deep.equal([line('warn', 'exhausted', 0)])
      expect(error).to.deep.equal(
        semanticGarbage({ code: 'invalid_arguments', detail: "- 'priority': expected integer, got 'high'" })
      )
    })

    it('fabricated ids at the first input have no outcome, and are no outcome of a repair', async () => {
      const { call } = ticketTool()
      const { turn, session } = watched()
      await turn.run(repairArguments(call, { ask: never, checkIds: () => true })(right))
      expect(Object.values(session.counters())).to.deep.equal([0, 0, 0, 0, 0, 0])
    })

    it('in words without spaces, whatever tool and namespace are called', async () => {
      const { call } = ticketTool({ name: 'create ticket\nnow' })
      const messages: Array<string> = []
      const turn = openSession({
        ext: 'my desk',
        logger: { log: (_level, message) => messages.push(message) }
      }).openTurn()
      await turn.run(repairArguments(call, { ask: never })(right))
      expect(messages[0]).to.equal(
        'validation_retry_outcome tool=create_ticket_now ext=my_desk outcome=no_retry retry_count=0'
      )
    })

    it('counters of one session are those of all its turns, and of no other', async () => {
      const { call } = ticketTool()
      const { session } = watched()
      const repaired = repairArguments(call, { ask: () => ({ args: right }) })
      await session.openTurn().run(repaired(wrong))
      await session.openTurn().run(repaired(right))
      expect(session.counters()).to.deep.equal({
        no_retry: 1,
        success: 1,
        redundant: 0,
        exhausted: 0,
        llm_gave_up: 0,
        fabricated_id_on_retry: 0
      })
      expect(Object.values(openSession().counters())).to.deep.equal([0, 0, 0, 0, 0, 0])
    })
  })

  it('does not ask for ever about a call that stays wrong: not for a fourth time in a turn', async () => {
    const { call } = ticketTool()
    const { turn, outcomes } = watched()
    let asks = 0
    const repaired = repairArguments(call, {
      ask: () => {
        asks += 1
        return { args: { title: asks } }
      }
    })
    const errors = []
    for (let i = 0; i < 17; i++) errors.push(expectLeft(await turn.run(repaired(wrong))))
    expect(asks).to.equal(6)
    expect(turn.count).to.equal(17)
    expect(outcomes().slice(2, 5)).to.deep.equal([
      line('warn', 'exhausted', 2),
      line('warn', 'exhausted', 0),
      line('warn', 'exhausted', 0)
    ])
    expect(errors[2]?.code).to.equal('invalid_arguments')
    expect(errors[3]?.hint).to.equal(
      'Stop guessing: use values that an earlier result or the user gave, or ask the user for what is missing.'
    )
    expect(errors[16]?.code).to.equal('validation_cap_exceeded')
    expectLeft(await openTurn().run(repaired(wrong)))
    expect(asks).to.equal(8)
  })

  it('hands corrected arguments back before they run, and only those', async () => {
    const told: Array<RepairedCall & { readonly ran: number }> = []
    const { call, ran } = ticketTool()
    const onRepaired = (repaired: RepairedCall): void => {
      told.push({ ...repaired, ran: ran.length })
    }
    const turn = openTurn()
    await turn.run(
      repairArguments(call, { onRepaired, ask: () => ({ args: { ...right, stray: 1 } }) })(wrong, { callId: 'call_7' })
    )
    expect(told).to.deep.equal([{ callId: 'call_7', args: { ...right, stray: 1 }, ran: 0 }])
    expect(turn.calls[0]?.args).to.deep.equal(told[0]?.args)
    await openTurn().run(repairArguments(call, { onRepaired, ask: () => undefined })(right))
    await openTurn().run(repairArguments(call, { onRepaired, ask: () => undefined })(wrong))
    expect(told).to.have.length(1)
  })

  it('goes on whatever is done with them', async () => {
    for (const onRepaired of [
      () => {
        throw new Error('x')
      },
      () => Promise.reject(new Error('x'))
    ]) {
      const { call } = ticketTool()
      expectRight(await openTurn().run(repairArguments(call, { onRepaired, ask: () => ({ args: right }) })(wrong)))
    }
  })

  it('is taken where a guarded call is: it has the tool, and repairs what comes from the model', async () => {
    const { call, ran } = ticketTool()
    const repaired: AnyGuardedCall = repairArguments(call, { ask: () => ({ args: right }) })
    expect(repaired.tool).to.equal(call.tool)
    expectRight(await openTurn().run(repaired.fromModel(wrong)))
    expect(ran).to.deep.equal([right])
  })

  it('refuses a tool without args codec, and what is no guarded call', () => {
    const bare = guardedCall({ name: 'bare', effect: 'read', run: () => '1' }, t.number)
    expect(() => repairArguments(bare, { ask: never })).to.throw(
      TypeError,
      /^Expected `call` to have a tool with an `args` codec: .* bare can be neither/
    )
    const { call } = ticketTool()
    const copy = { ...call } as unknown as GuardedCall<Ticket, unknown>
    expect(() => repairArguments(copy, { ask: never })).to.throw(
      TypeError,
      'Expected `call` to be made by `guardedCall`.'
    )
    expect(() => repairArguments(call, { ask: 1 as never })).to.throw(TypeError, 'Expected `ask` to be a function.')
    const misspelt: object = { maxRetry: 1 }
    expect(() => repairArguments(call, { ask: never, ...misspelt })).to.throw(
      TypeError,
      'Expected `options` to hold no `maxRetry`: perhaps `maxRetries` was meant.'
    )
    expect(() => repairArguments(call, { ask: never, coerce: 'yes' as never })).to.throw(
      TypeError,
      'Expected `coerce` to be true or false.'
    )
    expect(() => repairArguments(call, { ask: never, timeoutMs: 0 })).to.throw(TypeError, /`timeoutMs`/)
  })

  it('asks about a refusal without a reason', async () => {
    const Mute = new t.Type<Ticket>(
      'Mute',
      Ticket.is,
      (value) => (Ticket.is(value) ? t.success(value) : E.left([])),
      (a) => a
    )
    const { call } = ticketTool({ args: Mute })
    const { ask, asked } = answering({ args: right })
    expectRight(await openTurn().run(repairArguments(call, { ask })(wrong)))
    expect(asked[0]?.feedback).to.equal(feedbackOn("- '<root>': the arguments do not fit the tool"))
  })

  it('makes no call where encoding the arguments fails', async () => {
    const Odd = new t.Type<Ticket>('Odd', Ticket.is, Ticket.validate, () => {
      throw new Error('encode')
    })
    const { call, ran } = ticketTool({ args: Odd })
    const told: Array<unknown> = []
    expect(
      expectLeft(
        await openTurn().run(
          repairArguments(call, { ask: () => ({ args: right }), onRepaired: (repaired) => told.push(repaired) })(wrong)
        )
      ).code
    ).to.equal('codec_threw')
    expect({ ran, told }).to.deep.equal({ ran: [], told: [] })
  })
})

describe('firstCallOf', () => {
  const calls = [
    { name: 'search', args: 1 },
    { name: 'order', args: 2 },
    { name: 'order', args: 3 }
  ]

  it('gives the first call of the name, and nothing where there is none', () => {
    expect(firstCallOf('order', calls)).to.equal(calls[1])
    expect(firstCallOf('cancel', calls)).to.equal(undefined)
    expect(firstCallOf('order', [])).to.equal(undefined)
  })
})
