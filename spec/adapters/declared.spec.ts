/** What a tool declares is its rule, in every framework whose tools declare anything. */
import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { z } from 'zod'
import * as aiSdk from '../../lib/adapters/ai-sdk/index.js'
import * as anthropic from '../../lib/adapters/anthropic/index.js'
import * as claudeAgent from '../../lib/adapters/claude-agent/index.js'
import * as google from '../../lib/adapters/google/index.js'
import * as langchain from '../../lib/adapters/langchain/index.js'
import * as mastra from '../../lib/adapters/mastra/index.js'
import * as openai from '../../lib/adapters/openai/index.js'
import * as openaiAgents from '../../lib/adapters/openai-agents/index.js'
import * as strands from '../../lib/adapters/strands/index.js'
import { detectMorePages, openSession, openTurn, toStandardSchema, type ToolError } from '../../lib/index.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import { DynamicStructuredTool } from './langchain-like.js'

type Run = (args: unknown) => unknown

type Options = Partial<GuardToolsOptions>

/**
 * A tool `list` as a framework makes it, guarded: gives what a call comes to, as a value or as the text of an error.
 */
type Framework = (
  tool: { run: Run; input?: unknown; output?: unknown },
  options: GuardToolsOptions
) => (args: unknown) => unknown

type AnyFunction = (...args: ReadonlyArray<unknown>) => unknown

class TextBlock {
  readonly type = 'textBlock'
  constructor(readonly text: string) {}
}

class ToolResultBlock {
  readonly content: ReadonlyArray<unknown>
  constructor({ content }: { readonly content: ReadonlyArray<unknown> }) {
    this.content = content
  }
}

const contentOf = (result: unknown): unknown => {
  const [{ text, json } = {}] = (result as { readonly content: ReadonlyArray<{ text?: string; json?: unknown }> })
    .content
  return json ?? JSON.parse(text ?? 'null')
}

const only = <A>([one]: ReadonlyArray<A>): A => one ?? expect.fail('no tool')

/** The frameworks that hand arguments on to whoever judges them. */
const UNJUDGED: Readonly<Record<string, Framework>> = {
  'openai-agents': ({ run, input }, options) => {
    const tool = {
      type: 'function' as const,
      name: 'list',
      parameters: z.toJSONSchema(input as z.ZodType),
      invoke: async (_: unknown, text: string) => run(JSON.parse(text))
    }
    const guarded = only(openaiAgents.guardTools([tool], options))
    return (args) => guarded.invoke({}, JSON.stringify(args))
  },
  'openai, runTools': ({ run, input }, options) => {
    const tool = {
      type: 'function',
      function: {
        name: 'list',
        parameters: z.toJSONSchema(input as z.ZodType),
        parse: JSON.parse,
        function: async (args: unknown) => run(args)
      }
    }
    const guarded = only(openai.guardTools([tool], options))
    return (args) => (guarded.function.function as AnyFunction)(JSON.stringify(args), {})
  },
  'openai, Responses': ({ run, input }, options) => {
    const tool = {
      tool: { name: 'list', parameters: z.toJSONSchema(input as z.ZodType) },
      execute: async (args: unknown) => run(args)
    }
    const guarded = only(openai.guardTools([tool], options))
    return (args) => guarded.execute(args)
  },
  anthropic: ({ run, input }, options) => {
    const tool = {
      name: 'list',
      input_schema: z.toJSONSchema(input as z.ZodType),
      parse: (args: unknown) => args,
      run: async (args: unknown) => run(args)
    }
    const guarded = only(anthropic.guardTools([tool], options))
    return (args) => guarded.run(args)
  },
  strands: ({ run, input }, options) => {
    const tool = {
      name: 'list',
      _inputSchema: input,
      async *stream({ toolUse }: { readonly toolUse: { readonly input: unknown } }) {
        yield* []
        return { status: 'success', content: [{ type: 'jsonBlock', json: await run(toolUse.input) }] }
      }
    }
    const guarded = only(
      strands.guardTools([tool as never], {
        ...options,
        strands: { TextBlock, ToolResultBlock } as never
      })
    )
    return async (args) => {
      const stream = (guarded as unknown as typeof tool).stream({ toolUse: { toolUseId: 'c', input: args } } as never)
      return contentOf((await stream.next()).value)
    }
  },
  google: ({ run, input }, options) => {
    const tool = {
      [Symbol.for('google.adk.functionTool')]: true,
      name: 'list',
      parameters: input,
      execute: async (args: unknown) => run(args),
      async runAsync({ args }: { readonly args: unknown }) {
        return this.execute(args)
      }
    }
    const guarded = only(google.guardTools([tool], options))
    return async (args) => {
      const answer = (await guarded.runAsync({ args })) as { readonly error?: string }
      return answer.error ?? answer
    }
  }
}

