/** OpenAI Responses: a flat list of items, in which outputs answer calls by `call_id`. */
import { type Fields, isFields } from '../core/foreign/index.js'
import { sortedJson } from '../core/json/index.js'
import {
  answering,
  calling,
  changed,
  OTHER,
  SPOKEN,
  toolName,
  USER,
  type HistoryCall,
  type HistoryItem,
  type HistoryResult,
  type Lens,
  type RepairReporter,
  type MessageView,
  type SettleChoices
} from './lens.js'
import { isBlank, partsOf, stringOf, withArgumentsText, withText } from './content.js'

// -- kinds of calls that the client answers

interface ItemKind {
  readonly output: string
  readonly name: (item: Fields) => string
  readonly args: (item: Fields) => unknown
  /** Makes an output of this kind from a text; undefined where a text is not acceptable. */
  readonly says?: (text: string) => Fields
}

const KINDS: Readonly<Record<string, ItemKind>> = {
  function_call: {
    output: 'function_call_output',
    name: (item) => stringOf(item.name),
    args: (item) => item.arguments,
    says: (text) => ({ output: text })
  },
  custom_tool_call: {
    output: 'custom_tool_call_output',
    name: (item) => stringOf(item.name),
    args: (item) => item.input,
    says: (text) => ({ output: text })
  },
  shell_call: {
    output: 'shell_call_output',
    name: () => 'shell',
    args: (item) => item.action,
    says: (text) => ({ output: [{ stdout: '', stderr: text, outcome: { type: 'timeout' } }] })
  },
  local_shell_call: {
    output: 'local_shell_call_output',
    name: () => 'local_shell',
    args: (item) => item.action,
    says: (text) => ({ output: text })
  },
  apply_patch_call: {
    output: 'apply_patch_call_output',
    name: () => 'apply_patch',
    args: (item) => item.operation,
    says: (text) => ({ status: 'failed', output: text })
  },
  computer_call: { output: 'computer_call_output', name: () => 'computer', args: (item) => item.actions ?? item.action }
}

const OUTPUTS: ReadonlySet<string> = new Set(Object.values(KINDS).map(({ output }) => output))

// The provider runs a shell in a container, which the environment names; null is that of the client.
const isHosted = (item: Fields): boolean =>
  item.type === 'shell_call' && isFields(item.environment) && item.environment.type !== 'local'

const kindOf = (item: Fields): ItemKind | undefined =>
  typeof item.type === 'string' && Object.hasOwn(KINDS, item.type) && !isHosted(item) ? KINDS[item.type] : undefined

// -- reading

const readCall = (item: Fields, kind: ItemKind): HistoryCall => ({
  id: item.call_id,
  name: kind.name(item),
  args: kind.args(item),
  block: item,
  // Some clients put the id of the item in place of the id of the call.
  ...(typeof item.id === 'string' && item.id !== '' ? { alias: item.id } : {}),
  unanswerable: kind.says === undefined
})

// The output of a local shell names its call by `id` in the SDK's types, and by `call_id` in the guides.
const isNamedById = (item: Fields): boolean => item.type === 'local_shell_call_output' && item.call_id === undefined

const readOutput = (item: Fields): HistoryResult => ({
  id: isNamedById(item) ? item.id : item.call_id,
  name: '',
  block: item,
  content: item.output,
  failed: item.type === 'apply_patch_call_output' && item.status === 'failed'
})

const REASONING: MessageView = { ...SPOKEN, reasoning: true }
const REFERENCE: MessageView = { ...SPOKEN, reference: true }
const BY_ROLE: ReadonlyMap<unknown, MessageView> = new Map([
  ['assistant', SPOKEN],
  ['user', USER]
])
const CLIENT_ITEMS: ReadonlySet<string> = new Set(['mcp_approval_response', 'additional_tools', 'compaction_trigger'])

const read = (item: unknown): MessageView => {
  if (!isFields(item)) return OTHER
  const type = stringOf(item.type)
  const kind = kindOf(item)
  if (kind !== undefined) return calling([readCall(item, kind)])
  if (OUTPUTS.has(type)) return answering(readOutput(item))
  if (isHosted(item)) return { ...SPOKEN, hosted: [stringOf(item.call_id)] }
  if (type === 'reasoning') return REASONING
  if (type === 'item_reference') return REFERENCE
  if (type === '' || type === 'message') return BY_ROLE.get(item.role) ?? OTHER
  return CLIENT_ITEMS.has(type) ? OTHER : SPOKEN
}

