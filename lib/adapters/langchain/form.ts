/** The forms of LangChain's calls: of tools, and of an agent's middleware. */
import { asFields } from '../../core/foreign/index.js'
import { argumentsFirst, type CallForm } from '../../toolset/call-form.js'

export const LANGCHAIN_TOOL_FORM: CallForm = {
  sdks: {
    '@langchain/core': '>=0.3.58 <2',
    '@langchain/langgraph': '>=0.4.0 <2',
    langchain: '>=0.3.28 <1 || >=1.2.13 <2'
  },
  parameters: '(input, config)',
  fits: argumentsFirst((given) => 'configurable' in given && 'metadata' in given)
}

export const MIDDLEWARE_FORM: CallForm = {
  sdks: { langchain: '>=1.2.13 <2' },
  parameters: '({ toolCall: { name, args }, … }, handler)',
  fits: (request, handler) => {
    const { name, ...toolCall } = asFields(asFields(request)['toolCall'])
    return typeof name === 'string' && 'args' in toolCall && typeof handler === 'function'
  }
}
