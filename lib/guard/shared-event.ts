/**
 * An event of a turn that processes share, as text: a head, which every process reads, and a body, which waits until
 * somebody asks for its key.
 */
import { type RepeatRule, UNLIMITED } from '../core/calls/index.js'
import { isOnce, isRun, isUsed, type AskTerms, type Ending } from './logged-call.js'
import { isTurnEvent, limitsOf, type TurnEvent } from './turn-events.js'

// -- model

/** How a call ended, for other processes. */
export type SharedEnding = Omit<Ending, 'code'> & { readonly code?: 'denied' }

/** The end of a call that was never made. */
export const VOIDED: SharedEnding = { executed: 'refused', answer: null, retryAfterMs: null, standing: 'voided' }

/** What an event means for calls of other keys: bits of the second character of its text. */
export const MARK = {
  // Of a call that is asked for.
  once: 1,
  declared: 2,
  writes: 4,
  limited: 8,
  /** Its tool is of no known kind. */
  unknown: 16,
  // Of one that ended.
  ran: 1,
  replayed: 2,
  used: 4,
  /** Its second word is a number of characters. */
  counted: 8
} as const

// The fields of the bodies, those that are seldom there at the end. A new one follows them.
const BODIES = {
  asked: ['rule', 'kind', 'most', 'tool', 'writes', 'runs', 'approved', 'args'],
  settled: ['executed', 'answer', 'alike', 'standing', 'code', 'waitMs', 'report', 'replayed'],
  refused: ['times', 'by']
} as const satisfies Partial<Record<TurnEvent['is'], ReadonlyArray<string>>>

type Kind = keyof typeof BODIES

// -- to text

/** As much of a digest as tells those of one turn apart. */
export const shortened = (digest: string): string => digest.slice(0, 16)

// '@', the character before 'A': it has none of the bits.
const UNMARKED = 64

const textOf = (
  kind: string,
  marks: ReadonlyArray<number | false>,
  words: string,
  body: ReadonlyArray<unknown>
): string => {
  const mark = marks.reduce<number>((all, each) => all | Number(each), UNMARKED)
  const length = body.findLastIndex((value) => value !== undefined && value !== false) + 1
  return `${kind}${String.fromCharCode(mark)} ${words} ${JSON.stringify(body.slice(0, length))}`
}

/** A call that is asked for. */
export const askedText = (
  call: string,
  key: string,
  rule: RepeatRule,
  writes: boolean,
  { most, tool, approved = false, args }: AskTerms = {}
): string => {
  const { once, declared, writes: news, limited, unknown } = MARK
  return textOf(
    'a',
    [
      isOnce(rule) && once,
      writes && rule.kind === undefined && declared,
      writes && news,
      most !== undefined && limited,
      rule.kind === 'none' && unknown
    ],
    `${call} ${key}`,
    [
      rule === UNLIMITED ? undefined : limitsOf(rule),
      rule.kind,
      most,
      most?.ofTool === undefined || tool === undefined ? undefined : shortened(tool),
      // Shorter than `false`, where more follows.
      writes || undefined,
      rule.runs,
      approved || undefined,
      args
    ]
  )
}

/** A call that ended. */
export const settledText = (call: string, ending: SharedEnding): string => {
  const { executed, code, answer, alike, retryAfterMs, standing = 'made', report, replayed = false, chars = 0 } = ending
  return textOf(
    's',
    [
      isRun({ executed, standing }) && MARK.ran,
      replayed && MARK.replayed,
      isUsed(ending) && MARK.used,
      chars > 0 && MARK.counted
    ],
    chars > 0 ? `${call} ${chars}` : call,
    [
      executed,
      answer === null ? undefined : shortened(answer.digest),
      alike === undefined ? undefined : shortened(alike),
      standing === 'given_back' || standing === 'voided' ? standing : undefined,
      code,
      retryAfterMs === null ? undefined : Math.round(retryAfterMs),
      report,
      replayed
    ]
  )
}

/** Times that a process refused a call and told nobody. */
export const refusedText = (key: string, times: number, by: string): string => textOf('r', [], key, [times, by])

// -- from text

/** Whether an event has one of its marks. */
export const isMarked = (text: string, mark: number): boolean => (text.charCodeAt(1) & mark) !== 0

// After the kind, a mark and a space.
const WORDS_AT = 3

const wordAt = (text: string, at: number): string => text.slice(at, Math.max(at, text.indexOf(' ', at)))

/** The name of a call or, where it was refused, a key. */
export const firstOf = (text: string): string => wordAt(text, WORDS_AT)

/** The key of a call that is asked for. */
export const secondOf = (text: string): string => wordAt(text, text.indexOf(' ', WORDS_AT) + 1)

/** The characters of a response that are counted. */
export const charsIn = (text: string): number => {
  const chars = Number(secondOf(text))
  return Number.isSafeInteger(chars) ? chars : 0
}

export const textOfBody = (text: string): string => text.slice(text.indexOf('['))

const valuesIn = (body: string): ReadonlyArray<unknown> | undefined => {
  try {
    const values: unknown = JSON.parse(body)
    return Array.isArray(values) ? values : undefined
  } catch {
    return undefined
  }
}

/** Reads all of an event, if it is one of this kind. */
export const eventIn = <Is extends Kind>(is: Is, text: string): Extract<TurnEvent, { readonly is: Is }> | undefined => {
  const values = valuesIn(textOfBody(text))
  if (values === undefined) return undefined
  const fields = BODIES[is]
    .map((name, i) => [name, values[i]])
    .filter(([, value]) => value !== undefined && value !== null)
  const event: unknown = {
    is,
    call: firstOf(text),
    key: is === 'asked' ? secondOf(text) : firstOf(text),
    ...Object.fromEntries(fields)
  }
  return isTurnEvent(event) ? (event as Extract<TurnEvent, { readonly is: Is }>) : undefined
}
