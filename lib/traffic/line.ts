/** Makes the line of a settled call: a cheap snapshot at once, and the redacted line later. */
import { hash } from 'node:crypto'
import type { SettledCall } from '../guard/kernel.js'
import { writeData } from './answer-data.js'
import { dataOf } from '../core/json/index.js'
import { REDACTED, type RedactedText, takenOut, withoutValues } from '../core/redact/index.js'

// -- model

/** The data that must be copied before the call returns, since the caller may change the payload then. */
export interface Snapshot {
  readonly at: number
  readonly call: Omit<SettledCall, 'answer'>
  readonly answer: AnswerText | undefined
  /** The share of this tool's calls that is kept. */
  readonly rate: number
  /** Roughly how much memory the snapshot uses. */
  readonly chars: number
}

interface AnswerText {
  readonly kind: 'text' | 'data'
  /** Undefined for oversized data. */
  readonly text: string | undefined
}

export interface LineOptions {
  readonly redact: (text: string) => RedactedText
  readonly maxAnswerChars: number
  readonly versions: Readonly<Record<string, string>>
}

// -- the snapshot

const answerText = (answer: SettledCall['answer'], maxAnswerChars: number): AnswerText | undefined => {
  if (answer === undefined) return undefined
  if (answer.text !== undefined) return { kind: 'text', text: answer.text }
  if (typeof answer.raw === 'string') return { kind: 'text', text: answer.raw }
  return answer.raw === undefined ? undefined : { kind: 'data', text: writeData(answer.raw, maxAnswerChars) }
}

const FIXED_CHARS = 1_000

export const snapshot = (
  { answer, ...call }: SettledCall,
  at: number,
  rate: number,
  maxAnswerChars: number
): Snapshot => {
  const kept = answerText(answer, maxAnswerChars)
  return { at, call, answer: kept, rate, chars: FIXED_CHARS + (kept?.text?.length ?? 0) }
}

// -- the line

interface LinePart {
  readonly json: string
  readonly redacted: number
  /** What was taken out. */
  readonly taken?: ReadonlyArray<string>
}

const NOTHING: LinePart = { json: '', redacted: 0 }

const takenFrom = (text: string, { text: left, count }: RedactedText): ReadonlyArray<string> =>
  count === 0 ? [] : takenOut(dataOf(text), dataOf(left))

const answerPart = (answer: AnswerText | undefined, { redact, maxAnswerChars }: LineOptions): LinePart => {
  if (answer === undefined) return NOTHING
  const { kind, text } = answer
  if (text === undefined) return { json: `,"answer":{"chars":${maxAnswerChars + 1},"sha256":null}`, redacted: 0 }
  if (text.length > maxAnswerChars)
    return { json: `,"answer":{"chars":${text.length},"sha256":"${hash('sha256', text, 'hex')}"}`, redacted: 0 }
  const clean = redact(text)
  return {
    json: `,"answer":{"${kind}":${kind === 'text' ? JSON.stringify(clean.text) : clean.text}}`,
    redacted: clean.count,
    taken: takenFrom(text, clean)
  }
}

const argsPart = (args: unknown, { redact, maxAnswerChars }: LineOptions): LinePart => {
  const text = JSON.stringify(args) ?? 'null'
  if (text.length > maxAnswerChars) return { json: `,"args":null,"argsChars":${text.length}`, redacted: 0 }
  const clean = redact(text)
  return { json: `,"args":${clean.text}`, redacted: clean.count, taken: takenFrom(text, clean) }
}

// A path may hold foreign keys and be 100,000 steps long, and a codec's own words may quote the value.
const MAX_ISSUES = 50
const MAX_STEPS = 100

const issuesPart = (issues: SettledCall['issues'], { redact }: LineOptions): string => {
  if (issues.length === 0) return ''
  const kept = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, kind, expected, received }) => ({ path: path.slice(0, MAX_STEPS), kind, expected, received }))
  return `,"issues":${redact(JSON.stringify(kept)).text}`
}

/** The line of a call, with its line feed. */
export const lineOf = ({ at, call, answer, rate }: Snapshot, options: LineOptions): string => {
  const { record, detail, issues } = call
  const args = argsPart(record.args, options)
  const reply = answerPart(answer, options)
  // Words about a value may stand apart from its name.
  const taken = [...(args.taken ?? []), ...(reply.taken ?? [])]
  const head = JSON.stringify({
    v: 1,
    at: new Date(at).toISOString(),
    // A model may have chosen it.
    tool: options.redact(record.tool).text,
    effect: record.effect,
    callId: record.callId,
    turnId: record.turnId,
    outcome: record.outcome,
    code: record.code,
    executed: record.executed,
    ms: Math.round(record.ms * 1000) / 1000,
    bytes: record.bytes,
    argsHash: record.argsHash,
    ...(record.operationId === undefined ? {} : { operationId: record.operationId }),
    ...(detail === null ? {} : { detail: withoutValues(options.redact(detail).text, taken, REDACTED) }),
    ...(args.redacted + reply.redacted === 0 ? {} : { redacted: args.redacted + reply.redacted }),
    ...(rate === 1 ? {} : { rate }),
    versions: options.versions
  })
  return `${head.slice(0, -1)}${args.json}${issuesPart(issues, options)}${reply.json}}\n`
}

/** The line that reports how many calls are missing before the next one. */
export const gapLine = (dropped: number, at: number): string =>
  `${JSON.stringify({ v: 1, at: new Date(at).toISOString(), dropped })}\n`
