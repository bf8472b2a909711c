import { build as decoder, library } from './zod.mjs'

/** `JSON.parse` and zod, and nothing else. */
export const build = (schema) => {
  const decode = decoder(schema, 'keep')
  return async (text) => ({ ok: decode(JSON.parse(text)).ok })
}

export { library }
