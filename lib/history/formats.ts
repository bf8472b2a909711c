/** The formats of histories, by name and by detection. */
import { type Fields, isFields } from '../core/foreign/index.js'
import { aiSdk } from './ai-sdk.js'
import { anthropic } from './anthropic.js'
import { partsOf, stringOf } from './content.js'
import { langchain } from './langchain.js'
import type { Lens } from './lens.js'
import { openaiResponses } from './openai-responses.js'
import { openai } from './openai.js'

/** The provider or framework of a history's messages. @category History @since 0.1.0 */
export type HistoryFormat = 'openai' | 'openai-responses' | 'anthropic' | 'ai-sdk' | 'langchain'

const LENSES: Readonly<Record<HistoryFormat, (messages: ReadonlyArray<unknown>) => Lens>> = {
  openai: () => openai,
  'openai-responses': () => openaiResponses,
  anthropic: () => anthropic,
  'ai-sdk': aiSdk,
  langchain: langchain
}

/** Gives the lens for a history, or throws a `TypeError` that names the formats. */
export const formatLens = (format: HistoryFormat, messages: ReadonlyArray<unknown>): Lens => {
  if (!Object.hasOwn(LENSES, format)) {
    throw new TypeError(
      `Expected \`format\` to be one of ${Object.keys(LENSES)
        .map((name) => `'${name}'`)
        .join(', ')}.`
    )
  }
  return LENSES[format](messages)
}

// -- detecting: the first message that only one format has tells

type FormatSign = (message: Fields) => boolean

const hasPart = (message: Fields, types: ReadonlySet<string>): boolean =>
  partsOf(message.content).some(({ type }) => types.has(stringOf(type)))

const LANGCHAIN_TYPES: ReadonlySet<string> = new Set(['human', 'ai', 'HumanMessageChunk', 'AIMessageChunk'])
const RESPONSES_PARTS: ReadonlySet<string> = new Set(['input_text', 'output_text', 'input_image', 'input_file'])
const ANTHROPIC_PARTS: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'redacted_thinking',
  'server_tool_use'
])
const AI_SDK_PARTS: ReadonlySet<string> = new Set([
  'tool-call',
  'tool-result',
  'reasoning',
  'tool-approval-request',
  'tool-approval-response'
])

// Mistral's thinking is a list of parts beside `tool_calls`, Anthropic's a text.
const hasThinking = ({ content }: Fields): boolean =>
  partsOf(content).some(({ type, thinking }) => type === 'thinking' && !Array.isArray(thinking))

// LangChain comes first, since its content may hold blocks of any provider; OpenAI before Anthropic, since only OpenAI
// has `tool_calls` beside a role.
const SIGNS: ReadonlyArray<readonly [HistoryFormat, FormatSign]> = [
  [
    'langchain',
    ({ type, kwargs, tool_call_id }) =>
      LANGCHAIN_TYPES.has(stringOf(type)) ||
      (type === 'constructor' && isFields(kwargs)) ||
      (type === 'tool' && tool_call_id !== undefined)
  ],
  [
    'openai-responses',
    (message) =>
      /^(?:reasoning|item_reference|[a-z_]+_call(?:_output)?)$/.test(stringOf(message.type)) ||
      hasPart(message, RESPONSES_PARTS)
  ],
  [
    'openai',
    ({ role, tool_calls, tool_call_id }) => Array.isArray(tool_calls) || (role === 'tool' && tool_call_id !== undefined)
  ],
  ['anthropic', (message) => hasPart(message, ANTHROPIC_PARTS) || hasThinking(message)],
  ['ai-sdk', (message) => hasPart(message, AI_SDK_PARTS)]
]

/** The only format that fits a message, if there is one. */
export const signOf = (message: Fields): HistoryFormat | undefined => SIGNS.find(([, holds]) => holds(message))?.[0]

/**
 * Detects the format of a history. Messages that hold only text fit every format and count as `openai`; without
 * messages, the result is `undefined`.
 *
 * @category History @since 0.1.0
 */
export const detectFormat = (messages: ReadonlyArray<unknown>): HistoryFormat | undefined => {
  const plain = messages.filter(isFields)
  for (const message of plain) {
    const sign = signOf(message)
    if (sign !== undefined) return sign
  }
  return plain.some(({ role }) => typeof role === 'string') ? 'openai' : undefined
}
