/** What `cursor-agent -p --output-format stream-json` prints: lines as of Claude Code, and the states of calls. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, endedWell, type CallAnswer } from '../call-answer.js'
import { endOf } from '../run-end.js'
import { timeIn, usageIn } from '../usage.js'
import { claudeCodeFormat } from './claude-code.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

// Without its id, the states of a call cannot be told from further calls.
const isCall = (line: Fields): boolean =>
  line['type'] === 'tool_call' && 'tool_call' in line && typeof line['call_id'] === 'string'

const isOfCall = (line: Fields): boolean => line['type'] === 'tool_call' || 'call_id' in line

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
  return blocks.length > 0 ? blocks : (content ?? interleavedOutput ?? stdout ?? errorMessage ?? error)
}

/** The data of a search, with a sign that there is more where Cursor says so of one of its parts. */
const dataOf = (result: Fields): Fields =>
  JSON.stringify(result).includes('"clientTruncated":true') ? { ...result, isTruncated: true } : result

const answerOf = (result: unknown): CallAnswer | null => {
  const [outcome, one] = Object.entries(asFields(result)).find(([, own]) => isFields(own)) ?? []
  if (!isFields(one)) return null
  const text = textOf(one)
  const answer = callAnswer(text ?? dataOf(one), outcome !== 'success' || one['isError'] === true)
  // The data of searches and edits are for the program; the model reads a part of them, as text.
  if (one['exitCode'] === 0 && outcome === 'success') return endedWell(answer)
  return text === undefined ? { ...answer, isMore: true } : answer
}

const kindIn = ({ tool_call: call }: Fields): string =>
  Object.keys(asFields(call)).find((key) => key.endsWith(SUFFIX)) ?? ''

// -- a session

interface OpenCall {
  readonly place: number
  readonly kind: string
}

const read = (lines: ReadonlyArray<Fields>): StepLog => {
  const log = new StepLog()
  const open = new Map<unknown, OpenCall>()
  const steps = new Set<unknown>()
  const begun = (line: Fields): OpenCall => {
    const kind = kindIn(line)
    const { args } = asFields(asFields(line['tool_call'])[kind])
    const more = { id: stringOf(line['call_id']) || undefined, at: timeIn(line['timestamp_ms']) }
    return { kind, place: log.call(...madeIn(kind.slice(0, -SUFFIX.length), args), more) }
  }
  for (const line of lines) {
    if (line['type'] === 'user') log.turn()
    if (line['type'] === 'result') log.state(usageIn(line['usage']))
    if (!isCall(line)) continue
    const id = line['call_id']
    const step = line['model_call_id'] ?? id
    if (!steps.has(step)) log.step()
    steps.add(step)
    const call = open.get(id) ?? begun(line)
    open.set(id, call)
    // The last state counts.
    const { result } = asFields(asFields(line['tool_call'])[call.kind])
    log.settle(call.place, answerOf(result), line['timestamp_ms'])
  }
  return log
}

export const cursorStreamFormat: TranscriptFormat = {
  recognizes: (entry) =>
    'session_id' in entry && (isCall(entry) || entry['type'] === 'thinking' || claudeCodeFormat.recognizes(entry)),
  read: (entries) => {
    const lines = entries.filter((entry) => isFields(entry) && typeof entry['type'] === 'string') as Array<Fields>
    const strange = lines.filter((line) => isOfCall(line) && !isCall(line)).length
    const conversation = read(lines).conversation(lines.length, entries.length - lines.length + strange)
    const end = lines.findLast(({ type }) => type === 'result')
    return [{ ...conversation, ended: endOf(end?.['subtype']) }]
  }
}
