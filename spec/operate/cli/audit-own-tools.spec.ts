/** Which tools a coding agent has itself: no guard stands before them, and none is advised. */
import { expect } from 'chai'
import { openFolder, shownIn, type Folder } from './command.js'
import { jsonLines } from './fixtures.js'

describe('the tools of a coding agent', () => {
  let folder: Folder
  beforeEach(() => (folder = openFolder()))
  afterEach(() => folder.remove())

  const verdictOf = async (lines: ReadonlyArray<unknown>): Promise<string> =>
    shownIn(await folder.run(['audit', '--json', folder.write('t.jsonl', jsonLines(lines))])).verdict
  const BUILT_IN = 'There is nothing to paste: the tools at which something went wrong are built into the agent'

  const codex = (name: string): ReadonlyArray<unknown> =>
    [
      { type: 'custom_tool_call', call_id: 'a', name, input: 'await tools.exec_command({ cmd: "x" })' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'a\n…5652 tokens truncated…\nb' }
    ].map((payload) => ({ type: 'response_item', payload }))

  it('are those that a log of Codex does not name as ones of a server', async () => {
    expect(await verdictOf(codex('exec'))).to.contain(BUILT_IN)
    expect(await verdictOf(codex('mcp__shop__exec'))).not.to.contain(BUILT_IN)
  })

  const claude = (name: string): ReadonlyArray<unknown> =>
    [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Error: no', is_error: true }] }
    ].map((message) => ({ type: message.role, sessionId: 's', message }))

  it('are no tools of a server that has one of the same name', async () => {
    expect(await verdictOf(claude('StructuredOutput'))).to.contain(BUILT_IN)
    expect(await verdictOf(claude('mcp__serena__list_dir'))).not.to.contain(BUILT_IN)
  })

  const opencode = (tool: string): ReadonlyArray<unknown> => {
    const state = { status: 'error', input: {}, error: 'Error: no' }
    return [{ info: { role: 'assistant' }, parts: [{ type: 'tool', tool, state }] }]
  }

  it('are all that OpenCode has, also those that another agent has, too, and none of a server', async () => {
    for (const tool of ['edit', 'apply_patch', 'plan_exit', 'lsp'])
      expect(await verdictOf(opencode(tool))).to.contain(BUILT_IN)
    expect(await verdictOf(opencode('zread_read_file'))).not.to.contain(BUILT_IN)
  })

  const vscode = (name: string): ReadonlyArray<unknown> => {
    const toolCallRounds = [{ response: '', toolCalls: [{ id: 'a', name, arguments: '{}' }] }]
    const toolCallResults = { a: { content: [{ value: 'Error: no match' }] } }
    const request = { message: { text: 'Go.' }, result: { metadata: { toolCallRounds, toolCallResults } } }
    return [{ responderUsername: 'GitHub Copilot', requests: [request] }]
  }
  const managed = (type: string): ReadonlyArray<unknown> =>
    [
      { type: `agent.${type}`, id: 'a', name: type === 'tool_use' ? 'bash' : 'refund', input: {} },
      { type: 'agent.tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'Error: no' }], is_error: true }
    ].map((event) => ({ ...event, processed_at: '2026-08-11T06:18:00Z' }))

  it('are none that VS Code has from elsewhere, or that a program of Managed Agents runs itself', async () => {
    expect(await verdictOf(vscode('replace_string_in_file'))).to.contain(BUILT_IN)
    expect(await verdictOf(vscode('mcp_shop_get_order'))).not.to.contain(BUILT_IN)
    expect(await verdictOf(managed('tool_use'))).to.contain(BUILT_IN)
    expect(await verdictOf(managed('custom_tool_use')))
      .to.not.contain(BUILT_IN)
      .and.not.contain('guarded-call mcp')
  })

  const gemini = (name: string): ReadonlyArray<unknown> => {
    const response = { output: 'Error: 404 Not Found' }
    const result = [{ functionResponse: { id: 'a', name, response } }]
    const toolCalls = [{ id: 'a', name, args: { url: 'https://a.example' }, status: 'success', result }]
    const messages = [
      { id: 1, type: 'user', content: 'Go.' },
      { id: 2, type: 'gemini', content: '', toolCalls }
    ]
    return [{ sessionId: 's', projectHash: 'p', messages }]
  }

  it('are none that another agent has, in a log that names no server', async () => {
    expect(await verdictOf(gemini('web_fetch'))).to.contain(BUILT_IN)
    expect(await verdictOf(gemini('fetch'))).not.to.contain(BUILT_IN)
  })

  const call = (id: string, name: string, args: object, content: string): ReadonlyArray<unknown> => [
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }] },
    { role: 'tool', tool_call_id: id, content }
  ]
  const thinking = (...others: ReadonlyArray<string>): ReadonlyArray<unknown> => [
    { role: 'user', content: 'Go.' },
    ...others.flatMap((name) => call(name, name, { id: name }, `{"id":"${name}"}`)),
    ...[1, 2, 3, 4, 5, 6].flatMap((at) => call(`t${at}`, 'think', { thought: 'Hm.' }, ''))
  ]

  it('are, of messages of a provider, those of an agent most of whose tools are known', async () => {
    expect(await verdictOf(thinking('execute_bash', 'str_replace_editor', 'finish'))).to.contain(BUILT_IN)
    expect(await verdictOf(thinking('get_order', 'get_user', 'refund'))).to.equal(
      'A guard would have stopped 3 of 9 calls: 3 brought the same result again.'
    )
  })
})
