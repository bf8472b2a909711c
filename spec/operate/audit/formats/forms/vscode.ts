/** Copilot Chat of VS Code. */
import { ASKED, type Story } from '../story.js'
import { answered, type Form, json, written } from './form.js'

const requestOf = (story: Story): unknown => ({
  requestId: 'request_1',
  message: { text: ASKED, parts: [] },
  response: story.map(() => ({ kind: 'toolInvocationSerialized', isComplete: true })),
  result: {
    timings: { totalElapsed: 9 },
    metadata: {
      toolCallRounds: story.map(({ id, name, args }, at) => ({
        response: '',
        toolCalls: [{ id, name, arguments: written(args) }],
        toolInputRetry: 0,
        id: `round_${at}`
      })),
      toolCallResults: Object.fromEntries(
        answered(story).map(({ id, answer }, at) => [
          id,
          {
            $mid: 20,
            content: [
              at % 2 === 0
                ? { $mid: 21, value: answer }
                : {
                    $mid: 23,
                    value: { node: { type: 1, children: [{ type: 2, text: answer, lineBreakBefore: false }] } }
                  }
            ]
          }
        ])
      )
    }
  },
  isCanceled: false
})

export const VSCODE: ReadonlyArray<Form> = [
  {
    name: 'Copilot Chat of VS Code',
    origin: 'Chat: Export Chat…; digitarald/vscode-chat-logs',
    format: 'vscode',
    write: (story) => json({ responderUsername: 'GitHub Copilot', requests: [requestOf(story)] }),
    call: /"toolInputRetry"/g,
    answer: /"\$mid": 20/g,
    words: ['"toolCallRounds"', '"toolCalls"', '"name"', '"arguments"', '"toolCallResults"', '"value"', '"metadata"']
  }
]
