/** A recorded conversation as calls and their results, whatever format it was stored in. */
import { type Fields, isFields } from '../../core/foreign/index.js'
import { dataOf } from '../../core/json/index.js'
import { plainName } from '../../core/signs/index.js'
import { partsOf, stringOf } from '../../history/content.js'
import { readHistory } from '../../history/exchanges.js'
import { formatLens, type HistoryFormat } from '../../history/formats.js'
import { callAnswer, endedWell, type CallAnswer } from './call-answer.js'
import { commandsIn } from './cause.js'
import { knownEffect } from './known-tools.js'
import { pythonData } from './python-text.js'
import type { HistoryCall, HistoryResult } from '../../history/lens.js'
import type { PairedCall } from '../../history/pair.js'
import { addCounts } from './add-counts.js'
import { between, NO_USAGE, statedIn, timeIn, type Usage } from './usage.js'

// -- model

/** A call whose name and arguments could be read. */
export interface ReadableCall {
  readonly tool: string
  /** Data, or the text itself for a tool that accepts text. */
  readonly args: unknown
  /** From 0; each message of a person begins a turn. */
  readonly turn: number
  /** Null if none was recorded. */
  readonly answer: CallAnswer | null
  /** The step of the model that made it, from 1. @default its place among the calls */
  readonly step?: number
  /** Its own id, where the log has one. */
  readonly id?: string | undefined
  /** When it was made, in milliseconds since 1970, where the log has times. */
  readonly at?: number | undefined
  /** How long the model waited for the result, where the log has times. */
  readonly ms?: number | undefined
}

/** An entry that does not belong to its format: its place, from 1, and its shape, without its values. */
export interface UnknownEntry {
  readonly place: number
  readonly shape: string
}

/** The record of one run of an agent. */
export interface Conversation {
  /** How many messages, lines or spans it was read from. */
  readonly entries: number
  /** In order; null stands for a call with an unreadable name or arguments. */
  readonly calls: ReadonlyArray<ReadableCall | null>
  /** Entries that do not belong to the format. */
  readonly strange: number
  /** The first of them: its place, from 1, and its shape. @default the format does not say */
  readonly unknown?: UnknownEntry | undefined
  /** How many of the unreadable calls have a name, and no arguments in the log. @default 0 */
  readonly unrecorded?: number
  /** Results without an earlier call. @default 0 */
  readonly orphaned?: number
  /** How many steps the model made: each reads all results before it. @default as many as calls */
  readonly steps?: number
  /** The tokens and the money that the log states. */
  readonly usage?: Usage
  /** The tokens that each step read, from the first; 0 where the log does not state them. */
  readonly inputs?: ReadonlyArray<number>
  /** How many calls of the model the log counts, whether or not it holds their responses. */
  readonly modelCalls?: number | undefined
  /** With which words the runner or the provider rejected steps of the model, once for each. @default none */
  readonly rejected?: ReadonlyArray<string> | undefined
  /** Calls that the provider ran itself. @default none */
  readonly hosted?: number
  /** Why the run ended before its work was done; null if it was done. @default the log does not state it */
  readonly ended?: string | null | undefined
}

// -- constructors

// Some providers write an empty text when there are no arguments.
const argsOf = (given: unknown): unknown => {
  const data = given === '' ? {} : dataOf(given)
  return typeof data === 'string' ? pythonData(data) : data
}

// A tool that calls one of a server, both by name: `use_mcp_tool` of Cline, `call_mcp_tool` of Antigravity,
// `execute-tool` of LiveMCPBench, and `mcp` of Pi.
const CALLS_OTHERS = /^(?:mcp|(?:use|call|execute|run|invoke)[-_]?(?:mcp[-_]?)?tool)$/i

const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The tool that another one calls, named as hosts of MCP do. */
const innerCall = (name: string, args: Fields): Pick<ReadableCall, 'tool' | 'args'> | undefined => {
  if (!CALLS_OTHERS.test(name)) return undefined
  const named = Object.fromEntries(Object.entries(args).map(([key, value]) => [plainName(key), value]))
  const [server, tool] = [named['servername'] ?? named['server'], named['toolname'] ?? named['tool']]
  const given = argsOf(named['arguments'] ?? named['params'] ?? named['args'] ?? {})
  return isName(server) && isName(tool) && isFields(given)
    ? { tool: `mcp__${server}__${tool}`, args: given }
    : undefined
}

/** A call whose arguments are an object or its JSON; null if they, or its name, are unreadable. */
export const seenCall = (
  name: unknown,
  given: unknown,
  turn: number,
  answer: CallAnswer | null = null
): ReadableCall | null => {
  const args = argsOf(given)
  if (!isName(name) || !isFields(args) || 'INVALID_JSON' in args) return null
  return { ...(innerCall(name, args) ?? { tool: name, args }), turn, answer }
}

/** A call of a tool that accepts text. */
export const seenTextCall = (
  name: unknown,
  text: unknown,
  turn: number,
  answer: CallAnswer | null = null
): ReadableCall | null =>
  typeof name !== 'string' || name.trim() === '' || typeof text !== 'string'
    ? null
    : { tool: name, args: text, turn, answer }

