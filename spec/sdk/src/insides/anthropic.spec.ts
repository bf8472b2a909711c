/** The insides of Anthropic's SDK. */
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import { expect } from 'chai'
import * as insides from '../../../../built/lib/adapters/anthropic/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'

holdsInsides('anthropic', insides, {
  isToolError: {
    'knows the error that has the content for the model': () => {
      const thrown: unknown = new ToolError([{ type: 'text', text: 'no such order' }])
      expect(insides.isToolError(thrown) ? thrown.content : 'unknown').to.deep.equal([
        { type: 'text', text: 'no such order' }
      ])
      expect(insides.isToolError(new Error('no such order'))).to.equal(false)
    }
  }
})
