/** Tools of Strands Agents: guarded where they stand, or made of guarded calls. */
import * as o from '../../core/options.js'
import { type Fields, asFields, isObject, isPlainObject } from '../../core/foreign/index.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { defineAdapter, type GuardTools } from '../../toolset/define-adapter.js'
import type { ModelCall, RunOptions } from '../../toolset/model-call.js'
import { Parts } from '../../toolset/parts.js'
import { dataItself, type ClassifiedResponse } from '../../toolset/framework.js'
import { STRANDS_FORM } from './form.js'
import { inputSchemaOf, isInterrupt } from './sdk-insides.js'

// -- model

/** The part of a tool's context that is used. @category Adapters @since 0.1.0 */
export interface ToolContextLike {
  readonly toolUse: { readonly toolUseId: string; readonly input: unknown }
  readonly cancelSignal?: AbortSignal
}

/** A tool, whose stream ends with its result. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly name: string
  readonly stream: (context: never) => AsyncGenerator<unknown, unknown, undefined>
}

/** The classes of the SDK by which results are made: give the module itself. @category Adapters @since 0.1.0 */
export interface StrandsOptions {
  /** `import * as strands from '@strands-agents/sdk'`. */
  readonly strands: {
    readonly TextBlock: new (text: string) => object
    readonly ToolResultBlock: new (data: never) => object
    readonly JsonBlock?: new (data: never) => object
  }
}

/** The same, and the class of a tool. @category Adapters @since 0.1.0 */
export interface ToToolsOptions<T extends ToolLike> extends RunOptions, StrandsOptions {
  readonly strands: StrandsOptions['strands'] & { readonly FunctionTool: new (config: never) => T }
}

type Stream = (context: ToolContextLike) => AsyncGenerator<unknown, unknown, undefined>

// -- results

const resultOf = (
  status: 'success' | 'error',
  text: string,
  { strands }: StrandsOptions,
  toolUseId?: string,
  blocks: ReadonlyArray<unknown> = []
): object =>
  new strands.ToolResultBlock({ toolUseId, status, content: [new strands.TextBlock(text), ...blocks] } as never)

const wordsOf = (block: unknown): string => {
  const { type, text, json } = asFields(block)
  if (type === 'jsonBlock') return JSON.stringify(json) ?? ''
  return typeof text === 'string' ? text.replace(/^Error: /, '') : ''
}

// Of an array, the SDK makes an object that holds it.
const dataOf = (json: unknown): unknown => {
  const { $value, ...more } = asFields(json)
  return Array.isArray($value) && Object.keys(more).length === 0 ? $value : json
}

const classify = (answer: unknown): ClassifiedResponse => {
  const { status, content: blocks } = asFields(answer)
  if (!Array.isArray(blocks)) return dataItself(answer)
  if (status === 'error')
    return {
      kind: 'failure',
      says: blocks.map(wordsOf).join(' '),
      beside: { blocks: blocks.filter((block) => asFields(block)['type'] !== 'textBlock') }
    }
  const { type, text: words, json } = asFields(blocks[0])
  if (blocks.length !== 1) return { kind: 'other', whole: blocks }
  const content = (fields: Fields): unknown =>
    copyWith(answer as object, { content: [copyWith(blocks[0] as object, fields)] })
  if (type === 'textBlock')
    return {
      kind: 'data',
      data: words,
      rebuild: ({ value, text }) => content({ text: typeof value === 'string' ? value : text })
    }
  if (type !== 'jsonBlock') return { kind: 'other', whole: blocks }
  return {
    kind: 'data',
    data: dataOf(json),
    rebuild: ({ value }) => content({ json: Array.isArray(value) ? { $value: value } : value })
  }
}

// -- what a ledger keeps of results

const RESULT = 'toolResultBlock'

// Text and data: images and documents hold bytes, in classes of their own.
const keptBlock = (block: unknown): object | undefined => {
  const { type, text, json } = asFields(block)
  if (type === 'textBlock') return { type, text }
  return type === 'jsonBlock' ? { type, json } : undefined
}

const keptResult = (answer: unknown): { readonly data: unknown } | undefined => {
  const { status, content } = asFields(answer)
  if (!Array.isArray(content)) return { data: answer }
  const blocks = content.map(keptBlock)
  return blocks.includes(undefined) ? undefined : { data: { type: RESULT, status, content: blocks } }
}

