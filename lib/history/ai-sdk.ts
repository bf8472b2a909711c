/** Vercel AI SDK `ModelMessage`: `tool-call` parts of assistants, `tool-result` parts of tool messages. */
import { asFields, type Fields, isFields } from '../core/foreign/index.js'
import {
  answering,
  calling,
  changed,
  OTHER,
  USER,
  type HistoryCall,
  type HistoryItem,
  type MessageChange,
  type CallChanges,
  type Lens,
  type RepairReporter,
  type HistoryResult,
  type MessageView
} from './lens.js'
import { besideText, partsOf, stringOf } from './content.js'
import { dropTrailingReasoning, withoutTrailing } from './reasoning.js'
import { DENIED, NOT_APPROVED } from './texts.js'

// -- reading

const isA =
  (type: string) =>
  (part: Fields): boolean =>
    part.type === type
const isToolCall = isA('tool-call')
const isResult = isA('tool-result')
const isRequest = isA('tool-approval-request')
const isResponse = isA('tool-approval-response')

// A result beside its call in one message means that the provider executed the call, flagged or not.
const hostedIn = (parts: ReadonlyArray<Fields>): ReadonlySet<unknown> =>
  new Set(
    parts
      .filter((part) => isResult(part) || (isToolCall(part) && part.providerExecuted === true))
      .map((part) => part.toolCallId)
  )

const clientCall =
  (hosted: ReadonlySet<unknown>) =>
  (part: Fields): boolean =>
    isToolCall(part) && !hosted.has(part.toolCallId)

/** Decisions on approvals, by id. */
type Decisions = ReadonlyMap<unknown, boolean>

const decisionsIn = (messages: ReadonlyArray<unknown>): Decisions =>
  new Map(
    messages
      .flatMap((message) =>
        isFields(message) && message.role === 'tool' ? partsOf(message.content).filter(isResponse) : []
      )
      .map(({ approvalId, approved }) => [approvalId, approved === true])
  )

// An approved call may have run.
const missingOf = (approvalId: unknown, decisions: Decisions): Pick<HistoryCall, 'missing'> => {
  const approved = decisions.get(approvalId)
  return approved === true ? {} : { missing: approved === undefined ? NOT_APPROVED : DENIED }
}

const readAssistant = (content: unknown, decisions: Decisions): MessageView => {
  const parts = partsOf(content)
  const hosted = hostedIn(parts)
  const approvals = new Map(parts.filter(isRequest).map((part) => [part.toolCallId, part.approvalId]))
  const calls = parts.filter(clientCall(hosted)).map((part): HistoryCall => ({
    id: part.toolCallId,
    name: stringOf(part.toolName),
    args: part.input,
    block: part,
    ...(approvals.has(part.toolCallId)
      ? { pending: true, ...missingOf(approvals.get(part.toolCallId), decisions) }
      : {})
  }))
  return { ...calling(calls), hosted: [...hosted].map(stringOf) }
}

const FAILED: ReadonlySet<unknown> = new Set(['error-text', 'error-json', 'execution-denied'])

const readResult = (part: Fields): HistoryResult => {
  const output = isFields(part.output) ? part.output : {}
  const content = output.type === 'execution-denied' ? output.reason : output.value
  return { id: part.toolCallId, name: stringOf(part.toolName), block: part, content, failed: FAILED.has(output.type) }
}

const readBy =
  (decisions: Decisions) =>
  (message: unknown): MessageView => {
    if (!isFields(message)) return OTHER
    switch (message.role) {
      case 'assistant':
        return readAssistant(message.content, decisions)
      case 'tool':
        return answering(...partsOf(message.content).filter(isResult).map(readResult))
      case 'user':
        return USER
      default:
        return OTHER
    }
  }

// -- changing

const isEmptyText = (part: unknown): boolean =>
  isFields(part) && part.type === 'text' && stringOf(part.text).trim() === '' && part.providerOptions === undefined

// As a stream that was aborted leaves it.
const saysNothing = ({ role, content }: Fields): boolean =>
  role === 'tool'
    ? Array.isArray(content) && content.length === 0
    : role === 'assistant' &&
      (typeof content === 'string' ? content.trim() === '' : Array.isArray(content) && content.every(isEmptyText))

const clean = (message: unknown, index: number, report: RepairReporter): unknown => {
  if (!isFields(message) || !saysNothing(message)) return message
  report('message_removed', index)
  return undefined
}

const isReasoning = (part: unknown): boolean => isFields(part) && part.type === 'reasoning'

const withContent = (message: unknown, content: ReadonlyArray<Fields>): unknown =>
  content.length === 0 ? undefined : { ...(message as Fields), content }

