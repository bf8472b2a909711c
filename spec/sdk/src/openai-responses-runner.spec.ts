/** The adapter with OpenAI's Responses runner, which version 7 of its client has. */
import { expect } from 'chai'
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/openai'
import { resultHandles } from 'guarded-call/results'
import { responsesModel, seventeen, withServer } from './support/openai-model.js'
import { codesOf, cutSearch, Orders, STORY } from './support/orders.js'

describe('openai, functions of the Responses runner', () => {
  it('end the story of 17 calls after 3, where a throw would stop the run', () =>
    withServer(responsesModel(seventeen), async (client, server) => {
      const search = cutSearch()
      const own = {
        tool: { type: 'function' as const, name: 'search_orders', parameters: { type: 'object' }, strict: false },
        execute: async () => String(await search())
      }
      const functions = guardTools([own], { turn: openTurn(), rules: { search_orders: { output: Orders } } })
      await new ResponsesToolRunner({ functions }).run(
        client,
        { model: 'scripted', input: 'go', store: false },
        { maxSteps: 30 }
      )
      const last = server.requests.at(-1) as {
        readonly input: ReadonlyArray<{ readonly type?: string; readonly output?: string }>
      }
      expect(
        codesOf(
          last.input.flatMap(({ type, output }) =>
            type === 'function_call_output' && output !== undefined ? [output] : []
          )
        )
      ).to.deep.equal(STORY)
      expect(search.calls).to.equal(3)
    }))

  it('give images whole, and handles of what is long, which its reader reads', () => {
    const named = (name: string) => ({
      type: 'function' as const,
      name,
      parameters: { type: 'object', properties: {} },
      strict: false
    })
    const image = {
      type: 'input_image' as const,
      detail: 'auto' as const,
      image_url: `data:image/png;base64,${'A'.repeat(50_000)}`
    }
    const rows = JSON.stringify(Array.from({ length: 9_000 }, (_, id) => id))
    const steps = ['shoot', 'list', 'read_result'].map((name) => [{ id: name, name, input: {} }])
    return withServer(responsesModel(steps), async (client, server) => {
      const functions = guardTools(
        [
          { tool: named('shoot'), execute: async () => [image] },
          { tool: named('list'), execute: async () => rows }
        ],
        { turn: openTurn({ logger: false }), results: resultHandles() }
      )
      await new ResponsesToolRunner({ functions }).run(client, { model: 'scripted', input: 'go', store: false })
      const { input } = server.requests.at(-1) as {
        readonly input: ReadonlyArray<{ readonly type?: string; readonly output?: unknown }>
      }
      const [shot, listed, read] = input.filter(({ type }) => type === 'function_call_output')
      expect(shot?.output).to.deep.equal([image])
      expect(JSON.parse(String(listed?.output))).to.have.property('ref')
      // The model of the script knows no `ref`.
      expect(JSON.parse(String(read?.output))).to.have.property('code', 'invalid_arguments')
    })
  })
})