// -- from the messages of a provider

const takesText = ({ block, args }: HistoryCall): boolean =>
  typeof args === 'string' && (isFields(block['custom']) || block['type'] === 'custom_tool_call')

/** A call with arguments that are no JSON, where its result says that it failed: the tool never had it. */
const brokenCall = ({ name, args }: HistoryCall, turn: number, answer: CallAnswer | null): ReadableCall | null => {
  const text = isFields(args) && 'INVALID_JSON' in args ? args['INVALID_JSON'] : args
  return answer === null || answer.outcome === 'right' ? null : seenTextCall(name, text, turn, answer)
}

const isCommand = ({ name, args }: HistoryCall): boolean =>
  knownEffect(name) === 'runs' && commandsIn(argsOf(args)).length > 0

// Histories are read as a repair cleans them, which writes `{}` where OpenAI wants a text; here nothing is known.
const lacksArguments = (message: unknown, { id }: HistoryCall): boolean => {
  if (!isFields(message)) return false
  const called = message['type'] === 'function_call' ? [message] : partsOf(message['tool_calls'])
  return called.some((call) => {
    const own = call === message ? message : call['id'] === id ? call['function'] : undefined
    return isFields(own) && (own['arguments'] === undefined || own['arguments'] === null)
  })
}

export interface MessageOptions {
  /** Earlier messages are stored elsewhere. */
  readonly continues?: boolean
  /** How many entries do not belong to the format. */
  readonly strange?: number
  readonly unknown?: UnknownEntry | undefined
  /** Extracts the content of a result that the log wraps in text which differs each time. */
  readonly answer?: (result: HistoryResult) => CallAnswer
  /** The agent flags each command of its shell that failed. @default false */
  readonly flagsCommands?: boolean
  /** The time of each message. @default its own `timestamp` */
  readonly times?: ReadonlyArray<unknown>
  /** What the log states. @default the sum of what its messages state */
  readonly usage?: Usage
}

const plainAnswer = ({ content, failed }: HistoryResult): CallAnswer => callAnswer(content, failed)

const timesOf = (messages: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  messages.map((message) =>
    isFields(message) ? (message['timestamp'] ?? message['createdAt'] ?? message['ts']) : undefined
  )

const usageOf = (messages: ReadonlyArray<unknown>): Usage =>
  messages.reduce<Usage>((sum, message) => addCounts(sum, statedIn(message).usage), NO_USAGE)

// -- calls that the provider runs

const HOSTED =
  /^(?:server_tool_use|mcp_tool_use|hosted_tool_call|(?:web_search|file_search|code_interpreter|image_generation|mcp|tool_search)_call)$/

const isHosted = ({ type, providerExecuted }: Fields): boolean =>
  HOSTED.test(stringOf(type)) || (type === 'tool-call' && providerExecuted === true)

const hostedIn = (messages: ReadonlyArray<unknown>): number =>
  messages
    .filter(isFields)
    .reduce((sum, message) => sum + [message, ...partsOf(message['content'])].filter(isHosted).length, 0)

// -- all of it

/** Reads messages with the lens of their format. */
export const conversationOf = (
  format: HistoryFormat,
  messages: ReadonlyArray<unknown>,
  {
    continues = false,
    strange = 0,
    unknown,
    answer = plainAnswer,
    flagsCommands = false,
    times = timesOf(messages),
    usage
  }: MessageOptions = {}
): Conversation => {
  const calls: Array<ReadableCall | null> = []
  let orphaned = 0
  const inputs: Array<number> = []
  let isSpeaking = false
  const seen = ({ call, answer: found, entry }: PairedCall, turn: number): ReadableCall | null => {
    const isFine = flagsCommands && found?.result.failed === false && isCommand(call)
    const said = found === null || found.synthetic ? null : answer(found.result)
    const given = said !== null && isFine ? endedWell(said) : said
    const read =
      (takesText(call) ? seenTextCall : seenCall)(call.name, call.args, turn, given) ?? brokenCall(call, turn, given)
    const [made, settled] = [times[entry.index], found === null ? undefined : times[found.entry.index]]
    if (read === null || lacksArguments(messages[entry.index], call)) return null
    const id = stringOf(call.id) || undefined
    return { ...read, id, step: inputs.length, at: timeIn(made), ms: between(made, settled) }
  }
  for (const { entry, turn } of readHistory(formatLens(format, messages), messages, continues)) {
    // Logs may write one step of the model as several messages.
    const speaks = entry.view.side === 'model'
    if (speaks && !isSpeaking) inputs.push(0)
    isSpeaking = speaks
    const input = speaks ? statedIn(messages[entry.index]).step : 0
    if (input > 0) inputs[inputs.length - 1] = input
    for (const call of entry.calls) calls.push(seen(call, turn))
    orphaned += entry.found.filter(({ fate, synthetic }) => fate === 'orphan' && !synthetic).length
  }
  return {
    entries: messages.length,
    calls,
    strange,
    unknown,
    orphaned,
    steps: inputs.length,
    inputs,
    hosted: hostedIn(messages),
    usage: usage ?? usageOf(messages)
  }
}
