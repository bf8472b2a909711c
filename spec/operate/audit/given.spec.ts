/** Which code a failure has, of which kind its tool is. */
import { expect } from 'chai'
import { auditConversation } from '../../../lib/operate/audit/audit.js'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { givenIn } from '../../../lib/operate/audit/given.js'

const foundIn = (tool: string, args: unknown, text: string) => {
  const [found] = givenIn([{ tool, args, turn: 1, answer: callAnswer(text) }])[0] ?? []
  return found
}

describe('the code of a failed command', () => {
  const codeOf = (text: string) => foundIn('bash', { command: 'run it' }, text)?.code

  it('says of the code that it read, and of a crash, no more than that it failed', () => {
    for (const text of [
      'Exit code 101\nerror[E0425]: cannot find value `x` in this scope\n --> src/main.rs:2:5',
      "Exit code 1\nsrc/a.ts(1,2): error TS2304: Cannot find name 'x'.",
      'Exit code 1\nTraceback (most recent call last):\n  File "a.py", line 1\nIndexError: list index out of range',
      'Exit code 1\nTraceback (most recent call last):\n  File "a.py", line 1\nValueError: shape is not a placeholder',
      'Exit code 1\n== [a.sql] FAIL\nL:   1 | P:   1 | PRS | Line 1, Position 1: Found unparsable section',
      "Exit code 2\nbash: -c: line 1: syntax error near unexpected token `('",
      'Exit code 1\n✗ page.evaluate: SyntaxError: Invalid or unexpected token'
    ])
      expect(codeOf(text), text).to.equal('error_in_body')
  })

  it('is none of a count of matches that is 0', () => {
    for (const [command, text] of [
      ['grep -c foo a.txt', 'Exit code 1\n0'],
      ['cat a.txt | grep -ic "foo bar"', 'Exit code 1\n0\n'],
      ['grep -rc foo src', 'Exit code 1\nsrc/a.ts:0\nsrc/b.ts:0'],
      ['rg --count foo a.txt', 'Exit code 1\n0']
    ] as const)
      expect(foundIn('bash', { command }, text), command).to.equal(undefined)
    for (const command of ['grep foo a.txt', './count -c a.txt'])
      expect(foundIn('bash', { command }, 'Exit code 1\n0')?.kind, command).to.equal('failed')
  })

  it('says what a program says of its arguments, and of what it did not find', () => {
    expect(codeOf("Exit code 1\nerror: unknown option '--parent'")).to.equal('rejected_arguments')
    expect(codeOf('Exit code 1\n{"error": {"code": 400, "message": "Invalid Value"}}')).to.equal('rejected_arguments')
    expect(codeOf('Exit code 1\ncat: /a: No such file or directory')).to.equal('not_found')
    expect(codeOf('bash: line 1: jq: command not found')).to.equal('not_found')
  })

  it('is told by its cause where a success stands before it', () => {
    const made = 'Using keyring\n{\n  "id": "r1",\n  "message": {\n    "id": "19",\n    "labelIds": ["DRAFT"]\n  }\n}\n'
    const cause = '  "error": {\n    "code": 400,\n    "message": "Base64 decoding failed"\n  }\n}'
    expect(foundIn('bash', { command: 'gws a && gws b' }, `Exit code 1\n${made}{\n${cause}`)?.says).to.equal(cause)
  })

  it('says that it timed out, however long the command was', () => {
    const words = `An error occurred while executing the command: Command 'a\n${'b '.repeat(900)}' timed out after 60 seconds`
    for (const text of [
      `<exception>${words}</exception>\n<output>\n</output>`,
      JSON.stringify({ returncode: -1, output: '', exception_info: words })
    ])
      expect(foundIn('bash', { command: 'a' }, text)).to.deep.include({
        code: 'timeout',
        says: 'The command timed out after 60 seconds'
      })
  })
})

