/** The insides of Google's ADK. */
import { FunctionTool, GOOGLE_SEARCH } from '@google/adk'
import { expect } from 'chai'
import { z } from 'zod'
import * as insides from '../../../../built/lib/adapters/google/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'

const tool: object = new FunctionTool({
  name: 'a',
  description: 'a',
  parameters: z.object({ q: z.string() }),
  execute: () => 'its own'
})

holdsInsides('google', insides, {
  isAdkTool: {
    'knows function tools from those that Gemini runs': () => {
      expect([insides.isAdkTool(tool), insides.isAdkTool(GOOGLE_SEARCH)]).to.deep.equal([true, false])
    }
  },
  isOtherAdkTool: {
    'knows a function tool without its mark or its function, and none of those that there are': () => {
      const bare = Object.create(null) as object
      const unmarked = { name: 'a', execute: () => 1, runAsync: () => 1 }
      expect([tool, GOOGLE_SEARCH, bare, unmarked].map(insides.isOtherAdkTool)).to.deep.equal([
        false,
        false,
        false,
        true
      ])
    }
  },
  withExecute: {
    'checks the arguments, and runs something else': async () => {
      if (!insides.isAdkTool(tool)) expect.fail('no function tool')
      const other = insides.withExecute(tool, (args) => args)
      expect(await other.runAsync({ args: { q: 'x', y: 1 }, toolContext: undefined })).to.deep.equal({ q: 'x' })
      const thrown: unknown = await Promise.resolve(other.runAsync({ args: {}, toolContext: undefined })).catch(
        (error: unknown) => error
      )
      expect((thrown as Error).message).to.match(/^Error in tool 'a': /)
    }
  }
})
