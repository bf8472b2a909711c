/**
 * The rules of OpenAI Responses: the item schemas of the API reference (`call_id` of 1 to 64 characters) and its error
 * texts: "No tool output found for function call", "No tool call found for function call output with call_id", "Item of
 * type 'reasoning' was provided without its required following item", "Invalid 'input[222].name': string does not match
 * pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'", of 1 to 128 characters. Outputs follow the
 * calls of their step before the user speaks again. "Duplicate item found with id rs_1. Remove duplicate items from
 * your input and try again."
 */
import { isId, isObject, repeated, type Message, type Validator } from './rules.js'

const CALLS: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  computer_call: 'computer_call_output',
  apply_patch_call: 'apply_patch_call_output',
  shell_call: 'shell_call_output',
  local_shell_call: 'local_shell_call_output'
}
const OUTPUTS = new Set(Object.values(CALLS))

const outputType = (item: Message): string | undefined =>
  item.type === 'shell_call' && isObject(item.environment) && item.environment.type !== 'local'
    ? undefined
    : CALLS[String(item.type)]

const isSpoken = (item: Message): boolean =>
  item.type === 'mcp_approval_response' ||
  ((item.type === undefined || item.type === 'message') && item.role !== 'assistant')

export const validateOpenaiResponses: Validator = (items, { live = false } = {}) => {
  const broken: Array<string> = []
  let open: Array<{ readonly id: unknown; readonly name: unknown; readonly output: string }> = []
  let thinking = false
  let answered: Array<unknown> = []
  const close = (at: number, finished = true): void => {
    if (finished) broken.push(...open.map(({ id }) => `${at}: no output found for call ${String(id)}`))
    open = []
    answered = []
  }
  const answer = (at: number, id: unknown): void => {
    if (!isId(id) || id.length > 64) broken.push(`${at}: call_id of 1 to 64 characters expected`)
    if (answered.includes(id)) broken.push(`${at}: id of two parallel calls: ${String(id)}`)
    answered.push(id)
  }
  for (const [at, item] of items.entries()) {
    if (!isObject(item)) {
      broken.push(`${at}: no object`)
      continue
    }
    const isOutput = OUTPUTS.has(String(item.type))
    if (thinking && (isOutput || isSpoken(item))) broken.push(`${at}: reasoning without its following item`)
    thinking = item.type === 'reasoning'
    if (isOutput) {
      const place = open.findIndex(({ id, output }) => id === item.call_id && output === item.type)
      if (place === -1) broken.push(`${at}: no call found for output ${String(item.call_id)}`)
      else {
        const [call] = open.splice(place, 1)
        answer(at, call?.id)
        const fits = typeof call?.name === 'string' && /^[a-zA-Z0-9_-]{1,128}$/.test(call.name)
        if (item.type === 'function_call_output' && !fits)
          broken.push(`${at}: the name ${String(call?.name)} does not fit`)
      }
      if (item.type === 'function_call_output' && typeof item.output !== 'string' && !Array.isArray(item.output))
        broken.push(`${at}: no output`)
      continue
    }
    if (isSpoken(item)) close(at)
    const output = outputType(item)
    if (output === undefined) continue
    if (open.length === 0) answered = []
    open.push({ id: item.call_id, name: item.name, output })
  }
  for (const id of repeated(items.flatMap((item) => (isObject(item) && isId(item.id) ? item.id : []))))
    broken.push(`duplicate item found with id ${String(id)}`)
  close(items.length, !live)
  if (!live && thinking) broken.push('reasoning at the end')
  return broken
}
