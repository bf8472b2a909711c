/** The server on the command line: a command, or an address with the headers for it. */
import { redactText } from '../../../core/redact/index.js'
import type { Upstream } from '../../proxy/upstream/upstream.js'
import { UsageError } from '../exit.js'
import type { Terminal } from '../terminal.js'

export type Headers = Readonly<Record<string, string>>

// The transport sets these itself; `host` would select another server.
const OWN: ReadonlySet<string> = new Set(
  (
    'accept connection content-length content-type host last-event-id mcp-method mcp-name mcp-protocol-version ' +
    'mcp-session-id transfer-encoding'
  ).split(' ')
)

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\t -~]*$/

// Everybody on the machine can see command lines, so secrets belong in the environment.
const filled = (name: string, value: string, env: Terminal['env']): string =>
  value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
    const found = env[variable]
    if (found === undefined || found === '')
      throw new UsageError(`The header ${name} needs the environment variable ${variable}, which holds nothing.`)
    return found
  })

const headersOf = (headers: Headers, env: Terminal['env']): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!NAME.test(name)) throw new UsageError(`${JSON.stringify(name)} is not a header name.`)
      if (OWN.has(name.toLowerCase())) throw new UsageError(`The header ${name} is the transport's own.`)
      const text = filled(name, value, env).trim()
      if (!VALUE.test(text)) throw new UsageError(`The header ${name} holds characters that no header can hold.`)
      return [name.toLowerCase(), text]
    })
  )

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i
// Without a scheme it would count as a command.
const HOST_AND_PORT = /^(?:localhost|[\w.-]+\.[a-z]{2,}|\d+(?:\.\d+){3}|\[[\da-f:]+\])(?::\d+(?:\/|$)|\/)/i

const addressOf = (text: string): URL => {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  if (scheme !== 'http' && scheme !== 'https')
    throw new UsageError(
      `${scheme}:// is not an address of Streamable HTTP. Name one that begins with https:// or http://, or the command that starts the server.`
    )
  try {
    return new URL(text)
  } catch (thrown) {
    throw new UsageError('The address of the server cannot be read: it may hold a wrong port or host.', {
      cause: thrown
    })
  }
}

/** Reads the server; a UsageError says what to name instead. `headers` apply only to addresses. */
export const upstreamOf = (
  [command = '', ...args]: ReadonlyArray<string>,
  headers: Headers,
  env: Terminal['env']
): Upstream => {
  if (SCHEME.test(command)) {
    const url = addressOf(command)
    if (args.length > 0)
      throw new UsageError(
        `An address takes no arguments, such as ${JSON.stringify(redactText(args[0] as string))}. Options of guarded-call stand before the --.`
      )
    return { kind: 'address', url, headers: headersOf(headers, env) }
  }
  if (args.length === 0 && HOST_AND_PORT.test(command))
    throw new UsageError(
      `${redactText(command)} looks like an address without its scheme. Name it with https:// or http://.`
    )
  return { kind: 'command', command, args }
}
