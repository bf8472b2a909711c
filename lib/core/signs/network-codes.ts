/** The codes of network faults in Node and undici, by their effect on the request. */
import { wordSet } from './names.js'

/** No connection was made: nothing can have been executed. */
export const NEVER_SENT = wordSet(
  `ECONNREFUSED ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA ESERVFAIL ENODATA EADDRNOTAVAIL EHOSTUNREACH EHOSTDOWN
  ENETUNREACH ENETDOWN UND_ERR_CONNECT_TIMEOUT`
)

/** No response in time. */
export const NO_ANSWER = wordSet(
  'ETIMEDOUT ETIMEOUT ESOCKETTIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT'
)

/** The connection broke during its use. */
export const BROKEN_OFF = wordSet('ECONNRESET ECONNABORTED ENETRESET EPIPE UND_ERR_SOCKET')

// OpenSSL's reasons to distrust a certificate. They come before the request is sent; other TLS errors may not.
const DISTRUST =
  /^(?:ERR_TLS_CERT_|CERT_|CRL_|UNABLE_TO_(?:GET|DECRYPT|DECODE|VERIFY)_|INVALID_(?:CA|NON_CA|PURPOSE)$|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)|SELF_SIGNED/

/** Whether a code says that a certificate is not trusted. */
export const isDistrust = (code: string): boolean => DISTRUST.test(code)

/** Whether a code names a fault of the network. */
export const isNetworkCode = (code: string): boolean =>
  NEVER_SENT.has(code) || NO_ANSWER.has(code) || BROKEN_OFF.has(code)

/** Codes in the words of an error: `connect ECONNREFUSED 10.0.0.1:5432`. */
export const CODES_IN_WORDS = /\bE[A-Z_]{4,20}\b/g

/** Whether words hold a code of the network. */
export const holdsNetworkCode = (words: string): boolean => (words.match(CODES_IN_WORDS) ?? []).some(isNetworkCode)
