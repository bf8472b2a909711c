/** The insides of OpenAI's SDK. */
import { expect } from 'chai'
import OpenAI from 'openai'
import { zodFunction } from 'openai/helpers/zod'
import { z } from 'zod'
import * as insides from '../../../../built/lib/adapters/openai/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'
import { scriptedServer } from '../support/scripted-server.js'

const weather = zodFunction({
  name: 'weather',
  parameters: z.object({ city: z.string() }),
  function: ({ city }) => `22 degrees in ${city}`
})

const message = (fields: object) => ({ choices: [{ index: 0, message: { role: 'assistant', ...fields } }] })

const asking = message({
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }]
})

holdsInsides('openai', insides, {
  attachedTo: {
    'finds the function and the parser of a tool that zodFunction made': () => {
      const { callback, parse } = insides.attachedTo(weather) ?? expect.fail('nothing attached')
      expect(parse?.('{"city":"Oslo"}')).to.deep.equal({ city: 'Oslo' })
      expect(() => parse?.('{"city":5}')).to.throw()
      expect(callback({ city: 'Oslo' })).to.equal('22 degrees in Oslo')
    },
    'finds nothing in a tool that is plain': () => {
      const plain = { type: 'function', function: { name: 'weather', parameters: {}, function: () => '22' } }
      expect(insides.attachedTo(plain)).to.equal(undefined)
    }
  },
  withAttached: {
    'makes the runner run what is attached, with what is parsed': async () => {
      const server = await scriptedServer((_, step) => (step === 1 ? asking : message({ content: 'done' })))
      try {
        const given: Array<unknown> = []
        const runner = new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0 }).chat.completions.runTools({
          model: 'scripted',
          messages: [{ role: 'user', content: 'go' }],
          tools: [
            insides.withAttached(weather, {
              parse: (text) => ({ parsed: text }),
              callback: (input) => {
                given.push(input)
                return 'ran'
              }
            })
          ]
        })
        expect(await runner.finalContent()).to.equal('done')
        expect(given).to.deep.equal([{ parsed: '{"city":"Oslo"}' }])
        expect(runner.messages.find(({ role }) => role === 'tool')).to.include({ content: 'ran' })
      } finally {
        await server.close()
      }
    }
  }
})
