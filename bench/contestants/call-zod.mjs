import { build as decoder, library } from './zod.mjs'

/** `JSON.parse` and zod, and nothing else. */
export const build = (schema) => {
  const decode = decoder(schema, 'keep')
  return async (text) => decode(JSON.parse(text))
}

export { library }
