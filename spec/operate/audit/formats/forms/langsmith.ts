/** LangSmith. */
import { ASKED, type Story, type StoryCall } from '../story.js'
import { type Data, type Form, json, lines, stamp } from './form.js'
import { chat } from './openai.js'

const run =
  (story: Story) =>
  ({ name, args, answer, failed }: StoryCall, at: number): Data => ({
    id: `run-${at}`,
    trace_id: 'run-root',
    dotted_order: `20261102T0900${10 + at}000000Zrun-${at}`,
    parent_run_id: 'run-root',
    name,
    run_type: 'tool',
    inputs: args,
    outputs: answer === null || failed ? null : { output: answer },
    error: failed ? answer : null,
    start_time: stamp(story.length - at)
  })

const rootRun: Data = {
  id: 'run-root',
  trace_id: 'run-root',
  dotted_order: '20261102T090000000000Zrun-root',
  name: 'agent',
  run_type: 'chain',
  inputs: { question: ASKED },
  outputs: {}
}

export const LANGSMITH: ReadonlyArray<Form> = [
  {
    name: 'LangSmith: runs, one a line',
    origin: 'langsmith-sdk test data; export of langchain-skills',
    format: 'langsmith',
    write: (story) => lines([...story.map(run(story)).reverse(), rootRun]),
    call: /"run_type":"tool"/g,
    answer: /"output":|"error":"/g,
    words: ['"run_type"', '"name"', '"inputs"', '"tool"']
  },
  {
    name: 'LangSmith: a run with its children',
    origin: 'langsmith-sdk: Run.child_runs',
    format: 'langsmith',
    write: (story) => json({ ...rootRun, child_runs: story.map(run(story)) }),
    call: /"run_type": "tool"/g,
    answer: /"output":|"error": "/g,
    words: ['"run_type"', '"name"', '"inputs"', '"child_runs"', '"tool"']
  },
  {
    name: 'LangSmith: runs of models alone',
    origin: 'langsmith-sdk test data: wrap_openai',
    format: 'langsmith',
    write: (story) => {
      const all = chat(story)
      return json(
        [3, 7, all.length].map((end, at) => ({
          id: `m-${at}`,
          trace_id: 'm-0',
          dotted_order: `20261102T09000${at}`,
          name: 'ChatOpenAI',
          run_type: 'llm',
          inputs: { messages: all.slice(0, end - 1) },
          outputs: { choices: [{ message: all[end - 1] }] }
        }))
      )
    },
    call: /zero/g,
    answer: /zero/g,
    words: ['"run_type"', '"inputs"', '"tool_calls"', '"arguments"', '"llm"']
  }
]
