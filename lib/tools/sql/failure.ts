/** Explains a failed database call to the model: what went wrong, where in the query, and whether it wrote. */
import { isObject } from '../../core/foreign/index.js'
import { type ToolError, errorOfCode, schemaMismatch, semanticGarbage } from '../../core/errors/index.js'
import {
  type SqlCode,
  codeOfState,
  isInner,
  isNetworkCode,
  speaksOfStatement,
  wordsOfState
} from '../../core/signs/index.js'
import { errorOfState, isState, refusesCommit } from '../../guard/kernel.js'
import {
  SimpleProtocolError,
  TooLarge,
  WritesNothingError,
  type SqlFailure,
  type TransactionLimits,
  type Phase
} from './database.js'
import { AbortedError } from './deadline.js'
import { CURSOR } from './recipes.js'
import { NamedAlike, NamedProto } from './rows.js'

/** The facts of a call that its error may mention. */
interface CallFacts extends TransactionLimits {
  readonly effect: 'read' | 'write'
  readonly text: string
}

// -- what was thrown

const field = (thrown: unknown, name: string): string => {
  const value: unknown = isObject(thrown) ? (thrown as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : ''
}

// A server on this host is reached by a socket that is a file.
const NO_SOCKET = 'ENOENT'

const isUnreachable = (code: string): boolean => isNetworkCode(code) || code === NO_SOCKET

const stateOf = (thrown: unknown): string | undefined => {
  const code = field(thrown, 'code')
  return isState(code) ? code : undefined
}

// -- where in the query the server found fault, as the query's author counts

/**
 * The server counts code points from 1, from the start of what was sent; `ahead` of them stood before the text. Empty
 * where it lies outside of the text.
 */
export const placeIn = (text: string, position: string, ahead: number): string => {
  const at = Number(position) - ahead
  if (!Number.isInteger(at) || at < 1) return ''
  // No more of a long text than may hold so many code points.
  const points = Array.from(text.slice(0, at * 2))
  if (at > points.length + 1) return ''
  const lines = points
    .slice(0, at - 1)
    .join('')
    .split('\n')
  const column = Array.from(lines.at(-1) ?? '').length + 1
  return lines.length === 1 ? ` at character ${column}` : ` at line ${lines.length}, character ${column}`
}

// -- errors

const toError = (code: SqlCode, detail: string, hint: string | undefined): ToolError =>
  errorOfCode(code, { detail, ...(hint === undefined ? {} : { hint }) })

const ofState = (state: string, thrown: unknown, phase: Phase, { effect, text }: CallFacts): ToolError => {
  // Before and after the statement, it is not the model's words that a server refuses.
  if (phase === 'opening') {
    const code = codeOfState(state)
    return toError(
      code === 'rejected_arguments' ? 'tool_threw' : code,
      `Database error before the query: ${wordsOfState(state)} (SQLSTATE ${state}).`,
      undefined
    )
  }
  const place =
    phase === 'statement' && !isInner((name) => field(thrown, name))
      ? placeIn(text, field(thrown, 'position'), effect === 'read' ? CURSOR.length : 0)
      : ''
  return errorOfState(state, effect, place)
}

const unavailable = (detail: string): ToolError => toError('tool_unavailable', detail, undefined)

// A smaller query would not have been sent either.
const overTime = (phase: Phase): ToolError =>
  phase === 'opening'
    ? toError(
        'timeout',
        'The database was not ready in time, and the query was not sent.',
        'Go on with other work, use another tool, or tell the user.'
      )
    : toError('timeout', 'The database did not answer in time; the query was given up.', undefined)

const cancelled = (phase: Phase): ToolError => {
  const detail =
    phase === 'opening' ? 'The caller gave up before the query was sent.' : 'The caller gave up; the query was stopped.'
  return schemaMismatch({ code: 'cancelled', detail })
}

/** The error of a call. */
export const sqlToolError = ({ thrown, phase, connectionLost }: SqlFailure, facts: CallFacts): ToolError => {
  if (thrown instanceof AbortedError) {
    return facts.deadline.isOver() ? overTime(phase) : cancelled(phase)
  }
  if (thrown instanceof TooLarge) {
    return schemaMismatch({
      code: 'too_large',
      detail: `The result is larger than ${facts.maxBytes} bytes; no complete row arrived.`,
      hint: 'Select fewer columns, or shorten long ones with left(column, 200).'
    })
  }
  if (thrown instanceof NamedAlike || thrown instanceof NamedProto) {
    return semanticGarbage({
      code: 'rejected_arguments',
      detail:
        thrown instanceof NamedProto
          ? `Column ${thrown.column} of the result is named __proto__, and no data keep a field of that name.`
          : `Columns ${thrown.first} and ${thrown.second} of the result have the same name, so one would hide the other.`,
      hint: 'Give each column of the SELECT list a name of its own with AS.'
    })
  }
  if (thrown instanceof WritesNothingError) {
    return semanticGarbage({
      code: 'rejected_arguments',
      detail: `The statement is a ${thrown.command}, which writes nothing here.`,
      hint: 'Send one single statement that writes, such as INSERT, UPDATE or DELETE.'
    })
  }
  if (thrown instanceof SimpleProtocolError) {
    return schemaMismatch({
      code: 'tool_threw',
      detail: 'The database client cannot send one statement at a time (pg before 8.12, or pg.native); nothing was run.'
    })
  }
  const state = stateOf(thrown)
  if (state !== undefined) return ofState(state, thrown, phase, facts)
  if (isUnreachable(field(thrown, 'code')))
    return unavailable(`The database cannot be reached (${field(thrown, 'code')}).`)
  if (phase === 'opening' || connectionLost)
    return unavailable('The connection to the database was lost or could not be opened.')
  // pg's own query_timeout, where its user set one.
  if (field(thrown, 'message') === 'Query read timeout') return overTime(phase)
  return toError('rejected_arguments', 'A value of the query could not be sent as a parameter.', undefined)
}

// -- whether it wrote

/** The SQLSTATE with which a server refused a commit. */
export const refusedCommit = ({ thrown, phase }: SqlFailure): string | undefined =>
  phase === 'commit' ? stateOf(thrown) : undefined

/** Whether a write took place: not before its commit was sent. */
export const executedBy = ({ thrown, phase }: SqlFailure): 'no' | 'unknown' =>
  phase !== 'commit' || refusesCommit(field(thrown, 'code')) ? 'no' : 'unknown'

// -- its words

/** The server's message about the statement; empty where its words may quote a cell. */
export const sqlWords = ({ thrown, phase }: SqlFailure, statement: string): string => {
  const state = stateOf(thrown)
  const message = field(thrown, 'message')
  if (state === undefined || phase !== 'statement') return ''
  const refusal = { state, field: (name: string) => field(thrown, name), texts: [statement] }
  return speaksOfStatement(refusal, message) ? message : ''
}