/** Those that judge arguments by the schema before the guard sees them. */
const JUDGED: Readonly<Record<string, Framework>> = {
  'ai-sdk': ({ run, input, output }, options) => {
    const tool = { inputSchema: input, outputSchema: output, execute: async (args: unknown) => run(args) }
    return aiSdk.guardTools({ list: tool }, options).list.execute
  },
  'mastra, a tool of the AI SDK': ({ run, input, output }, options) => {
    const tool = { inputSchema: input, outputSchema: output, execute: async (args: unknown) => run(args) }
    return mastra.guardTools({ list: tool }, options).list.execute
  },
  langchain: ({ run, input }, options) => {
    const tool = new DynamicStructuredTool({ name: 'list', schema: input as never, func: async (args) => run(args) })
    const guarded = only(langchain.guardTools([tool], options))
    return async (args) =>
      (
        (await guarded.invoke({ type: 'tool_call', id: 'c', name: 'list', args } as never)) as {
          readonly content: unknown
        }
      ).content
  },
  'claude-agent': ({ run, input }, options) => {
    const tool = {
      name: 'list',
      inputSchema: (input as z.ZodObject).shape,
      handler: async (args: unknown, _: unknown) => ({ content: [], structuredContent: await run(args) })
    }
    const guarded = only(claudeAgent.guardTools([tool], options))
    return async (args) => {
      const result = (await guarded.handler(args, {})) as { readonly isError?: boolean }
      return result.isError === true ? contentOf(result) : result
    }
  }
}

const settled = async (answer: unknown): Promise<unknown> => {
  try {
    return await answer
  } catch (thrown) {
    return (thrown as Error).message
  }
}

const errorOf = async (answer: unknown): Promise<Partial<ToolError>> => {
  const text = await settled(answer)
  return (typeof text === 'string' ? JSON.parse(text) : text) as Partial<ToolError>
}

const guard = (framework: Framework, tool: Parameters<Framework>[0], options: Options = {}) =>
  framework(tool, { turn: openTurn(), ...options })

const Page = z.object({ page: z.number().int().default(1) })
const Rows = z.object({ rows: z.array(z.number()) })

