/** Which requests of MCP are answered soon, when somebody has decided, or as long as a subscription lasts. */
import { wordSet } from '../../core/signs/index.js'

const PROMPT = wordSet(
  `initialize server/discover ping tools/list resources/list resources/templates/list resources/read prompts/list
  prompts/get completion/complete logging/setLevel`
)

/** Whether a request is answered soon or never. */
export const isPrompt = (method: string): boolean => PROMPT.has(method)

/** Whether a person or a model has to answer a server's request. */
export const asksSomebody = (method: string): boolean =>
  method === 'elicitation/create' || method === 'sampling/createMessage'

/** Whether a request is answered at the end of what it subscribes to alone. */
export const isSubscription = (method: string): boolean => method === 'subscriptions/listen'
