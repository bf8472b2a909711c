import { StructuredOutputParser } from '@langchain/core/output_parsers'
import { say } from './zod.mjs'

/** LangChain's parser of structured text. */
export const build = (schema) => {
  const parser = StructuredOutputParser.fromZodSchema(say(schema, 'keep'))
  return async (text) => {
    try {
      await parser.parse(text)
      return { ok: true }
    } catch {
      return { ok: false }
    }
  }
}

export const library = '@langchain/core'
