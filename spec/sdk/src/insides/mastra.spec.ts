/** The insides of Mastra. */
import { Agent, type ToolsInput } from '@mastra/core/agent'
import { RequestContext } from '@mastra/core/request-context'
import { createTool } from '@mastra/core/tools'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { tool } from 'ai'
import { expect } from 'chai'
import { z } from 'zod'
import * as insides from '../../../../built/lib/adapters/mastra/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'
import { scripted } from '../support/mastra-model.js'

const inputSchema = z.object({ q: z.string() })

const own = createTool({ id: 'a', description: 'a', inputSchema, execute: async ({ q }) => `got ${q}` })

const copyOf = (replaced: object): typeof own =>
  Object.assign(
    Object.create(Object.getPrototypeOf(own) as object, Object.getOwnPropertyDescriptors(own)) as typeof own,
    replaced
  )

/**
 * Lets an agent call the tool `a` once. For models of this provider Mastra rewrites schemas, and then an agent checks
 * by its own.
 */
const call = async (tools: ToolsInput, input: unknown): Promise<void> => {
  const model = scripted([[{ id: 'c1', name: 'a', input }]], 'openai')
  await new Agent({ id: 'a', name: 'a', instructions: 'Help.', model, tools }).generate('go', { maxSteps: 3 })
}

type Execute = (input: unknown, context?: unknown) => Promise<unknown>

const executeOf = (made: object): Execute => (made as { readonly execute: Execute }).execute

const refusals: Readonly<Record<'input' | 'output' | 'context', () => Promise<unknown>>> = {
  input: () => executeOf(own)({ q: 5 }),
  output: () =>
    executeOf(
      createTool({
        id: 'a',
        description: 'a',
        outputSchema: z.object({ n: z.number() }),
        execute: async () => ({ n: 'x' }) as never
      })
    )({}),
  context: () =>
    executeOf(
      createTool({
        id: 'a',
        description: 'a',
        requestContextSchema: z.object({ user: z.string() }),
        execute: async () => 1
      })
    )({}, { requestContext: new RequestContext() })
}

const refusalOf = async (part: keyof typeof refusals): Promise<insides.MastraValidationError> => {
  const answer = await refusals[part]()
  return insides.isValidationError(answer) ? answer : expect.fail(`no validation error: ${JSON.stringify(answer)}`)
}

