/** The meaning of the codes that clients of services, databases and file systems put into what they throw. */
import type { Code } from '../../core/errors/index.js'
import {
  BROKEN_OFF,
  CODES_IN_WORDS,
  GRPC,
  NO_ANSWER,
  codeOfState,
  isDistrust,
  isNetworkCode,
  speaksOfStatement,
  sqliteCode,
  stateOfDriver,
  stateOfMongo,
  wordsOfState
} from '../../core/signs/index.js'
import { isState } from '../error-of-state.js'
import { thrownCodes, thrownField, thrownWords, thrownName, thrownStatus, thrownText } from './thrown-link.js'

// -- model

/** What one error says by its fields. */
export interface ThrownFinding {
  /** Undefined where the words of a response decide together with its status. */
  readonly code: Code | undefined
  /** Our own words: the detail where the error's are not quoted. */
  readonly detail: string
  /** Whether the error's words may say more than `detail`. */
  readonly quotes: boolean
  readonly status?: number
}

const found = (code: Code, detail: string, quotes = true): ThrownFinding => ({ code, detail, quotes })

// -- the network

const ofNetwork = (link: unknown, code: string): ThrownFinding | undefined => {
  const message = thrownWords(link)
  // axios reports its own timeout as an aborted connection.
  if (NO_ANSWER.has(code) || (BROKEN_OFF.has(code) && /\btime(?:d )?out\b/i.test(message)))
    return found('timeout', `The tool gave up waiting for a response (${code}).`, false)
  if (BROKEN_OFF.has(code)) return found('tool_unavailable', `The connection to the service broke (${code}).`, false)
  if (isNetworkCode(code)) return found('tool_unavailable', `The service cannot be reached (${code}).`, false)
  return isDistrust(code)
    ? found('tool_unavailable', 'The certificate of the service is not trusted.', false)
    : undefined
}

// -- databases

const DATABASE = /^(?:error|PostgresError|DatabaseError|NeonDbError|QueryFailedError|PGliteError)$/

// `40001` and `P2002` are codes of other services, too: a server's error says more about itself.
const stateIn = (link: unknown, code: string): string | undefined => {
  const own = thrownText(link, 'sqlState')
  if (isState(code)) {
    const isServers =
      thrownText(link, 'severity') !== '' ||
      thrownText(link, 'routine') !== '' ||
      // PostgREST has it in each of its errors.
      thrownField(link, 'hint') !== undefined ||
      DATABASE.test(thrownName(link))
    if (isServers) return code
  }
  const isPrismas =
    !/^P\d/.test(code) || thrownText(link, 'clientVersion') !== '' || thrownName(link).startsWith('Prisma')
  return (isPrismas ? stateOfDriver(code) : undefined) ?? (isState(own) ? own : undefined)
}

const driverCode = (link: unknown, code: string): string => {
  const number = thrownField(link, 'errcode')
  return code === 'ERR_SQLITE_ERROR' && typeof number === 'number' ? (sqliteCode(number) ?? code) : code
}

const ofState = (state: string, name: string, isQuotable: boolean): ThrownFinding =>
  found(codeOfState(state), `Database error: ${wordsOfState(state)} (${name}).`, isQuotable)

const ofDatabase = (link: unknown, given: string, texts: ReadonlyArray<string>): ThrownFinding | undefined => {
  const code = driverCode(link, given)
  const state = stateIn(link, code)
  if (state === undefined) return undefined
  const isPostgres = code === state
  const field = (name: string): string => thrownText(link, name)
  const isQuotable =
    // Of SQLite's codes, these name columns and constraints alone: a trigger has a code of its own.
    (code.startsWith('SQLITE_CONSTRAINT_') && state !== '23000') ||
    // Prisma quotes the call in the tool's own code.
    (!/^P\d/.test(code) &&
      speaksOfStatement({ state: isPostgres ? state : undefined, field, texts }, thrownWords(link)))
  return ofState(state, isPostgres ? `SQLSTATE ${state}` : code, isQuotable)
}

