import { expect } from 'chai'
import { antigravityFormat } from '../../../../lib/operate/audit/formats/antigravity.js'

type Data = Readonly<Record<string, unknown>>

describe('antigravityFormat', () => {
  const second = (at: number): string => `2026-11-02T09:00:${String(10 + at)}Z`
  const step = (step_index: number, type: string, more: Data = {}): Data => ({
    step_index,
    source: 'MODEL',
    type,
    status: 'DONE',
    created_at: second(step_index),
    ...more
  })
  const asks = step(0, 'USER_INPUT', { source: 'USER_EXPLICIT', content: 'Go.' })
  const plan = (at: number, ...tool_calls: ReadonlyArray<Data>): Data => step(at, 'PLANNER_RESPONSE', { tool_calls })
  const result = (at: number, type: string, text: string, more: Data = {}): Data =>
    step(at, type, { content: `Created At: ${second(at)}\nCompleted At: ${second(at + 2)}\n${text}`, ...more })
  const run = { name: 'run_command', args: { CommandLine: '"make"', toolAction: '"Making it"' } }
  const view = { name: 'view_file', args: { AbsolutePath: '"/a"', StartLine: '3', toolSummary: '"View a"' } }
  const read = (...steps: ReadonlyArray<Data>) => antigravityFormat.read([asks, ...steps], false)[0]
  const callsIn = (...steps: ReadonlyArray<Data>) => read(...steps)?.calls ?? []
  const answersIn = (...steps: ReadonlyArray<Data>) => callsIn(...steps).map((call) => call?.answer?.text ?? null)

  it('reads arguments as they were made, without what a person is shown of them', () => {
    const [call] = callsIn(plan(1, view), result(2, 'VIEW_FILE', 'a = 1'))
    expect(call).to.deep.include({ tool: 'view_file', args: { AbsolutePath: '/a', StartLine: 3 }, turn: 1, ms: 2_000 })
    expect(call?.answer?.text).to.equal('a = 1')
    // Later versions write them as they are.
    const plain = { name: 'view_file', args: { AbsolutePath: '/a', StartLine: 3, Query: '7' } }
    expect(callsIn(plan(1, plain))[0]?.args).to.deep.equal({ AbsolutePath: '/a', StartLine: 3, Query: '7' })
  })

  it('gives each result to the call of its kind, where several were made at once', () => {
    const edit = { name: 'replace_file_content', args: {} }
    const task = { name: 'manage_task', args: {} }
    const calls = plan(1, view, edit, task, run)
    const came = [result(2, 'RUN_COMMAND', 'ran'), result(3, 'CODE_ACTION', 'edited'), result(4, 'VIEW_FILE', 'seen')]
    expect(answersIn(calls, ...came)).to.deep.equal(['seen', 'edited', null, 'ran'])
    expect(answersIn(calls, ...came, result(5, 'GENERIC', 'listed'))).to.deep.equal(['seen', 'edited', 'listed', 'ran'])
    expect(read(calls, result(2, 'VIEW_FILE', 'a'), plan(3), result(4, 'VIEW_FILE', 'b'))?.orphaned).to.equal(1)
  })

  it('reads how a command ended, at once and in the background', () => {
    const ended = (text: string) => callsIn(plan(1, run), result(2, 'RUN_COMMAND', text))[0]?.answer
    expect(ended('\n\t\tThe command exited with code 0.\n\t\tOutput:\n\t\tok\n')).to.deep.include({
      text: 'ok',
      outcome: 'right'
    })
    const failed = { text: 'Exit code 2\nno rule', outcome: 'failed' }
    expect(ended('\n\t\tThe command exited with code 2.\n\t\tOutput:\n\t\tno rule\n')).to.deep.include(failed)
    expect(ended('\n\t\tThe command failed with exit code: 2\n\t\tOutput:\n\t\tno rule\n')).to.deep.include(failed)
    expect(ended('\nThe command completed successfully.\n\tStdout:\n\ta\n\tStderr:\n\tb\n')?.text).to.equal('a\nb')
    const told =
      'content=Task id "c/task-2" finished with result:\n\n\tThe command exited with code 2.\n\tOutput:\n\tno rule\n\n\nLog: file:///a.log\n</SYSTEM_MESSAGE>'
    const later = [
      step(2, 'RUN_COMMAND', { status: 'RUNNING', content: 'Tool is running as a background task' }),
      step(9, 'SYSTEM_MESSAGE', { source: 'SYSTEM', content: `<SYSTEM_MESSAGE>\n[Message] ${told}` })
    ]
    expect(callsIn(plan(1, run), ...later)[0]?.answer).to.deep.include(failed)
  })

  it('knows a call that was refused from a provider that failed', () => {
    const invalid =
      'Created At: x\nError invalid tool call: There was a problem.\nError Message: model output error: invalid tool call error (invalid_args) failed to read file: /a\nGuidance: Try again.'
    const error = (at: number, more: Data): Data => step(at, 'ERROR_MESSAGE', { source: 'SYSTEM', ...more })
    const refused = read(plan(1, view), error(2, { error: 'There was a problem.', content: invalid }), plan(3))
    expect(refused?.calls[0]?.answer).to.deep.include({ text: 'failed to read file: /a', outcome: 'failed' })
    expect(refused).to.deep.include({ rejected: [], ended: undefined })
    const down = read(plan(1, view), error(2, { error: 'The model is unreachable.', error_code: 503 }))
    const words = 'api_error 503: The model is unreachable.'
    expect(down).to.deep.include({ rejected: [words], ended: words })
  })

  it('judges nothing that the transcript cut, and what the agent cut as it is', () => {
    const cut = (text: string) => callsIn(plan(1, view), result(2, 'VIEW_FILE', text))[0]?.answer?.cutByLog ?? false
    expect(cut('a\n<truncated 514 bytes>\nb')).to.equal(true)
    expect(cut('a\n<truncated 12 lines>\nb')).to.equal(false)
    expect(cut('a\n<truncated 514 bytes>\n\nNOTE: The output was truncated because it was too long.')).to.equal(false)
  })

  it('names the tool of a server as hosts of MCP do', () => {
    const args = { ServerName: '"shop"', ToolName: '"get_order"', Arguments: '{"id":7}' }
    expect(callsIn(plan(1, { name: 'call_mcp_tool', args }))[0]).to.deep.include({
      tool: 'mcp__shop__get_order',
      args: { id: 7 }
    })
  })

  it('reads steps in the order in which they were made', () => {
    const again = { ...plan(1, view), created_at: second(20) }
    const steps = [
      result(2, 'RUN_COMMAND', 'ran'),
      plan(1, run),
      again,
      { ...result(2, 'VIEW_FILE', 'seen'), created_at: second(21) }
    ]
    expect(answersIn(...steps)).to.deep.equal(['ran', 'seen'])
  })
})
