/** Judges a recorded answer as the guarded call would have, had it had these codecs and checks. */
import * as E from 'fp-ts/lib/Either.js'
import type { Issue } from '../../core/issue.js'
import type { ToolError } from '../../core/tool-error.js'
import { incomplete, judgeAnswer, noContent } from '../../guard/kernel.js'
import type { AnyPolicy } from '../judged-tool.js'
import { readData } from '../record/answer-data.js'
import type { TrafficRecord } from '../record/traffic-record.js'

// -- model

/** What became of a record. */
export type ReplayOutcome =
  | { readonly kind: 'accepted'; readonly partial: boolean }
  | {
      readonly kind: 'rejected'
      readonly error: ToolError
      readonly issues: ReadonlyArray<Issue>
      readonly raw: unknown
    }
  /** There was no answer to judge: the tool failed, or was not reached. */
  | { readonly kind: 'unanswered' }
  /** There was one, and it was not kept, because it was too long, or cannot be read back, because it is too deep. */
  | { readonly kind: 'unkept' }

const UNANSWERED: ReplayOutcome = { kind: 'unanswered' }
const UNKEPT: ReplayOutcome = { kind: 'unkept' }
const ACCEPTED: ReplayOutcome = { kind: 'accepted', partial: false }
const PARTIAL: ReplayOutcome = { kind: 'accepted', partial: true }

// -- replaying

// What the tool said of its answer, and the answer does not: that it is a part, or that there is none by protocol.
const asReturned = ({ outcome, code, detail = '' }: TrafficRecord, answer: unknown): unknown => {
  if (answer === null && code === 'empty_body') return noContent()
  return outcome === 'partial_data' && code !== null ? incomplete(answer, { code, detail }) : answer
}

/** The text or the data of a record's answer; undefined where it was not kept, or is deeper than the stack. */
export const recordedOf = ({ answer }: TrafficRecord): { readonly value: unknown } | undefined => {
  if (answer === undefined || 'sha256' in answer) return undefined
  try {
    return { value: 'text' in answer ? answer.text : readData(answer.data) }
  } catch {
    return undefined
  }
}

/** The same as the tool returned it, with what the tool said of it. */
export const recordedAnswerOf = (record: TrafficRecord): { readonly value: unknown } | undefined => {
  const recorded = recordedOf(record)
  return recorded === undefined ? undefined : { value: asReturned(record, recorded.value) }
}

/** Judges the answer of a record. */
export const replay = (judge: AnyPolicy, record: TrafficRecord): ReplayOutcome => {
  if (record.answer === undefined) return UNANSWERED
  const answer = recordedAnswerOf(record)
  // A check compares with what was asked for.
  if (answer === undefined || (record.argsChars !== undefined && judge.checks.length > 0)) return UNKEPT
  const { result, raw, payload, issues } = judgeAnswer(judge, record.args, answer.value)
  if (E.isRight(result)) return ACCEPTED
  return payload === undefined ? { kind: 'rejected', error: result.left, issues, raw } : PARTIAL
}
