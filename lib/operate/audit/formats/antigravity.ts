/**
 * Transcripts of Google Antigravity: `transcript.jsonl` and `transcript_full.jsonl` below `.system_generated/logs` of a
 * conversation. A result names the kind of its step, and not its call.
 */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { dataOf } from '../../../core/json/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, commandAnswer, type CallAnswer } from '../call-answer.js'
import type { Conversation } from '../conversation.js'
import { providerError } from '../run-end.js'
import { timeIn, usageIn } from '../usage.js'
import { cutBefore } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const isStep = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  typeof entry['step_index'] === 'number' &&
  typeof entry['source'] === 'string' &&
  /^[A-Z][A-Z_]+$/.test(stringOf(entry['type']))

const indexOf = (step: Fields): number => Number(step['step_index'])

// -- arguments

// What a person is shown of a call, in other words each time.
const SHOWN: ReadonlySet<string> = new Set(['toolAction', 'toolSummary'])

const isQuoted = (value: unknown): boolean => typeof value === 'string' && /^"[^]*"$/.test(value)

/** Arguments, each of which most transcripts hold as JSON. */
const argsOf = (args: unknown): unknown => {
  if (!isFields(args)) return args
  const isWritten = Object.values(args).some(isQuoted)
  const named = Object.entries(args).filter(([name]) => !SHOWN.has(name))
  return Object.fromEntries(named.map(([name, value]) => [name, isWritten ? dataOf(value) : value]))
}

// -- results

// Each time another one.
const TIMES = /^Created At: (\S+)\n(?:Completed At: (\S+)\n)?/

const COMMAND = /^\s*The command (?:(?:exited with code|failed with exit code:) (-?\d+)|completed successfully)\.?\s*\n/
const PRINTED = /^\s*Output:\n?\s*/
const STREAMS = /^\s*Stdout:\n([^]*?)\n[ \t]*Stderr:\n([^]*)$/

const printedIn = (text: string): string => {
  const [, out, errors] = STREAMS.exec(text) ?? []
  return out === undefined
    ? text.replace(PRINTED, '').trim()
    : [out, errors].map((one) => stringOf(one).trim()).join('\n')
}

const commandOf = (text: string): CallAnswer | undefined => {
  const found = COMMAND.exec(text)
  return found === null ? undefined : commandAnswer(printedIn(text.slice(found[0].length)), Number(found[1] ?? 0))
}

// Behind it stands how to go on.
const INVALID =
  /^Error invalid tool call: (?:[^\n]*\nError Message: (?:model output error: )?(?:invalid tool call error )?(?:\(\w+\) )?)?([^]*?)(?:\nGuidance: [^]*)?$/

// `transcript.jsonl` holds 4,000 characters of each field; the agent cuts as well, in other words.
const OF_LOG = /<truncated \d+ bytes>/
const OF_AGENT = /<truncated \d+ lines>|\nNOTE: The output was truncated\b/

/** The result of a call; `undefined` for other steps. */
const answerOf = (step: Fields): CallAnswer | undefined => {
  const { type, source, status, content } = step
  if (typeof content !== 'string') return undefined
  const text = content.replace(TIMES, '')
  if (type === 'ERROR_MESSAGE') {
    const [, words] = INVALID.exec(text) ?? []
    return words === undefined ? undefined : callAnswer(words, true)
  }
  if (source !== 'MODEL' || type === 'PLANNER_RESPONSE') return undefined
  const answer = commandOf(text) ?? callAnswer(text, status === 'ERROR')
  // A command that failed tells it by its code.
  const isCut = OF_LOG.test(text) && !OF_AGENT.test(text) && answer.outcome === 'right'
  return isCut ? { ...answer, cutByLog: true } : answer
}

// What came of a command in the background, under the number of the step that started it.
const FINISHED = /\bcontent=Task id "[^"\n]*\/task-(\d+)" finished with result:\n/
const BELOW = /\n(?:\nLog: [^\n]*\n)?<\/SYSTEM_MESSAGE>\s*$/

const finishedIn = (steps: ReadonlyArray<Fields>): ReadonlyMap<number, CallAnswer> => {
  const found = new Map<number, CallAnswer>()
  for (const { type, content } of steps) {
    const text = stringOf(content)
    const head = type === 'SYSTEM_MESSAGE' ? FINISHED.exec(text) : null
    if (head === null) continue
    const result = text.slice(head.index + head[0].length).replace(BELOW, '')
    found.set(Number(head[1]), commandOf(result) ?? callAnswer(result))
  }
  return found
}

// -- which call a result is of

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['list_dir', 'LIST_DIRECTORY'],
  ['write_to_file', 'CODE_ACTION'],
  ['replace_file_content', 'CODE_ACTION'],
  ['multi_replace_file_content', 'CODE_ACTION']
])

const stepKind = (name: unknown): string => KINDS.get(name) ?? stringOf(name).toUpperCase()

// -- a conversation

const isProviderError = (step: Fields): boolean => step['type'] === 'ERROR_MESSAGE' && answerOf(step) === undefined

const errorOf = ({ error, error_code: code, content }: Fields): string =>
  providerError(code, stringOf(error) || stringOf(content).replace(TIMES, '')) || 'error'

const endIn = (steps: ReadonlyArray<Fields>): Conversation['ended'] => {
  const last = steps.findLast((step) => step['source'] === 'MODEL' || isProviderError(step))
  return last !== undefined && isProviderError(last) ? errorOf(last) : undefined
}

// Lines may stand in another order, and a person who takes back a message begins its numbers anew.
const byTime = (one: Fields, other: Fields): number => {
  const [time = 0, otherTime = 0] = [timeIn(one['created_at']), timeIn(other['created_at'])]
  return time === otherTime ? indexOf(one) - indexOf(other) : time - otherTime
}

const read = (all: ReadonlyArray<unknown>): Conversation => {
  const known = all.filter(isStep)
  const steps = known.toSorted(byTime)
  const [log, finished] = [new StepLog(), finishedIn(steps)]
  let open: Array<{ readonly kind: string; readonly place: number }> = []
  for (const step of steps) {
    const { type, usage, tool_calls: calls, created_at: time, content } = step
    if (type === 'USER_INPUT') log.turn()
    if (type === 'PLANNER_RESPONSE') {
      log.step(usageIn(usage))
      open = partsOf(calls).map(({ name, args }) => ({
        kind: stepKind(name),
        place: log.call(name, argsOf(args), { at: timeIn(time) })
      }))
    }
    const answer = answerOf(step)
    if (answer === undefined) continue
    const [call] = open.splice(
      Math.max(
        0,
        open.findIndex(({ kind }) => kind === type)
      ),
      1
    )
    const [, start, end] = TIMES.exec(stringOf(content)) ?? []
    if (call === undefined) log.orphaned++
    else log.settle(call.place, finished.get(indexOf(step)) ?? answer, end, start)
  }
  return {
    ...log.conversation(all.length, all.length - known.length),
    rejected: steps.filter(isProviderError).map(errorOf),
    ended: endIn(steps)
  }
}

export const antigravityFormat: TranscriptFormat = {
  recognizes: isStep,
  read: (entries) =>
    cutBefore(entries, (entry) => isStep(entry) && indexOf(entry) === 0 && entry['type'] === 'USER_INPUT').map(read)
}
