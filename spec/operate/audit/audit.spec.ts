import { expect } from 'chai'
import { semanticGarbage } from '#core/errors'
import { auditConversation } from '../../../lib/operate/audit/audit.js'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { addAudits, auditHistory, EMPTY_AUDIT, type Audit } from '../../../lib/operate/audit/index.js'
import { INTERRUPTED } from '../../../lib/history/texts.js'

const user = { role: 'user', content: 'Hi' }
const called = (id: string, args = '{}') => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: args } }]
})
const result = (tool_call_id: string, content: string) => ({ role: 'tool', tool_call_id, content })
const made = (id: string, content: string, args?: string) => [called(id, args), result(id, content)]
const times = <A>(n: number, make: (at: number) => ReadonlyArray<A>): ReadonlyArray<A> =>
  Array.from({ length: n }, (_, at) => make(at)).flat()

const use = (id: string) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'f', input: {} }] })
const answer = (id: string) => ({
  role: 'user',
  content: [
    { type: 'tool_result', tool_use_id: id, content: 'ok' },
    { type: 'text', text: 'Again.' }
  ]
})

const audit = (messages: ReadonlyArray<unknown>, options = {}) => auditHistory('openai', messages, options)

const counts = (messages: ReadonlyArray<unknown>, options = {}) => {
  const { tools: _, context: __, ...others } = audit(messages, options)
  return others
}
const { tools: _none, context: _free, ...NOTHING } = EMPTY_AUDIT
const repeats = (unchanged: number, changed: number, unknown: number) => ({
  unchanged,
  rechecked: 0,
  changed,
  unknown
})

const { given, doubles } = EMPTY_AUDIT
const NO_TOOL = {
  calls: 0,
  repeats: repeats(0, 0, 0),
  given,
  badResults: 0,
  doubles,
  refusable: EMPTY_AUDIT.refusable,
  context: EMPTY_AUDIT.context
}
// `f{}ok` is two tokens, of which the call is one; one step reads it.
const cost = { ...EMPTY_AUDIT.context, tokens: 2, read: 2, made: 1 }

