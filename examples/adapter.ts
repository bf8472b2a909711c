/**
 * An adapter for a framework that is made up, and its spec: Acme calls `tool.run(input, { callId, signal })`, and makes
 * an error of what it throws.
 */
import { strict as assert } from 'node:assert'
import { openTurn, type AnyGuardedCall } from 'guarded-call'
import * as adapter from 'guarded-call/adapter'
import type { AskedCall, GuardTools, ReplyToModel, RunOptions } from 'guarded-call/adapter'

// -- acme.ts: what Acme's own types say

interface AcmeCall {
  readonly callId?: string
  readonly signal?: AbortSignal | undefined
}

interface AcmeTool {
  readonly name: string
  readonly description: string
  readonly parameters: object
  readonly run: (input: Record<string, unknown>, call?: AcmeCall) => unknown
}

// -- acme.ts: the adapter

const acme = adapter.defineAdapter<AcmeTool>({
  form: {
    sdks: { 'acme-agents': '>=1.4.0 <2' },
    parameters: '(input, { callId, signal })',
    fits: adapter.argumentsFirst((given) => 'callId' in given)
  },
  callOf: (input: unknown, call?: AcmeCall) => ({
    args: input,
    callId: call?.callId,
    signal: call?.signal,
    context: call
  }),
  nameOf: ({ name }) => name,
  framework: ({ parameters }) => adapter.declaring({ args: parameters }),
  errorAs: adapter.throwError,
  wrap: (tool, guarded) =>
    adapter.copyWith(tool, {
      run: (input: unknown, call?: AcmeCall) =>
        guarded([input, call], ({ signal }, sent) => tool.run(sent as Record<string, unknown>, { ...call, signal }))
    })
})

/** Guards Acme's tools where they stand. */
const guardTools: GuardTools<ReadonlyArray<AcmeTool>> = acme.guardTools

/** Makes Acme's tools of guarded calls. */
const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions) =>
  acme.toTools<AcmeTool>(calls, options, 'value', ({ name, description, schema }, run) => ({
    name,
    description,
    parameters: schema,
    run: (...given) => run(given)
  }))

// -- acme.spec.ts

/** Runs a tool as Acme does; with the real framework, let a scripted model ask for the call. */
const runTool = async (
  tools: ReadonlyArray<AcmeTool>,
  { id, name, input }: AskedCall,
  signal?: AbortSignal
): Promise<ReplyToModel> => {
  try {
    const tool = tools.find((one) => one.name === name)
    const result = await tool?.run(input as Record<string, unknown>, { callId: id, signal })
    const text = typeof result === 'string' ? result : JSON.stringify(result)
    return { id, text, isError: false }
  } catch (thrown) {
    return { id, text: (thrown as Error).message, isError: true, thrown }
  }
}

const cases = adapter.adapterConformance({
  fromCalls: {
    // Acme shows a tool no message of the model, and handles unknown names itself.
    seesMessages: false,
    answersUnknown: false,
    definitions: (calls) => {
      const tools = toTools(calls, { turn: openTurn() })
      return tools.map(({ parameters, ...tool }) => ({ ...tool, schema: parameters }))
    },
    answer: (calls, asked, { signal, ...options }) => {
      const tools = toTools(calls, options)
      return Promise.all(asked.map((ask) => runTool(tools, ask, signal)))
    }
  },
  inPlace: {
    throws: true,
    guard: (tools, options) => {
      const plain = Object.entries(tools).map(([name, run]): AcmeTool => ({
        name,
        description: 'A tool of the suite.',
        parameters: { type: 'object' },
        run: (input, call) => run(input, { signal: call?.signal })
      }))
      const guarded = guardTools(plain, options)
      return (ask) => runTool(guarded, ask)
    }
  }
})

// In your runner: for (const { name, run } of cases) it(name, run)
for (const { run } of cases) await run()
assert.equal(cases.length, 50)
console.log(`${cases.length} promises are kept.`)
