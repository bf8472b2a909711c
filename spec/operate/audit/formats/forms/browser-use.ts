/** Browser Use. */
import type { Story, StoryCall } from '../story.js'
import { type Form, json, when } from './form.js'

const stepOf = (call: StoryCall, at: number): unknown => {
  const { name, args, answer, failed } = call
  const said = failed ? { error: answer } : { extracted_content: answer, include_in_memory: true }
  return {
    model_output: {
      memory: 'So far.',
      action: [typeof name === 'string' && name !== '' ? { [name]: args } : {}]
    },
    result: when(call, { is_done: false, ...said }),
    state: {
      url: 'https://shop.example',
      title: 'Orders',
      tabs: [],
      screenshot: 'iVBORw0=',
      interacted_element: [null]
    },
    metadata: { step_start_time: 1_762_074_000 + at, step_end_time: 1_762_074_001 + at, step_number: at + 1 }
  }
}

export const BROWSER_USE: ReadonlyArray<Form> = [
  {
    name: 'browser-use',
    origin: 'browser-use, AgentHistoryList.save_to_file()',
    format: 'browser-use',
    write: (story: Story) => json({ history: story.map(stepOf) }),
    call: /"action"/g,
    answer: /"is_done"/g,
    words: ['"history"', '"model_output"', '"action"', '"result"']
  }
]
