/**
 * Puts the proxy before servers in the text of a client's configuration, and takes it away again; comments, order and
 * format stay.
 */
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  type Node,
  type ParseError
} from 'jsonc-parser'
import { asFields, isFields } from '../../../core/foreign/index.js'
import { VERSION } from '../version.js'

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

// Of this version, so that no client starts another one some day.
const PROXY: Prefix = [
  ...(process.platform === 'win32' ? ['cmd', '/c'] : []),
  'npx',
  '-y',
  `guarded-call@${VERSION}`,
  'mcp'
]

/** Starts the proxy with these options. */
export const prefixWith = (options: ReadonlyArray<string>): Prefix => [...PROXY, ...options, '--']

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

const OPTIONS = { allowTrailingComma: true }

// A byte order mark is one character, as a space is.
const withoutMark = (text: string): string => text.replace(/^\ufeff/, ' ')

const treeOf = (text: string, errors: Array<ParseError> = []): Node | undefined =>
  parseTree(withoutMark(text), errors, OPTIONS)

// Of two fields of one name a client reads one, and nobody knows which.
const namedTwice = (node: Node | undefined): ReadonlyArray<unknown> =>
  (node?.children ?? [])
    .map(({ children }): unknown => children?.[0]?.value)
    .filter((name, i, all) => all.indexOf(name) !== i)

/** The servers in a configuration, which holds them under `key`. Throws a SyntaxError for a text that is none. */
export const serversIn = (text: string, key: string): ReadonlyArray<ClientServer> => {
  const errors: Array<ParseError> = []
  const tree = treeOf(text, errors)
  const config: unknown = tree && getNodeValue(tree)
  const [first] = errors
  if (first !== undefined || !isFields(config))
    throw new SyntaxError(`is not a JSON object${first === undefined ? '' : ` (at character ${first.offset})`}`)
  const servers = tree && findNodeAtLocation(tree, [key])
  const entries = servers?.children?.map(({ children }) => children?.[1]) ?? []
  const twice = [tree, servers, ...entries].flatMap(namedTwice)
  if (twice.length > 0) throw new SyntaxError(`names ${JSON.stringify(twice[0])} twice`)
  return Object.entries(asFields(config[key])).map(([name, entry]) => {
    const { command: program, args } = asFields(entry)
    const command = typeof program === 'string' ? [program, ...textsOf(args)] : undefined
    return { name, command, behind: command && behindIn(command) }
  })
}

// Another version may have put it there.
const isPrefixed = (command: ReadonlyArray<string> | undefined): boolean =>
  PROXY.every((word, i) => command?.[i] === word || (isProxy(word) && isProxy(command?.[i])))

/**
 * Whether `install` put the proxy before it, and no person: `earlier` is what was there before the first install, as
 * far as that is known.
 */
export const isInstalled = ({ name, command, behind }: ClientServer, earlier: ReadonlyArray<ClientServer>): boolean => {
  // A server at an address is put behind it by a person alone.
  if (behind === undefined || /^https?:/i.test(behind[0] ?? '')) return false
  const known = earlier.find((server) => server.name === name)
  return known === undefined ? isPrefixed(command) : known.behind === undefined
}

/** What stands before the server's own command. */
export const prefixOf = ({ command = [], behind = [] }: ClientServer): Prefix =>
  command.slice(0, command.length - behind.length)

const KEYS = ['mcpServers', 'servers'] as const

/** The servers' other key, in a text that lacks this one: it is in the form of another client. */
export const keyInstead = (text: string, key: string): string | undefined => {
  const tree = treeOf(text)
  const config = asFields(tree && getNodeValue(tree))
  return key in config ? undefined : KEYS.find((other) => isFields(config[other]))
}

// -- writing

interface Entry {
  readonly command: Node
  readonly args: Node | undefined
}

const entryIn = (text: string, key: string, name: string): Entry => {
  const tree = treeOf(text) as Node
  const at = (field: string): Node | undefined => findNodeAtLocation(tree, [key, name, field])
  return { command: at('command') as Node, args: at('args') }
}

// As people wrote it, escapes and all.
const sourceOf = (text: string, { offset, length }: Node): string => text.slice(offset, offset + length)

/** What stands between two words, or fields: a line of their own where the first has one. */
const gapBefore = (text: string, offset: number): string => `,${/\r?\n[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? ' '}`

const wrappedOne = (text: string, key: string, name: string, [program = '', ...rest]: Prefix): string => {
  const { command, args } = entryIn(text, key, name)
  const words = [...rest.map((word) => JSON.stringify(word)), sourceOf(text, command)]
  const [first] = args?.children ?? []
  const start = command.offset + command.length
  const insertion = first
    ? { offset: first.offset, length: 0, content: [...words, ''].join(gapBefore(text, first.offset)) }
    : args
      ? { offset: args.offset, length: args.length, content: `[${words.join(', ')}]` }
      : {
          offset: start,
          length: 0,
          content: `${gapBefore(text, (command.parent as Node).offset)}"args": [${words.join(', ')}]`
        }
  return applyEdits(text, [
    { offset: command.offset, length: command.length, content: JSON.stringify(program) },
    insertion
  ])
}

// A comment before the next word is a person's.
const afterComma = (text: string, { offset, length }: Node): number =>
  offset + length + (/^\s*,\s*/.exec(text.slice(offset + length))?.[0].length ?? 0)

const unwrappedOne = (text: string, key: string, { name, behind = [] }: ClientServer, before: string): string => {
  const { command, args } = entryIn(text, key, name)
  const { offset, length, children = [] } = args as Node
  const at = children.length - behind.length
  const last = children[at] as Node
  const next = children[at + 1]
  const [from, to] =
    next === undefined ? [offset + 1, offset + length - 1] : [(children[0] as Node).offset, afterComma(text, last)]
  const done = applyEdits(text, [
    { offset: command.offset, length: command.length, content: sourceOf(text, last) },
    { offset: from, length: to - from, content: '' }
  ])
  if (next !== undefined || entryIn(before, key, name).args !== undefined) return done
  return applyEdits(done, modify(withoutMark(done), [key, name, 'args'], undefined, {}))
}

/** The configuration with the proxy before these servers. */
export const wrapped = (
  text: string,
  key: string,
  servers: ReadonlyArray<ClientServer>,
  before: (server: ClientServer) => Prefix
): string => servers.reduce((done, server) => wrappedOne(done, key, server.name, before(server)), text)

/** The configuration without the proxy before these servers; `before` is what it was before the first of them. */
export const unwrapped = (text: string, key: string, servers: ReadonlyArray<ClientServer>, before: string): string =>
  servers.reduce((done, server) => unwrappedOne(done, key, server, before), text)
