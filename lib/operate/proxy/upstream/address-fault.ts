/** Why an address cannot be guarded, and the next thing to try. */
import { redactText } from '../../../core/redact/index.js'
import { oneLine } from '../../../core/errors/index.js'

// Of an address the origin alone may be shown: any other part of it may be a secret, its path too.
const BY_ANOTHER_WAY = (origin: string): string => `guarded-call mcp -- npx -y mcp-remote ${origin}/…`

const MAX_SHOWN = 200

const shownLocation = (location: string | undefined, { href, origin }: URL): string => {
  if (location === undefined || !URL.canParse(location, href)) return 'nowhere'
  const to = new URL(location, href)
  if (to.origin === origin) return 'another path of its own'
  return to.origin === 'null' ? 'another kind of address' : oneLine(redactText(to.origin), MAX_SHOWN)
}

/** Explains an answer that is not Streamable HTTP. */
export const faultOfStatus = (url: URL, status: number, type: string, location: string | undefined): string => {
  const { origin } = url
  if (status === 401 || status === 403)
    return `${origin} asks for authorization (${status}). Give it a header, by --header, in which \${TOKEN} is the TOKEN of the environment; where a person has to log in (OAuth): ${BY_ANOTHER_WAY(origin)}`
  if (status >= 300 && status < 400)
    return `${origin} sends on to ${shownLocation(location, url)} (${status}). Name that address, if you trust it.`
  if (status === 429) return `${origin} was asked too often (429).`
  if (status >= 500) return `${origin} failed (${status}).`
  const answer = status >= 400 ? String(status) : type === '' ? 'nothing' : oneLine(redactText(type), MAX_SHOWN)
  return `${origin} does not speak Streamable HTTP at this path: it answered with ${answer}. The path is often /mcp; a server of the older HTTP+SSE transport is reached with: ${BY_ANOTHER_WAY(origin)}`
}

/** Explains a response that is compressed in a way that is not read. */
export const faultOfEncoding = ({ origin }: URL, encoding: string): string =>
  `${origin} compresses its responses (${oneLine(redactText(encoding), MAX_SHOWN)}), although it was asked not to. Of such, gzip, deflate and br can be read.`

/** Why nobody answered. */
export const faultOfConnection = (url: URL, { code = 'for an unknown reason' }: NodeJS.ErrnoException): string => {
  const { origin, protocol } = url
  if (code === 'ECONNREFUSED') return `Nobody listens at ${origin} (${code}). Start the server, or name its port.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host of ${origin} was not found (${code}). Look at its name, and whether this machine is online.`
  if (code === 'EPROTO' || code === 'HPE_INVALID_CONSTANT')
    return `${origin} does not speak ${protocol.slice(0, -1)} (${code}). Name it with ${protocol === 'https:' ? 'http' : 'https'}://.`
  // It may have taken the request in before.
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_'))
    return `The connection to ${origin} broke off before its response (${code}).`
  return `${origin} could not be reached (${code}).`
}
