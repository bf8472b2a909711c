/** The codes of network faults in Node and undici, by their effect on the request. */

/** No connection was made: nothing can have been executed. */
export const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ESERVFAIL',
  'ENODATA',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT'
])

/** No response in time. */
export const NO_ANSWER: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ETIMEOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT'
])

/** The connection broke during its use. */
export const BROKEN_OFF: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'ENETRESET',
  'EPIPE',
  'UND_ERR_SOCKET'
])

/** Whether a code names a fault of the network. */
export const isNetworkCode = (code: string): boolean =>
  NEVER_SENT.has(code) || NO_ANSWER.has(code) || BROKEN_OFF.has(code)
