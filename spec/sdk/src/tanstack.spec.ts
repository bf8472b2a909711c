/** The adapter of the AI SDK with tools of TanStack AI, whose `execute` has the same form. */
import { EventType, toolDefinition, ToolCallManager } from '@tanstack/ai'
import { expect } from 'chai'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/ai-sdk'
import { z } from 'zod'
import { cutSearch, Orders, STORY } from './support/orders.js'

const ERROR = 'Error executing tool: '

describe('TanStack AI', () => {
  it('ends the story of 17 calls after 3', async () => {
    const search = cutSearch()
    const search_orders = toolDefinition({
      name: 'search_orders',
      description: 'Finds orders.',
      inputSchema: z.object({ status: z.string() })
    }).server((args) => search(args))
    const tools = guardTools({ search_orders }, { turn: openTurn(), rules: { search_orders: { output: Orders } } })

    const codes: Array<string> = []
    for (let i = 0; i < 17; i++) {
      const manager = new ToolCallManager(Object.values(tools))
      const toolCallId = `c${i}`
      manager.addToolCallStartEvent({
        type: EventType.TOOL_CALL_START,
        toolCallId,
        toolCallName: 'search_orders',
        toolName: 'search_orders'
      })
      manager.addToolCallArgsEvent({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: '{"status":"open"}' })
      const finished = { type: EventType.RUN_FINISHED, runId: 'r', threadId: 't' } as const
      const results = manager.executeTools(finished as never)
      for (let part = await results.next(); ; part = await results.next()) {
        if (part.done !== true) continue
        const content = part.value[0]?.content
        const text = typeof content === 'string' ? content : ''
        expect(text.startsWith(ERROR)).to.equal(true)
        codes.push((JSON.parse(text.slice(ERROR.length)) as { readonly code: string }).code)
        break
      }
    }
    expect(codes).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })
})