holdsInsides('mastra', insides, {
  isMadeByMastra: {
    'knows the tools of createTool from those of the AI SDK': () => {
      expect(insides.isMadeByMastra(own)).to.equal(true)
      expect(insides.isMadeByMastra(tool({ inputSchema, execute: async () => 1 }))).to.equal(false)
    }
  },
  acceptingInput: {
    'keeps the description of the input': () => {
      const { inputSchema: accepting } = insides.acceptingInput(own) as { readonly inputSchema: typeof own.inputSchema }
      const described = (schema: typeof own.inputSchema): unknown =>
        schema?.['~standard'].jsonSchema.input({ target: 'draft-07' })
      expect(described(accepting)).to.deep.equal(described(own.inputSchema))
    },
    'lets an agent run the copy with input that the tool itself refuses': async () => {
      const given: Array<unknown> = []
      const execute = async (input: unknown): Promise<unknown> => {
        given.push(input)
        return executeOf(own)(input)
      }
      await call({ a: copyOf({ execute }) }, { q: 5 })
      expect(given).to.deep.equal([])
      await call({ a: copyOf({ execute, ...insides.acceptingInput(own) }) }, { q: 5 })
      expect(given).to.deep.equal([{ q: 5 }])
      expect(insides.isValidationError(await executeOf(own)({ q: 5 }))).to.equal(true)
    }
  },
  repairedInput: {
    "makes of any input what the tool's own function gets": async () => {
      const list = z.array(z.string())
      const inner = z.object({ x: z.string().optional(), n: z.string().nullish() })
      const rows: ReadonlyArray<readonly [z.ZodObject, ReadonlyArray<unknown>]> = [
        [
          z.object({ order: z.number(), note: z.string().optional(), kept: z.string().nullish() }),
          [{ order: 7 }, { order: 7, note: null }, { order: 7, kept: null }, { order: 7, zz: 1 }, { order: null }]
        ],
        [
          z.object({ items: list.optional(), text: z.string().optional(), inner: inner.default({ x: 'd' }) }),
          [
            { items: '["a"]', text: '["a"]' },
            { items: 'a' },
            { inner: '{"x":"1"}' },
            { inner: { x: null, n: null } },
            { inner: null },
            { items: ' ["a"]', text: null },
            {},
            null,
            undefined
          ]
        ],
        [z.object({ all: z.array(z.object({ a: z.string().optional() })) }), [{ all: [{ a: null }, {}] }]],
        [
          z.object({ prompt: z.string(), query: z.any() }),
          [{ query: 'q' }, { prompt: null, query: 'q' }, { input: 'i' }]
        ]
      ]
      for (const [schema, inputs] of rows)
        for (const input of inputs) {
          let got: unknown = 'refused'
          const made = createTool({
            id: 'a',
            description: 'a',
            inputSchema: schema,
            execute: async (given: unknown) => {
              got = given
            }
          })
          await executeOf(made)(input)
          const repaired = insides.repairedInput(made) as StandardSchemaV1
          const result = await repaired['~standard'].validate(input)
          expect(result.issues === undefined ? result.value : 'refused', JSON.stringify(input)).to.deep.equal(got)
        }
    }
  },
  uncheckedContext: {
    'makes a tool check its input, which it would not by the context of an agent': async () => {
      const answers: Array<unknown> = []
      const execute = async (input: unknown, context: { readonly agent?: object }): Promise<unknown> => {
        const copy = insides.uncheckedContext(context, { told: 'more' })
        expect(copy).to.include({ agent: context.agent, told: 'more' })
        answers.push(await executeOf(own)(input, copy))
        answers.push(await executeOf(own)(input, context))
        return 1
      }
      await call({ a: copyOf({ execute, ...insides.acceptingInput(own) }) }, { q: 5 })
      expect(answers.map((answer) => insides.isValidationError(answer))).to.deep.equal([true, false])
    }
  },
  isValidationError: {
    'knows each of the answers by which Mastra refuses': async () => {
      for (const refuse of Object.values(refusals)) expect(insides.isValidationError(await refuse())).to.equal(true)
      expect(insides.isValidationError(await executeOf(own)({ q: 'x' }))).to.equal(false)
    },
    'finds the messages by field': async () => {
      expect((await refusalOf('input')).validationErrors.fields?.['q']?.errors).to.have.length(1)
    }
  },
  refusedIn: {
    'tells what was refused, of the tool with this id': async () => {
      for (const part of ['input', 'output', 'context'] as const) {
        const refusal = await refusalOf(part)
        expect([insides.refusedIn(refusal, 'a'), insides.refusedIn(refusal, 'b')]).to.deep.equal([part, undefined])
      }
    }
  },
  watchedContext: {
    "is read between the checks of the input and the tool's own function": async () => {
      const seen: Array<string> = []
      const watching = createTool({
        id: 'a',
        description: 'a',
        inputSchema,
        outputSchema: z.object({ n: z.number() }),
        requestContextSchema: z.object({ user: z.string() }),
        execute: async () => {
          seen.push('runs')
          return { n: 'x' } as never
        }
      })
      const refusedBy = async (input: unknown, requestContext = new RequestContext()): Promise<unknown> => {
        const context = insides.watchedContext({ requestContext }, () => seen.push('read'))
        const answer = await executeOf(watching)(input, context)
        return insides.isValidationError(answer) ? insides.refusedIn(answer, 'a') : answer
      }
      expect([await refusedBy({ q: 5 }), seen]).to.deep.equal(['input', []])
      expect([await refusedBy({ q: 'x' }), seen]).to.deep.equal(['context', []])
      const known = new RequestContext()
      known.set('user', 'ada')
      expect([await refusedBy({ q: 'x' }, known), seen]).to.deep.equal(['output', ['read', 'runs']])
    }
  }
})
