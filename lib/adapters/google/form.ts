/** The forms of the calls of Google's ADK and of its GenAI SDK. */
import { isFields } from '../../core/foreign/index.js'
import type { CallForm } from '../../toolset/call-form.js'

export const ADK_FORM: CallForm = {
  sdks: { '@google/adk': '>=1.0.0 <3' },
  parameters: '({ args, toolContext })',
  fits: (request) => isFields(request) && 'args' in request
}

export const GENAI_FORM: CallForm = {
  sdks: { '@google/genai': '>=1.20.0 <4' },
  parameters: '(functionCalls)',
  fits: (functionCalls) => Array.isArray(functionCalls) && functionCalls.every(isFields)
}
