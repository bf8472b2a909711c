import { expect } from 'chai'
import { auditConversation } from '../../../../lib/operate/audit/audit.js'
import { FORMATS } from '../../../../lib/operate/audit/formats/formats.js'
import { messageFormat } from '../../../../lib/operate/audit/formats/messages.js'

type Data = Readonly<Record<string, unknown>>

const text = (words: string): Data => ({ type: 'text', text: words })
const ENVIRONMENT = text('<environment_details>\n# Current Mode\nACT MODE\n</environment_details>')
const task = { role: 'user', content: [text('<task>\nMove to GCP\n</task>'), ENVIRONMENT] }
const wrote = (words: string, more: Data = {}): Data => ({ role: 'assistant', content: [text(words)], ...more })
const told = (...blocks: ReadonlyArray<string>): Data => ({ role: 'user', content: [...blocks.map(text), ENVIRONMENT] })

const read = (...messages: ReadonlyArray<Data>) => {
  expect(messageFormat(messages)).to.equal('anthropic')
  const [conversation] = FORMATS.anthropic.read([task, ...messages], false)
  expect(conversation).to.deep.include({ strange: 0, orphaned: 0 })
  return conversation ?? { entries: 0, calls: [], strange: 0 }
}
const RUN =
  '<execute_command>\n<command>npm test</command>\n<requires_approval>false</requires_approval>\n</execute_command>'
const HEAD = "[execute_command for 'npm test'] Result:"

describe('a history of Cline or Roo Code', () => {
  it('holds calls as XML, and results below their head, in a block of its own or in the same', () => {
    for (const blocks of [[HEAD, 'fine'], [`${HEAD}\nfine`]]) {
      const { calls } = read(wrote(`Let me.\n\n${RUN}`), told(...blocks))
      expect(calls).to.have.length(1)
      expect(calls[0]).to.deep.include({
        tool: 'execute_command',
        args: { command: 'npm test', requires_approval: 'false' },
        turn: 1
      })
      expect(calls[0]?.answer).to.deep.include({ text: 'fine', outcome: 'right' })
    }
  })

  it('keeps what a parameter holds, and the tool of a server', () => {
    const content = '<a>\n</content>\n</a>\n</write_to_file>'
    const write = `<write_to_file>\n<path>a.xml</path>\n<content>\n${content}\n</content>\n</write_to_file>`
    const mcp =
      '<use_mcp_tool>\n<server_name>web</server_name>\n<tool_name>open</tool_name>\n<arguments>\n{"url": "a"}\n</arguments>\n</use_mcp_tool>'
    const { calls } = read(
      wrote(write),
      told("[write_to_file for 'a.xml'] Result:", 'Saved.'),
      wrote(mcp),
      told("[use_mcp_tool for 'web'] Result:", 'ok')
    )
    expect(calls.map((call) => [call?.tool, call?.args])).to.deep.equal([
      ['write_to_file', { path: 'a.xml', content }],
      ['mcp__web__open', { url: 'a' }]
    ])
  })

  it('says how a command ended', () => {
    const roo = (code: number) =>
      `Command executed in terminal  within working directory '/a'. ${code === 0 ? '' : 'Command execution was not successful, inspect the cause and adjust as needed.\n'}Exit code: ${code}\nOutput:\nerror: no such rule\n2 passed`
    const given = (result: string) => auditConversation(read(wrote(RUN), told(HEAD, result))).marks[0]?.given[0]
    expect(given(roo(0))).to.equal(undefined)
    for (const result of [roo(1), 'Command failed with exit code 1.\nOutput:\nerror: no such rule'])
      expect(given(result)?.says, result).to.match(/^error: no such rule/)
    expect(given('Command executed.\nOutput:\nzsh: command not found: npm')?.code).to.equal('not_found')
    expect(given('The user denied this operation.')?.code).to.equal('denied')
  })

  it('begins a turn where a person speaks, and none where the extension does', () => {
    const feedback = '<feedback>\nUse pnpm.\n</feedback>'
    const { calls } = read(
      wrote(RUN),
      told(HEAD, 'a'),
      wrote(RUN),
      told(HEAD, `The user denied this operation and provided the following feedback:\n${feedback}`),
      wrote(RUN),
      told(HEAD, 'b', feedback),
      wrote(RUN),
      told(HEAD, 'c')
    )
    expect(calls.map((call) => call?.turn)).to.deep.equal([1, 1, 2, 3])
  })

  it('counts the steps that the extension rejected', () => {
    const words = 'You did not use a tool in your previous response'
    const { rejected, steps } = read(
      wrote('Done!'),
      told(`[ERROR] ${words}! Please retry.`),
      wrote(RUN),
      told(HEAD, 'a')
    )
    expect([rejected, steps]).to.deep.equal([[words], 2])
  })

  it('states its tokens and its cost, and needs no repair', () => {
    const metrics = { tokens: { prompt: 90, completion: 9, cached: 910 }, cost: 0.25 }
    const messages = [wrote(RUN, { metrics }), told(HEAD, 'a')]
    expect(read(...messages).usage).to.deep.equal({ input: 1_000, output: 9, cached: 0, cost: 0.25 })
    expect(FORMATS.anthropic.history?.(messages)).to.equal(undefined)
  })

  it('is none where a person writes such words', () => {
    const messages = [wrote('What came?'), { role: 'user', content: 'It said: [a] Result: 7' }]
    expect(messageFormat(messages)).to.equal('openai')
  })
})
