/** The insides of Strands Agents. */
import { FunctionTool, tool } from '@strands-agents/sdk'
import { expect } from 'chai'
import { z } from 'zod'
import * as insides from '../../../../built/lib/adapters/strands/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'
import { runAgent } from '../support/strands-model.js'

const config = { name: 'a', description: 'a', callback: () => 'ok' }

holdsInsides('strands', insides, {
  inputSchemaOf: {
    'finds the schema that a tool was made with': () => {
      const inputSchema = z.object({ q: z.string() })
      expect(insides.inputSchemaOf(tool({ ...config, inputSchema }))).to.equal(inputSchema)
    },
    'finds none where a tool takes no input': () => {
      expect(insides.inputSchemaOf(tool({ ...config, inputSchema: z.void() }))).to.equal(undefined)
      expect(insides.inputSchemaOf(tool(config))).to.equal(undefined)
    }
  },
  isInterrupt: {
    'knows the error that stops an agent': async () => {
      let thrown: unknown
      const asking = new FunctionTool({
        ...config,
        callback: (_, context) => {
          try {
            return context.interrupt({ name: 'approve' })
          } catch (error) {
            thrown = error
            throw error
          }
        }
      })
      await runAgent([asking], [[{ id: 'c1', name: 'a', input: {} }]])
      expect([insides.isInterrupt(thrown), insides.isInterrupt(new Error('no'))]).to.deep.equal([true, false])
    }
  }
})
