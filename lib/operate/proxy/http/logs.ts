/** Which requests ask for what the server logs while it runs them. */
import { LOG_LEVEL, metaOf, type Request } from '../message.js'
import { isSubscription } from '../prompt-methods.js'

export const wantsLogs = ({ params }: Request): boolean => LOG_LEVEL in metaOf(params)

// By its revision, a server logs for no request that does not ask for it; one that does shows a client its own logs.
export const mayLog = (request: Request): boolean => wantsLogs(request) && !isSubscription(request.method)