describe('auditHistory', () => {
  it('finds nothing in nothing', () => {
    expect(audit([])).deep.equal(EMPTY_AUDIT)
    expect(audit([user, ...made('a', 'ok')])).deep.equal({
      ...EMPTY_AUDIT,
      calls: 1,
      context: cost,
      tools: { f: { ...NO_TOOL, calls: 1, context: cost } }
    })
  })

  it('counts broken pairs', () => {
    expect(
      counts([result('x', 'X'), result('y', INTERRUPTED), user, called('a'), called('b'), result('b', INTERRUPTED)])
    ).deep.equal({ ...NOTHING, calls: 2, repeats: repeats(0, 0, 1), unanswered: 2, orphaned: 1 })
  })

  it('counts what the model was given in place of data, by kind', () => {
    const guarded = JSON.stringify(semanticGarbage({ code: 'not_found', detail: 'x' }))
    const page = '<!doctype html><html><body>Sign in</body></html>'
    const more = JSON.stringify({ items: [{ id: 1 }], has_more: true, next_cursor: 'abc' })
    const last = JSON.stringify({ items: [{ id: 2 }], has_more: false })
    const part = JSON.stringify({ items: [{ id: 1 }], incomplete_results: true })
    const rows: ReadonlyArray<readonly [answer: string, kind: string, args?: object]> = [
      [guarded, 'failed'],
      ['Error: no', 'failed'],
      ['{"results":[', 'cut'],
      [part, 'cut'],
      [page, 'web_page'],
      // Whoever asks for an address wants the page.
      [page, '', { url: 'https://example.com' }],
      [more, 'more_pages', { q: 'followed no further' }],
      [more, '', { q: 'shoes' }],
      [last, '', { q: 'shoes', cursor: 'abc' }],
      ['[]', 'empty'],
      ['{"items":[],"total":0}', 'empty'],
      ['{"id":7,"tags":[]}', ''],
      ['{"data":{"rows":[],"page":1},"status":"ok"}', 'empty'],
      // What is there stands beside the list.
      ['{"name":"post_search","path":"/v1/search","tags":[],"body_schema":{"query":{}}}', ''],
      ['{"success":true,"order":{"total":7},"warnings":[]}', ''],
      ['{"account":"A-17","country":"NO","discount":0.1,"vendor":"Acme","holds":[]}', ''],
      ['{"date":"2026-05-01","open":true,"price":120,"restrictions":[]}', ''],
      ['No results', '', { query: 'INSERT INTO a VALUES (1)' }],
      ['No results', 'empty', { query: 'SELECT 1 WHERE false' }],
      // A tool that runs others tells which.
      ['{"server_name":"a","action_name":"b","execution_result":{"error":"HTTP 400"},"status_code":400}', 'failed'],
      ['{"name":"nightly","result":{"error":"HTTP 400"}}', ''],
      ["{'error': 'relation \"a\" does not exist'}", 'failed'],
      // As Python prints it.
      [
        "meta=None content=[TextContent(type='text', text='Error executing tool a: no', annotations=None)] isError=True",
        'failed'
      ],
      ["meta=None content=[TextContent(type='text', text='It\\'s there', annotations=None)] isError=False", ''],
      [`{"error":"","response":"{'title':'Bad Request','status':400}"}`, 'failed'],
      // Of what a program printed, a call may ask for a part.
      ['{"results":[', '', { command: 'head a.json' }],
      [' ', 'empty'],
      ['x'.repeat(80_001), 'too_long'],
      ['[INFO] building', ''],
      ['[link](https://example.com', ''],
      ['{ a: 1', ''],
      ['a.ts\nb.ts\n(Results are truncated. Consider a more specific pattern.)', 'cut'],
      ['id=1\n... (2,498 more connections truncated for brevity)\nTotal: 2,543', 'cut'],
      ['Names are truncated to 20 characters.', ''],
      ["[{'role': 'tool', 'content': 'x', 'truncated': False}]", ''],
      ['[{"role":"tool","content":"x","truncated": false}]', ''],
      ["[{'role': 'tool', 'content': 'x', 'truncated': True}]", 'cut'],
      // Snippets of two hits are whole as a list; one text is not.
      ['Match 1:\nfellowships...[truncated]\n\nMatch 2:\nassistants...[truncated]\n\nUse next_page.', ''],
      ['Search Results (Page 1/1)\nTotal matches: 1\n\nMatch 1:\nfellowships...[truncated]\n\nUse next_page.', ''],
      ['The page:\nfellowships...[truncated]\n\nUse next_page.', 'cut'],
      ['a\n[... omitted 255 of 511 lines ...]\nb\n'.concat('x '.repeat(300)), 'cut'],
      [`a\n\n... [600615 characters truncated] ...\n\n${'b '.repeat(300)}`, 'cut'],
      [`a\n… 12 more rows omitted …\n${'b '.repeat(300)}`, 'cut'],
      [`1519 pass\n  15<response clipped><NOTE>Only a part of this file is shown.</NOTE>${'b '.repeat(300)}`, 'cut'],
      // What agents keep from the model, also where it reads as a failure.
      [
        `<persisted-output>\nOutput too large (53.4KB). Full output saved to: /a/b1.txt\n\nPreview (first 2KB):\n${'b '.repeat(300)}\n...\n</persisted-output>`,
        'cut'
      ],
      [
        'Error: result (113,673 characters) exceeds maximum allowed tokens. Output has been saved to /a/b2.txt.\nFormat: JSON',
        'cut'
      ],
      [
        'Error: result (113,673 characters across 1 line) exceeds maximum allowed tokens. Output has been saved to /a/b2.txt.\nFormat: Plain text',
        'cut'
      ],
      ['a.ts\n\n[Showing lines 40-490 of 490 (50.0KB limit). Full output: /tmp/pi-bash-1.log]', 'cut'],
      ['a.ts\n\n[Showing lines 1-9 of 90. Use offset=10 to continue.]', ''],
      [
        `<NOTE>This file is too large to display entirely. Showing abbreviated version. Use view_range.</NOTE>\n${'b '.repeat(300)}`,
        'cut'
      ],
      // Whatever may be asked for in parts, and although what stands before the note is broken JSON.
      [
        `{"type":"text","text":"${'b '.repeat(300)} ...\n\n(The output of the tool call (shortuuid identifier: 2mNv) is too long! Only the first 100000 characters are shown here. The original output length is 385942 characters.)`,
        'cut',
        { url: 'https://example.com' }
      ],
      ['File content (30000 tokens) exceeds maximum allowed tokens (25000). Use offset and limit.', ''],
      [`The docs say: <persisted-output> Output too large.\n${'b '.repeat(300)}`, ''],
      ['No replacement was performed, old_str `x = 1` did not appear verbatim in /a.py.', 'failed'],
      // A window that was asked for, and words about notes.
      [`[1441 lines above omitted]\n${'b '.repeat(300)}`, ''],
      [`Long output is marked with \`<response clipped>\`.\n${'b '.repeat(300)}`, ''],
      [`const note = \`[... omitted \${n} of \${all} lines ...]\`\n${'b '.repeat(300)}`, ''],
      // What harnesses call a failure is one at any length.
      [`Error executing tool foo: boom\n${'trace line\n'.repeat(300)}`, 'failed'],
      [`Your proposed edit has introduced new syntax error(s).\n${'12: x\n'.repeat(400)}`, 'failed'],
      // Blocks of MCP.
      [JSON.stringify([{ text: 'Error: Tag "logging" not found', type: 'text' }]), 'failed'],
      [JSON.stringify({ content: [{ type: 'text', text: 'No such user' }], isError: true }), 'failed'],
      [JSON.stringify([{ type: 'text', text: 'All is well' }]), ''],
      ['No files found', 'empty'],
      ['No files found in a, but three in b', ''],
      ["### Result\nundefined\n### Ran Playwright code\n```js\nawait page.evaluate('() => {}');\n```", 'empty'],
      ['### Result\n[]', 'empty'],
      ['### Result\n"undefined"\n### Ran Playwright code', ''],
      ['{"error":"","response":"Forbidden"}', 'failed'],
      [JSON.stringify({ error: '', response: JSON.stringify(page) }), 'web_page'],
      ['{"error":"","response":""}', 'empty'],
      ['{"error":null,"response":"Sunny"}', ''],
      ['{"stdout":"42","return_code":0,"content":[]}', ''],
      // An exit code counts in JSON as it does in markup.
      ['<returncode>1</returncode>\n<output>\nERROR: no such column\n</output>', 'failed', { command: 'psql' }],
      ['{"returncode": 1, "output": "ERROR: no such column"}', 'failed', { command: 'psql' }],
      ['{"exitCode": 2, "stdout": "", "stderr": "boom"}', 'failed', { command: 'make' }],
      ['{"returncode": 1, "output": ""}', '', { command: 'grep a b' }],
      ['{"returncode": 0, "output": "ERROR: was in the log"}', '', { command: 'tail log' }],
      ['{"returncode": -1, "output": "", "exception_info": "action was not executed"}', '', { command: 'psql' }],
      ['{"id": 7, "exit_code": 1, "output": "a job"}', ''],
      ['', '', { command: 'mkdir a' }]
    ]
    const wanted = { ...given } as Record<string, number>
    for (const [, kind] of rows) if (kind !== '') wanted[kind] = (wanted[kind] ?? 0) + 1
    const messages = rows.flatMap(([text, , args], n) => made(`c${n}`, text, JSON.stringify(args ?? { n })))
    expect(audit([user, ...messages]).given).deep.equal(wanted)
    // A thought has no answer.
    const thought = { id: 't', type: 'function', function: { name: 'think', arguments: '{"thought":"Hm."}' } }
    expect(audit([user, { role: 'assistant', tool_calls: [thought] }, result('t', '')]).given.empty).equal(0)
  })

  it('finds a text that stops amid words after a round number of characters, where its tool gave nothing longer', () => {
    const prose = 'The show was produced in the nineties, and all over again. '.repeat(20)
    const cuts = (...texts: ReadonlyArray<string>) =>
      audit([user, ...texts.flatMap((text, n) => made(`c${n}`, text, `{"n":${n}}`))]).given.cut
    expect(cuts(prose.slice(0, 1_000), prose.slice(0, 999), 'Short.')).equal(2)
    for (const [text, ...others] of [
      [prose.slice(0, 1_001)],
      [`${prose.slice(0, 999)}.`],
      ['A'.repeat(1_000)],
      [prose.slice(0, 1_000), prose]
    ] as const)
      expect(cuts(text, ...others), text).equal(0)
  })

  it('finds writes of a turn that may have happened twice, and not those that said no, were undone or asked for anew', () => {
    const write = (id: string, name: string, args: object, content: string) => [
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }]
      },
      result(id, content)
    ]
    const pay = (id: string, content: string, args: object = { cents: 100 }) =>
      write(id, 'create_payment', args, content)
    const of = (...messages: ReadonlyArray<unknown>) => audit([user, ...messages]).doubles
    const ok = '{"id":"p1"}'
    expect(of(...pay('a', ok), ...pay('b', ok))).deep.equal({
      equal: 1,
      alike: 0,
      sure: 1,
      stopped: 0,
      later: 0,
      needed: 0,
      neededAlike: 0
    })
    expect(of(...pay('a', '{"error":"read ECONNRESET"}'), ...pay('b', ok))).deep.equal({
      equal: 1,
      alike: 0,
      sure: 0,
      stopped: 0,
      later: 0,
      needed: 0,
      neededAlike: 0
    })
    expect(of(...pay('a', 'Error: insufficient funds'), ...pay('b', ok))).deep.equal({
      ...doubles,
      needed: 1,
      neededAlike: 1
    })
    expect(of(...pay('a', ok), user, ...pay('b', ok))).deep.equal({ ...doubles, later: 1 })
    expect(of(...pay('a', ok), ...write('c', 'cancel_payment', { id: 'p1' }, 'done'), ...pay('b', ok))).deep.equal({
      ...doubles,
      needed: 1,
      neededAlike: 1
    })
    expect(of(...write('a', 'update_note', {}, 'ok'), ...write('b', 'update_note', {}, 'ok'))).deep.equal(doubles)
    const [one, other] = [
      { to: 'a', note: 'Hello' },
      { to: 'a', note: 'Hi there', request_id: 'r2' }
    ]
    expect(of(...write('a', 'send_email', one, ok), ...write('b', 'send_email', other, ok))).deep.equal({
      equal: 0,
      alike: 1,
      sure: 1,
      stopped: 0,
      later: 0,
      needed: 0,
      neededAlike: 0
    })
    const mail = [user, ...write('a', 'send_email', one, ok), ...write('b', 'send_email', other, ok)]
    expect(audit(mail, { tools: { send_email: { effect: 'write', identity: ['to'] } } }).doubles).deep.equal({
      equal: 1,
      alike: 0,
      sure: 1,
      stopped: 1,
      later: 0,
      needed: 0,
      neededAlike: 0
    })
    expect(audit(mail, { tools: { send_email: { effect: 'write', identity: ['channel'] } } }).doubles.equal).equal(0)
  })

  it('counts what was wasted as often as a later step reads it again', () => {
    const same = [user, ...times(4, (n) => made(`c${n}`, 'x'.repeat(397))), { role: 'assistant', content: 'Done' }]
    // Three repeats of 100 tokens, read by three, two and one later steps.
    expect(audit(same).context).deep.equal({
      tokens: 400,
      read: 1_000,
      measured: 0,
      atMost: 0,
      wasted: 600,
      wastedCalls: 3,
      wastedChars: 3 * 397,
      made: 4,
      wastedMade: 3,
      long: 0
    })
  })

  it('counts the waiting for what was wasted, also where the log states less than a token of it', () => {
    const call = { tool: 'f', args: {}, turn: 0, ms: 2_000, answer: callAnswer('ok') }
    const { audit: own } = auditConversation({
      entries: 4,
      calls: [call, call, call, call],
      strange: 0,
      usage: { input: 1, cached: 0, output: 1, cost: 0 }
    })
    expect([own.context.wastedCalls, own.context.wasted]).deep.equal([3, 0])
    expect(own.time).deep.equal({ waited: 8_000, wasted: 6_000 })
  })

  it('counts a failure as wasted, but not what a shell prints as it fails', () => {
    const failed = 'Error: 503 Service Unavailable'
    const shell = {
      role: 'assistant',
      tool_calls: [{ id: 's', type: 'function', function: { name: 'f', arguments: '{"command":"npm test"}' } }]
    }
    const { context } = audit([user, ...made('a', failed), ...made('b', 'ok', '{"id":1}'), shell, result('s', failed)])
    expect([context.wastedCalls, context.wastedChars]).deep.equal([1, failed.length])
  })

  it('measures what the input of a step grew by, in any words of a provider, and estimates the rest', () => {
    const stated = (message: object, input: number) => [
      { ...message, usage: { prompt_tokens: input, completion_tokens: 5 } },
      { ...message, usage: { input_tokens: input - 30, cache_read_input_tokens: 30, output_tokens: 5 } },
      { ...message, usage_metadata: { input_tokens: input, output_tokens: 5, total_tokens: input + 5 } },
      { ...message, response_metadata: { token_usage: { prompt_tokens: input, completion_tokens: 5 } } },
      { ...message, usage: { inputTokens: input, outputTokens: 5 } }
    ]
    const [two, after] = [
      { ...called('a'), tool_calls: [...called('a').tool_calls, ...called('b', '{"id":1}').tool_calls] },
      [result('a', 'x'.repeat(97)), result('b', 'y'.repeat(91))]
    ]
    const done = { role: 'assistant', content: 'Done' }
    for (const words of [0, 1, 2, 3, 4]) {
      const of = (message: object, input: number) => stated(message, input)[words]
      const { context, usage } = audit([
        user,
        of(two, 100),
        ...after,
        of(called('c'), 180),
        result('c', 'z'.repeat(97)),
        done
      ])
      // 80 tokens for two calls of 100 characters, read by both later steps; 25 are estimated.
      expect([context.tokens, context.read, context.measured]).deep.equal([105, 185, 160])
      expect(usage).deep.equal({ input: 280, output: 10, cached: words === 1 ? 60 : 0, cost: 0 })
    }
    // What a user says between two steps is none of theirs.
    const asked = { role: 'user', content: 'long '.repeat(10_000) }
    const spoken = audit([user, stated(two, 100)[0], ...after, asked, stated(called('c'), 9_000)[0], result('c', 'z')])
    expect([spoken.context.tokens, spoken.context.measured]).deep.equal([51, 0])
    // A shorter input was compacted.
    expect(audit([user, stated(two, 100)[0], ...after, stated(done, 90)[0]]).context.measured).equal(0)
  })

  it('counts no waiting for a call that a person refused', () => {
    const waited = (text: string) => {
      const failure = { text, outcome: 'failed' as const, code: null, refused: false }
      const calls = [{ tool: 'Write', args: {}, turn: 1, answer: failure, ms: 300_000 }]
      return auditConversation({ entries: 1, strange: 0, calls }).audit.time
    }
    const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    expect(waited(refused)).deep.equal({ waited: 0, wasted: 0 })
    expect(waited('Error: no such file')).deep.equal({ waited: 300_000, wasted: 300_000 })
  })

  it('counts money at the price of each log alone', () => {
    const failed = [called('a'), result('a', 'Error: 503 Service Unavailable')]
    const priced = audit([user, { ...called('a'), cost: 2, usage: { prompt_tokens: 100 } }, failed[1]])
    const unpriced = audit([user, { ...called('a'), usage: { prompt_tokens: 900 } }, failed[1]])
    const { tokens } = priced.context
    expect(priced.paid).deep.equal({ all: (tokens * 2) / 100, wasted: (tokens * 2) / 100, unpriced: 0 })
    expect(addAudits(priced, unpriced).paid).deep.equal({ ...priced.paid, unpriced: unpriced.context.wasted })
    // An estimate must not exceed what was paid.
    expect(audit([user, { ...called('a'), cost: 2, usage: { prompt_tokens: 1 } }, failed[1]]).paid.all).equal(2)
  })

  it('counts no money and no tokens of the model that plays the user', () => {
    const stated = { cost: 2, usage: { prompt_tokens: 100, completion_tokens: 5 } }
    const { usage } = audit([{ ...user, ...stated }, { ...called('a'), ...stated }, result('a', 'ok')])
    expect(usage).deep.equal({ input: 100, output: 5, cached: 0, cost: 2 })
  })

  it('counts what mini-swe-agent stores beside a message, and no cache twice', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 5, cache_read_input_tokens: 90 }
    const extra = { cost: 0.25, response: { usage }, timestamp: 1 }
    expect(audit([user, { ...called('a'), extra }, result('a', 'ok')]).usage).deep.equal({
      input: 100,
      output: 5,
      cached: 90,
      cost: 0.25
    })
  })

  it('counts the calls that a provider runs by themselves', () => {
    const blocks = ['server_tool_use', 'mcp_tool_use'].map((type) => ({ type, id: type, name: 'web', input: {} }))
    const of = (format: Parameters<typeof auditHistory>[0], ...messages: ReadonlyArray<unknown>) => {
      const { calls, hosted } = auditHistory(format, messages)
      return [calls, hosted]
    }
    expect(of('anthropic', user, { role: 'assistant', content: [...blocks, ...use('a').content] })).deep.equal([1, 2])
    expect(of('openai-responses', user, { type: 'web_search_call', id: 'w' }, { type: 'mcp_call' })).deep.equal([0, 2])
    const ran = { type: 'tool-call', toolCallId: 'x', toolName: 'web', input: {}, providerExecuted: true }
    expect(of('ai-sdk', user, { role: 'assistant', content: [ran] })).deep.equal([0, 1])
  })

  it('says where a message of the user follows each result, so that no repeat stands in one turn', () => {
    const alone = times(3, (n) => [user, ...made(`c${n}`, 'same')])
    expect([audit(alone).splitTurns, audit(alone).repeats.unchanged]).deep.equal([1, 0])
    expect(audit([...alone, ...made('d', 'same')]).splitTurns).equal(0)
    expect(audit(alone.slice(3)).splitTurns).equal(0)
  })

  it('counts no reading of what later results have driven out of the context', () => {
    const endless = [user, ...times(8, (n) => made(`c${n}`, 'x'.repeat(397), `{"n":${n}}`))]
    const of = (contextTokens: number) => audit(endless, { contextTokens }).context.read
    // 102 tokens each; the last is read once.
    expect([of(10_000), of(300), of(1)]).deep.equal([
      102 * (7 + 6 + 5 + 4 + 3 + 2 + 1 + 1),
      102 * (2 * 6 + 1 + 1),
      102 * 8
    ])
  })

  it('knows that an edit makes a test run news', () => {
    const agent = (id: string, name: string, input: object, content: string) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }
    ]
    const test = (id: string) => agent(id, 'Bash', { command: 'npm test' }, '1 failing')
    const edit = (id: string) => agent(id, 'Edit', { file_path: 'a.ts', new_string: id }, 'ok')
    const runs = [user, ...['1', '2', '3', '4'].flatMap((n) => [...test(`t${n}`), ...edit(`e${n}`)])]
    expect(auditHistory('anthropic', runs)).deep.include({
      repeats: { unchanged: 0, rechecked: 3, changed: 0, unknown: 0 },
      refusable: { calls: 0, unchanged: 0 }
    })
  })

  it('counts what cannot be read, and says nothing else of it', () => {
    const nameless = { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { arguments: '{}' } }] }
    const unread = times(4, (n) => [{ ...nameless }, result('a', `${n % 1}`)])
    const broken = times(4, (n) => made(`b${n}`, 'same', '{"city":'))
    expect(counts([user, ...unread, ...broken])).deep.equal({ ...NOTHING, unreadable: 8 })
  })

  it('takes no data that were cut for the same failure again', () => {
    const cut = (n: number) => `{"rows":[{"note":"${'x'.repeat(2_000)}","id":${n}${'1'.repeat(n)}`
    const {
      refusable,
      context,
      repeats: again
    } = audit([user, ...times(9, (n) => made(`c${n}`, cut(n), `{"q":${n}}`)), ...made('d', cut(20), '{"q":0}')])
    expect([refusable.unchanged, context.wastedCalls, again]).deep.equal([0, 0, repeats(0, 1, 0)])
  })

  it('tells repeats by what came back, and counts savings of the unchanged alone', () => {
    const turn = [
      user,
      ...times(3, (n) => made(`a${n}`, 'same', n % 2 === 0 ? '{"a":1,"b":2}' : '{"b":2,"a":1}')),
      ...made('b', 'other', '{"a":1,"b":2}'),
      ...made('c', 'Error: 503 at 10:01', '{"c":1}'),
      ...made('d', 'Error: 503 at 10:02', '{"c":1}')
    ]
    expect(counts([...turn, ...turn])).deep.include({ calls: 12, repeats: repeats(6, 2, 0) })
  })

  it('counts by the tool', () => {
    const other = (id: string) => ({
      role: 'assistant',
      tool_calls: [{ id, type: 'function', function: { name: '__proto__', arguments: '{}' } }]
    })
    const { tools } = audit([user, ...made('a', 'ok'), ...made('b', 'ok'), other('c'), result('c', 'Error: no')])
    expect(
      Object.entries(tools).map(
        ([
          name,
          {
            calls,
            repeats: own,
            given: { failed }
          }
        ]) => [name, calls, own, failed]
      )
    ).deep.equal([
      ['f', 2, repeats(1, 0, 0), 0],
      ['__proto__', 1, repeats(0, 0, 0), 1]
    ])
  })

  it('refuses what a live turn would: repeats without news, and at most three alike in a row of what nobody has declared', () => {
    const same = [user, ...times(5, (n) => made(`c${n}`, 'same'))]
    expect(audit(same).refusable).deep.equal({ calls: 2, unchanged: 2 })
    const news = [user, ...times(5, (n) => made(`c${n}`, `${n}`))]
    expect(audit(news).refusable).deep.equal({ calls: 2, unchanged: 0 })
    const declared = { tools: { f: { effect: 'read' } } }
    expect(audit(news, declared).refusable.calls).equal(0)
    expect(audit(same, declared).refusable.calls).equal(2)
    expect(audit(same, { tools: { f: { effect: 'write' } } }).refusable.calls).equal(4)
    expect(audit(same, { tools: { f: { polls: true } } }).refusable.calls).equal(0)
    expect(audit(same, { maxIdenticalCalls: 2 }).refusable.calls).equal(3)
  })

  it('refuses no write that said no before another wrote', () => {
    const start = (id: string, content: string) => [
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name: 'start', arguments: '{}' } }]
      },
      result(id, content)
    ]
    const no = JSON.stringify({ error: 'The brake pedal needs to be pressed first.' })
    const tools = { start: { effect: 'write' }, f: { effect: 'write' } }
    const refusable = (between: ReadonlyArray<unknown>) =>
      audit([user, ...start('a', no), ...between, ...start('c', 'started')], { tools }).tools['start']?.refusable.calls
    expect(refusable(made('b', 'pressed'))).to.equal(0)
    expect(refusable([])).to.equal(1)
  })

  it('takes a call that cannot be read for one that may have changed something', () => {
    const unread = [called('x', '{"city":'), result('x', 'done')]
    const two = (n: number) => times(2, (at) => made(`c${n}${at}`, 'same'))
    expect(audit([user, ...two(1), ...unread, ...two(2), ...unread, ...two(3)]).refusable.calls).equal(0)
    expect(audit([user, ...two(1), ...two(2), ...two(3)]).refusable.calls).equal(3)
  })

  it('counts loops as often as they begin, and what would have been refused of them', () => {
    const turns = times(6, (n) => [user, ...made(`c${n}`, 'Error: down')])
    const { loops, refusable, repeats: none } = audit(turns)
    expect([loops, none]).deep.equal([1, repeats(0, 0, 0)])
    // Of three, the third goes through: what failed may have been repaired.
    expect(refusable).deep.equal({ calls: 2, unchanged: 2 })
    expect(audit([...turns, ...made('x', 'news', '{"x":1}'), ...turns])).deep.include({ loops: 2 })
    expect(audit(turns, { loop: { repeats: 7 } })).deep.include({ loops: 0 })
  })

  it('refuses options that cannot work', () => {
    for (const maxIdenticalCalls of [-1, 1.5, Number.NaN])
      expect(() => audit([], { maxIdenticalCalls })).throw(
        TypeError,
        'Expected `maxIdenticalCalls` to be a non-negative integer.'
      )
    expect(audit([user, ...made('a', 'ok')], { maxIdenticalCalls: 0 }).refusable.calls).equal(1)
  })

  it('takes a refusal for no exchange', () => {
    const refused = JSON.stringify(semanticGarbage({ code: 'loop_detected', detail: 'x' }))
    expect(audit(times(6, (n) => [user, ...made(`c${n}`, refused)]))).deep.include({
      loops: 0,
      refusable: { calls: 0, unchanged: 0 }
    })
  })

  it('knows what editors read by their command, as no write and no shell', () => {
    const edit = (id: string, args: object, said: string, name = 'str_replace_based_edit_tool') => [
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }]
      },
      result(id, said)
    ]
    const view = (id: string) => edit(id, { command: 'view', path: '/a' }, 'one line')
    const other = (id: string) => edit(id, { command: 'view', path: '/b' }, 'two lines')
    const looks = [user, ...times(6, (n) => [...view(`a${n}`), ...other(`b${n}`)])]
    expect(audit(looks)).deep.include({ repeats: repeats(10, 0, 0), loops: 1 })
    const change = edit('w', { command: 'create', path: '/a', file_text: 'x' }, 'Done.')
    expect(audit([user, ...view('a'), ...change, ...view('b')]).repeats).deep.include({ unchanged: 0, rechecked: 1 })
    const missed = edit('m', { command: 'str_replace', path: '/a' }, 'Error: no such text')
    expect(audit([user, ...missed]).context.wastedCalls).equal(1)
  })

  it('names the tool that another one calls by name', () => {
    const through = (name: string, args: object) => ({
      role: 'assistant',
      tool_calls: [{ id: name, type: 'function', function: { name, arguments: JSON.stringify(args) } }]
    })
    const names = (...messages: ReadonlyArray<unknown>) => Object.keys(audit([user, ...messages]).tools)
    expect(
      names(
        through('execute-tool', { server_name: 'ppt', tool_name: 'add_slide', params: { n: 1 } }),
        through('use_mcp_tool', { server_name: 'docs', tool_name: 'find', arguments: '{"q":"a"}' }),
        through('mcp', { server: 'browser', tool: 'navigate', args: '{"url":"a"}' }),
        // Of no server, of no arguments that could be read, and of another tool.
        through('call_tool', { tool_name: 'find' }),
        through('run_tool', { server_name: 'docs', tool_name: 'find', arguments: '{"q":' }),
        through('list_tools', { server_name: 'docs', tool_name: 'find' }),
        through('mcp', { server: 'docs' })
      )
    ).deep.equal([
      'mcp__ppt__add_slide',
      'mcp__docs__find',
      'mcp__browser__navigate',
      'call_tool',
      'run_tool',
      'list_tools',
      'mcp'
    ])
  })

  it('reads any format', () => {
    expect(auditHistory('anthropic', [user, use('a'), answer('a'), use('b'), answer('b')])).deep.include({
      calls: 2,
      unanswered: 0
    })
    expect(
      auditHistory('ai-sdk', [
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }] }
      ])
    ).deep.include({ calls: 1, unanswered: 1 })
  })
})