describe('the code of a call', () => {
  it('says that there is no tool of its name', () => {
    for (const [tool, args, text] of [
      ['mcp', { server: 'Neon' }, 'Server "Neon" not found. Use mcp({}) to see available servers.'],
      ['mcp__web__go_to', {}, 'Tool "go_to" not found. Server "web" has: web_go_to, web_click'],
      ['ask', {}, 'Tool ask not found'],
      ['ask', {}, 'MCP error -32602: Tool ask not found'],
      ['ask', {}, '<tool_use_error>Error: No such tool available: ask</tool_use_error>']
    ] as const)
      expect(foundIn(tool, args, text), text).to.deep.include({ kind: 'failed', code: 'unknown_tool' })
    expect(foundIn('find_tool', { name: 'drill' }, 'Tool "drill" not found')?.code).not.to.equal('unknown_tool')
  })

  it('is of an empty result also where it was written as JSON once more', () => {
    for (const text of ['"[]"', '"{}"', '""', '# var_3 = []', '"No results found"'])
      expect(foundIn('search_orders', { name: 'a' }, text)?.kind, text).to.equal('empty')
  })

  it('is of the error that a status confirms, whatever else is named', () => {
    const says = 'Error: Sandbox with this name already exists'
    const body = (more: object) => JSON.stringify({ status: 'error', error: says.slice(7), ...more })
    for (const more of [{ task_id: '010ac575' }, { id: 7, name: 'preview', url: null, logs: ['a'], step: 3, of: 9 }])
      expect(foundIn('create_app_preview', {}, body(more))).to.deep.equal({
        kind: 'failed',
        code: 'error_in_body',
        says
      })
    const nested = JSON.stringify({ status: 'error', error: { message: says.slice(7) }, task_id: '010ac575' })
    expect(foundIn('create_app_preview', {}, nested)?.says).to.equal(says)
    // What became of a job, and of none.
    for (const more of [
      { id: 7, finished_at: '2026-01-01T00:00:00Z' },
      { id: 7, status: 'done' },
      { id: 7, error: '' }
    ])
      expect(foundIn('get_job', {}, body(more))).to.equal(undefined)
  })

  it('is of a command whose script prints the code of its exit itself', () => {
    const run = 'srun work.py > a.log 2>&1\necho "EXIT=$?"\ntail -80 a.log'
    const says = 'srun: error: Unable to create step'
    const kindOf = (command: string, text: string) => foundIn('Bash', { command }, text)
    expect(kindOf(run, `EXIT=1\n== a.log\n${says}`)).to.deep.equal({ kind: 'failed', code: 'error_in_body', says })
    expect(kindOf('make; echo "exit code: $?"', 'a\nexit code: 2')?.says).to.equal('exit code: 2')
    for (const [command, text] of [
      [run, 'EXIT=0\nsrun: error: no'],
      ['tail a.log', 'EXIT=1\nsrun: error: no'],
      ['grep -q a b.txt; echo "found: $?"', 'found: 1'],
      ['wc -l < a; echo "$?"', '1']
    ] as const)
      expect(kindOf(command, text), command).to.equal(undefined)
  })

  it('is of the word of a proxy that lets nobody through', () => {
    for (const text of [
      'Blocked by egress policy',
      'Request blocked by the network firewall.',
      'Access denied by policy'
    ])
      expect(foundIn('bash', { command: 'curl -s a.example' }, text)).to.deep.include({ kind: 'failed', says: text })
    expect(foundIn('bash', { command: 'cat a' }, 'Blocked by egress policy\nb')?.kind).to.equal(undefined)
  })

  it('is of an empty result also in an envelope that names the tool, and sums up', () => {
    const around = (outputs: object, beside: object = {}) =>
      JSON.stringify({ ok: true, tool_name: 'a.list', outputs, state_updates: {}, warnings: [], ...beside })
    const kindOf = (text: string) => foundIn('list_symbols', {}, text)?.kind
    for (const none of [{ symbols: [] }, { symbols: [], total: 0 }, { idioms: [] }]) {
      expect(kindOf(around(none))).to.equal('empty')
      expect(kindOf(around(none, { summary: '0 symbol(s)', warnings: ['No symbols matched.'] }))).to.equal('empty')
    }
    for (const some of [
      around({ symbols: ['a'] }, { summary: '1 symbol(s)' }),
      around({ symbols: [], text: 'See the first part.' }),
      around({ symbols: [] }, { summary: 'The job began, and sends its symbols later.' }),
      around({ symbols: [] }, { data: { job: 'a7' } })
    ])
      expect(kindOf(some)).to.equal(undefined)
  })

  it('is of the text that a document holds', () => {
    const found = (data: string) => {
      const content = [{ type: 'document', title: 'a', source: { type: 'text', media_type: 'text/plain', data } }]
      const call = { tool: 'web_fetch', args: { url: 'https://a.example' }, turn: 1, answer: callAnswer(content) }
      return givenIn([call])[0]?.map(({ kind }) => kind)
    }
    expect(found('')).to.deep.equal(['empty'])
    expect(found('A page.')).to.deep.equal([])
  })

  it('is of no empty result where a script returned it, in a browser, too', () => {
    const none = '{\n  "errs": [],\n  "st": {\n    "text": ""\n  }\n}'
    expect(foundIn('browser', { action: 'run', code: 'return { errs, st }' }, none)).to.equal(undefined)
    expect(foundIn('browser', { action: 'list' }, '{"tabs": []}')?.kind).to.equal('empty')
  })

  it('is a cut where a client of the family of Pi kept the whole from the model', () => {
    for (const note of [
      '[Showing lines 1-2 of 2 (769B limit). Read artifact://8 for full output]',
      '[Showing lines 1-445 and 646-1090 of 1090; 200 middle lines (13.6KB) elided. Read artifact://129 for full output. Some lines truncated to 768 chars]',
      '[Showing lines 294-835 of 835 (50.0KB limit). Full output: /tmp/pi-bash-3.log]'
    ])
      expect(foundIn('bash', { command: 'gh issue list' }, `[{"id":1},{"id":…\n\n\n${note}`)).to.deep.equal({
        kind: 'cut',
        code: 'cut_by_client',
        says: note
      })
  })

  it('is of further pages where the note of a client says how they are read, unless they were, or are of a file', () => {
    const note = '[Showing lines 1-300 of 407. Use :301 to continue. Read artifact://0 for full output]'
    const read = (path: string) => ({ tool: 'read', args: { path }, turn: 1, answer: callAnswer(`a\n\n${note}`) })
    const kinds = (...paths: ReadonlyArray<string>) => givenIn(paths.map(read)).map(([found]) => found?.kind)
    const address = 'https://example.com/a'
    expect(givenIn([read(address)])[0]).to.deep.equal([
      { kind: 'more_pages', code: 'more_pages_available', says: note }
    ])
    expect(kinds(address, `${address}:301-407`)).to.deep.equal([undefined, 'more_pages'])
    expect(kinds('http://localhost:3000', 'http://localhost:4000')).to.deep.equal(['more_pages', 'more_pages'])
    expect(kinds('src/a.ts', 'src/b.ts:40')).to.deep.equal([undefined, undefined])
  })

  it('is of a patch that VS Code could not apply', () => {
    const says = 'Applying patch failed with error: Invalid context at character 5'
    expect(foundIn('apply_patch', { input: '*** Begin Patch' }, says)).to.deep.include({ kind: 'failed', says })
  })

  it('says that a service has no connection, whatever arguments it lists', () => {
    const text =
      'Error: No connection to browser extension. You must connect a tab.\n\nExpected parameters:\n  url *required*'
    expect(foundIn('browser_navigate', { url: 'http://localhost' }, text)?.code).to.equal('tool_unavailable')
  })

  it('is that of the title with which a reader of pages hands on the page of an error', () => {
    const record = (title: string) => `content: The document was not found.\nmetadata: {}\ntitle: ${title}\nurl: null`
    const read = (title: string) => foundIn('open_webpage', { url: 'https://example.com/a' }, record(title))
    const says = 'Document not found'
    expect(read(says)).to.deep.equal({ kind: 'failed', code: 'not_found', says })
    expect(read('Not found: a film by Ann Lee')?.code).to.equal('not_found')
    expect(read('Lost and found')).to.equal(undefined)
  })

  it('is of a web page where a browser was sent to one that holds back machines', () => {
    const page = (address: string) => `### Page\n- Page URL: ${address}\n- Page Title: a`
    const search = { url: 'https://www.google.com/search?q=a' }
    expect(foundIn('browser_navigate', search, page('https://www.google.com/sorry/index?continue=a'))).to.deep.equal({
      kind: 'web_page',
      code: 'html_response',
      says: '- Page URL: https://www.google.com/sorry/index'
    })
    expect(foundIn('browser_navigate', search, page('https://www.google.com/search?q=sorry/index'))).to.equal(undefined)
  })

  it('is that of a failure, and of no command, of a step in a browser or a subagent', () => {
    const call = { tool: 'click_element_by_index', args: { index: 28 }, turn: 1 }
    const failed = { ...call, answer: callAnswer('Failed to click element', true) }
    for (const one of [failed, { ...failed, tool: 'Task', args: { prompt: 'Go.' } }]) {
      const { audit } = auditConversation({ entries: 1, calls: [one], strange: 0 })
      expect([audit.given.failed, audit.context.wastedCalls], one.tool).to.deep.equal([1, 1])
    }
  })
})
