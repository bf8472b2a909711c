/**
 * Events of OpenHands, of both generations: actions, and the observations that follow from them. Of a completion that
 * an event repeats, only its own call counts.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { wordSet } from '../../../core/signs/index.js'
import { given } from '../../../core/options.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import type { Conversation } from '../conversation.js'
import { endOf, endOfError } from '../run-end.js'
import { timeIn, usageIn } from '../usage.js'
import { cutBefore, withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const SOURCES: ReadonlySet<unknown> = new Set(['agent', 'user', 'environment'])

const NAMES = ['timestamp', 'args', 'extras'] as const

const isNamed = ({ kind, action, observation }: Fields): boolean =>
  typeof action === 'string' ||
  typeof observation === 'string' ||
  (kind === 'ObservationEvent'
    ? isFields(observation)
    : /(?:Event|Observation|Action|Condensation)$/.test(stringOf(kind)))

// Completions within an event are the event's own, whoever wrote it.
const isEvent = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  (isFields(entry['tool_call_metadata']) ||
    (SOURCES.has(entry['source']) && NAMES.some((name) => name in entry) && isNamed(entry)))

// -- evaluations

/** An evaluation stores a run with how it ended; earlier ones its events as pairs, or without a source and a time. */
const isEvaluation = (entry: unknown): entry is Fields & { readonly history: ReadonlyArray<unknown> } =>
  isFields(entry) &&
  Array.isArray(entry['history']) &&
  entry['history'].length > 0 &&
  isHistory(entry['history'].flat())

const isHistory = (events: ReadonlyArray<unknown>): boolean =>
  events.some(isEvent) || events.every((event) => isFields(event) && isNamed(event) && event['kind'] === undefined)

/** An event of an earlier evaluation, whose fields stand beside its name. */
const nested = (event: unknown): unknown => {
  if (!isFields(event) || 'source' in event) return event
  const { action, observation, content, ...fields } = event
  if (typeof action === 'string') {
    const { is_confirmed: _, action_risk: __, keep_prompt: ___, kernel_init_code: ____, ...args } = fields
    return { source: action === 'message' ? 'user' : 'agent', action, args: { ...args, ...given({ content }) } }
  }
  return { source: 'agent', observation, content, extras: fields }
}

// -- calls

// Without calls of functions, what the model writes becomes one of these.
const EXECUTED: ReadonlySet<unknown> = wordSet(
  'run run_ipython read write edit browse browse_interactive call_tool_mcp'
)

interface MadeCall {
  readonly id: unknown
  readonly name: unknown
  readonly args: unknown
}

const withoutThought = (args: unknown): unknown => {
  const { thought: _, ...others } = asFields(args)
  return isFields(args) ? others : args
}

const completionOf = (event: Fields): Fields =>
  asFields(asFields(event['tool_call_metadata'])['model_response'] ?? undefined)

const callIn = (event: Fields): MadeCall | undefined => {
  const { kind, action, source, args, tool_call_metadata: told } = event
  if (kind === 'ActionEvent') {
    const { tool_name: name, tool_call_id: id, tool_call: call } = event
    return { id, name, args: asFields(call)['arguments'] ?? action }
  }
  // Nothing answers an end.
  if (typeof action !== 'string' || source === 'user' || action === 'finish') return undefined
  if (isFields(told)) {
    const { tool_call_id: id, function_name: name } = told
    const calls = partsOf(completionOf(event)['choices']).flatMap(({ message }) =>
      partsOf(asFields(message)['tool_calls'])
    )
    const made = calls.find((call) => call['id'] === id)
    return { id, name, args: made === undefined ? withoutThought(args) : asFields(made['function'])['arguments'] }
  }
  if (!EXECUTED.has(action)) return undefined
  return action === 'call_tool_mcp'
    ? { id: undefined, name: asFields(args)['name'], args: asFields(args)['arguments'] }
    : { id: undefined, name: action, args: withoutThought(args) }
}

// -- results

interface FoundResult {
  /** The event that it follows from. */
  readonly cause: unknown
  readonly id: unknown
  readonly answer: CallAnswer
}

// A command that still runs has -1.
const isExit = (code: unknown): boolean => typeof code === 'number' && code > 0

const isError = (error: unknown): boolean => error === true || (typeof error === 'string' && error !== '')

const FAILED: ReadonlySet<unknown> = new Set(['error', 'user_rejected', 'AgentErrorEvent', 'UserRejectObservation'])

