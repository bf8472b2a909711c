/** The form of the calls of Strands Agents. */
import { asFields } from '../../core/foreign/index.js'
import type { CallForm } from '../../toolset/call-form.js'

export const STRANDS_FORM: CallForm = {
  sdks: { '@strands-agents/sdk': '>=0.1.6 <2' },
  parameters: '({ toolUse: { toolUseId, input }, … })',
  fits: (context) => {
    const { toolUseId, ...toolUse } = asFields(asFields(context)['toolUse'])
    return typeof toolUseId === 'string' && 'input' in toolUse
  }
}
