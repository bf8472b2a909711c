/**
 * The rules of Anthropic Messages: the API reference and "Handle tool calls" (results in the next user message, before
 * anything else) and its error texts: "`tool_use` ids were found without `tool_result` blocks immediately after",
 * "unexpected `tool_use_id` found in `tool_result` blocks", "each tool_use must have a single result", "`tool_use` ids
 * must be unique", "String should match pattern '^[a-zA-Z0-9_-]+$'", "text content blocks must contain non-whitespace
 * text", "the final block in an assistant message cannot be `thinking`", "Input should be a valid dictionary",
 * "tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'", of which the length is 200 since 2025 ("String
 * should have at most 200 characters"), "tool_result.content: Input should be a valid string", "content cannot be empty
 * if `is_error` is true", "all content must be type 'text' if 'is_error' is true", "`web_search` tool use with id … was
 * found without a corresponding `web_search_tool_result` block", "unexpected `tool_use_id` found in
 * `web_search_tool_result` blocks", "final assistant content cannot end with trailing whitespace"; "Server tools" of
 * the documentation says when a call of theirs may wait, "Programmatic tool calling" that results alone answer code.
 */
import { isObject, list, repeated, sameIds, type Message, type Validator } from './rules.js'

const ofType = (blocks: ReadonlyArray<Message>, ...types: ReadonlyArray<string>): ReadonlyArray<Message> =>
  blocks.filter(({ type }) => types.includes(String(type)))

const blocksOf = (message: Message): ReadonlyArray<Message> =>
  typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : list(message.content)

const assistantRules = (blocks: ReadonlyArray<Message>, live: boolean): ReadonlyArray<string> => {
  const broken: Array<string> = []
  if (ofType(blocks.slice(-1), 'thinking', 'redacted_thinking').length > 0) broken.push('ends in thinking')
  const firstCall = blocks.findIndex(({ type }) => type === 'tool_use')
  if (firstCall !== -1 && ofType(blocks.slice(firstCall), 'text').length > 0) broken.push('text behind a call')
  for (const { id, input, name } of ofType(blocks, 'tool_use')) {
    if (!isObject(input)) broken.push(`input of ${String(id)} is no object`)
    // Whoever answers a call at a live end looks for its tool by this name.
    if (!live && !(typeof name === 'string' && /^[a-zA-Z0-9_-]{1,200}$/.test(name)))
      broken.push(`the name ${String(name)} does not fit`)
  }
  return broken
}

const resultRules = ({ content, is_error }: Message): ReadonlyArray<string> => {
  const parts = list(content)
  const texts = ofType(parts, 'text')
  const isForm =
    content === undefined || typeof content === 'string' || (Array.isArray(content) && parts.every(isObject))
  const isEmpty = content === undefined || (typeof content === 'string' ? content.trim() === '' : parts.length === 0)
  return [
    ...(isForm ? [] : ['content of a result that is neither text nor blocks']),
    ...(texts.every(({ text }) => String(text).trim() !== '') ? [] : ['empty text in a result']),
    ...(is_error === true && isEmpty ? ['a failure without content'] : []),
    ...(is_error === true && texts.length < parts.length ? ['a failure with something else than text'] : [])
  ]
}

/** Calls that the API executes: each has one result in its turn, which only results of other calls may interrupt. */
const hostedRules = (messages: ReadonlyArray<Message>): ReadonlyArray<string> => {
  const broken: Array<string> = []
  let open: Array<unknown> = []
  for (const [at, message] of messages.entries()) {
    const blocks = blocksOf(message)
    if (message.role === 'user' && ofType(blocks, 'tool_result').length < blocks.length) {
      broken.push(...open.map((id) => `${at}: no result for ${String(id)}, which the API executes`))
      open = []
    }
    for (const { type, id, tool_use_id, caller } of message.role === 'assistant' ? blocks : []) {
      const { tool_id: code } = isObject(caller) ? caller : {}
      if (code !== undefined && !open.includes(code)) broken.push(`${at}: ${String(code)}, which called, is not there`)
      if (type === 'server_tool_use') open.push(id)
      else if (String(type).endsWith('_tool_result') && type !== 'mcp_tool_result') {
        const place = open.indexOf(tool_use_id)
        if (place === -1) broken.push(`${at}: a result without its call: ${String(tool_use_id)}`)
        else open.splice(place, 1)
      }
    }
  }
  return broken
}

const userRules = (
  blocks: ReadonlyArray<Message>,
  calls: ReadonlyArray<unknown>,
  partly: boolean
): ReadonlyArray<string> => {
  const results = ofType(blocks, 'tool_result')
  const broken = results.flatMap(resultRules)
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
  const broken = [...hostedRules(messages.filter(isObject))]
  const lastCaller = messages.findLastIndex(
    (message) => isObject(message) && ofType(blocksOf(message), 'tool_use').length > 0
  )
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
        ...assistantRules(blocks, live && at === lastCaller)
          .filter((rule) => !(live && last && rule === 'ends in thinking'))
          .map((rule) => `${at}: ${rule}`)
      )
    const end = blocks.at(-1)?.text
    if (last && !live && message.role === 'assistant' && typeof end === 'string' && end.trimEnd() !== end)
      broken.push(`${at}: ends in white space`)
    calls = message.role === 'assistant' ? ofType(blocks, 'tool_use').map(({ id }) => id) : []
    ids.push(...calls)
    role = message.role
  }
  if (calls.length > 0 && !live) broken.push(`no results for ${calls.join(', ')} at the end`)
  // A live end may hold calls that were not answered, whose ids are nobody's business yet.
  if (!live) broken.push(...repeated(ids).map((id) => `id ${String(id)} is not unique`))
  return broken
}
