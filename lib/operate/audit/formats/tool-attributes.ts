/** The attributes of a tool's span: conventions of GenAI, OpenInference, the AI SDK, Google ADK and Pydantic AI. */
import type { Fields } from '../../../core/foreign/index.js'
import { stringOf } from '../../../history/content.js'

/** The first of these attributes that has a value. */
export const first = (attributes: Fields, ...names: ReadonlyArray<string>): unknown =>
  names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null)

export const KIND = 'openinference.span.kind'

export const nameOfTool = (attributes: Fields): unknown =>
  first(attributes, 'gen_ai.tool.name', 'tool.name', 'ai.toolCall.name')

// Spans of these kinds name the tool that they go on to call.
const CALLERS = /^(?:AGENT|CHAIN|LLM)$/

export const isTool = (attributes: Fields): boolean =>
  attributes['gen_ai.operation.name'] === 'execute_tool' ||
  attributes[KIND] === 'TOOL' ||
  (nameOfTool(attributes) !== undefined && !CALLERS.test(stringOf(attributes[KIND])))

/** Some instruments write the name of the tool for an id that they do not have. */
export const idOfTool = (attributes: Fields): string | undefined => {
  const id = first(attributes, 'gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'tool.id')
  return id === nameOfTool(attributes) ? undefined : stringOf(id) || undefined
}

export const argsOfTool = (attributes: Fields): unknown =>
  first(
    attributes,
    'gen_ai.tool.call.arguments',
    'ai.toolCall.args',
    'gcp.vertex.agent.tool_call_args',
    'tool_arguments',
    'input.value',
    'input'
  )

export const resultOfTool = (attributes: Fields): unknown =>
  first(
    attributes,
    'gen_ai.tool.call.result',
    'ai.toolCall.result',
    'gcp.vertex.agent.tool_response',
    'tool_response',
    'output.value',
    'output'
  )