const jsonBlock = (json: unknown, { strands: { JsonBlock, TextBlock } }: StrandsOptions): object =>
  JsonBlock === undefined ? new TextBlock(JSON.stringify(json)) : new JsonBlock({ json } as never)

// As the SDK makes a block of what a function returned.
const blockOf = (value: unknown, options: StrandsOptions): object => {
  if (!isObject(value)) return new options.strands.TextBlock(String(value))
  return jsonBlock(Array.isArray(value) ? { $value: value } : value, options)
}

const blocksOf = (kept: unknown, options: StrandsOptions): ReadonlyArray<object> => {
  const { type, content } = asFields(kept)
  if (type !== RESULT || !Array.isArray(content)) return [blockOf(kept, options)]
  return content
    .map(asFields)
    .map(({ text, json }) => (json === undefined ? blockOf(text, options) : jsonBlock(json, options)))
}

/** A result, also of what was kept of one, or of what somebody says that the tool would have returned. */
const asResult = (value: unknown, options: StrandsOptions, toolUseId: string): unknown => {
  const { type, status, content } = asFields(value)
  // A record may have `content`, too.
  if (Array.isArray(content) && !(isObject(value) && isPlainObject(value))) return value
  const own = { toolUseId, status: type === RESULT ? status : 'success', content: blocksOf(value, options) }
  return new options.strands.ToolResultBlock(own as never)
}

// -- the adapter

const callOf = (context: ToolContextLike): ModelCall => ({
  args: context.toolUse.input,
  callId: context.toolUse.toolUseId,
  signal: context.cancelSignal,
  context
})

const adapter = defineAdapter<ToolLike, StrandsOptions>({
  form: STRANDS_FORM,
  callOf,
  ownOptions: {
    strands: o.required(
      o.having<StrandsOptions['strands']>(['TextBlock', 'ToolResultBlock'], 'the module `@strands-agents/sdk`')
    )
  } satisfies o.TableOf<StrandsOptions>,
  nameOf: ({ name }) => name,
  framework: (tool) => ({
    classify,
    isControl: isInterrupt,
    kept: keptResult,
    ...declaring({ args: inputSchemaOf(tool) })
  }),
  errorAs: (text, options, { callId }, { beside }) => resultOf('error', text, options, callId, beside?.blocks),
  wrap: (tool, guarded, _again, options) =>
    copyWith(tool, {
      async *stream(context: ToolContextLike) {
        const parts = new Parts<unknown>()
        let own: unknown
        const settled = guarded([context], async ({ signal }, input) => {
          const told = copyWith(context, { cancelSignal: signal, toolUse: copyWith(context.toolUse, { input }) })
          const stream = (tool.stream as Stream)(told)
          for (let part = await stream.next(); ; part = await stream.next()) {
            if (part.done !== true) parts.push(part.value)
            else {
              const { status, error } = asFields(part.value)
              if (status === 'error' && error !== undefined) throw error
              own = part.value
              return own
            }
          }
        }).finally(parts.end)
        yield* parts.all()
        const value = await settled
        return value === own ? value : asResult(value, options, context.toolUse.toolUseId)
      }
    })
})

/**
 * Guards tools of an agent and gives them back in their own form: what a tool throws, or answers wrongly, becomes a
 * result with the status of an error whose text is the JSON of the `ToolError`. Its progress passes unchanged, and so
 * do interrupts.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<ReadonlyArray<ToolLike>, StrandsOptions> = adapter.guardTools

/**
 * Makes tools for agents. An error is a result with the status of one, whose text is the JSON of the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = <T extends ToolLike>(
  calls: ReadonlyArray<AnyGuardedCall>,
  options: ToToolsOptions<T>
): Array<T> =>
  adapter.toTools<T>(calls, options, 'text', ({ name, description, schema }, run) => {
    const tool = new options.strands.FunctionTool({
      name,
      // The SDK refuses a tool without one.
      description: description || name,
      inputSchema: schema,
      callback: () => ''
    } as never)
    return copyWith(tool, {
      async *stream(context: ToolContextLike) {
        // It has no progress to tell.
        yield* []
        const answer = await run([context])
        return typeof answer === 'string' ? resultOf('success', answer, options, context.toolUse.toolUseId) : answer
      }
    })
  })
