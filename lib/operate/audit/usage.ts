/** The tokens and the money that a log states itself, and the times of its entries. */
import { asFields, isFields } from '../../core/foreign/index.js'

/** Tokens as a provider counted them. `input` includes those that a cache supplied. @category History @since 0.1.0 */
export interface Usage {
  readonly input: number
  readonly output: number
  /** Of `input`, what the log states that a cache supplied. */
  readonly cached: number
  /** The price that the log states, in its own currency; 0 where it states none. */
  readonly cost: number
}

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, cost: 0 }

const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0)

const first = (...values: ReadonlyArray<unknown>): number => values.map(count).find((n) => n > 0) ?? 0

const INPUT = ['input_tokens', 'prompt_tokens', 'input', 'promptTokens', 'inputTokens']
const OUTPUT = ['output_tokens', 'completion_tokens', 'output', 'completionTokens', 'outputTokens']
const READ = ['cache_read_input_tokens', 'cacheReadInputTokens', 'cacheRead']
// Here `input` includes them.
const INCLUDED = 'cached_input_tokens cachedInputTokens cacheReadTokens cache_read_tokens cached_tokens cached'.split(
  ' '
)
const DETAILS = ['prompt_tokens_details', 'input_tokens_details', 'input_token_details']
const WRITTEN = ['cache_creation_input_tokens', 'cacheCreationInputTokens', 'cacheWriteInputTokens', 'cacheWrite']

/** The tokens that an object of any provider states; cost where it stands beside them. */
export const usageIn = (value: unknown, cost?: unknown): Usage => {
  const fields = asFields(value)
  const cache = asFields(fields['cache'])
  const named = (names: ReadonlyArray<string>): number => first(...names.map((name) => fields[name]))
  // Anthropic counts what a cache supplied apart, as do Bedrock, OpenCode and Pi; the others include it, LiteLLM under
  // Anthropic's names.
  const read = named(READ) || count(cache['read'])
  const beside = count(fields['prompt_tokens']) > 0 ? 0 : read + (named(WRITTEN) || count(cache['write']))
  const input = named(INPUT) + beside
  const details = asFields(DETAILS.map((name) => fields[name]).find(isFields))
  const cached = first(read, named(INCLUDED), details['cached_tokens'], details['cache_read'])
  return {
    input,
    // OpenCode and the Gemini CLI count what the model thought apart from what it wrote.
    output: named(OUTPUT) + first(fields['reasoning'], fields['thoughts']),
    cached: Math.min(cached, input),
    cost: first(cost, fields['cost'], fields['cost_usd'])
  }
}

// Before its SDK, Cline writes as one figure what a cache supplied and what it was given.
const ofCline = (metrics: unknown): unknown => {
  const { tokens } = asFields(metrics)
  if (!isFields(tokens)) return metrics
  return { input: count(tokens['prompt']) + count(tokens['cached']), output: tokens['completion'] }
}

/** What a message states: of the whole of it, and how much of it one step of the model read. */
export interface StatedUsage {
  readonly usage: Usage
  /** 0 where it is the sum of several steps, or unknown. */
  readonly step: number
}

/** Reads what messages state in the fields of their provider or framework. */
export const statedIn = (message: unknown): StatedUsage => {
  // tau2 states the usage of the model that plays the user.
  if (!isFields(message) || message['role'] === 'user') return { usage: NO_USAGE, step: 0 }
  // LangChain stores and serializes a message around its fields.
  const own = [message['data'], message['kwargs']].find(isFields) ?? message
  const response = asFields(own['response_metadata'])
  // mini-swe-agent stores the whole response beside its message.
  const extra = asFields(message['extra'])
  const fields = [
    message['usage'],
    own['usage_metadata'],
    response['token_usage'],
    response['usage'],
    asFields(extra['response'])['usage'],
    ofCline(message['metrics'])
  ].find(isFields)
  const usage = usageIn(
    fields ?? message['totalUsage'] ?? {},
    message['cost'] ?? extra['cost'] ?? asFields(message['metrics'])['cost']
  )
  return { usage, step: fields === undefined ? 0 : usage.input }
}

// Seconds, milliseconds and nanoseconds since 1970 do not overlap for centuries.
const ofNumber = (time: number): number | undefined =>
  time > 1e17 ? time / 1e6 : time > 1e11 ? time : time > 1e8 ? time * 1_000 : undefined

/** A time in any usual form as milliseconds since 1970. */
export const timeIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return ofNumber(value)
  if (typeof value !== 'string' || value === '') return undefined
  if (/^\d{9,20}$/.test(value)) return ofNumber(Number(value))
  const time = /^\d{4}-\d\d-\d\dT/.test(value.replace(' ', 'T')) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** The milliseconds between two times; undefined where one is missing, or they stand the wrong way round. */
export const between = (start: unknown, end: unknown): number | undefined => {
  const [from, to] = [timeIn(start), timeIn(end)]
  return from === undefined || to === undefined || to < from ? undefined : to - from
}
