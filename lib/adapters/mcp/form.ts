/** The forms of the calls of the official MCP SDK: of a server's handler, a tool's callback, a client's user. */
import { asFields, isFields, isObject } from '../../core/foreign/index.js'
import type { CallForm } from '../../toolset/call-form.js'

const SDK_1 = { '@modelcontextprotocol/sdk': '>=1.23.0 <2' }
const SERVER = { ...SDK_1, '@modelcontextprotocol/server': '>=2.0.0 <3' }
const CLIENT = { ...SDK_1, '@modelcontextprotocol/client': '>=2.0.0 <3' }

const isAbsentOrFields = (value: unknown): boolean => value === undefined || isFields(value)

const namesTool = (params: unknown): boolean => typeof asFields(params)['name'] === 'string'

export const HANDLER_FORM: CallForm = {
  sdks: SERVER,
  parameters: '({ params: { name, arguments } }, extra)',
  fits: (request) => namesTool(asFields(request)['params'])
}

export const CALLBACK_FORM: CallForm = {
  sdks: SERVER,
  parameters: '(args, extra) or (extra)',
  fits: (...given) => given.length <= 2 && given.every(isAbsentOrFields)
}

export const CLIENT_FORM: CallForm = {
  sdks: CLIENT,
  parameters: '({ name, arguments }, …)',
  fits: namesTool
}

/** What a handler is told, in version 1 of the SDK and in version 2. @category Adapters @since 0.1.0 */
export interface ExtraLike {
  readonly signal?: AbortSignal
  readonly mcpReq?: { readonly signal?: AbortSignal }
}

export const signalOf = (extra: unknown): AbortSignal | undefined => {
  const { signal, mcpReq } = (isObject(extra) ? extra : {}) as ExtraLike
  return signal ?? mcpReq?.signal
}