// -- between items

const isReasoning = (item: HistoryItem | undefined): boolean =>
  item !== undefined && read(item.message).reasoning === true

/** Reasoning must be followed by its item. A removed item leaves a gap in the positions. */
const settle = (
  items: ReadonlyArray<HistoryItem>,
  { live }: SettleChoices,
  report: RepairReporter
): ReadonlyArray<HistoryItem> => {
  const kept: Array<HistoryItem> = []
  let next: HistoryItem | undefined
  for (const item of items.toReversed()) {
    const leads =
      next === undefined
        ? live
        : read(next.message).side === 'model' && (!isReasoning(next) || next.index === item.index + 1)
    if (isReasoning(item) && !leads) report('reasoning_removed', item.index)
    else {
      kept.push(item)
      next = item
    }
  }
  return kept.length === items.length ? items : kept.reverse()
}

const clean = (item: unknown, index: number, report: RepairReporter): unknown => {
  if (!isFields(item)) return item
  const isOutput = item.type === 'function_call_output' || item.type === 'custom_tool_call_output'
  const text = item.type === 'function_call' ? withArgumentsText(item) : isOutput ? withText(item, 'output') : item
  if (text !== item) report('text_written', index, item.call_id)
  return text
}

// -- items that come twice

// What the API accepts without an id. It knows the others, such as calls that it made itself, by theirs.
const MAY_LACK_ID = /^(?:|message|reasoning|(?:function|custom_tool|shell|apply_patch)_call|.*_call_output)$/

// Reasoning without its content, and a reference, say no more than their id.
const isCopy = (item: Fields, first: Fields): boolean =>
  item.type === 'item_reference' ||
  (item.type === 'reasoning' && isBlank(item.encrypted_content)) ||
  sortedJson({ ...item, status: null }) === sortedJson({ ...first, status: null })

/** The API refuses a second item with an id: a copy goes, whatever its status, and another item loses its id. */
const once = (items: ReadonlyArray<HistoryItem>, report: RepairReporter): ReadonlyArray<HistoryItem> => {
  const firsts = new Map<unknown, Fields>()
  return items.flatMap((given) => {
    const { message: item, index } = given
    // The output of a local shell may name its call by it.
    if (!isFields(item) || !stringOf(item.id) || item.type === 'local_shell_call_output') return given
    const { id, ...message } = item
    const first = firsts.get(id)
    if (first === undefined) firsts.set(id, item)
    else {
      const drops = isCopy(item, first)
      if (!drops && !MAY_LACK_ID.test(stringOf(item.type))) return given
      report(drops ? 'duplicate_dropped' : 'item_id_removed', index, item.call_id)
      return drops ? [] : { message, index }
    }
    return given
  })
}

const SHOWN: ReadonlySet<unknown> = new Set(['input_image', 'input_file'])

const MAX_ID = 64

// A call made by a program says so, and its output must say so too.
const answer = ({ block }: HistoryCall, id: string, text: string): Fields => {
  const kind = kindOf(block)
  return {
    type: kind?.output,
    call_id: id,
    ...kind?.says?.(text),
    ...(isFields(block.caller) ? { caller: block.caller } : {})
  }
}

export const openaiResponses: Lens = {
  read,
  settle,
  clean,
  once,
  change: (item, changes) => changed(item as Fields, changes(0), 'call_id'),
  continues: () => true,
  swap: (_item, [block]) => block,
  gather: (blocks) => blocks,
  answer,
  address: (item, id) => ({ ...item, [isNamedById(item) ? 'id' : 'call_id']: id }),
  note: (text, content) => ({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }, ...partsOf(content).filter(({ type }) => SHOWN.has(type))]
  }),
  acceptable: (id) => (id.length > MAX_ID ? id.slice(0, 48) : id),
  tool: toolName(128),
  unique: 'step',
  groups: false
}
