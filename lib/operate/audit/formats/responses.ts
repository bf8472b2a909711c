/** Items of the OpenAI Responses API, of requests and responses. */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { signOf } from '../../../history/formats.js'
import type { TranscriptFormat } from './format.js'
import { providerFormat } from './provider-format.js'

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant'])
const TYPES =
  /^(?:message|reasoning|item_reference|compaction|compaction_trigger|additional_tools|program|program_output|mcp_list_tools|mcp_approval_(?:request|response)|(?:function|custom_tool|shell|local_shell|apply_patch|computer|mcp|web_search|file_search|code_interpreter|image_generation|tool_search)_call|(?:function|custom_tool|shell|local_shell|apply_patch|computer)_call_output|tool_search_output)$/

export const isItem = (entry: unknown): entry is Fields => {
  if (!isFields(entry)) return false
  const { type, role } = entry
  const sign = signOf(entry)
  if (type === undefined || type === 'message')
    return ROLES.has(role) && (sign === undefined || sign === 'openai-responses')
  return typeof type === 'string' && TYPES.test(type)
}

export const responsesFormat: TranscriptFormat = providerFormat('openai-responses', { isMessage: isItem })
