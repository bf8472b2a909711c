import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { say } from './zod.mjs'

/** LangChain's tool, which checks its arguments, with zod by hand for its response. */
export const build = (schema) => {
  const codec = say(schema, 'keep')
  const read = tool(({ answer }) => JSON.stringify(codec.parse(JSON.parse(answer))), {
    name: 'list_orders',
    description: 'Lists orders.',
    schema: z.object({ status: z.string(), customer: z.string(), page: z.number(), answer: z.string() })
  })
  let calls = 0
  return async (text) => {
    try {
      return {
        ok: true,
        text: await read.invoke({ status: 'open', customer: 'ann@example.com', page: ++calls, answer: text })
      }
    } catch {
      return { ok: false }
    }
  }
}

export const library = '@langchain/core'
