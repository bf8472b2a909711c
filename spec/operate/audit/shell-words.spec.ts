import { expect } from 'chai'
import { auditConversation } from '../../../lib/operate/audit/audit.js'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { FORMATS, type FormatName } from '../../../lib/operate/audit/formats/formats.js'
import { stoppedIn } from '../../../lib/operate/audit/shell-words.js'

const NPM = 'npm ERR! code EUSAGE'
const HEREDOC = `cat > a.txt <<'EOF'\n${'a line\n'.repeat(20)}EOF\nnpm ci`

/** What Codex hands on of commands that failed, and what they printed. */
const OF_CODEX: Readonly<Record<string, readonly [text: string, printed: string]>> = {
  'an exit': [`Exit code: 1\nWall time: 1.5 seconds\nOutput:\n${NPM}`, NPM],
  'an exit with a count of lines': [
    `Exit code: 1\nWall time: 1 seconds\nTotal output lines: 9\n\nOutput:\n${NPM}`,
    NPM
  ],
  'a chunk': [
    `Chunk ID: 8f7f87\nWall time: 0.0000 seconds\nProcess exited with code 1\nOriginal token count: 4\nOutput:\n${NPM}`,
    NPM
  ],
  'a chunk behind its command': [
    `Command: /bin/bash -lc "${HEREDOC}"\nChunk ID: 8f7f87\nWall time: 0.0000 seconds\nProcess exited with code 1\nOriginal token count: 4\nOutput:\n${NPM}`,
    NPM
  ],
  'its first form': [JSON.stringify({ output: NPM, metadata: { exit_code: 1, duration_seconds: 0.4 } }), NPM]
}

const WRITTEN: Readonly<Partial<Record<FormatName, (output: string) => ReadonlyArray<unknown>>>> = {
  codex: (output) => [
    { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 's' } },
    ...['function_call', 'function_call_output'].map((type) => ({
      timestamp: '2026-01-01T00:00:00Z',
      type: 'response_item',
      payload: {
        type,
        call_id: 'a',
        ...(type === 'function_call' ? { name: 'exec_command', arguments: '{}' } : { output })
      }
    }))
  ],
  openai: (content) => [
    {
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'exec_command', arguments: '{}' } }]
    },
    { role: 'tool', tool_call_id: 'a', content }
  ],
  anthropic: (content) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'exec_command', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] }
  ]
}

const answerIn = (format: FormatName, output: string) =>
  FORMATS[format].read(WRITTEN[format]?.(output) ?? [], false)[0]?.calls[0]?.answer

describe('what Codex writes around the output of a command', () => {
  for (const format of Object.keys(WRITTEN) as ReadonlyArray<FormatName>)
    for (const [what, [text, printed]] of Object.entries(OF_CODEX))
      it(`is read in ${format}: ${what}`, () => {
        expect(answerIn(format, text)).to.deep.include({ text: printed, outcome: 'failed' })
        const worked = text.replace(/(code:? )1/, '$10').replace('"exit_code":1', '"exit_code":0')
        expect(answerIn(format, worked.replace(NPM, 'added 3 packages'))).to.deep.include({
          text: 'added 3 packages',
          outcome: 'right'
        })
      })

  for (const format of Object.keys(WRITTEN) as ReadonlyArray<FormatName>)
    it(`says in ${format} that a command never ran`, () => {
      for (const text of [
        'exec_command failed for `/bin/bash -lc \'pwd\'`: CreateProcess { message: "Codex(Sandbox(Denied { output: … }))" }',
        'failed in sandbox LinuxSeccomp with execution error: Denied',
        'tool call error: tool call failed for `files/read`'
      ])
        expect(answerIn(format, text)).to.deep.include({ text, outcome: 'failed' })
    })

  it('is no part of a command that still runs, nor of a text that quotes it', () => {
    const runs = 'Chunk ID: 8f7f87\nWall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\nDone.'
    const quotes = `The log of the build:\nExit code: 1\nOutput:\n${NPM}`
    const data = JSON.stringify({ output: 'fine', metadata: { pages: 1 } })
    for (const text of [runs, quotes, data]) expect(callAnswer(text)).to.deep.include({ text, outcome: 'right' })
  })
})

