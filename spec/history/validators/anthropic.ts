/**
 * The rules of Anthropic Messages: the API reference and "Handle tool calls" (results in the next user message, before
 * anything else) and its error texts: "`tool_use` ids were found without `tool_result` blocks immediately after",
 * "unexpected `tool_use_id` found in `tool_result` blocks", "each tool_use must have a single result", "`tool_use` ids
 * must be unique", "String should match pattern '^[a-zA-Z0-9_-]+$'", "text content blocks must contain non-whitespace
 * text", "the final block in an assistant message cannot be `thinking`", "Input should be a valid dictionary".
 */
import { isObject, list, repeated, sameIds, type Message, type Validator } from './rules.js'

const ofType = (blocks: ReadonlyArray<Message>, ...types: ReadonlyArray<string>): ReadonlyArray<Message> =>
  blocks.filter(({ type }) => types.includes(String(type)))

const blocksOf = (message: Message): ReadonlyArray<Message> =>
  typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : list(message.content)

const assistantRules = (blocks: ReadonlyArray<Message>): ReadonlyArray<string> => {
  const broken: Array<string> = []
  if (ofType(blocks.slice(-1), 'thinking', 'redacted_thinking').length > 0) broken.push('ends in thinking')
  const firstCall = blocks.findIndex(({ type }) => type === 'tool_use')
  if (firstCall !== -1 && ofType(blocks.slice(firstCall), 'text').length > 0) broken.push('text behind a call')
  for (const { id, input } of ofType(blocks, 'tool_use')) {
    if (!isObject(input)) broken.push(`input of ${String(id)} is no object`)
  }
  return broken
}

const userRules = (
  blocks: ReadonlyArray<Message>,
  calls: ReadonlyArray<unknown>,
  partly: boolean
): ReadonlyArray<string> => {
  const results = ofType(blocks, 'tool_result')
  const broken: Array<string> = []
  if (ofType(blocks.slice(0, results.length), 'tool_result').length < results.length)
    broken.push('results are not first')
  const ids = results.map(({ tool_use_id }) => tool_use_id)
  if (!ids.every((id) => typeof id === 'string' && /^[a-zA-Z0-9_-]+$/.test(id)))
    broken.push(`an id of ${ids.join(', ')} does not fit`)
  const fits = partly ? ids.every((id, at) => calls.includes(id) && ids.indexOf(id) === at) : sameIds(ids, calls)
  if (!fits) broken.push(`results do not answer the calls: ${calls.join(', ')}`)
  return broken
}

export const validateAnthropic: Validator = (messages, { live = false } = {}) => {
  const broken: Array<string> = []
  const ids: Array<unknown> = []
  let calls: ReadonlyArray<unknown> = []
  let role: unknown = 'assistant'
  for (const [at, message] of messages.entries()) {
    if (!isObject(message)) {
      broken.push(`${at}: no object`)
      continue
    }
    const last = at === messages.length - 1
    const blocks = blocksOf(message)
    if (message.role === role)
      broken.push(`${at}: two messages of the ${String(role)} in a row, or the first not the user's`)
    if (blocks.length === 0) broken.push(`${at}: empty`)
    if (ofType(blocks, 'text').some(({ text }) => typeof text !== 'string' || text.trim() === ''))
      broken.push(`${at}: empty text`)
    if (message.role === 'user') broken.push(...userRules(blocks, calls, live && last).map((rule) => `${at}: ${rule}`))
    else if (calls.length > 0) broken.push(`${at}: no results for ${calls.join(', ')}`)
    if (message.role === 'assistant')
      broken.push(
        ...assistantRules(blocks)
          .filter((rule) => !(live && last && rule === 'ends in thinking'))
          .map((rule) => `${at}: ${rule}`)
      )
    calls = message.role === 'assistant' ? ofType(blocks, 'tool_use').map(({ id }) => id) : []
    ids.push(...calls)
    role = message.role
  }
  if (calls.length > 0 && !live) broken.push(`no results for ${calls.join(', ')} at the end`)
  // A live end may hold calls that were not answered, whose ids are nobody's business yet.
  if (!live) broken.push(...repeated(ids).map((id) => `id ${String(id)} is not unique`))
  return broken
}
