import { expect } from 'chai'
import { openhandsFormat } from '../../../../lib/operate/audit/formats/openhands.js'

type Data = Readonly<Record<string, unknown>>

const timestamp = '2026-11-02T09:00:00.000'
const asked = { id: 0, timestamp, source: 'user', action: 'message', args: { content: 'Go.' } }
const run = (command: string, more: Data = {}): Data => ({
  source: 'agent',
  action: 'run',
  args: { command, thought: `I run ${command}.` },
  ...more
})
const came = (content: string, extras: Data = {}, more: Data = {}): Data => ({
  source: 'agent',
  observation: 'run',
  content,
  extras,
  ...more
})

const read = (...events: ReadonlyArray<unknown>) => openhandsFormat.read(events, false)
const outcomes = (...events: ReadonlyArray<unknown>): ReadonlyArray<string | undefined> =>
  read(...events).flatMap(({ calls }) => calls.map((call) => call?.answer?.outcome))

describe('openhandsFormat', () => {
  it('sees what failed by an exit, an error, and the kind of an observation', () => {
    const failures: ReadonlyArray<readonly [extras: Data, more?: Data]> = [
      [{ metadata: { exit_code: 2 } }],
      [{ exit_code: 1 }],
      [{ error: true }],
      [{ error: 'the page crashed' }],
      [{}, { observation: 'error' }],
      [{}, { observation: 'user_rejected' }]
    ]
    for (const [extras, more] of failures)
      expect(outcomes(run('a', { id: 1 }), came('x', extras, { ...more, cause: 1 }))).to.deep.equal(['failed'])
    // A command that still runs, and one that ended well.
    for (const exit_code of [-1, 0])
      expect(
        outcomes(run('a', { id: 1 }), came('x', { metadata: { exit_code }, error: false }, { cause: 1 }))
      ).to.deep.equal(['right'])
  })

  it('reads calls without metadata, by the event that they follow from, or beside it', () => {
    const [conversation] = read(
      asked,
      run('a', { id: 1 }),
      run('b', { id: 2 }),
      came('B', {}, { cause: 2 }),
      came('A', {}, { cause: 1 })
    )
    expect(conversation?.calls.map((call) => [call?.tool, call?.args, call?.turn, call?.answer?.text])).to.deep.equal([
      ['run', { command: 'a' }, 1, 'A'],
      ['run', { command: 'b' }, 1, 'B']
    ])
    expect(outcomes(run('a'), came('A'), run('b'), came('B', { exit_code: 1 }))).to.deep.equal(['right', 'failed'])
  })

  it('knows the step of a call that stands behind those of another completion', () => {
    const of = (completion: string, id: number): Data => ({ ...run('a', { id }), llm_response_id: completion })
    const [conversation] = read(asked, of('m1', 1), of('m2', 2), of('m1', 3))
    expect(conversation?.calls.map((call) => call?.step)).to.deep.equal([1, 2, 1])
    expect(conversation?.steps).to.equal(2)
  })

  it('leaves out what the user ran, what the program observed, and the end', () => {
    const events = [
      asked,
      run('ls', { source: 'user', id: 1 }),
      came('a', {}, { cause: 1 }),
      { timestamp, source: 'environment', observation: 'agent_state_changed', content: '', extras: {} },
      { timestamp, source: 'agent', action: 'finish', args: {}, tool_call_metadata: { tool_call_id: 'f' } }
    ]
    expect(read(...events)).to.deep.include.members([
      {
        entries: 5,
        calls: [],
        strange: 0,
        orphaned: 0,
        steps: 0,
        inputs: [],
        usage: { input: 0, output: 0, cached: 0, cost: 0 },
        ended: null
      }
    ])
  })

  it('begins a conversation where the numbers begin anew', () => {
    const one = [asked, run('a', { id: 1 }), came('A', {}, { id: 2, cause: 1 })]
    expect(read(...one, ...one).map(({ calls }) => calls.length)).to.deep.equal([1, 1])
  })

  it('counts a completion of two calls as one step, and its tokens once', () => {
    const made = ['a', 'b'].map((id) => ({
      id,
      type: 'function',
      function: { name: 'think', arguments: `{"of":"${id}"}` }
    }))
    const model_response = {
      id: 'chatcmpl-1',
      choices: [{ message: { role: 'assistant', tool_calls: made } }],
      usage: { prompt_tokens: 100, completion_tokens: 7 }
    }
    const of = (tool_call_id: string): Data => ({
      timestamp,
      source: 'agent',
      tool_call_metadata: { function_name: 'think', tool_call_id, model_response }
    })
    const [conversation] = read(
      { ...of('a'), id: 1, action: 'think', args: {} },
      { ...of('b'), id: 2, action: 'think', args: {} },
      { ...of('a'), id: 3, observation: 'think', content: 'A' },
      { ...of('b'), id: 4, observation: 'think', content: 'B' },
      { ...of('c'), id: 5, observation: 'think', content: 'C' }
    )
    expect(conversation).to.deep.include({ steps: 1, inputs: [100], orphaned: 1 })
    expect(conversation?.usage).to.deep.equal({ input: 100, output: 7, cached: 0, cost: 0 })
    expect(conversation?.calls.map((call) => [call?.args, call?.step, call?.answer?.text])).to.deep.equal([
      [{ of: 'a' }, 1, 'A'],
      [{ of: 'b' }, 1, 'B']
    ])
  })

  it('counts the step that ends the run, which makes no call', () => {
    const of = (id: string, prompt_tokens: number): Data => ({
      timestamp,
      source: 'agent',
      tool_call_metadata: {
        function_name: id,
        tool_call_id: id,
        model_response: { id: `chatcmpl-${id}`, usage: { prompt_tokens, completion_tokens: 7 } }
      }
    })
    const [conversation] = read(
      { ...of('think', 100), id: 1, action: 'think', args: {} },
      { ...of('think', 100), id: 2, cause: 1, observation: 'think', content: 'ok' },
      { ...of('finish', 130), id: 3, action: 'finish', args: {} }
    )
    expect(conversation).to.deep.include({
      steps: 2,
      inputs: [100, 130],
      usage: { input: 230, output: 14, cached: 0, cost: 0 }
    })
    expect(conversation?.calls.map((call) => call?.tool)).to.deep.equal(['think'])
  })

  it('reads the history of earlier evaluations: pairs, and events whose fields stand beside their name', () => {
    const flat = [
      { action: 'message', content: 'Go.', action_risk: null },
      { action: 'run', command: 'make', thought: 'I make it.', is_confirmed: 'confirmed', keep_prompt: true },
      { observation: 'run', command: 'make', command_id: -1, content: 'no rule', exit_code: 2 },
      { action: 'run_ipython', code: '1', thought: '', kernel_init_code: 'import a' },
      { observation: 'run_ipython', code: '1', content: '1' },
      { action: 'finish', outputs: {}, thought: 'Done.' }
    ]
    const pairs = [
      [asked, came('', {}, { observation: 'null' })],
      [run('make'), came('no rule', { exit_code: 2 })],
      [
        { source: 'agent', action: 'run_ipython', args: { code: '1' } },
        { source: 'agent', observation: 'run_ipython', content: '1', extras: {} }
      ]
    ]
    const expected = [
      ['run', { command: 'make' }, 1, 'no rule', 'failed'],
      ['run_ipython', { code: '1' }, 1, '1', 'right']
    ]
    for (const history of [flat, pairs]) {
      const [conversation, ...others] = read({ issue: {}, history, error: null })
      expect(others).to.deep.equal([])
      expect(conversation).to.deep.include({ strange: 0, ended: null })
      expect(
        conversation?.calls.map((call) => [
          call?.tool,
          call?.args,
          call?.turn,
          call?.answer?.text,
          call?.answer?.outcome
        ])
      ).to.deep.equal(expected)
    }
    expect(openhandsFormat.recognizes({ history: [{ role: 'user', content: 'Go.' }] })).to.equal(false)
  })
})
