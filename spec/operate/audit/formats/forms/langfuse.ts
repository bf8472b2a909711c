/** Langfuse. */
import { ASKED, type StoryCall } from '../story.js'
import { type Data, type Form, json, stamp, written } from './form.js'

const observation = ({ name, args, answer, failed, id }: StoryCall, at: number): Data => ({
  id: `o-${at}`,
  traceId: 't-1',
  type: 'TOOL',
  name: 'ai.toolCall',
  startTime: stamp(at),
  input: written(args),
  output: failed ? null : answer,
  level: failed ? 'ERROR' : 'DEFAULT',
  statusMessage: failed ? answer : null,
  metadata: JSON.stringify({ attributes: { 'ai.toolCall.name': name, 'ai.toolCall.id': id } })
})

export const LANGFUSE: ReadonlyArray<Form> = [
  {
    name: 'Langfuse',
    origin: 'agent-prism storybook data: exports of the interface',
    format: 'langfuse',
    write: (story) =>
      json({
        trace: { id: 't-1', name: 'chat', input: JSON.stringify(ASKED) },
        observations: [
          ...story.map(observation).reverse(),
          { id: 'o-root', traceId: 't-1', type: 'SPAN', name: 'agent', startTime: stamp(0), input: '{}', output: '{}' }
        ]
      }),
    call: /"type": "TOOL"/g,
    answer: /"output": "\{\\"(?:state|results)|"statusMessage": "/g,
    words: ['"observations"', '"TOOL"', '"input"', '"type"']
  }
]
