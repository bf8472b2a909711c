import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardHooks, guardTools, type GuardHooksOptions } from '../../lib/adapters/claude-agent/index.js'
import type { ManagedLedger } from '../../lib/guard/kernel.js'
import { openSession, openTurn } from '../../lib/guard/session.js'
import { memoryLedger } from '../../lib/stores/memory-ledger.js'
import type { ToolRule } from '../../lib/toolset/rules.js'
import { inPlaceConforms, MCP_PICTURES, type Asked, type Reply } from './conformance.js'

const text = (content: unknown): string => (content as ReadonlyArray<{ readonly text: string }>)[0]?.text ?? ''

const asResult = (answer: unknown): unknown => {
  if (typeof answer === 'object' && answer !== null && Object.isFrozen(answer)) return answer
  return typeof answer === 'string'
    ? { content: [{ type: 'text', text: answer }] }
    : { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
}

inPlaceConforms('claude-agent, tools', {
  pictures: MCP_PICTURES,
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ({
        name,
        handler: async (args: Record<string, unknown>, extra: { readonly signal?: AbortSignal }) =>
          asResult(await run(args, { signal: extra.signal }))
      })),
      options
    )
    return async ({ name, input }) => {
      const tool = guarded.find((one) => one.name === name) ?? expect.fail(`no tool ${name}`)
      const value: unknown = await tool.handler(input as Record<string, unknown>, {
        signal: new AbortController().signal
      })
      const {
        content,
        isError = false,
        structuredContent
      } = value as {
        readonly content: unknown
        readonly isError?: boolean
        readonly structuredContent?: unknown
      }
      if (isError) expect(structuredContent).to.equal(undefined)
      return { id: null, text: text(content), isError, value }
    }
  }
})

type Hooks = ReturnType<typeof guardHooks>

const hook = async <E extends keyof Hooks>(hooks: Hooks, event: E, input: object): Promise<Record<string, unknown>> =>
  (await hooks[event][0]?.hooks[0]?.(input)) as unknown as Record<string, unknown>

const specific = (output: Record<string, unknown>): Record<string, unknown> | undefined =>
  output['hookSpecificOutput'] as Record<string, unknown> | undefined

/** One call as the SDK makes it: the hook before, the tool, the hook after. */
const callWith = async (
  hooks: Hooks,
  run: () => unknown,
  use: object,
  wrap: (answer: unknown) => unknown
): Promise<Reply> => {
  const before = specific(await hook(hooks, 'PreToolUse', use))
  if (before !== undefined) return { id: null, text: String(before['permissionDecisionReason']), isError: true }
  let tool_response: unknown
  try {
    tool_response = wrap(await run())
  } catch (thrown) {
    return {
      id: null,
      text: String(
        specific(await hook(hooks, 'PostToolUseFailure', { ...use, error: 'failed' }))?.['additionalContext']
      ),
      isError: thrown !== undefined
    }
  }
  const after = await hook(hooks, 'PostToolUse', { ...use, tool_response })
  return { id: null, text: text(specific(after)?.['updatedToolOutput'] ?? tool_response), isError: null }
}

const useOf = ({ id, name, input }: Asked, more: object = {}): object => ({
  session_id: 's',
  tool_name: name,
  tool_input: input,
  tool_use_id: id,
  ...more
})

const blocks = (answer: unknown): unknown =>
  Array.isArray(answer)
    ? answer
    : [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }]

inPlaceConforms('claude-agent, hooks', {
  pictures: {
    shown: (words, data) => [
      { type: 'text', text: words },
      { type: 'image', data, mimeType: 'image/png' }
    ]
  },
  ownOptions: ['matcher'],
  repairs: false,
  runsTools: false,
  seesValues: false,
  tellsThrown: true,
  guard: (tools, options) => {
    // Names are not known before they are called.
    guardTools(
      Object.keys(tools).map((name) => ({ name, handler: () => 1 })),
      options
    )
    const hooks = guardHooks(options)
    return (asked) =>
      callWith(
        hooks,
        () => tools[asked.name]?.(asked.input as Record<string, unknown>, { signal: undefined }),
        useOf(asked),
        blocks
      )
  }
})

const turn = openTurn

