/**
 * Puts the proxy before servers in the text of a client's configuration, and takes it away again; comments, order and
 * format stay.
 */
import { applyEdits, modify, parse, type FormattingOptions, type ParseError } from 'jsonc-parser'
import { asFields, isFields } from '../../../core/foreign/index.js'

// -- model

/** A server as a client starts it: by a command, or not at all. */
export interface ClientServer {
  readonly name: string
  /** Undefined for a server at an address, which the client reaches by itself. */
  readonly command: ReadonlyArray<string> | undefined
  /** The command behind the proxy, where it stands before the server. */
  readonly behind: ReadonlyArray<string> | undefined
}

/** The command that stands before that of a server. */
export type Prefix = ReadonlyArray<string>

export const PREFIX: Prefix =
  process.platform === 'win32'
    ? ['cmd', '/c', 'npx', '-y', 'guarded-call', 'mcp', '--']
    : ['npx', '-y', 'guarded-call', 'mcp', '--']

// -- reading

const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const isProxy = (word: string | undefined): boolean => /(?:^|[\\/])guarded-call(?:@[^\\/]*)?$/.test(word ?? '')

const behindIn = (command: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const at = command.findIndex((word, i) => word === 'mcp' && isProxy(command[i - 1]))
  const end = at < 0 ? -1 : command.indexOf('--', at)
  const behind = end < 0 ? [] : command.slice(end + 1)
  return behind.length === 0 ? undefined : behind
}

/** The servers in a configuration, which holds them under `key`. Throws a SyntaxError for a text that is none. */
export const serversIn = (text: string, key: string): ReadonlyArray<ClientServer> => {
  const errors: Array<ParseError> = []
  const config: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined || !isFields(config))
    throw new SyntaxError(`is not a JSON object${first === undefined ? '' : ` (at character ${first.offset})`}`)
  return Object.entries(asFields(config[key])).map(([name, entry]) => {
    const { command: program, args } = asFields(entry)
    const command = typeof program === 'string' ? [program, ...textsOf(args)] : undefined
    return { name, command, behind: command && behindIn(command) }
  })
}

// -- writing

const formatOf = (text: string): FormattingOptions => {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n'
  }
}

const withCommand = (
  text: string,
  key: string,
  name: string,
  [program = '', ...args]: ReadonlyArray<string>
): string => {
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  const plain = text.slice(bom.length)
  const formattingOptions = formatOf(plain)
  const set = (before: string, field: string, value: unknown): string =>
    applyEdits(before, modify(before, [key, name, field], value, { formattingOptions }))
  return bom + set(set(plain, 'command', program), 'args', args)
}

/** The configuration with the proxy before these servers. */
export const wrapped = (text: string, key: string, servers: ReadonlyArray<ClientServer>, prefix: Prefix): string =>
  servers.reduce((done, { name, command = [] }) => withCommand(done, key, name, [...prefix, ...command]), text)

/** The configuration without the proxy before these servers. */
export const unwrapped = (text: string, key: string, servers: ReadonlyArray<ClientServer>): string =>
  servers.reduce((done, { name, behind = [] }) => withCommand(done, key, name, behind), text)
