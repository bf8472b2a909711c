/** The insides of OpenAI's Agents SDK. */
import {
  Agent,
  defineToolInputGuardrail,
  defineToolOutputGuardrail,
  RunContext,
  Runner,
  tool,
  ToolGuardrailFunctionOutputFactory,
  type FunctionTool,
  type Span,
  type SpanData
} from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { expect } from 'chai'
import { z } from 'zod'
import * as insides from '../../../../built/lib/adapters/openai-agents/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'
import { watchSpans } from '../support/spans.js'

const toolOf = (execute: () => unknown, more: object = {}): FunctionTool =>
  tool({
    name: 'a',
    description: 'a',
    parameters: z.object({ n: z.number().default(1) }),
    errorFunction: null,
    execute,
    ...more
  }) as unknown as FunctionTool

const invoke = (own: FunctionTool, input: string, details: object = {}): Promise<unknown> =>
  own.invoke(new RunContext(), input, details)

const thrownBy = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => expect.fail('nothing was thrown'),
    (thrown: unknown) => thrown
  )

/** A run whose model calls the tool `a` once, if there is one. */
const run = (tools: Array<FunctionTool>, more: object = {}): Promise<unknown> => {
  const done = [assistantMessage('done')]
  const model = new ScriptedModel(tools.length === 0 ? [done] : [[functionCall('a', '{}', { callId: 'c1' })], done])
  return new Runner({ tracingDisabled: true }).run(new Agent({ name: 'a', model, tools, ...more }), 'go')
}

/** The spans of the tools of a traced run. */
const spansOf = async (execute: () => unknown): Promise<ReadonlyArray<Span<SpanData>>> => {
  const { spans, stop } = watchSpans()
  const done = [assistantMessage('done')]
  const model = new ScriptedModel([[functionCall('a', '{}', { callId: 'c1' })], done])
  await new Runner().run(new Agent({ name: 'a', model, tools: [toolOf(execute)] }), 'go')
  stop()
  return spans
}

// The SDK wraps what a tool's own guardrail throws.
const causeOf = (thrown: unknown): unknown => (thrown as { readonly error?: unknown }).error ?? thrown

const tripped = { name: 'no', execute: async () => ({ tripwireTriggered: true, outputInfo: {} }) }

const stop = { name: 'no', run: async () => ToolGuardrailFunctionOutputFactory.throwException() }

const tripwires: Readonly<Record<string, () => Promise<unknown>>> = {
  'the input of an agent': () => run([], { inputGuardrails: [tripped] }),
  'the output of an agent': () => run([], { outputGuardrails: [tripped] }),
  'the input of a tool': () => run([toolOf(() => 'x', { inputGuardrails: [defineToolInputGuardrail(stop)] })]),
  'the output of a tool': () => run([toolOf(() => 'x', { outputGuardrails: [defineToolOutputGuardrail(stop)] })])
}

const outputSchema = z.object({ ok: z.boolean() })