describe('a call of Codex that a person stopped', () => {
  const read = (text: string, tool = 'exec_command', ms?: number) => {
    const call = { tool, args: { a: 'npm ci' }, turn: 1, answer: callAnswer(text), ms }
    return auditConversation({ entries: 1, calls: [call], strange: 0 })
  }

  it('is a cancelled one, and took as long as that says', () => {
    for (const [text, ms] of [
      ['Wall time: 222.0 seconds\naborted by user', 222_000],
      ['aborted by user after 31.2s', 31_200],
      ['aborted by user', 0],
      ['aborted', 0]
    ] as const) {
      const { audit, marks } = read(text)
      expect(marks[0]?.given, text).to.deep.equal([{ kind: 'failed', code: 'cancelled', says: text }])
      expect(audit.time.waited, text).to.equal(ms)
    }
    expect(read('aborted by user after 31.2s', 'exec_command', 40_000).audit.time.waited).to.equal(40_000)
  })

  it('wasted that time where it is of no shell', () => {
    const { time } = read('aborted by user after 31.2s', 'mcp__web__open').audit
    expect(time).to.deep.equal({ waited: 31_200, wasted: 31_200 })
  })

  it('is no text that tells of one', () => {
    for (const text of ['Install aborted by user after 2 steps', 'aborted by user after 3 of 9 patients'])
      expect(read(text).marks[0]?.given, text).to.deep.equal([])
  })
})

describe('a command that OpenCode stopped', () => {
  const stopped = (tag: string) =>
    `On branch main\n\n<${tag}_metadata>\n${tag} tool terminated command after exceeding timeout 120000 ms. If this command is expected to take longer, retry with a larger timeout value in milliseconds.\n</${tag}_metadata>`
  const read = (output: string, metadata: object = { exit: null }) => {
    const state = {
      status: 'completed',
      input: { command: 'make' },
      output,
      metadata,
      time: { start: 5e11, end: 5e11 + 870 }
    }
    const message = { info: { role: 'assistant' }, parts: [{ type: 'tool', tool: 'bash', state }] }
    return FORMATS.opencode.read([message], false)[0] ?? { entries: 0, calls: [], strange: 0 }
  }

  for (const tag of ['shell', 'bash'])
    it(`is a timeout, and took as long as that says: ${tag}`, () => {
      const { audit, marks } = auditConversation(read(stopped(tag)))
      const says = `${tag} tool terminated command after exceeding timeout 120000 ms`
      expect(marks[0]?.given).to.deep.equal([{ kind: 'failed', code: 'timeout', says }])
      expect(audit.time.waited).to.equal(120_000)
      expect(callAnswer(stopped(tag)).outcome).to.equal('failed')
    })

  it('took as long as its times say where nothing stopped it', () => {
    expect(auditConversation(read('done', { exit: 0 })).audit.time.waited).to.equal(870)
    expect(callAnswer(`${stopped('shell')}\nThat was the log.`).outcome).to.equal('right')
  })
})