const change = (message: unknown, changes: CallChanges): unknown => {
  const parts = partsOf((message as Fields).content)
  const isCall = clientCall(hostedIn(parts))
  // An approval names its call by id; it means the first call with that id.
  const fates = new Map<unknown, MessageChange>()
  let slot = 0
  const decided = parts.map((part) => {
    const to: MessageChange = isCall(part) ? changes(slot++) : 'keep'
    if (isCall(part) && !fates.has(part.toolCallId)) fates.set(part.toolCallId, to)
    return { part, to }
  })
  const content = decided.flatMap(
    ({ part, to }): Fields | ReadonlyArray<Fields> =>
      changed(part, isRequest(part) ? (fates.get(part.toolCallId) ?? 'keep') : to, 'toolCallId') ?? []
  )
  return withContent(message, withoutTrailing(content, isReasoning))
}

const swap = (message: unknown, blocks: ReadonlyArray<Fields | undefined>): unknown => {
  let slot = 0
  const content = partsOf((message as Fields).content).flatMap((part): Fields | ReadonlyArray<Fields> =>
    isResult(part) ? (blocks[slot++] ?? []) : part
  )
  return withContent(message, content)
}

const FILES: ReadonlySet<unknown> = new Set(['file', 'file-data', 'file-url', 'image-data', 'media'])

// A user shows images and files alone, a result also spells out where they come from.
const shownOf = ({ type, url, ...file }: Fields): ReadonlyArray<Fields> => {
  if (type === 'image-url') return [{ type: 'image', image: url }]
  const data = file.data ?? url
  return FILES.has(type) && data !== undefined && file.mediaType !== undefined ? [{ type: 'file', ...file, data }] : []
}

const anthropicOf = ({ providerOptions }: Fields): Fields => asFields(asFields(providerOptions).anthropic)

const callerOf = (call: Fields): unknown => asFields(anthropicOf(call).caller).toolId

const withoutCaller = (part: Fields): Fields => {
  const { caller: _, ...anthropic } = anthropicOf(part)
  return { ...part, providerOptions: { ...asFields(part.providerOptions), anthropic } }
}

/**
 * Removes each call of the provider's own whose result can no longer come, since the user has spoken. Calls that its
 * code made stay, as the model's own: they may have run.
 */
const withoutHalves = (items: ReadonlyArray<HistoryItem>, report: RepairReporter): ReadonlyArray<HistoryItem> => {
  const parts = items.map(({ message }) => (isFields(message) ? partsOf(message.content) : []))
  const idsOf = (those: ReadonlyArray<Fields>): ReadonlySet<unknown> => new Set(those.map((part) => part.toolCallId))
  const settled = idsOf(parts.flat().filter((part) => isResult(part) || isRequest(part)))
  const end = items.findLastIndex(({ message }) => isFields(message) && message.role === 'user')
  const isOpen = (part: Fields): boolean => part.providerExecuted === true && !settled.has(part.toolCallId)
  const calls = parts.flat().filter(isToolCall)
  const halves = new Set<unknown>(
    parts
      .slice(0, end + 1)
      .flat()
      .filter(isToolCall)
      .filter(isOpen)
  )
  const kept = idsOf(calls.filter((call) => !halves.has(call)))
  const alone = new Set<unknown>(calls.filter((call) => callerOf(call) !== undefined && !kept.has(callerOf(call))))
  return items.flatMap((item, at): ReadonlyArray<HistoryItem> => {
    const { message, index } = item
    const own = parts[at] ?? []
    if (!isFields(message) || message.role !== 'assistant' || !own.some((part) => halves.has(part) || alone.has(part)))
      return [item]
    for (const { toolCallId } of own.filter((part) => halves.has(part))) report('call_removed', index, toolCallId)
    const left = own.filter((part) => !halves.has(part))
    for (const { toolCallId } of left.filter((part) => alone.has(part))) report('caller_removed', index, toolCallId)
    const content = left.map((part) => (alone.has(part) ? withoutCaller(part) : part))
    const rest = clean({ ...message, content }, index, report)
    return rest === undefined ? [] : [{ index, message: rest }]
  })
}

/** The lens for a history in which a person may have rejected calls. */
export const aiSdk = (messages: ReadonlyArray<unknown>): Lens => ({
  read: readBy(decisionsIn(messages)),
  clean,
  change,
  swap,
  continues: null,
  gather: (blocks) => [{ role: 'tool', content: blocks }],
  answer: ({ name }, id, text) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: { type: 'error-text', value: text }
  }),
  address: (part, id) => ({ ...part, toolCallId: id }),
  note: (text, content) => ({ role: 'user', content: besideText(text, partsOf(content).flatMap(shownOf)) }),
  acceptable: (id) => id,
  unique: 'step',
  groups: true,
  settle: (items, { live }, report) => dropTrailingReasoning(withoutHalves(items, report), live, isReasoning, report)
})
