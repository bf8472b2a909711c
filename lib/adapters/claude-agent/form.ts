/** The forms of the Claude Agent SDK's calls: of its in-process servers' tools, and of hooks. */
import { asFields } from '../../core/foreign/index.js'
import { argumentsFirst, type CallForm } from '../../toolset/call-form.js'
import { signalIn } from './sdk-insides.js'

const sdks = { '@anthropic-ai/claude-agent-sdk': '>=0.1.72 <1' }

export const CLAUDE_TOOL_FORM: CallForm = {
  sdks,
  parameters: '(args, extra)',
  fits: argumentsFirst((given) => signalIn(given) !== undefined)
}

export const HOOK_FORM: CallForm = {
  sdks,
  parameters: '({ tool_name, tool_input, tool_use_id })',
  fits: (input) => {
    const { tool_name, tool_use_id, ...rest } = asFields(input)
    return typeof tool_name === 'string' && typeof tool_use_id === 'string' && 'tool_input' in rest
  }
}