const resultIn = (event: Fields): FoundResult | undefined => {
  const { kind, observation, tool_call_id: own, action_id: cause } = event
  if (typeof observation === 'string') {
    const { error, exit_code: code, metadata } = asFields(event['extras'])
    const failed = FAILED.has(observation) || isError(error) || isExit(code) || isExit(asFields(metadata)['exit_code'])
    const id = asFields(event['tool_call_metadata'])['tool_call_id']
    return { cause: event['cause'], id, answer: callAnswer(event['content'] ?? '', failed) }
  }
  if (own === undefined || kind === 'ActionEvent') return undefined
  const { content, output, is_error: error, exit_code: code } = asFields(observation)
  const words = event['error'] ?? event['rejection_reason'] ?? content ?? output ?? ''
  return { cause, id: own, answer: callAnswer(words, FAILED.has(kind) || error === true || isExit(code)) }
}

// -- a conversation

const isAsked = ({ kind, action, source }: Fields): boolean =>
  source === 'user' && (action === 'message' || kind === 'MessageEvent')

const read = (events: ReadonlyArray<Fields>): Conversation => {
  const log = new StepLog()
  // The places of calls, by the id of the event, and by that of the call.
  const open = new Map<unknown, number>()
  const steps = new Map<unknown, number>()
  // The calls of a completion may stand apart, with those of a delegate in between.
  const stepOf = (event: Fields, completion: Fields): number => {
    const name = completion['id'] ?? event['llm_response_id'] ?? event['id'] ?? event
    const step = steps.get(name) ?? log.step(usageIn(completion['usage']))
    steps.set(name, step)
    return step
  }
  // Of the event before; evaluations write pairs without ids.
  let latest: number | undefined
  for (const event of events) {
    const before = latest
    latest = undefined
    if (isAsked(event)) log.turn()
    const made = callIn(event)
    const completion = completionOf(event)
    if (made !== undefined) {
      latest = log.call(made.name, made.args, {
        id: stringOf(made.id) || undefined,
        at: timeIn(event['timestamp']),
        step: stepOf(event, completion)
      })
      if (event['id'] !== undefined) open.set(event['id'], latest)
      if (made.id !== undefined) open.set(made.id, latest)
      continue
    }
    // The end of the run is a step that was paid for, too.
    if (event['action'] !== undefined && isFields(completion['usage'])) stepOf(event, completion)
    const result = resultIn(event)
    if (result === undefined) continue
    const { cause, id } = result
    const place = cause === undefined && id === undefined ? before : (open.get(cause) ?? open.get(id))
    if (place !== undefined) log.settle(place, result.answer, event['timestamp'])
    // What was observed without a call belongs to the program.
    else if (id !== undefined) log.orphaned++
  }
  return log.conversation(events.length, 0)
}

/** How the latest state, or the end of the work, says that a run ended. */
const endIn = (events: ReadonlyArray<Fields>): Conversation['ended'] => {
  const last = events.findLast(
    ({ action, observation }) => action === 'finish' || observation === 'agent_state_changed'
  )
  if (last?.['action'] === 'finish') return null
  const { agent_state: state, reason } = asFields(last?.['extras'])
  return state === 'error' ? endOf(stringOf(reason) || state) : state === 'finished' ? null : undefined
}

const readEnded = (events: ReadonlyArray<Fields>, ended = endIn(events)): Conversation => ({ ...read(events), ended })

const readEvaluation = ({ history, error }: Fields & { readonly history: ReadonlyArray<unknown> }): Conversation => {
  const all = history.flat().map(nested)
  const events = all.filter(isEvent)
  const [conversation] = withStrange([readEnded(events, endOfError(error))], all.length - events.length)
  return conversation ?? read([])
}

/** Numbers begin anew, and so does what the model is told first. */
const begins = (event: Fields, before: Fields): boolean => {
  const [id, last] = [event['id'], before['id']]
  return event['kind'] === 'SystemPromptEvent' || (typeof id === 'number' && typeof last === 'number' && id <= last)
}

export const openhandsFormat: TranscriptFormat = {
  recognizes: (entry) => isEvent(entry) || isEvaluation(entry),
  read: (entries) => {
    const loose = entries.filter((entry) => !isEvaluation(entry))
    const events = loose.filter(isEvent)
    const runs = cutBefore(events, begins).map((run) => readEnded(run))
    return withStrange([...entries.filter(isEvaluation).map(readEvaluation), ...runs], loose.length - events.length)
  }
}
