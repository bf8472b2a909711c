/** The formats of histories by name. */
import { aiSdk } from './ai-sdk.js'
import { anthropic } from './anthropic.js'
import { langchain } from './langchain.js'
import type { Lens } from './lens.js'
import { openaiResponses } from './openai-responses.js'
import { openai } from './openai.js'

/** Whose messages a history is made of. @category History @since 0.1.0 */
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