// Its words may quote any value, and none of its fields says whose.
const ofMongo = (link: unknown, code: number): ThrownFinding | undefined => {
  const state = thrownName(link).startsWith('Mongo') ? stateOfMongo(code) : undefined
  return state === undefined ? undefined : ofState(state, `MongoDB ${code}`, false)
}

// -- files

const FILES: ReadonlyMap<string, readonly [Code, string]> = new Map([
  ['ENOENT', ['not_found', 'No such file or directory']],
  ['ENOTDIR', ['rejected_arguments', 'Not a directory']],
  ['EISDIR', ['rejected_arguments', 'It is a directory']],
  ['EEXIST', ['rejected_arguments', 'The file exists already']],
  ['ENOTEMPTY', ['rejected_arguments', 'The directory is not empty']],
  ['ENAMETOOLONG', ['rejected_arguments', 'The name is too long']],
  ['EACCES', ['unauthorized', 'Permission denied']],
  ['EPERM', ['unauthorized', 'The operation is not permitted']],
  ['EROFS', ['unauthorized', 'The file system is read-only']],
  ['EBUSY', ['tool_unavailable', 'The file or device is busy']],
  ['EMFILE', ['tool_unavailable', 'Too many open files']],
  ['ENFILE', ['tool_unavailable', 'Too many open files']],
  ['ENOSPC', ['tool_unavailable', 'No space is left']],
  ['EDQUOT', ['tool_unavailable', 'The disk quota is used up']],
  ['EIO', ['tool_unavailable', 'Reading or writing failed']]
])

const ofFile = (link: unknown, code: string): ThrownFinding | undefined => {
  const known = FILES.get(code)
  if (known === undefined) return undefined
  const syscall = thrownText(link, 'syscall')
  // A socket of this host is a file, and so is a program.
  if (syscall === 'connect') return found('tool_unavailable', `The service cannot be reached (${code}).`, false)
  if (syscall.startsWith('spawn')) return found('tool_threw', `The tool could not start a program (${code}).`, false)
  // Node's own words are ours, with a path of the host.
  return found(known[0], `${known[1]} (${code}).`, !thrownWords(link).startsWith(code))
}

// -- remote procedures

// JSON-RPC 2.0, section 5.1, and what MCP adds
const RPC: ReadonlyMap<number, Code> = new Map([
  [-32_700, 'rejected_arguments'],
  [-32_600, 'rejected_arguments'],
  [-32_601, 'rejected_arguments'],
  [-32_602, 'rejected_arguments'],
  [-32_002, 'not_found'],
  [-32_001, 'timeout'],
  [-32_000, 'tool_unavailable']
])

const ofCall = (link: unknown, code: number): ThrownFinding | undefined => {
  const rpc = RPC.get(code)
  if (rpc !== undefined) return found(rpc, `The server answered with the error ${code}.`)
  const [name, grpc] = GRPC[code] ?? []
  // An exit code is a small number, too.
  const isGrpc = typeof thrownField(link, 'details') === 'string' || /^ConnectError$/.test(thrownName(link))
  return isGrpc && name !== undefined && grpc !== undefined ? found(grpc, `The service answered ${name}.`) : undefined
}

// -- time, and what somebody gave up

const TIMEOUT = /(?:^|[a-z])Time(?:d)?out(?:Error|Exception)?$/
const ABORT = /^(?:AbortError|CanceledError|APIUserAbortError)$/

/** Whether an error says that its request was given up on purpose. */
export const isAbort = (link: unknown): boolean =>
  ABORT.test(thrownName(link)) || ['ABORT_ERR', 'ERR_CANCELED'].includes(thrownText(link, 'code'))

const ofTime = (link: unknown): ThrownFinding | undefined => {
  if (TIMEOUT.test(thrownName(link))) return found('timeout', 'The tool gave up waiting for a response.', false)
  // Nobody who may cancel the call did: the tool has a limit of its own.
  return isAbort(link) ? found('timeout', 'The tool gave up its own request.', false) : undefined
}

// -- words by which a platform reports its own fault, with a TypeError or a SyntaxError as often as not

