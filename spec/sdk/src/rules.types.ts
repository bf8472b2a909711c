/** What the compiler must infer of rules for tools that the real SDKs make; nothing of this file runs. */
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { tool as claudeTool } from '@anthropic-ai/claude-agent-sdk'
import { tool as langChainTool } from '@langchain/core/tools'
import { createTool } from '@mastra/core/tools'
import { tool as agentTool } from '@openai/agents'
import { tool, type ToolSet } from 'ai'
import { expectTypeOf } from 'expect-type'
import { guardTools } from 'guarded-call/ai-sdk'
import { guardTools as guardAnthropic } from 'guarded-call/anthropic'
import { guardTools as guardClaude } from 'guarded-call/claude-agent'
import { guardTools as guardLangChain } from 'guarded-call/langchain'
import { guardTools as guardMastra } from 'guarded-call/mastra'
import { guardTools as guardAgents } from 'guarded-call/openai-agents'
import { nonEmpty, openTurn } from 'guarded-call'
import { z } from 'zod'

const turn = openTurn()
const Query = z.object({ q: z.string(), page: z.number().default(1) })
const Rows = z.object({ rows: z.array(z.string()) })
const description = 'Finds.'

// A record: names, arguments and answers are those of its tools.
const tools = {
  find: tool({ description, inputSchema: Query, outputSchema: Rows, execute: async ({ q }) => ({ rows: [q] }) }),
  list: tool({ description, inputSchema: Query, execute: async ({ page }) => [page] }),
  ask: tool({ description, inputSchema: Query })
}
declare const takeTools: (tools: ToolSet) => void
takeTools({ find: tools.find, list: tools.list })

const guarded = guardTools(tools, {
  turn,
  rules: {
    find: { checks: [nonEmpty(({ rows }) => rows)], narrow: ({ page }) => ({ page: page + 1 }) },
    list: {
      effect: 'write',
      identity: ({ q }) => ({ q }),
      output: z.array(z.number()),
      checks: [nonEmpty((pages) => pages)]
    }
  }
})
expectTypeOf(guarded.find).toEqualTypeOf<typeof tools.find>()
takeTools({ find: guarded.find, list: guarded.list })
expectTypeOf(guarded.ask).toEqualTypeOf<typeof tools.ask>()

// What an output drops or makes is what the tool answers.
const retyped = guardTools(tools, {
  turn,
  rules: {
    find: { output: z.object({ rows: z.array(z.string()) }).transform(({ rows }) => rows.length) },
    list: { output: z.array(z.number()) }
  }
})
takeTools({ find: retyped.find, list: retyped.list })
expectTypeOf<Awaited<ReturnType<NonNullable<typeof retyped.find.execute>>>>().toEqualTypeOf<number>()
expectTypeOf<Awaited<ReturnType<NonNullable<typeof retyped.list.execute>>>>().toEqualTypeOf<Array<number>>()
expectTypeOf(retyped.ask).toEqualTypeOf<typeof tools.ask>()
// @ts-expect-error no such field
guardTools(tools, { turn, rules: { find: { checks: [nonEmpty((answer) => answer.row)] } } })
// @ts-expect-error no such argument
guardTools(tools, { turn, rules: { find: { narrow: ({ size }) => size } } })
// @ts-expect-error no such tool
guardTools(tools, { turn, rules: { fnd: {} } })

guardMastra(
  {
    find: createTool({
      id: 'find',
      description,
      inputSchema: Query,
      outputSchema: Rows,
      execute: async ({ q }) => ({ rows: [q] })
    })
  },
  { turn, rules: { find: { effect: 'read', narrow: ({ q }) => ({ q: q.trim() }) } } }
)

// An array: LangChain keeps the name of a tool as a literal.
const find = langChainTool(async ({ q }) => [q], { name: 'find', description, schema: Query })
guardLangChain([find], { turn, rules: { find: { identity: ({ q }) => q.trim(), output: z.array(z.string()) } } })
// @ts-expect-error no such tool
guardLangChain([find], { turn, rules: { fnd: {} } })

// Others do not: any name will do, and the payload is what the rule says.
const rules = { find: { output: Rows } }
guardAnthropic([betaZodTool({ name: 'find', description, inputSchema: Query, run: ({ q }) => q })], {
  turn,
  rules: { find: { output: Rows, checks: [nonEmpty(({ rows }) => rows)], identity: ({ q }) => ({ q }) } }
})
guardClaude([claudeTool('find', description, Query.shape, async () => ({ content: [] }))], { turn, rules })
guardAgents([agentTool({ name: 'find', description, parameters: Query, execute: ({ q }) => q })], { turn, rules })