describe('the schema of the arguments that a tool declares', () => {
  for (const [name, framework] of Object.entries(UNJUDGED)) {
    it(`judges them before the tool runs (${name})`, async () => {
      let ran = 0
      const input = z.object({ id: z.number() })
      const list = guard(framework, { run: () => ({ ran: ++ran }), input })
      expect(await errorOf(list({ id: 'seven' }))).to.include({
        code: 'invalid_arguments',
        detail: "- 'id': expected number, got 'seven'"
      })
      expect(ran).to.equal(0)
      await list({ id: 7 })
      expect(ran).to.equal(1)
    })

    it(`leaves them as they were sent (${name})`, async () => {
      const given: Array<unknown> = []
      await guard(framework, { run: (args) => given.push(args), input: z.looseObject({ id: z.number() }) })({
        id: 7,
        more: 1
      })
      expect(given).to.deep.equal([{ id: 7, more: 1 }])
    })
  }

  for (const [name, framework] of Object.entries({ ...UNJUDGED, ...JUDGED }))
    it(`is enough to name the next call (${name})`, async () => {
      const tool = { run: () => ({ rows: [1, 2], page: 1, total_pages: 9 }), input: Page }
      const rules = { list: { checks: [detectMorePages()] } }
      expect(await errorOf(guard(framework, tool, { rules })({ page: 1 }))).to.deep.include({
        code: 'more_pages_available',
        next: { tool: 'list', args: { page: 2 } }
      })
    })

  for (const [name, framework] of Object.entries(JUDGED))
    it(`is not asked again where somebody made something of them (${name})`, async () => {
      const given: Array<unknown> = []
      const input = z.object({ id: z.string().transform(Number) })
      const list = guard(framework, { run: (args) => given.push(args), input })
      const made = name === 'langchain' ? { id: '7' } : { id: 7 }
      await list(made)
      expect(given).to.have.length(1)
    })

  it('counts for nothing where a tool of OpenAI or Anthropic parses them itself', async () => {
    const schema = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }
    const parsed = z.object({ id: z.coerce.number() })
    const turn = openTurn()
    const ours = only(
      anthropic.guardTools(
        [
          {
            name: 'list',
            input_schema: schema,
            parse: (args: unknown) => parsed.parse(args),
            run: async (args: unknown) => args
          }
        ],
        { turn }
      )
    )
    expect(await ours.run({ id: '7' })).to.deep.equal({ id: 7 })
    const theirs = only(
      openai.guardTools(
        [
          {
            type: 'function',
            function: {
              name: 'list',
              parameters: schema,
              parse: (text: string) => parsed.parse(JSON.parse(text)),
              function: async (args: unknown) => args
            }
          }
        ],
        { turn }
      )
    )
    expect(await (theirs.function.function as AnyFunction)('{"id":"8"}', {})).to.deep.equal({ id: 8 })
  })

  it('takes what strict mode writes down as required, and what it leaves open', async () => {
    const parameters = {
      type: 'object',
      properties: { id: { type: 'number' }, note: { type: ['string', 'null'] } },
      required: ['id', 'note'],
      additionalProperties: false
    }
    const tool = only(
      openai.guardTools(
        [{ tool: { name: 'list', parameters, strict: true }, execute: async (args: unknown) => args }],
        {
          turn: openTurn()
        }
      )
    )
    expect(await tool.execute({ id: 7, more: 1 })).to.deep.equal({ id: 7, more: 1 })
    expect(await errorOf(tool.execute({ note: null }))).to.include({ code: 'invalid_arguments' })
  })

  it('can be overruled by a rule, and repairs where a rule says so', async () => {
    const tool = { run: (args: unknown) => args, input: z.object({ id: z.number() }) }
    const framework = UNJUDGED['anthropic'] ?? expect.fail()
    const loose = guard(framework, tool, { rules: { list: { args: t.type({ id: t.string }) } } })
    expect(await loose({ id: 'seven' })).to.deep.equal({ id: 'seven' })
    expect(await guard(framework, tool, { rules: { list: { coerce: true } } })({ id: '7' })).to.deep.equal({ id: 7 })
    // Where the framework has judged them, there is nothing left to repair.
    expect(() => guard(JUDGED['ai-sdk'] ?? expect.fail(), tool, { rules: { list: { coerce: true } } })).to.throw(
      TypeError,
      'Expected `rules.list.coerce` to be given beside `args`, by which it repairs.'
    )
  })
})