describe('what Pi writes below the output of a command', () => {
  const REMINDER = '<system-reminder>\nUse the task tools.\n</system-reminder>'
  const read = (command: string, output: string, seconds = 1) => {
    const line = (message: object, second: number) => ({
      type: 'message',
      id: second,
      parentId: second - 1,
      timestamp: new Date(1_000 * second).toISOString(),
      message
    })
    const call = { type: 'toolCall', id: 'c', name: 'bash', arguments: { command } }
    const content = [output, REMINDER].map((text) => ({ type: 'text', text }))
    const lines = [
      line({ role: 'assistant', content: [call] }, 0),
      line({ role: 'toolResult', toolCallId: 'c', content, isError: !output.includes('[Showing') }, seconds)
    ]
    return auditConversation(FORMATS.pi.read(lines, false)[0] ?? { entries: 0, calls: [], strange: 0 })
  }
  const given = (command: string, output: string) => read(command, output).marks[0]?.given

  it('is how the command ended, and no part of its words', () => {
    const unknown = 'unknown flag: --main\n\nUsage: gh repo create\n\n\nCommand exited with code 1'
    expect(given('gh repo create --main', unknown)?.[0]?.says).to.match(/^unknown flag: --main\nUsage: gh repo create$/)
    const late = `${'200\n'.repeat(90)}fatal: pathspec 'a.ts' did not match\n\n\nCommand exited with code 128`
    expect(given('git add a.ts', late)?.[0]?.says).to.contain('fatal: pathspec')
    expect(
      given('echo "=== Check the auth ===" && psql', '=== Check the auth ===\nbad\n\nCommand exited with code 1')
    ).to.deep.equal([{ kind: 'failed', code: 'error_in_body', says: 'bad' }])
  })

  it('is a search that found nothing where that is all', () => {
    const none = '(no output)\n\nCommand exited with code 1'
    for (const command of ['npx tsc --noEmit 2>&1 | grep "error TS"', 'lsof -i :3001 2>/dev/null | grep LISTEN'])
      expect(given(command, none), command).to.deep.equal([])
    const headed = 'echo "=== Find ===" && grep -q a b.txt'
    expect(given(headed, '=== Find ===\n\n\nCommand exited with code 1')).to.deep.equal([])
    expect(given('kill 7 && npm start', none)?.[0]?.says).to.equal('Exit code 1')
  })

  it('says that it was stopped', () => {
    const stopped = read('make', 'a\n\nCommand timed out after 600 seconds', 600)
    const says = 'The command timed out after 600 seconds'
    expect(stopped.marks[0]?.given).to.deep.equal([{ kind: 'failed', code: 'timeout', says }])
    expect(given('make', 'a\n\n\nCommand aborted')).to.deep.equal([
      { kind: 'failed', code: 'cancelled', says: 'Command aborted' }
    ])
  })

  it('stands before what a harness appends, as its note of a cut does', () => {
    const note = '[Showing lines 294-835 of 835 (50.0KB limit). Full output: /tmp/pi-bash-3.log]'
    expect(given('git fetch', `a\n\n${note}`)).to.deep.equal([{ kind: 'cut', code: 'cut_by_client', says: note }])
  })
})

describe('a command of OpenCode in a chat of OpenAI', () => {
  const read = (metadata: object | undefined) => {
    const messages = [
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'bash', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'tool_output', text: 'no rule' }], metadata }
    ]
    return FORMATS.openai.read(messages, false)[0]?.calls[0]?.answer
  }

  it('failed by the exit beside it', () => {
    expect(read({ exit: 1, exit_code: 1 })).to.deep.include({ outcome: 'failed', text: 'Exit code 1\nno rule' })
    for (const metadata of [{ exit: 0 }, { exit: null }, undefined])
      expect(read(metadata)).to.deep.include({ outcome: 'right', text: 'no rule' })
  })
})

describe('a shell that finds no program', () => {
  const given = (text: string, command = 'npm run build | tail -5') => {
    const call = { tool: 'bash', args: { command }, turn: 1, answer: callAnswer(text) }
    return auditConversation({ entries: 1, calls: [call], strange: 0 }).marks[0]?.given
  }
  const NG = "'ng' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n"

  it('failed, whatever was printed before', () => {
    expect(given(`\n> app@0.0.1 build\n> ng build\n\n${NG}`)).to.deep.equal([
      { kind: 'failed', code: 'not_found', says: "'ng' is not recognized as an internal or external command" }
    ])
    expect(given('Building …\nbash: line 3: mvn: command not found\n')).to.deep.equal([
      { kind: 'failed', code: 'not_found', says: 'bash: line 3: mvn: command not found' }
    ])
  })

  it('did not where a log is read, or more is printed', () => {
    expect(given(`> ng build\n${NG}`, 'cat build.log')).to.deep.equal([])
    expect(given(`> ng build\n${NG}Installing it …\ndone\n`)).to.deep.equal([])
  })
})

describe('stoppedIn', () => {
  it('says that Claude Code stopped a command, and after how long', () => {
    for (const [time, ms] of [
      ['2m 0s', 120_000],
      ['30s', 30_000],
      ['1h 0m 5.5s', 3_605_500]
    ] as const) {
      const says = `Command timed out after ${time}`
      for (const text of [says, `Exit code 143\n${says}`, `Exit code 143\n${says}\n\nbuilding`])
        expect(stoppedIn(text)).to.deep.equal({ code: 'timeout', says, ms })
    }
    expect(stoppedIn('a\nCommand timed out after 2m 0s in the log')).to.equal(undefined)
  })
})
