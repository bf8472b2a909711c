/** The forms of the Agents SDK's calls: of function tools, and of MCP servers. */
import { isObject } from '../../core/foreign/index.js'
import type { CallForm } from '../../toolset/call-form.js'

const sdks = { '@openai/agents': '>=0.19.0 <1' }

export const AGENT_TOOL_FORM: CallForm = {
  sdks,
  parameters: '(runContext, input as text, details)',
  fits: (_runContext, input, details) => typeof input === 'string' && (details === undefined || isObject(details))
}

export const MCP_SERVER_FORM: CallForm = {
  sdks,
  parameters: '(name, args, …)',
  fits: (name, args) => typeof name === 'string' && (args === undefined || typeof args === 'object')
}
