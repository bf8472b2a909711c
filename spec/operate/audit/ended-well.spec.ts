/** Where a log states how a command ended, words of a failure among its output are no more than words. */
import { expect } from 'chai'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { FORMATS } from '../../../lib/operate/audit/formats/formats.js'

const PUSHED =
  'error: non-monotonic index .git/a.idx\nTo https://example.com/a.git\nerror: non-monotonic index .git/a.idx\n   8728c75..8704cd9  main -> main\n'

/** One command, of which each log states that it ended well. */
const ENDED_WELL: Readonly<Record<string, (output: string) => ReadonlyArray<unknown>>> = {
  'claude-code': (output) =>
    [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'run | tail' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: output, is_error: false }] }
    ].map((message) => ({ type: message.role, sessionId: 's', message })),
  pi: (output) =>
    [
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'a', name: 'bash', arguments: { command: 'run | tail' } }]
      },
      { role: 'toolResult', toolCallId: 'a', content: [{ type: 'text', text: output }], isError: false }
    ].map((message, id) => ({ type: 'message', id, parentId: id - 1, message })),
  opencode: (output) => [
    {
      info: { role: 'assistant' },
      parts: [
        {
          type: 'tool',
          tool: 'bash',
          state: { status: 'completed', input: { command: 'run | tail' }, output, metadata: { exit: 0 } }
        }
      ]
    }
  ],
  'codex-stream': (output) => [
    { type: 'thread.started', thread_id: 't' },
    {
      type: 'item.completed',
      item: { id: 'a', type: 'command_execution', command: 'run | tail', aggregated_output: output, exit_code: 0 }
    }
  ],
  'cursor-stream': (output) => [
    {
      type: 'tool_call',
      session_id: 's',
      call_id: 'a',
      tool_call: {
        shellToolCall: { args: { command: 'run | tail' }, result: { success: { exitCode: 0, stdout: output } } }
      }
    }
  ]
}

describe('a command that ended well', () => {
  for (const [format, written] of Object.entries(ENDED_WELL)) {
    const outcomeOf = (output: string) =>
      FORMATS[format as keyof typeof FORMATS].read(written(output), false)[0]?.calls[0]?.answer?.outcome

    it(`has not failed by words before other output, in ${format}`, () => {
      expect(outcomeOf(PUSHED)).to.equal('right')
      expect(outcomeOf("ls: cannot access 'a.py': No such file or directory\n41f4b9e feat: add b\n")).to.equal('right')
      expect(outcomeOf('error: could not open a.txt\nTests: 12 passed, 0 failed\n')).to.equal('right')
    })

    it(`has failed where its output is one failure, behind a pipe, in ${format}`, () => {
      expect(outcomeOf('Error 404: {"error":"tab not found"}\n')).to.equal('failed')
      expect(outcomeOf('{"error":{"code":403,"message":"Not allowed"}}')).to.equal('failed')
      expect(outcomeOf("error: failed to push some refs to 'a'\nhint: See 'git push --help' for details.\n")).to.equal(
        'failed'
      )
    })
  }

  it('is one whose code Codex writes before its output', () => {
    const of = (code: number) =>
      callAnswer(`Wall time: 1 seconds\nProcess exited with code ${code}\nOutput:\n${PUSHED}`)
    expect([of(0).outcome, of(1).outcome]).to.deep.equal(['right', 'failed'])
  })
})
