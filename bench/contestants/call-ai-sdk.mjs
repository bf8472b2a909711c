import { safeParseJSON, zodSchema } from '@ai-sdk/provider-utils'
import { say } from './zod.mjs'

/** How the AI SDK reads what a model or a tool sent as text. */
export const build = (schema) => {
  const wanted = zodSchema(say(schema, 'keep'))
  return async (text) => {
    const { success, value } = await safeParseJSON({ text, schema: wanted })
    return { ok: success, value }
  }
}

export const library = '@ai-sdk/provider-utils'
