/** The form of Mastra's calls. */
import { asFields, isObject, isPlainObject } from '../../core/foreign/index.js'
import { argumentsFirst, type CallForm } from '../../toolset/call-form.js'

const isInstance = (value: unknown): boolean => isObject(value) && !isPlainObject(value)

export const MASTRA_FORM: CallForm = {
  sdks: { '@mastra/core': '>=1.57.0 <2' },
  parameters: '(input, context)',
  // Version 0 hands over one object: the input is its `context`, and the rest differs at each call.
  fits: argumentsFirst((given) => {
    const { requestContext, runtimeContext } = asFields(given)
    return isInstance(requestContext) || isInstance(runtimeContext)
  })
}