describe('the schema of the answers that a tool declares', () => {
  const FRAMEWORKS = Object.entries(JUDGED).filter(([name]) => /ai-sdk|mastra/.test(name))

  for (const [name, framework] of FRAMEWORKS) {
    const list = (answer: unknown, output: unknown, options: Options = {}) =>
      settled(guard(framework, { run: () => answer, output }, options)({}))

    it(`judges them, without a rule (${name})`, async () => {
      expect(await errorOf(list({ rows: 'none' }, Rows))).to.include({
        code: 'schema_violation',
        detail: 'rows: expected array, received one word of 4 letters'
      })
      expect(await errorOf(list('<!doctype html><title>Sign in</title>', Rows))).to.include({ code: 'html_response' })
    })

    it(`hands on what the tool answered, the same object with all that it holds (${name})`, async () => {
      const answer = { rows: [1], more: { kept: true } }
      expect(await list(answer, Rows)).to.equal(answer)
      expect(await list('{"rows":[1],"more":2}', Rows)).to.equal('{"rows":[1],"more":2}')
      const made = z.object({ rows: z.array(z.number()).transform((rows) => rows.length) })
      expect(await list(answer, made)).to.equal(answer)
    })

    it(`shows checks the tool's own answer (${name})`, async () => {
      const seen: Array<unknown> = []
      const rules = { list: { checks: [(payload: unknown) => (seen.push(payload), O.none)] } }
      await list({ rows: [1], more: 2 }, Rows, { rules })
      expect(seen).to.deep.equal([{ rows: [1], more: 2 }])
    })

    it(`gives way to a rule: an \`output\` transforms, and \`false\` judges nothing (${name})`, async () => {
      expect(await list({ rows: [1], more: 2 }, z.never(), { rules: { list: { output: Rows } } })).to.deep.equal({
        rows: [1]
      })
      const wrong = { rows: 'none' }
      expect(await list(wrong, Rows, { rules: { list: { output: false } } })).to.equal(wrong)
    })

    it(`is read in every form that the SDK takes (${name})`, async () => {
      const json = z.toJSONSchema(Rows)
      const codec = t.type({ rows: t.array(t.number) })
      const forms: Readonly<Record<string, unknown>> = {
        zod: Rows,
        'a codec as a Standard Schema': toStandardSchema(codec),
        'a function that is a schema': Object.assign(() => {}, { '~standard': Rows['~standard'] }),
        'jsonSchema()': { jsonSchema: json },
        'lazySchema()': () => ({ jsonSchema: json })
      }
      for (const [form, output] of Object.entries(forms)) {
        expect(await errorOf(list({ rows: 1 }, output)), form).to.include({ code: 'schema_violation' })
        expect(await list({ rows: [1] }, output), form).to.deep.equal({ rows: [1] })
      }
    })

    it(`is skipped, with one line, where it cannot answer at once or at all (${name})`, async () => {
      const takesTime = z.object({ rows: z.array(z.number()) }).refine(async () => true)
      const skipped: Readonly<Record<string, readonly [unknown, RegExp]>> = {
        asynchronous: [
          { '~standard': { version: 1, vendor: 'x', validate: async (value: unknown) => ({ value }) } },
          /synchronously/
        ],
        'asynchronous for what fits': [takesTime, /validates asynchronously/],
        'a promise of a JSON Schema': [{ jsonSchema: Promise.resolve({}) }, /schema/],
        'no JSON Schema': [{ jsonSchema: { type: 'objekt' } }, /compiled/],
        throwing: [Rows.refine(() => JSON.parse('{')), /threw/],
        'lazy, and throws': [
          () => {
            throw new Error('not configured yet')
          },
          /not configured yet/
        ]
      }
      for (const [what, [output, cause]] of Object.entries(skipped)) {
        const lines: Array<readonly [string, string, unknown]> = []
        const logger = { log: (level: string, message: string, meta: unknown) => lines.push([level, message, meta]) }
        const tool = guard(
          framework,
          { run: () => ({ rows: [1] }), output },
          { turn: openSession({ logger }).openTurn() }
        )
        for (let i = 0; i < 2; i++) expect(await settled(tool({ i })), what).to.deep.equal({ rows: [1] })
        const said = lines.filter(([, message]) => message.startsWith('schema_skipped'))
        expect(
          said.map(([level, message]) => [level, message]),
          what
        ).to.deep.equal([['warn', 'schema_skipped tool=list schema=output']])
        expect(JSON.stringify(said), what).to.match(cause)
      }
    })
  }

  it('is that of Mastra where Mastra made the tool and judged the answer', async () => {
    const made = {
      [Symbol.for('mastra.core.tool.Tool')]: true,
      outputSchema: z.object({ at: z.string().transform((at) => new Date(at)) }),
      execute: async () => ({ at: new Date(0) })
    }
    expect(await settled(mastra.guardTools({ made }, { turn: openTurn() }).made.execute())).to.deep.equal({
      at: new Date(0)
    })
  })
})