// Clients of browsers and other runtimes have no code; undici ends a response that breaks off with `terminated`.
const NO_CODE =
  /^(?:fetch failed|failed to fetch|load failed|terminated|network ?error|error sending request|connection error|socket hang up|unable to connect)\b/i
const JSON_PARSE =
  /is not valid JSON|\bJSON input\b|\b(?:in|after) JSON at position\b|^JSON(?:\.parse| Parse error)|^invalid json response body/i
const URL_PARSE = /^Invalid URL\b/

// V8 quotes the beginning of what it could not parse, or tells where it broke. `Unexpected end of JSON input` may be
// of an empty body as well as of a cut one.
const PAGE = /Unexpected token '<', "\s*<(?:!doctype|html|head|body)\b/i
const OPEN_STRING = /^Unterminated string in JSON at position (\d+)/
const BROKEN_AT = / (?:in|after) JSON at position (\d+)/

const ofParse = (message: string): ThrownFinding => {
  if (PAGE.test(message)) return found('html_response', 'The tool read a web page in place of JSON.', false)
  const cut = OPEN_STRING.exec(message)?.[1]
  if (cut !== undefined)
    return found('truncated_response', `The JSON that the tool read ends inside a text (position ${cut}).`, false)
  const at = BROKEN_AT.exec(message)?.[1]
  // `{'id': 1}`, a literal of another language, breaks at once.
  return at === undefined || Number(at) < 2
    ? found('not_json', 'The tool read something that is not JSON.', false)
    : found('invalid_json', `The JSON that the tool read is broken, or ends, at position ${at}.`, false)
}

// "HTTP 422", "HTTP error! status: 404", "Request failed with status code 503"
const STATUS_IN_WORDS = /^[^.;]{0,60}?\b(?:http|status(?: code)?)(?:\/\d(?:\.\d)?)?[ :=]{1,3}([45]\d\d)\b/i

const ofStatus = (status: number): ThrownFinding => ({
  code: undefined,
  detail: `The service answered ${status}.`,
  quotes: true,
  status
})

// Clients that wrap an error of the network drop its code, and keep its words: `connect ECONNREFUSED 10.0.0.1:5432`
const codeInWords = (words: string): string => words.match(CODES_IN_WORDS)?.[0] ?? ''

/** Whether words say that nothing answered. */
export const isSilence = (words: string): boolean => NO_CODE.test(words) || isNetworkCode(codeInWords(words))

const ofPlatform = (link: unknown): ThrownFinding | undefined => {
  const message = thrownWords(link)
  const code = codeInWords(message)
  if (isNetworkCode(code)) return ofNetwork(link, code)
  if (NO_CODE.test(message)) return found('tool_unavailable', 'The service cannot be reached.', false)
  if (JSON_PARSE.test(message)) return ofParse(message)
  if (URL_PARSE.test(message)) return found('rejected_arguments', 'An address is not valid.', false)
  const status = STATUS_IN_WORDS.exec(message)?.[1]
  return status === undefined ? undefined : ofStatus(Number(status))
}

// -- all of it

/** What one error says by the codes in it. */
const byCodes = (link: unknown, texts: ReadonlyArray<string>): ThrownFinding | undefined => {
  const status = thrownStatus(link)
  if (status !== undefined) return ofStatus(status)
  for (const code of thrownCodes(link)) {
    const finding =
      typeof code === 'number'
        ? (ofMongo(link, code) ?? ofCall(link, code))
        : (ofNetwork(link, code) ?? ofDatabase(link, code, texts) ?? ofFile(link, code))
    if (finding !== undefined) return finding
  }
  return undefined
}

/**
 * What errors say by fields and kind, outermost first, and which one; undefined where only words are left. `texts` are
 * the model's own.
 */
export const findingIn = (
  links: ReadonlyArray<unknown>,
  texts: ReadonlyArray<string> = []
): { readonly at: number; readonly finding: ThrownFinding } | undefined => {
  for (const read of [byCodes, ofTime, ofPlatform]) {
    for (const [at, link] of links.entries()) {
      const finding = read(link, texts)
      if (finding !== undefined) return { at, finding }
    }
  }
  return undefined
}
