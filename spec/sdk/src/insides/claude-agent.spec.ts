/** The insides of the Claude Agent SDK. */
import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect } from 'chai'
import * as insides from '../../../../built/lib/adapters/claude-agent/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'

holdsInsides('claude-agent', insides, {
  signalIn: {
    'finds the signal that is aborted with the request': async () => {
      const asked = new AbortController()
      let signal: AbortSignal | undefined
      const aborted = new Promise<void>((resolve) => {
        const own = tool('a', 'a', {}, async (_, extra) => {
          signal = insides.signalIn(extra)
          signal?.addEventListener('abort', () => resolve())
          asked.abort()
          await aborted
          return { content: [] }
        })
        const { instance } = createSdkMcpServer({ name: 'shop', tools: [own] })
        const [here, there] = InMemoryTransport.createLinkedPair()
        const client = new Client({ name: 'specs', version: '1.0.0' })
        void Promise.all([instance.connect(there), client.connect(here)])
          .then(() => client.callTool({ name: 'a', arguments: {} }, undefined, { signal: asked.signal }))
          .catch(() => {})
      })
      await aborted
      expect(signal?.aborted).to.equal(true)
    }
  }
})
