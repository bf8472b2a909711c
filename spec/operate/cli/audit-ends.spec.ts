/** How runs ended, and what their logs state that they read and cost. */
import { expect } from 'chai'
import { openFolder, type Folder } from './command.js'

type Data = Readonly<Record<string, unknown>>

const call = { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }
const submit = { id: 'b', type: 'function', function: { name: 'bash', arguments: '{"command":"echo SUBMIT"}' } }

/** A trajectory of mini-swe-agent. */
const mini = (exit_status: string, ...last: ReadonlyArray<Data>) => ({
  info: { exit_status, model_stats: { instance_cost: 0.25, api_calls: 2 } },
  messages: [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: null, tool_calls: [call], extra: { cost: 0.25 } },
    { role: 'tool', tool_call_id: 'a', content: '<returncode>0</returncode>\n<output>\na\n</output>' },
    ...last,
    { role: 'exit', content: 'diff', extra: { exit_status, submission: 'diff' } }
  ]
})
const sweAgent = (exit_status: string | null): Data => ({
  trajectory: [{ action: 'ls', observation: 'a' }],
  info: { exit_status, model_stats: { instance_cost: 0, tokens_sent: 0, tokens_received: 0 } }
})

describe('guarded-call audit, of runs that ended early', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const concluded = async (...runs: ReadonlyArray<Data>): Promise<string> => {
    const paths = runs.map((run, at) => folder.write(`${at}.json`, JSON.stringify(run)))
    const { stdout } = await folder.run(['audit', ...paths])
    return stdout.split('\n')[0] ?? ''
  }

  it('says how many, and why, in the words of the log where no others are known', async () => {
    const fine = [sweAgent('submitted'), sweAgent(null), mini('Submitted')]
    expect(await concluded(...fine)).to.match(/no useless call was found\.$/)
    expect(await concluded(sweAgent('exit_context'), sweAgent('submitted (exit_context)'), ...fine)).to.match(
      /found\. 2 of the 4 runs whose logs state their end ended because the context was full\.$/
    )
    expect(await concluded(sweAgent('exit_cost'))).to.match(/ The run ended at a limit of the run\.$/)
    expect(await concluded(mini('LimitsExceeded'), mini('ServiceUnavailableError'), mini('LimitsExceeded'))).to.match(
      / 3 of 3 runs ended early: 2 at a limit of the run, 1 with `ServiceUnavailableError`\.$/
    )
    const stream = { type: 'result', subtype: 'error', session_id: 's1', is_error: true }
    const started = {
      type: 'tool_call',
      session_id: 's1',
      call_id: 'c1',
      tool_call: { readToolCall: { args: { path: 'a' }, result: { success: { content: 'text' } } } }
    }
    const path = folder.write('s.jsonl', [started, stream].map((line) => JSON.stringify(line)).join('\n'))
    expect((await folder.run(['audit', path])).stdout.split('\n')[0]).to.match(/ The run ended with `error`\.$/)
  })

  it('counts each of them, whatever number of words their logs have for it', async () => {
    const words = Array.from({ length: 22 }, (_, n) => sweAgent(`word_${n}`))
    expect(await concluded(...words, sweAgent('exit_context'))).to.match(
      / 23 of 23 runs ended early: 2 for other reasons, .*1 because the context was full/
    )
  })

  it('knows the entry that ends a run, and waits for no answer to the command that submits it', async () => {
    const submitted = { role: 'assistant', content: null, tool_calls: [submit] }
    for (const [status, unanswered] of [
      ['Submitted', 0],
      ['ServiceUnavailableError', 1]
    ] as const) {
      const { stdout } = await folder.run([
        'audit',
        '--json',
        folder.write('t.json', JSON.stringify(mini(status, submitted)))
      ])
      expect((JSON.parse(stdout) as { readonly total: Data }).total).to.deep.include({
        calls: 2,
        unreadable: 0,
        unanswered,
        given: { web_page: 0, cut: 0, failed: 0, more_pages: 0, empty: 0, too_long: 0 }
      })
    }
  })

  it('tells what the log states of money also where nothing went wrong, and how money is found only beside some', async () => {
    const { stdout } = await folder.run(['audit', folder.write('t.json', JSON.stringify(mini('Submitted')))])
    expect(stdout).to.contain('The logs state a price of $0.25 in all.')
    expect(stdout).not.to.contain('Money is')
    const priced = await folder.run(['audit', '--price', 'in=3', folder.write('t.json', JSON.stringify(mini('x')))])
    expect(priced.stdout).not.to.contain('Money is')
  })

  it('takes a price of 0, which clients state where they know none, for an unknown one', async () => {
    const step = (cost: number | undefined) => {
      const state = { status: 'error', input: { id: 1 }, error: 'No such row.' }
      const tokens = { input: 10, output: 1, cache: { read: 0, write: 0 } }
      return { info: { role: 'assistant', cost, tokens }, parts: [{ type: 'tool', tool: 'get_row', state }] }
    }
    const said = async (...costs: ReadonlyArray<number | undefined>) => {
      const path = folder.write('s.json', JSON.stringify({ info: { id: 's' }, messages: costs.map(step) }))
      return (await folder.run(['audit', path])).stdout
    }
    for (const costs of [[0, 0], [0, undefined], [undefined]])
      expect(await said(...costs))
        .to.contain('Their price is unknown')
        .and.not.contain('$0.00')
    expect(await said(0.5, 0.5)).to.contain('of $1.00 in all')
  })

  it('says where a log holds more than the model read, and states less', async () => {
    const found = { workspaceResults: { '/': { matches: Array.from({ length: 500 }, (_, n) => `file-${n}`) } } }
    const line = {
      type: 'tool_call',
      session_id: 's1',
      call_id: 'c1',
      tool_call: { grepToolCall: { args: { pattern: 'a' }, result: { success: found } } }
    }
    const stdoutOf = async (...lines: ReadonlyArray<Data>): Promise<string> => {
      const path = folder.write('s.jsonl', lines.map((one) => JSON.stringify(one)).join('\n'))
      return (await folder.run(['audit', path])).stdout
    }
    const words = /Some logs hold more than the model read: ([\d,]+) tokens of their calls and results are the most/
    const [, alone = ''] = words.exec(await stdoutOf(line)) ?? []
    expect(Number(alone.replaceAll(',', ''))).to.be.above(1_000)
    const end = { type: 'result', subtype: 'success', session_id: 's1', usage: { inputTokens: 900, outputTokens: 9 } }
    expect(words.exec(await stdoutOf(line, end))?.[1]).to.equal('900')
  })

  it('counts a step that the runner rejected, says with which words, and whose tokens no log states', async () => {
    const words = 'No tool calls found in the response.'
    const rejection = { role: 'user', content: words, extra: { interrupt_type: 'FormatError' } }
    const step = (id: string) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ ...call, id }],
        extra: { cost: 0.25, response: { usage: { prompt_tokens: 100, completion_tokens: 10 } } }
      },
      { role: 'tool', tool_call_id: id, content: '<returncode>0</returncode>\n<output>\na\n</output>' }
    ]
    const said = async (api_calls: number, ...between: ReadonlyArray<Data>) => {
      const messages = [{ role: 'user', content: 'Go.' }, ...step('a'), ...between, ...step('b')]
      const path = folder.write('t.json', JSON.stringify({ info: { model_stats: { api_calls } }, messages }))
      const { total } = JSON.parse((await folder.run(['audit', '--json', path])).stdout) as {
        readonly total: { readonly repeats: Data; readonly context: { readonly read: number } }
      }
      return { ...total, stdout: (await folder.run(['audit', path])).stdout }
    }
    const { stdout, repeats, context } = await said(4, rejection, rejection)
    expect(stdout).to.contain(` 2 steps of the model failed, with \`${words}\`.`)
    expect(stdout).to.contain(
      'The logs state 200 tokens read and 20 written, prompts and conversation included, and a price of $0.50; 2 of 4 model calls have no usage.'
    )
    expect(stdout).not.to.contain(' in all')
    expect(repeats).to.include({ unchanged: 1 })
    const whole = await said(2)
    expect(whole.stdout).to.contain('written in all, ').and.not.contain('of the model failed')
    expect(context.read).to.be.above(whole.context.read)
    // A person who answers begins a turn, and no step.
    const { extra: _, ...asked } = rejection
    expect(await said(2, asked)).to.deep.include({ repeats: { ...repeats, unchanged: 0 } })
  })

  it('counts those whose logs state an end, where one of them ended well', async () => {
    const silent = { messages: mini('').messages.slice(0, -1) }
    expect(await concluded(mini('LimitsExceeded'), silent, silent)).to.match(
      / 1 of 3 runs ended at a limit of the run\.$/
    )
    // Many logs state an end only where something failed: the others are runs, too.
    expect(await concluded(mini('LimitsExceeded'), mini('LimitsExceeded'), silent)).to.match(
      / 2 of 3 runs ended at a limit of the run\.$/
    )
    expect(await concluded(mini('LimitsExceeded'), mini('Submitted'), silent)).to.match(
      / 1 of the 2 runs whose logs state their end ended at a limit of the run\.$/
    )
  })

  it('reads the error with which AgentDojo stores a run, also of one without a call', async () => {
    const run = (error: string | null, ...more: ReadonlyArray<Data>) => ({
      suite_name: 'banking',
      pipeline_name: 'a-model',
      messages: [{ role: 'user', content: 'Go.' }, ...more],
      error
    })
    const calls = mini('').messages.slice(1, -1)
    const down = "InternalServerError('Error code: 503')"
    expect(await concluded(run(down))).to.equal(
      `1 conversation without a call of a tool. The run ended with \`${down}\`.`
    )
    expect(await concluded(run(null, ...calls), run(down, ...calls))).to.match(/ 1 of 2 runs ended with `Internal/)
    // A request that failed is no run.
    const { pipeline_name: _, ...request } = run(down, ...calls)
    expect(await concluded(request)).to.match(/no useless call was found\.$/)
  })

  it('counts the runs that ended before a call was recorded, and says most often with which error', async () => {
    const messages = mini('').messages.slice(0, -1)
    const ran = { task_id: 0, reward: 1, info: { reward_info: { reward: 1 } }, traj: messages }
    const crashed = (error: string) => ({ reward: 0, info: { error, traceback: 'Traceback …' }, traj: [] })
    const float = (n: number) =>
      crashed(`1 validation error for Env\n  got ${n}.5, of key=sk-live-5e1f9b7a3c2d4e6f8a0b`)
    const said = async (...runs: ReadonlyArray<Data>) => {
      const path = folder.write('runs.json', JSON.stringify(runs))
      return (await folder.run(['audit', path, '--json'])).stdout
    }
    const stdout = await said(ran, crashed('Token limit'), float(1), ran, float(2))
    const { conclusion, total } = JSON.parse(stdout) as { readonly conclusion: string; readonly total: Data }
    expect(conclusion).to.match(
      /found\. 3 of 5 runs ended before a call was recorded, most often \(2 times\) with `1 validation error for Env   got 1\.5, of key=\[redacted\]` \(\S*runs\.json, conversation 3 at \[2\]\.traj\)\.$/
    )
    expect(total).to.deep.include({ transcripts: 5, calls: 2, brokenLines: 0 })
    // The same of others that keep a run without messages.
    for (const run of [
      { pipeline_name: 'a-model', messages: [], error: 'Overloaded' },
      { termination_reason: 'Overloaded', messages: [] }
    ])
      expect(await said({ messages }, run)).to.match(/1 of 2 runs ended before a call was recorded, with `Overloaded`/)
    expect(await said(crashed('Overloaded'), crashed('Overloaded'))).to.contain(
      'hold no message. 2 of 2 runs ended before a call was recorded, with `Overloaded`'
    )
    // A list that is empty, and a failed request, are no run.
    expect(await said({ messages }, { messages: [], error: 'Overloaded' })).to.contain('"brokenLines": 1')
  })

  it('reads the error after which a session of Claude Code has no answer of the model', async () => {
    const line = (type: string, uuid: string, more: Data) => ({ type, uuid, sessionId: 's', ...more })
    const asked = line('user', 'a', { message: { role: 'user', content: 'Hello.' } })
    const failed = (uuid: string, error: Data) => line('system', uuid, { subtype: 'api_error', level: 'error', error })
    const body = { type: 'error', error: { type: 'api_error', message: 'your plan has no such model' } }
    const refused = failed('b', { status: 500, headers: {}, error: body })
    const answered = (more: Data, text = 'Hello!') =>
      line('assistant', 'c', { message: { role: 'assistant', content: [{ type: 'text', text }] }, ...more })
    const session = async (...lines: ReadonlyArray<Data>) => {
      const path = folder.write('s.jsonl', lines.map((one) => JSON.stringify(one)).join('\n'))
      return (await folder.run(['audit', path])).stdout.split('\n')[0] ?? ''
    }
    const none = '1 conversation without a call of a tool.'
    const provider = `${none} The run ended since the provider answered with error 500: \`your plan has no such model\`.`
    expect(await session(asked, refused, refused)).to.equal(provider)
    expect(await session(asked, refused, answered({ isApiErrorMessage: true }, 'API Error: 500'))).to.equal(provider)
    expect(await session(asked, failed('b', { cause: { code: 'ECONNRESET' } }))).to.equal(
      `${none} The run ended with \`ECONNRESET\`.`
    )
    expect(await session(asked, answered({ isApiErrorMessage: true }, 'Prompt is too long'))).to.equal(
      `${none} The run ended with \`Prompt is too long\`.`
    )
    for (const lines of [
      [asked, refused, answered({})],
      [asked, answered({}), { ...refused, isSidechain: true }]
    ])
      expect(await session(...lines)).to.equal(`Nothing to find: ${none}`)
  })

  it('reads why tau2 ended a run', async () => {
    const run = (termination_reason: string) => ({ termination_reason, messages: mini('').messages.slice(0, -1) })
    const fine = ['user_stop', 'agent_stop'].map(run)
    expect(await concluded(...fine)).to.match(/no useless call was found\.$/)
    expect(await concluded(...fine, run('max_steps'), run('too_many_errors'))).to.match(
      / 2 of 4 runs ended early: 1 at a limit of the run, 1 with `too_many_errors`\.$/
    )
  })

  it('reads how OpenHands says that a run ended', async () => {
    const at = '2026-11-02T09:00:00.000'
    const events = [
      { id: 1, timestamp: at, source: 'agent', action: 'run', args: { command: 'ls' } },
      { id: 2, timestamp: at, source: 'agent', cause: 1, observation: 'run', content: 'a', extras: {} }
    ]
    const state = (agent_state: string, reason = '') => [
      ...events,
      {
        id: 3,
        timestamp: at,
        source: 'environment',
        observation: 'agent_state_changed',
        content: '',
        extras: { agent_state, reason }
      }
    ]
    const limit =
      'RuntimeError: Agent reached maximum iteration in headless mode. Current iteration: 50, max iteration: 50'
    const evaluated = (error: string | null) => ({ instance_id: 'a', history: events, error })
    const written = (value: unknown) => value as Data
    for (const run of [evaluated(limit), written(state('error', limit))])
      expect(await concluded(run)).to.match(/ The run ended at a limit of the run\.$/)
    expect(await concluded(written(state('error')))).to.match(/ The run ended with `error`\.$/)
    const finished = [...events, { id: 3, timestamp: at, source: 'agent', action: 'finish', args: {} }]
    expect(await concluded(evaluated(limit), evaluated(null), written(state('finished')), written(finished))).to.match(
      / 1 of 4 runs ended at a limit of the run\.$/
    )
    expect(await concluded(evaluated(limit), written(state('running')))).to.match(/ 1 of 2 runs ended/)
  })

  it('names the run of which most repeats are, and how it ended', async () => {
    const view = { action: 'str_replace_editor view /a.py', observation: 'a = 1' }
    const repeating = (exit_status: string, times: number) => ({
      trajectory: Array.from({ length: times }, () => view),
      info: { exit_status }
    })
    const fine = sweAgent('submitted')
    expect(await concluded(fine, repeating('exit_cost', 30), repeating('submitted', 3))).to.match(
      / 29 of the 31 repeats are of one run \(\S*1\.json\), which ended at a limit of the run\. 1 of 3 runs ended at/
    )
    expect(await concluded(fine, repeating('submitted', 30))).to.match(/ All repeats are of one run \(\S*1\.json\)\.$/)
    // A few are chance, and the only run needs no name.
    for (const runs of [[fine, repeating('submitted', 5)], [repeating('submitted', 30)]])
      expect(await concluded(...runs)).not.to.contain('of one run')
  })

  describe('of Inspect', () => {
    const pay = (at: number, cents = 500) => ({
      id: `p${at}`,
      type: 'function',
      function: 'transfer_money',
      arguments: { cents }
    })
    const user = { role: 'user', content: 'Go.', source: 'input' }
    const sample = (messages: ReadonlyArray<Data>, limit: Data | null) => ({
      id: '1',
      messages,
      model_usage: {
        'openai/a': { input_tokens: 1_000, output_tokens: 20 },
        grader: { input_tokens: 7, output_tokens: 1 }
      },
      limit
    })
    const said = async (...samples: ReadonlyArray<Data>) => {
      const path = folder.write('log.json', JSON.stringify({ version: 2, status: 'success', samples }))
      return JSON.parse((await folder.run(['audit', path, '--json'])).stdout) as {
        readonly conclusion: string
        readonly total: Data
        readonly verdict: string
        readonly given: ReadonlyArray<Data>
        readonly config?: string
      }
    }
    const stopped = { type: 'message', limit: 20 }

    it('says by which limit runs ended, and what all models read', async () => {
      const { conclusion, total } = await said(
        sample([user], stopped),
        sample([user], null),
        sample([user], { type: 'context' })
      )
      expect(conclusion).to.match(/ 2 of 3 runs ended early: 1 by the message limit, 1 because the context was full\.$/)
      expect(total['usage']).to.deep.equal({ input: 3_021, output: 63, cached: 0, cost: 0 })
    })

    it('takes calls of a last step without any result for calls that were never made', async () => {
      const many = {
        role: 'assistant',
        content: '',
        tool_calls: [pay(0, 7), ...Array.from({ length: 12 }, (_, at) => pay(at + 1))]
      }
      const { conclusion, total, verdict } = await said(sample([user, many], stopped))
      expect(conclusion).to.equal(
        'No result could be read of 13 of 13 calls, so this says nothing about what came of them. The run ended by the message limit. 13 calls stand in a step after which the run ended, without any result, and were probably never made, 12 of them equal calls of `transfer_money` in one step (from call 2 of log.json).'
      )
      expect(total).to.deep.include({ calls: 13, unanswered: 13, unmade: 13, refusable: { calls: 0, unchanged: 0 } })
      expect(total['doubles']).to.include({ equal: 0, needed: 0 })
      expect(total['repeats']).to.include({ unknown: 0 })
      expect(verdict).to.equal('')
    })

    it('takes them for made where one has a result, and where nothing says that the run ended', async () => {
      const two = { role: 'assistant', content: '', tool_calls: [pay(0), pay(1)] }
      const one = { role: 'tool', tool_call_id: 'p0', content: 'Done.' }
      for (const run of [sample([user, two, one], stopped), sample([user, two], null)]) {
        const { total } = await said(run)
        expect(total).to.include({ unmade: 0 })
        expect(total['doubles']).to.include({ equal: 1 })
      }
    })

    it('finds in its words that arguments broke the schema, and takes its final answer for no write', async () => {
      const error = {
        type: 'parsing',
        message: "Found 1 validation errors parsing tool input arguments:\n- 7 is not of type 'string'"
      }
      const step = (id: string, name: string, args: Data) => [
        { role: 'assistant', content: '', tool_calls: [{ id, type: 'function', function: name, arguments: args }] }
      ]
      const broke = (id: string) => [
        ...step(id, 'post_note', { text: 7, id }),
        { role: 'tool', tool_call_id: id, content: '', error }
      ]
      const submitted = (id: string) => [
        ...step(id, 'submit', { answer: 'a' }),
        { role: 'tool', tool_call_id: id, content: 'a' }
      ]
      const { given, config, total } = await said(
        sample([user, ...broke('a'), ...broke('b'), ...submitted('c'), ...submitted('d')], null)
      )
      expect(given.map(({ tool, code, count }) => [tool, code, count])).to.deep.equal([
        ['post_note', 'rejected_arguments', 2]
      ])
      expect(config).to.contain('// args: Arguments, // 2 of 2 failures are about arguments')
      expect(config).not.to.contain('submit')
      expect(total['doubles']).to.include({ equal: 0 })
    })
  })
})
