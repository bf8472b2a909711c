/** LangChain. */
import { ASKED, type Story } from '../story.js'
import { type Data, type Form, json, when } from './form.js'

const langchainMessages = (story: Story): ReadonlyArray<Data> => [
  { type: 'human', content: ASKED },
  ...(story.flatMap((call) => [
    {
      type: 'ai',
      content: '',
      tool_calls: [{ name: call.name, args: call.args, id: call.id, type: 'tool_call' }],
      invalid_tool_calls: []
    },
    ...when(call, {
      type: 'tool',
      tool_call_id: call.id,
      content: call.answer,
      status: call.failed ? 'error' : 'success'
    })
  ]) as ReadonlyArray<Data>)
]

const CLASSES: Readonly<Record<string, string>> = { human: 'HumanMessage', ai: 'AIMessage', tool: 'ToolMessage' }

const serialized = ({ type, ...kwargs }: Data): Data => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', CLASSES[String(type)]],
  kwargs
})

export const LANGCHAIN: ReadonlyArray<Form> = [
  {
    name: 'LangChain: messages',
    origin: 'reference of langchain-core messages',
    format: 'langchain',
    write: (story) => json({ messages: langchainMessages(story) }),
    call: /"type": "tool_call"/g,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"name"', '"args"', '"tool_call_id"', '"ai"', '"tool"']
  },
  {
    name: 'LangChain: serialized messages',
    origin: 'langchain-core dumpd: lc, type, id, kwargs',
    format: 'langchain',
    write: (story) => json(langchainMessages(story).map(serialized)),
    call: /"type": "tool_call"/g,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"name"', '"args"', '"tool_call_id"', '"kwargs"', '"AIMessage"']
  }
]
