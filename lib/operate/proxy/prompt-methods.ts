/** The requests of MCP that are answered soon or never: others may stay open for as long as a subscription lasts. */
import { wordSet } from '../../core/signs/index.js'

const PROMPT = wordSet(
  `initialize server/discover ping tools/list resources/list resources/templates/list resources/read prompts/list
  prompts/get completion/complete logging/setLevel`
)

export const isPrompt = (method: string): boolean => PROMPT.has(method)

/** Whether a person or a model has to answer a server's request. */
export const asksSomebody = (method: string): boolean =>
  method === 'elicitation/create' || method === 'sampling/createMessage'
