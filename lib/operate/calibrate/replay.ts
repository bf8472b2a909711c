/** Judges a recorded response as the guarded call would have, with these codecs and checks. */
import * as E from 'fp-ts/lib/Either.js'
import type { Issue, ToolError } from '../../core/errors/index.js'
import { incomplete, judgeAnswer, noContent } from '../../guard/kernel.js'
import type { AnyPolicy } from './judged-tool.js'
import { readData } from '../../traffic/answer-data.js'
import type { TrafficRecord } from '../../traffic/traffic-record.js'

// -- model

/** The outcome for a record. */
export type ReplayOutcome =
  | { readonly kind: 'accepted'; readonly partial: boolean }
  | {
      readonly kind: 'rejected'
      readonly error: ToolError
      readonly issues: ReadonlyArray<Issue>
      readonly raw: unknown
    }
  /** No response: the tool failed, or was not reached. */
  | { readonly kind: 'unanswered' }
  /** A response that was too long to keep, or is too deep to read back. */
  | { readonly kind: 'unkept' }

// -- replaying

// Statements of the tool that the response lacks: that it is incomplete, or empty by protocol.
const asReturned = ({ outcome, code, detail = '' }: TrafficRecord, answer: unknown): unknown => {
  if (answer === null && code === 'empty_body') return noContent()
  return outcome === 'partial_data' && code !== null ? incomplete(answer, { code, detail }) : answer
}

/** The text or the data of a record's response; undefined if it was not kept, or is too deep for the stack. */
export const recordedOf = ({ answer }: TrafficRecord): { readonly value: unknown } | undefined => {
  if (answer === undefined || 'sha256' in answer) return undefined
  try {
    return { value: 'text' in answer ? answer.text : readData(answer.data) }
  } catch {
    return undefined
  }
}

/** The same in the form that the tool returned, with the tool's statements about it. */
export const recordedAnswerOf = (record: TrafficRecord): { readonly value: unknown } | undefined => {
  const recorded = recordedOf(record)
  return recorded === undefined ? undefined : { value: asReturned(record, recorded.value) }
}

/** Judges the response of a record. */
export const replay = (judge: AnyPolicy, record: TrafficRecord): ReplayOutcome => {
  if (record.answer === undefined) return { kind: 'unanswered' }
  const answer = recordedAnswerOf(record)
  // A check compares the response with the request.
  if (answer === undefined || (record.argsChars !== undefined && judge.checks.length > 0)) return { kind: 'unkept' }
  const { result, raw, payload, issues } = judgeAnswer(judge, record.args, answer.value)
  if (E.isLeft(result) && payload === undefined) return { kind: 'rejected', error: result.left, issues, raw }
  return { kind: 'accepted', partial: E.isLeft(result) }
}
