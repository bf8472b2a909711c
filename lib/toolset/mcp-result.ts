/** Results of MCP tools, which several frameworks pass on unchanged. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { toModelText } from '../core/errors/index.js'
import { isObject } from '../core/foreign/index.js'
import type { BesideWords } from '../guard/kernel.js'
import { blocksBeside } from './beside-words.js'
import { isTextBlock, classifyContent, contentText } from './content.js'
import type { ToolReply } from './answer.js'
import { wholeOf } from './whole-result.js'
import { wrappedIn } from './wrapped.js'
import { dataItself, type Framework, type ClassifiedResponse } from './framework.js'

/** The part of a `CallToolResult` that is read. @category Adapters @since 0.1.0 */
export interface CallToolResultLike {
  readonly content?: ReadonlyArray<{ readonly type: string; readonly text?: unknown }>
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
  readonly resultType?: string
}

/** Whether a value is the result of an MCP tool. @category Adapters @since 0.1.0 */
export const isCallToolResult = (answer: unknown): answer is CallToolResultLike =>
  isObject(answer) &&
  'content' in answer &&
  Array.isArray(answer.content) &&
  answer.content.every((block: unknown) => isObject(block) && 'type' in block)

const replaced = (result: CallToolResultLike, text: string): ReadonlyArray<unknown> => [
  { type: 'text', text },
  ...(result.content ?? []).filter((block) => !isTextBlock(block))
]

const hasTaskId = (value: unknown): boolean => isObject(value) && 'taskId' in value && typeof value.taskId === 'string'

// Revision 2025-11-25 names it in a field, the extension of 2026-07-28 by the type of the result.
const isTask = (result: CallToolResultLike & { readonly task?: unknown }): boolean =>
  hasTaskId(result.task) || (result.resultType === 'task' && hasTaskId(result))

/**
 * Whether a result is no response yet: it asks for input or names a task, in the words of the protocol, and holds
 * nothing that a client could mistake for a response.
 */
export const isUnfinished = (result: CallToolResultLike): boolean => {
  const { content, structuredContent, resultType } = result
  const isEmpty = content === undefined || (Array.isArray(content) && content.length === 0)
  const holdsNothing = isEmpty && structuredContent === undefined && !('toolResult' in result)
  return holdsNothing && (resultType === 'input_required' || isTask(result))
}

/**
 * Whether a result asks for input: its client collects that, and makes the call again. A task goes on by itself: the
 * call again would be another task.
 */
export const asksForInput = (result: CallToolResultLike): boolean =>
  result.resultType === 'input_required' && !isTask(result) && isUnfinished(result)

/** What an error has besides its text. */
export const besideError = ({ content, structuredContent }: CallToolResultLike): BesideWords => ({
  blocks: blocksBeside(content),
  structured: structuredContent
})

/**
 * Classifies the result of an MCP tool: an error before anything of it is judged; else its structured content, or its
 * text. What was validated takes the place of every text, which might hold what the codec dropped. One that is no
 * response yet passes unchanged.
 */
const seeCallToolResult = (result: CallToolResultLike): ClassifiedResponse => {
  if (isUnfinished(result)) return { kind: 'other' }
  if (result.isError === true)
    return { kind: 'failure', says: contentText(result.content), beside: besideError(result) }
  const { structuredContent } = result
  if (structuredContent !== undefined) {
    const rebuilt = (text: string, structured: unknown) => ({
      ...result,
      content: replaced(result, text),
      structuredContent: structured
    })
    const wraps = (inner: unknown) =>
      ({
        kind: 'data',
        data: inner,
        rebuild: ({ value, text }) => rebuilt(text, { result: typeof inner === 'string' ? text : value })
      }) satisfies ClassifiedResponse
    return {
      kind: 'data',
      data: structuredContent,
      whole: wholeOf(result),
      rebuild: ({ value, text }) => rebuilt(text, value),
      wraps: O.toUndefined(O.map(wraps)(wrappedIn(result)))
    }
  }
  return classifyContent(result.content, (content) => ({ ...result, content }))
}

const GOES_ON: ClassifiedResponse = { kind: 'other', goesOn: true }

// It has no content, by which other results are known.
const classifyAs = (answer: unknown, isResult: boolean): ClassifiedResponse => {
  if (isObject(answer) && 'resultType' in answer && asksForInput(answer as CallToolResultLike)) return GOES_ON
  return isResult ? seeCallToolResult(answer as CallToolResultLike) : dataItself(answer)
}

/** Classifies the answer of a tool that speaks MCP. @category Adapters @since 0.1.0 */
export const classifyResult = (answer: unknown): ClassifiedResponse => classifyAs(answer, isCallToolResult(answer))

// Documents and messages have `content` too: a result has no other field, or one that only results have.
const MARKS: ReadonlyArray<string> = ['isError', 'structuredContent', '_meta', 'resultType']

/**
 * Classifies the answer of a tool that may speak MCP: frameworks with an MCP client hand results on among the answers
 * of other tools.
 * @category Adapters @since 0.1.0
 */
export const classifyAnswer = (answer: unknown): ClassifiedResponse =>
  classifyAs(
    answer,
    isCallToolResult(answer) && (Object.keys(answer).length === 1 || MARKS.some((mark) => mark in answer))
  )

/**
 * A result, also of what `verify` or a person says that the tool would have returned.
 * @category Adapters @since 0.1.0
 */
export const asCallToolResult = (value: unknown): unknown =>
  isObject(value) && (isCallToolResult(value) || isUnfinished(value) || MARKS.some((key) => key in value))
    ? value
    : { content: [{ type: 'text', text: typeof value === 'string' ? value : toModelText(E.right(value)) }] }

/**
 * An error as an MCP result: without structured content, which clients would check against the schema of success.
 * @category Adapters @since 0.1.0
 */
export const errorResult = (text: string, beside?: BesideWords) => ({
  // They are what the server sent.
  content: [{ type: 'text' as const, text }, ...((beside?.blocks ?? []) as ReadonlyArray<never>)],
  isError: true as const
})

/** The framework's own value, or the error as a result. @category Adapters @since 0.1.0 */
export const mcpResultOf = (settled: ToolReply): unknown =>
  settled.kind === 'error' ? errorResult(settled.text, settled.beside) : asCallToolResult(settled.value)

/**
 * A tool's own annotations in this process; a server's are believed only where it is trusted.
 * @category Adapters @since 0.1.0
 */
export interface AnnotationsLike {
  readonly readOnlyHint?: boolean | undefined
  readonly idempotentHint?: boolean | undefined
}

/** The traits for the guard that follow from annotations. @category Adapters @since 0.1.0 */
export const annotated = ({ readOnlyHint, idempotentHint }: AnnotationsLike = {}): Pick<
  Framework,
  'effect' | 'idempotent'
> => {
  if (readOnlyHint === undefined) return {}
  return readOnlyHint ? { effect: 'read' } : { effect: 'write', idempotent: idempotentHint === true }
}
