/** Items of the OpenAI Responses API, of requests and responses, and of the histories and runs of OpenAI Agents. */
import { asFields, type Fields, isFields } from '../../../core/foreign/index.js'
import { partsOf, textOf } from '../../../history/content.js'
import { signOf } from '../../../history/formats.js'
import { usageIn, type Usage } from '../usage.js'
import type { TranscriptFormat } from './format.js'
import { providerFormat } from './provider-format.js'

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant'])
const TYPES =
  /^(?:message|reasoning|item_reference|compaction|compaction_trigger|additional_tools|program|program_output|mcp_list_tools|mcp_approval_(?:request|response)|(?:function|custom_tool|shell|local_shell|apply_patch|computer|mcp|web_search|file_search|code_interpreter|image_generation|tool_search)_call|(?:function|custom_tool|shell|local_shell|apply_patch|computer)_call_output|tool_search_output|hosted_tool_call|(?:function|computer)_call_result)$/
const RESULTS: ReadonlySet<string> = new Set(['function_call_output', 'function_call_result'])

export const isItem = (entry: unknown): entry is Fields => {
  if (!isFields(entry)) return false
  const { type, role } = entry
  const sign = signOf(entry)
  if (type === undefined || type === 'message')
    return ROLES.has(role) && (sign === undefined || sign === 'openai-responses')
  return typeof type === 'string' && TYPES.test(type) && (!RESULTS.has(type) || 'output' in entry)
}

/** A stored run of OpenAI Agents: its items, and the tokens that it states. */
interface RunState {
  readonly items: ReadonlyArray<unknown>
  readonly run: { readonly usage: Usage }
}

/**
 * Reads the state of a run, which holds its calls in the responses of the model as well, and once more where a person
 * has to approve them; undefined of any other document.
 */
export const runStateIn = (state: Fields): RunState | undefined => {
  const { $schemaVersion: version, originalInput: asked, generatedItems: generated, context } = state
  if (version === undefined || !Array.isArray(generated)) return undefined
  const said = partsOf(generated).filter(({ type }) => type !== 'tool_approval_item')
  const before: ReadonlyArray<unknown> = Array.isArray(asked) ? asked : [{ role: 'user', content: asked }]
  return {
    items: [...before, ...said.map(({ rawItem }) => rawItem)],
    run: { usage: usageIn(asFields(context)['usage']) }
  }
}

// In OpenAI Agents for JavaScript an output is a part of its own.
const asItem = (item: Fields): Fields => {
  const { type, callId, output } = item
  if (callId === undefined) return item
  return type === 'function_call_result'
    ? {
        ...item,
        type: 'function_call_output',
        call_id: callId,
        output: isFields(output) ? textOf(partsOf([output])) : output
      }
    : { ...item, call_id: callId }
}

export const responsesFormat: TranscriptFormat = providerFormat('openai-responses', {
  isMessage: isItem,
  isDialect: ({ type }) => type === 'function_call_result',
  rewrite: (items) => items.map(asItem)
})
