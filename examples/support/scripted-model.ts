/**
 * A chat model without a network, whose every move follows from the messages it is sent and from nothing else.
 *
 * It does what traces show real models doing: a vague error makes it call the same tool with the same arguments again
 * and again, and then make something up; an error that says what to do next is followed.
 */
import type { AssistantMessage, ChatModel, Message } from './chat.js'
import { readToolText, type Reading } from './tool-text.js'

// -- model

export interface Move {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What this model knows of a question before it has read any answer. */
export interface Script {
  readonly first: Move
  /** Where it turns when a tool's error says that this way leads nowhere. */
  readonly fallback?: Move
  /** Puts data into words. Rows of several pages are put together first. */
  readonly answer: (data: unknown) => string
  /** Whether the question takes all there is: then it asks for what is missing. @default false */
  readonly needsAll?: boolean
  /** What it says when it never got data and nothing told it to admit that. */
  readonly invention: string
  /** Identical calls before it changes its mind. @default 5 */
  readonly patience?: number
  /** A model that does not listen repeats its call whatever the error says, until its patience ends. @default true */
  readonly listens?: boolean
}

interface Seen {
  readonly move: Move
  readonly reading: Reading
}

// -- reading the conversation

const sameMove = (a: Move, b: Move): boolean => a.tool === b.tool && JSON.stringify(a.args) === JSON.stringify(b.args)

const seenIn = (messages: ReadonlyArray<Message>): ReadonlyArray<Seen> => {
  const moves = new Map<string, Move>()
  const seen: Array<Seen> = []
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, function: called } of message.tool_calls ?? []) {
        moves.set(id, { tool: called.name, args: JSON.parse(called.arguments) as Move['args'] })
      }
    }
    const move = message.role === 'tool' ? moves.get(message.tool_call_id) : undefined
    if (message.role === 'tool' && move !== undefined) seen.push({ move, reading: readToolText(message.content) })
  }
  return seen
}

const dataOf = (reading: Reading): unknown => {
  switch (reading.kind) {
    case 'data':
    case 'error':
      return reading.data
    case 'vague':
      return undefined
  }
}

/** What all pages of the last tool say together. */
const gather = (seen: ReadonlyArray<Seen>, tool: string): unknown => {
  const parts = seen
    .filter(({ move }) => move.tool === tool)
    .map(({ reading }) => dataOf(reading))
    .filter((data) => data !== undefined)
  return parts.length > 1 && parts.every(Array.isArray) ? parts.flat() : parts.at(-1)
}

/** The first error says what went wrong; later ones may only say that this was enough. */
const causeOf = (seen: ReadonlyArray<Seen>): string => {
  const first = seen.map(({ reading }) => reading).find((reading) => reading.kind === 'error')
  return first?.kind === 'error' ? first.detail : 'no tool answered.'
}

// -- deciding

type Decision = { readonly call: Move } | { readonly say: string }

const decide = (script: Script, seen: ReadonlyArray<Seen>): Decision => {
  const last = seen.at(-1)
  if (last === undefined) return { call: script.first }
  const { move, reading } = last
  if (reading.kind === 'data') return { say: script.answer(gather(seen, move.tool)) }

  const tries = seen.filter((each) => sameMove(each.move, move)).length
  const insists = reading.kind === 'vague' || script.listens === false
  if (insists && tries < (script.patience ?? 5)) return { call: move }
  if (reading.kind === 'vague') return { say: script.invention }

  if (reading.data !== undefined && script.needsAll !== true) return { say: script.answer(gather(seen, move.tool)) }
  if (reading.change !== undefined && script.listens !== false) {
    const next = { tool: move.tool, args: { ...move.args, ...reading.change } }
    if (!seen.some((each) => sameMove(each.move, next))) return { call: next }
  }
  const { fallback } = script
  if (fallback !== undefined && !seen.some((each) => sameMove(each.move, fallback))) return { call: fallback }
  return { say: `I could not find out: ${causeOf(seen)}` }
}

// -- constructors

const speak = (decision: Decision, step: number): AssistantMessage => {
  if ('say' in decision) return { role: 'assistant', content: decision.say }
  const { tool, args } = decision.call
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${step}`, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }]
  }
}

export const scriptedModel = (script: Script): ChatModel => ({
  complete: (messages) => {
    const seen = seenIn(messages)
    return speak(decide(script, seen), seen.length + 1)
  }
})
