/** What `cursor-agent -p --output-format stream-json` prints: lines as of Claude Code, and the states of calls. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, seenCall, type CallAnswer, type Conversation, type ReadableCall } from '../conversation.js'
import { between, timeIn } from '../usage.js'
import { claudeCodeFormat } from './claude-code.js'
import type { TranscriptFormat } from './format.js'

const isCall = (line: Fields): boolean => line['type'] === 'tool_call' && 'tool_call' in line

// -- one call: `{"shellToolCall": {"args": {…}, "result": {"success": {…}}}}`

const SUFFIX = 'ToolCall'

/** The name and the arguments by which the model made the call: beside a command stands how Cursor parsed it. */
const madeIn = (kind: string, args: unknown): readonly [name: unknown, args: unknown] => {
  if (!isFields(args)) return [kind, args]
  const { toolName, providerIdentifier, command, workingDirectory } = args
  if (kind === 'mcp') {
    const isNamed = typeof toolName === 'string' && toolName.trim() !== ''
    return [isNamed ? `mcp__${stringOf(providerIdentifier)}__${toolName}` : undefined, args['args']]
  }
  return [kind, kind === 'shell' ? { command, workingDirectory } : { ...args, toolCallId: undefined }]
}

const textOf = (result: Fields): unknown => {
  const blocks = partsOf(result['content']).map(({ text }) => ({ type: 'text', text: asFields(text)['text'] }))
  const { content, interleavedOutput, stdout, errorMessage, error } = result
  return blocks.length > 0 ? blocks : (content ?? interleavedOutput ?? stdout ?? errorMessage ?? error ?? result)
}

const answerOf = (result: unknown): CallAnswer | null => {
  const [outcome, one] = Object.entries(asFields(result)).find(([, own]) => isFields(own)) ?? []
  return isFields(one) ? callAnswer(textOf(one), outcome !== 'success' || one['isError'] === true) : null
}

interface CallLines {
  readonly first: Fields
  readonly last: Fields
  readonly turn: number
  readonly step: number
}

const callOf = ({ first, last, turn, step }: CallLines): ReadableCall | null => {
  const name = Object.keys(asFields(first['tool_call'])).find((key) => key.endsWith(SUFFIX)) ?? ''
  const [started, ended] = [first, last].map((line) => asFields(asFields(line['tool_call'])[name])) as [Fields, Fields]
  const call = seenCall(...madeIn(name.slice(0, -SUFFIX.length), started['args']), turn, answerOf(ended['result']))
  const [from, to] = [first['timestamp_ms'], last['timestamp_ms']]
  return call && { ...call, step, id: stringOf(first['call_id']) || undefined, at: timeIn(from), ms: between(from, to) }
}

// -- a session

const read = (lines: ReadonlyArray<Fields>): Conversation => {
  const made = new Map<unknown, CallLines>()
  const steps = new Set<unknown>()
  let turn = 0
  for (const line of lines) {
    if (line['type'] === 'user') turn++
    if (!isCall(line)) continue
    const id = line['call_id'] ?? line
    steps.add(line['model_call_id'] ?? id)
    made.set(id, { first: line, turn, step: steps.size, ...made.get(id), last: line })
  }
  const strange = lines.filter((line) => 'call_id' in line && !isCall(line)).length
  return { entries: lines.length, calls: [...made.values()].map(callOf), strange, orphaned: 0, steps: steps.size }
}

export const cursorStreamFormat: TranscriptFormat = {
  recognizes: (entry) =>
    'session_id' in entry && (isCall(entry) || entry['type'] === 'thinking' || claudeCodeFormat.recognizes(entry)),
  read: (entries) => {
    const lines = entries.filter((entry) => isFields(entry) && typeof entry['type'] === 'string') as Array<Fields>
    const own = read(lines)
    return [{ ...own, strange: own.strange + entries.length - lines.length }]
  }
}