describe('addAudits', () => {
  it('adds every count', () => {
    const numbers = (value: unknown, by: number): unknown =>
      typeof value === 'number'
        ? by
        : Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, numbers(one, by)]))
    const one = (by: number, tools: ReadonlyArray<string>): Audit => ({
      ...(numbers(EMPTY_AUDIT, by) as Audit),
      tools: Object.fromEntries(tools.map((name) => [name, numbers(NO_TOOL, by) as Audit['tools'][string]]))
    })
    expect(addAudits(one(1, ['f']), EMPTY_AUDIT)).deep.equal(one(1, ['f']))
    expect(addAudits(one(1, ['f']), one(2, ['f', 'g']))).deep.equal({
      ...one(3, ['f', 'g']),
      tools: { ...one(3, ['f']).tools, ...one(2, ['g']).tools }
    })
  })

  it('holds at most 1,000 tools apart', () => {
    const names = Array.from({ length: 1_002 }, (_, at) => [`t${at}`, { ...NO_TOOL, calls: 1 }] as const)
    const { tools } = addAudits(EMPTY_AUDIT, { ...EMPTY_AUDIT, tools: Object.fromEntries(names) })
    expect([Object.keys(tools).length, tools['other tools']?.calls]).deep.equal([1_001, 2])
  })
})
