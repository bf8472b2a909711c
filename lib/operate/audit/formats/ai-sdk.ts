/** Messages of the Vercel AI SDK, version 4 and later: for models, and for user interfaces, as stored. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { signOf } from '../../../history/formats.js'
import type { TranscriptFormat } from './format.js'
import { providerFormat } from './provider-format.js'

// -- recognizing

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool', 'data'])
const PARTS =
  /^(?:text|image|file|reasoning|redacted-reasoning|reasoning-file|tool-(?:call|result|error)|tool-approval-(?:request|response)|custom|source|source-(?:url|document)|step-start|dynamic-tool|tool-invocation|tool-.+|data-.+)$/
const MODEL_PARTS = /^tool-(?:call|result|error|approval-request|approval-response|invocation)$/

const isUiTool = (part: Fields): boolean =>
  part['type'] === 'dynamic-tool' ||
  (stringOf(part['type']).startsWith('tool-') && !MODEL_PARTS.test(stringOf(part['type'])))

const invocationsOf = (message: Fields): ReadonlyArray<Fields> =>
  partsOf(message['parts']).some(({ type }) => type === 'tool-invocation')
    ? partsOf(message['parts']).flatMap(({ type, toolInvocation }) =>
        type === 'tool-invocation' ? [asFields(toolInvocation)] : []
      )
    : partsOf(message['toolInvocations'])

const isUi = (message: Fields): boolean => Array.isArray(message['parts']) || Array.isArray(message['toolInvocations'])

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  ROLES.has(entry['role']) &&
  (isUi(entry) || typeof entry['content'] === 'string' || Array.isArray(entry['content'])) &&
  (isUi(entry) || (signOf(entry) ?? 'ai-sdk') === 'ai-sdk')

const strangeParts = (message: Fields): number =>
  [message['content'], message['parts']]
    .flatMap((parts) => (Array.isArray(parts) ? (parts as ReadonlyArray<unknown>) : []))
    .filter((part) => !isFields(part) || !PARTS.test(stringOf(part['type']))).length

// -- messages for user interfaces: a call and its result in one part

const callPart = (toolCallId: unknown, toolName: unknown, input: unknown): Fields => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input
})
const resultPart = (toolCallId: unknown, toolName: unknown, output: Fields): Fields => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output
})

/** The call, with its result if it has one. */
type Pair = readonly [call: Fields, result?: Fields]

const ofPart = (part: Fields): Pair => {
  const { toolCallId, state, input, output, errorText } = part
  const name = part['type'] === 'dynamic-tool' ? part['toolName'] : stringOf(part['type']).slice('tool-'.length)
  const call = callPart(toolCallId, name, state === 'input-streaming' ? undefined : (input ?? part['rawInput']))
  if (part['providerExecuted'] === true) return [{ ...call, providerExecuted: true }]
  if (state === 'output-available') return [call, resultPart(toolCallId, name, { type: 'json', value: output })]
  if (state === 'output-error') return [call, resultPart(toolCallId, name, { type: 'error-text', value: errorText })]
  if (state === 'output-denied') return [call, resultPart(toolCallId, name, { type: 'execution-denied' })]
  return [call]
}

const ofInvocation = ({ toolCallId, toolName, args, state, result }: Fields): Pair => {
  const call = callPart(toolCallId, toolName, args)
  return state === 'result' || result !== undefined
    ? [call, resultPart(toolCallId, toolName, { type: 'json', value: result })]
    : [call]
}

const fromUi = (message: Fields): ReadonlyArray<Fields> => {
  if (message['role'] !== 'assistant') return [{ role: message['role'], content: 'text' }]
  // Of all steps together.
  const { totalUsage, usage } = asFields(message['metadata'])
  const pairs = [...partsOf(message['parts']).filter(isUiTool).map(ofPart), ...invocationsOf(message).map(ofInvocation)]
  const results = pairs.flatMap(([, result]) => (result === undefined ? [] : [result]))
  return [
    {
      role: 'assistant',
      totalUsage: totalUsage ?? usage,
      content: pairs.length === 0 ? 'text' : pairs.map(([call]) => call)
    },
    ...(results.length === 0 ? [] : [{ role: 'tool', content: results }])
  ]
}

// -- messages of version 4: `args` and `result`, where later ones have `input` and `output`

const isOld = (part: Fields): boolean =>
  (part['type'] === 'tool-call' && !('input' in part) && 'args' in part) ||
  (part['type'] === 'tool-result' && !('output' in part) && 'result' in part)

const renewed = (part: Fields): Fields => {
  if (!isOld(part)) return part
  const { toolCallId, toolName, args, result, isError } = part
  return part['type'] === 'tool-call'
    ? callPart(toolCallId, toolName, args)
    : resultPart(toolCallId, toolName, { type: isError === true ? 'error-json' : 'json', value: result })
}

/** Where a stream wrote a message again in each of its states, the last one counts. */
const lastStates = (messages: ReadonlyArray<Fields>): ReadonlyArray<Fields> => {
  const last = new Map(messages.map(({ id }, at) => [id, at]))
  return messages.filter((message, at) => !isUi(message) || !stringOf(message['id']) || last.get(message['id']) === at)
}

const modelMessages = (messages: ReadonlyArray<Fields>): ReadonlyArray<Fields> =>
  lastStates(messages).flatMap((message): Fields | ReadonlyArray<Fields> => {
    if (isUi(message)) return fromUi(message)
    const parts = partsOf(message['content'])
    return parts.some(isOld) ? { ...message, content: parts.map(renewed) } : message
  })

export const aiSdkFormat: TranscriptFormat = providerFormat('ai-sdk', {
  isMessage,
  isDialect: ({ role, parts, toolInvocations }) =>
    typeof role === 'string' &&
    (Array.isArray(toolInvocations) ||
      partsOf(parts).some(
        (part) => isUiTool(part) || part['type'] === 'step-start' || part['type'] === 'tool-invocation'
      )),
  strangeParts,
  rewrite: modelMessages
})