describe('guardTools, claude-agent', () => {
  it('takes the word of a tool that it writes, and keeps what else it has', async () => {
    const extra = { signal: new AbortController().signal, sessionId: 's' }
    let seen: unknown
    const [tool] = guardTools(
      [
        {
          name: 'pay',
          description: 'Pays.',
          annotations: { readOnlyHint: false },
          handler: async (_args: object, told: object) => {
            seen = told
            throw new Error('lost')
          }
        }
      ],
      { turn: turn() }
    )
    expect(tool).to.include({ description: 'Pays.' })
    const result: unknown = await tool?.handler({}, extra)
    expect(JSON.parse(text((result as { readonly content: unknown }).content)))
      .to.have.property('hint')
      .that.matches(/^It is unknown whether it was executed/)
    expect(seen).to.have.property('sessionId', 's')
  })

  it('runs a tool that is told nothing, or no signal', async () => {
    const [tool] = guardTools([{ name: 'a', handler: async (_args: object, _extra?: object) => ({ content: [] }) }], {
      turn: turn()
    })
    expect(await tool?.handler({})).to.deep.equal({ content: [] })
    expect(await tool?.handler({}, { signal: 5 })).to.deep.equal({ content: [] })
  })
})

describe('guardHooks', () => {
  it('refuses to repair arguments, which a hook could only do by allowing the call', () => {
    const rules = { search: { args: t.type({ page: t.number }), coerce: true } }
    expect(() => guardHooks({ turn: openTurn(), rules })).to.throw(
      TypeError,
      'Expected `rules.search.coerce` to be left out'
    )
  })

  const asked: Asked = { id: 'toolu_1', name: 'mcp__shop__a', input: { q: 'x' } }
  const use = useOf(asked)

  it('refuses to hide what the SDK shows the model in any case: the words of a tool that throws', async () => {
    const hiding = openSession({ hidden: 'strip' }).openTurn()
    expect(specific(await hook(guardHooks({ turn: hiding }), 'PreToolUse', use))).to.deep.equal({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason:
        "Expected `hidden` of the session to be 'keep' for `mcp__shop__a`: its framework shows the model what it throws, whatever its adapter says. It did not run."
    })
  })

  const rules = { mcp__shop__a: { output: t.strict({ n: t.number }) } }
  const after = async (tool_response: unknown, options: Partial<GuardHooksOptions> = {}) =>
    hook(guardHooks({ turn: turn(), rules, ...options }), 'PostToolUse', { ...use, tool_response })

  it('is for the tools of MCP servers where nobody says otherwise', () => {
    const matchers = (hooks: Hooks) =>
      Object.values(hooks).map(([one]) => (one as { readonly matcher?: string }).matcher)
    expect(matchers(guardHooks({ turn: turn() }))).to.deep.equal([
      'mcp__.*',
      'mcp__.*',
      'mcp__.*',
      undefined,
      undefined
    ])
    expect(matchers(guardHooks({ turn: turn(), matcher: 'WebFetch' })).slice(0, 2)).to.deep.equal([
      'WebFetch',
      'WebFetch'
    ])
  })

  it('says nothing of an answer that it leaves as it is', async () => {
    expect(await after(blocks('anything'), { rules: {} })).to.deep.equal({})
    expect(await after([{ type: 'image', data: '' }])).to.deep.equal({})
  })

  it('rewrites an answer in its own form', async () => {
    expect(specific(await after(blocks({ n: 1, token: 'x' })))).to.deep.equal({
      hookEventName: 'PostToolUse',
      updatedToolOutput: [{ type: 'text', text: '{"n":1}' }]
    })
    expect(specific(await after('{"n":1,"token":"x"}'))).to.deep.include({ updatedToolOutput: '{"n":1}' })
    expect(specific(await after({ content: blocks('x'), structuredContent: { n: 1, token: 'x' } }))).to.deep.include({
      updatedToolOutput: { content: [{ type: 'text', text: '{"n":1}' }], structuredContent: { n: 1 } }
    })
  })

  it('puts an error in the place of an answer, and beside one whose form is fixed', async () => {
    const wrong = /"detail":"n: expected number, received one word of 1 letter"/
    expect(text(specific(await after(blocks({ n: 'x' })))?.['updatedToolOutput'])).to.match(wrong)
    expect(specific(await after('{"n":"x"}'))?.['updatedToolOutput']).to.match(wrong)
    expect(specific(await after({ content: blocks({ n: 'x' }) }))?.['updatedToolOutput']).to.include({ isError: true })
    expect(text(specific(await after([]))?.['updatedToolOutput'])).to.include('schema_violation')
    const builtIn = await after({ n: 'x', stdout: '' })
    expect(builtIn).to.include({ decision: 'block' }).and.not.to.have.property('hookSpecificOutput')
    expect(builtIn['reason']).to.match(wrong)
  })

  it('sees the error flag of a result before its content is judged', async () => {
    const rewritten = specific(
      await after({ content: blocks('REAL CAUSE: auth failed'), isError: true, structuredContent: { n: 'x' } })
    )?.['updatedToolOutput']
    expect(JSON.parse(text((rewritten as { readonly content: unknown }).content))).to.include({
      code: 'unauthorized',
      detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".'
    })
  })

  it('counts once what both hooks see, and times it', async () => {
    const opened = turn()
    const hooks = guardHooks({ turn: opened })
    expect(await hook(hooks, 'PreToolUse', use)).to.deep.equal({})
    await sleep(15)
    await hook(hooks, 'PostToolUse', { ...use, tool_response: blocks('x') })
    expect(opened.calls.map(({ callId, outcome, ms }) => ({ callId, outcome, slow: ms > 10 }))).to.deep.equal([
      { callId: 'toolu_1', outcome: 'right', slow: true }
    ])
  })

  it('knows a tool that failed, or was interrupted', async () => {
    const opened = turn()
    const hooks = guardHooks({ turn: opened, rules: { mcp__shop__a: { effect: 'write' } } })
    await hook(hooks, 'PreToolUse', use)
    const said = specific(
      await hook(hooks, 'PostToolUseFailure', { ...use, error: 'connect Bearer sk-ant-1234567890abcdefghij' })
    )?.['additionalContext']
    expect(JSON.parse(String(said))).to.include({
      code: 'error_in_body',
      detail: 'The tool reports that it failed. The tool says: "connect Bearer [redacted]".'
    })
    await hook(hooks, 'PostToolUseFailure', useOf({ ...asked, id: 'toolu_2', input: {} }, { is_interrupt: true }))
    await hook(hooks, 'PostToolUseFailure', useOf({ ...asked, id: 'toolu_3', input: { q: 3 } }))
    expect(opened.calls.map(({ code, executed }) => `${String(code)} ${executed}`)).to.deep.equal([
      'error_in_body unknown',
      'cancelled unknown',
      'tool_threw unknown'
    ])
  })

  it('notes what never came to its end: not allowed in its batch, or the agent stopped', async () => {
    const opened = turn()
    const hooks = guardHooks({ turn: opened, rules: { mcp__shop__a: { effect: 'write' } } })
    for (const [id, q, session_id] of [
      ['1', 1, 's'],
      ['2', 2, 's'],
      ['3', 3, 'other']
    ] as const)
      await hook(hooks, 'PreToolUse', useOf({ ...asked, id, input: { q } }, { session_id }))
    expect(
      await hook(hooks, 'PostToolBatch', { tool_calls: [{ tool_use_id: '1' }, { tool_use_id: 'none' }] })
    ).to.deep.equal({})
    expect(await hook(hooks, 'PostToolBatch', {})).to.deep.equal({})
    expect(await hook(hooks, 'Stop', { session_id: 's' })).to.deep.equal({})
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect(opened.calls.map(({ callId, code, executed }) => `${callId} ${String(code)} ${executed}`)).to.deep.equal([
      '1 cancelled no',
      '2 cancelled unknown'
    ])
    await hook(hooks, 'Stop', { session_id: 'other' })
  })

  it('answers a hook that comes too late with what the call came to, once', async () => {
    const opened = turn()
    const hooks = guardHooks({ turn: opened, rules: { mcp__shop__a: { effect: 'write' } }, timeoutMs: 1 })
    await hook(hooks, 'PreToolUse', use)
    await sleep(20)
    const answered = await hook(hooks, 'PostToolUse', { ...use, tool_response: blocks('x') })
    expect(text(specific(answered)?.['updatedToolOutput'])).to.include('"code":"timeout"')
    expect(opened.calls.map(({ callId, code }) => ({ callId, code }))).to.deep.equal([
      { callId: 'toolu_1', code: 'timeout' }
    ])
    const again = await hook(hooks, 'PostToolUse', { ...use, tool_response: blocks('x') })
    expect(text(specific(again)?.['updatedToolOutput'])).to.include('"code":"retry_budget_exceeded"')
  })

  it('holds no more than a thousand calls whose hook after the tool never came', async () => {
    const opened = turn()
    const hooks = guardHooks({ turn: opened, timeoutMs: 1 })
    const uses = Array.from({ length: 1_001 }, (_, i) => useOf({ ...asked, id: `toolu_${i}`, input: { q: i } }))
    for (const one of uses) await hook(hooks, 'PreToolUse', one)
    // A thread that was busy is late.
    while (opened.count < 1_001) await sleep(20)
    for (const one of uses) await hook(hooks, 'PostToolUse', { ...one, tool_response: blocks('x') })
    // Forgotten, one is a call whose beginning no hook saw.
    expect(opened.count).to.equal(1_002)
  })

  it('fails where the turn cannot be found, and holds nothing of the call', async () => {
    const hooks = guardHooks({
      turn: () => {
        throw new Error('no turn')
      }
    })
    for (const event of ['PreToolUse', 'PostToolUse'] as const) {
      expect(
        await hook(hooks, event, use).then(
          () => undefined,
          (thrown: unknown) => (thrown as Error).message
        )
      ).to.equal('no turn')
    }
  })

  it('takes an id that comes again for another call', async () => {
    const opened = turn()
    const hooks = guardHooks({ turn: opened })
    for (const answer of ['first', 'second']) {
      await hook(hooks, 'PreToolUse', use)
      await hook(hooks, 'PostToolUse', { ...use, tool_response: answer })
      await hook(hooks, 'PostToolUse', { ...use, tool_response: `${answer}, again` })
    }
    expect(opened.calls.map(({ outcome, code }) => code ?? outcome)).to.deep.equal(['right', 'right', 'right', 'right'])
  })

  describe('under a ledger', () => {
    type Deliver = (id: string) => { readonly hooks: Hooks; readonly call: object }

    /** Hooks of a process that a job is delivered to, and its one call. */
    const delivering = (ledger: ManagedLedger, rule: ToolRule = {}): Deliver => {
      const write = { mcp__shop__a: { effect: 'write' as const, ...rule } }
      return (id) => ({
        hooks: guardHooks({ turn: openSession({ ledger, logger: false }).openTurn({ id: 'job-17' }), rules: write }),
        call: useOf({ ...asked, id })
      })
    }
    const denied = async ({ hooks, call }: ReturnType<Deliver>): Promise<Record<string, unknown>> => {
      const output = specific(await hook(hooks, 'PreToolUse', call))
      expect(output).to.include({ permissionDecision: 'deny' })
      return JSON.parse(String(output?.['permissionDecisionReason'])) as Record<string, unknown>
    }
    const isRepeat = {
      error_class: 'schema_mismatch',
      code: 'retry_budget_exceeded',
      detail: 'An equal call ran before; this one did not run.',
      hint: '`data` is its response. Use that.'
    }

    it('denies the call of another delivery, with the response of the first', async () => {
      for (const answer of [
        blocks('paid'),
        [...(blocks('paid') as Array<object>), { type: 'image', data: 'aGk=', mimeType: 'image/png' }],
        { content: blocks({ id: 7 }), structuredContent: { id: 7 } },
        { id: 7 },
        'paid'
      ]) {
        const deliver = delivering(memoryLedger())
        const { hooks, call } = deliver('toolu_1')
        expect(await hook(hooks, 'PreToolUse', call)).to.deep.equal({})
        expect(await hook(hooks, 'PostToolUse', { ...call, tool_response: answer })).to.deep.equal({})
        for (const id of ['toolu_2', 'toolu_3'])
          expect(await denied(deliver(id))).to.deep.equal({ ...isRepeat, data: answer })
      }
    })

    it('denies what a person or `verify` found to be executed, with the response where there is one', async () => {
      const answer = blocks('paid')
      for (const found of [{ answer }, {}]) {
        const ledger = memoryLedger()
        const deliver = delivering(ledger)
        const { hooks, call } = deliver('toolu_1')
        await hook(hooks, 'PreToolUse', call)
        await hook(hooks, 'PostToolUseFailure', { ...call, error: 'socket hang up' })
        const [open] = await ledger.list({})
        await ledger.resolve(open?.operationId ?? '', { as: 'executed', ...found }, { by: 'ada', note: 'ch_17' })
        const reason = await denied(deliver('toolu_2'))
        if ('answer' in found) expect(reason).to.deep.equal({ ...isRepeat, data: answer })
        else expect(reason).to.include({ code: 'incomplete_response' }).and.to.not.have.property('data')
      }
      let verified: 'unknown' | { readonly answer: unknown } = 'unknown'
      const deliver = delivering(memoryLedger(), { verify: () => verified })
      const { hooks, call } = deliver('toolu_1')
      await hook(hooks, 'PreToolUse', call)
      await hook(hooks, 'PostToolUseFailure', { ...call, error: 'socket hang up' })
      verified = { answer }
      expect(await denied(deliver('toolu_2'))).to.deep.equal({ ...isRepeat, data: answer })
    })

    it('says beside a failure that its write was executed, where `verify` finds that', async () => {
      const answer = blocks('paid')
      const { hooks, call } = delivering(memoryLedger(), { verify: () => ({ answer }) })('toolu_1')
      await hook(hooks, 'PreToolUse', call)
      const beside = specific(await hook(hooks, 'PostToolUseFailure', { ...call, error: 'socket hang up' }))
      expect(JSON.parse(String(beside?.['additionalContext']))).to.deep.equal({
        error_class: 'partial_data',
        code: 'incomplete_response',
        detail: 'The tool failed, but its write was executed.',
        hint: 'It was executed: do not repeat it. `data` is its response.',
        data: answer
      })
    })

    it('says of a call that ran without being asked for that it ran', async () => {
      const deliver = delivering(memoryLedger())
      const first = deliver('toolu_1')
      await hook(first.hooks, 'PreToolUse', first.call)
      await hook(first.hooks, 'PostToolUse', { ...first.call, tool_response: blocks('paid') })
      const { hooks, call } = deliver('toolu_2')
      const told = specific(await hook(hooks, 'PostToolUse', { ...call, tool_response: blocks('paid again') }))
      const beside = specific(await hook(hooks, 'PostToolUseFailure', { ...call, error: 'socket hang up' }))
      for (const said of [text(told?.['updatedToolOutput']), String(beside?.['additionalContext'])])
        expect(JSON.parse(said)).to.deep.equal({
          error_class: 'schema_mismatch',
          code: 'retry_budget_exceeded',
          detail:
            'The tool ran, but nobody asked its guard before, which refuses this call; its response is not shown.',
          hint: 'Do not make this call again. Verify with a read what was done.'
        })
    })

    it('denies within half a minute while another process runs it: after a minute, the SDK would run the tool', async () => {
      const deliver = delivering(memoryLedger())
      const first = deliver('toolu_1')
      await hook(first.hooks, 'PreToolUse', first.call)
      mock.timers.enable({ apis: ['setTimeout'] })
      try {
        let reason: Record<string, unknown> | undefined
        const second = denied(deliver('toolu_2')).then((said) => {
          reason = said
        })
        for (let ms = 0; ms < 30_000; ms += 500) {
          expect(reason).to.equal(undefined)
          mock.timers.tick(500)
          await new Promise((resolve) => {
            setImmediate(resolve)
          })
        }
        await second
        expect(reason).to.include({ code: 'outcome_unknown' })
        expect(reason?.['detail']).to.match(/runs in another run or process, .*; the tool was not run now\.$/)
        // Whatever the first was asked for, it goes on beyond that time.
        mock.timers.tick(60_000)
      } finally {
        mock.timers.reset()
      }
      expect(await hook(first.hooks, 'PostToolUse', { ...first.call, tool_response: blocks('paid') })).to.deep.equal({})
      expect(await denied(deliver('toolu_3'))).to.deep.equal({ ...isRepeat, data: blocks('paid') })
    })
  })
})