holdsInsides('openai-agents', insides, {
  isSwallowed: {
    'knows the sentence in the place of a throw': async () => {
      const swallowing = toolOf(
        () => {
          throw new Error('s3cret')
        },
        { errorFunction: undefined }
      )
      expect(insides.isSwallowed(await invoke(swallowing, '{}'))).to.equal(true)
      expect(
        insides.isSwallowed(
          await invoke(
            toolOf(() => 'x'),
            '{}'
          )
        )
      ).to.equal(false)
    }
  },

  isTripwire: {
    ...Object.fromEntries(
      Object.entries(tripwires).map(([what, trip]) => [
        `knows the error of a guardrail for ${what}`,
        async () => expect(insides.isTripwire(causeOf(await thrownBy(trip())))).to.equal(true)
      ])
    ),
    'takes no other error of a run for one': async () => {
      const failing = toolOf(() => {
        throw new Error('x')
      })
      expect(insides.isTripwire(causeOf(await thrownBy(run([failing]))))).to.equal(false)
    }
  },

  watchedDetails: {
    'note that the SDK has the call, and that the function begins, by itself and by the runner': async () => {
      const seen: Array<unknown> = []
      const inner = toolOf(() => {
        seen.push({ ...progress })
        return 'x'
      })
      let progress = { taken: false, begun: false, swallowed: false }
      for (const input of ['{"n":"x"}', '{}']) {
        progress = { taken: false, begun: false, swallowed: false }
        await invoke(inner, input, insides.watchedDetails({}, progress)).catch(() => undefined)
        expect(progress).to.deep.equal({ taken: true, begun: input === '{}', swallowed: false })
      }
      progress = { taken: false, begun: false, swallowed: false }
      await run([
        {
          ...inner,
          invoke: async (runContext, input, details = {}) =>
            inner.invoke(runContext, input, insides.watchedDetails(details, progress))
        }
      ])
      expect(seen).to.deep.equal([
        { taken: true, begun: true, swallowed: false },
        { taken: true, begun: true, swallowed: false }
      ])
    },
    "note that a tool's own `errorFunction` answers, and neither the default nor none": async () => {
      const throwing = () => {
        throw new Error('x')
      }
      for (const errorFunction of [() => 'busy', undefined, null]) {
        const progress = { taken: false, begun: false, swallowed: false }
        const inner = toolOf(throwing, { errorFunction })
        await invoke(inner, '{}', insides.watchedDetails({}, progress)).catch(() => undefined)
        expect(progress.swallowed).to.equal(typeof errorFunction === 'function')
      }
    }
  },

  isInvalidInput: {
    'knows the throw for input that the schema refuses, or that is no JSON': async () => {
      for (const input of ['{"n":"x"}', '{"n":']) {
        const thrown = await thrownBy(
          invoke(
            toolOf(() => 'x'),
            input
          )
        )
        expect([insides.isInvalidInput(thrown), insides.isInvalidOutput(thrown, 'a')]).to.deep.equal([true, false])
      }
    }
  },

  isInvalidOutput: {
    'knows the throw for an answer that the output schema refuses, by its tool': async () => {
      const thrown = await thrownBy(
        invoke(
          toolOf(() => ({ ok: 'yes' }), { outputSchema }),
          '{}'
        )
      )
      expect(insides.isInvalidInput(thrown)).to.equal(false)
      expect(['a', 'b'].map((name) => insides.isInvalidOutput(thrown, name))).to.deep.equal([true, false])
    }
  },

  isAgentTool: {
    'tells an agent from a function': () => {
      const inner = new Agent({ name: 'inner' }).asTool({ toolName: 'inner', toolDescription: 'helps' })
      expect(insides.isAgentTool(inner)).to.equal(true)
      expect(insides.isAgentTool(toolOf(() => 'x'))).to.equal(false)
    }
  },

  looksAtArguments: {
    'knows the policies that the SDK makes of a boolean or of nothing': () => {
      for (const needsApproval of [true, false, undefined])
        expect(insides.looksAtArguments(toolOf(() => 'x', { needsApproval }).needsApproval)).to.equal(false)
    },
    'knows a policy of the author by its parameters': () => {
      const needsApproval = async (_: unknown, { n }: { readonly n: number }): Promise<boolean> => n > 100
      expect(insides.looksAtArguments(toolOf(() => 'x', { needsApproval }).needsApproval)).to.equal(true)
    }
  },

  parsedInputCallback: {
    'is among the details that the runner gives to a tool': async () => {
      const symbols: Array<symbol | undefined> = []
      const own: FunctionTool = {
        ...toolOf(() => 'x'),
        invoke: async (_, __, details = {}) => {
          symbols.push(insides.parsedInputCallback(details))
          return 'x'
        }
      }
      await run([own])
      expect(symbols.map((symbol) => typeof symbol)).to.deep.equal(['symbol'])
    },
    'gets the parsed input just before the tool runs, and may stop it': async () => {
      const stopped = new Error('stop')
      const parsed: Array<unknown> = []
      let runs = 0
      const inner = toolOf(() => {
        runs++
        return 'x'
      })
      const own: FunctionTool = {
        ...inner,
        invoke: async (runContext, input, details = {}) => {
          const symbol = insides.parsedInputCallback(details) ?? expect.fail('no callback')
          const told = (value: unknown): void => {
            parsed.push(value)
            throw stopped
          }
          return inner.invoke(runContext, input, { ...details, [symbol]: told })
        }
      }
      expect(causeOf(await thrownBy(run([own])))).to.equal(stopped)
      expect(parsed).to.deep.equal([{ n: 1 }])
      expect(runs).to.equal(0)
    }
  },

  outputValidator: {
    'checks by the output schema of the tool': () => {
      const validate =
        insides.outputValidator(toolOf(() => ({ ok: true }), { outputSchema })) ?? expect.fail('no validator')
      expect(validate({ ok: true }, new RunContext(), {})).to.deep.equal({ ok: true })
      expect(() => validate({ ok: 'yes' }, new RunContext(), {})).to.throw('Invalid output')
    },
    'is not there without one': () => {
      expect(insides.outputValidator(toolOf(() => 'x'))).to.equal(undefined)
    }
  },

  failSpan: {
    'writes a failure into the span of the call that runs': async () => {
      const spans = await spansOf(() => {
        insides.failSpan('a', { code: 'not_found' })
        return 'x'
      })
      expect(spans.map(({ error }) => error)).to.deep.equal([
        { message: 'Error running tool (non-fatal)', data: { tool_name: 'a', error: 'not_found' } }
      ])
      expect((await spansOf(() => 'x')).map(({ error }) => error)).to.deep.equal([null])
      insides.failSpan('a', { code: 'not_found' })
    }
  }
})
