/** What an HTTP status says of a request: one table for what services send, tools throw and bodies quote. */
import type { FailureCode } from '../errors/codes.js'

const CODES: ReadonlyMap<number, FailureCode> = new Map([
  [400, 'rejected_arguments'],
  [401, 'unauthorized'],
  [402, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not_found'],
  [407, 'unauthorized'],
  [408, 'tool_unavailable'],
  [410, 'not_found'],
  [413, 'rejected_arguments'],
  [414, 'rejected_arguments'],
  [415, 'rejected_arguments'],
  // Some services' 429.
  [420, 'rate_limited'],
  [422, 'rejected_arguments'],
  [428, 'rejected_arguments'],
  [429, 'rate_limited']
])

/** The code of a status; undefined for one that says too little in a body, such as 409 and 200. */
export const codeOfStatus = (status: number): FailureCode | undefined =>
  status >= 500 && status < 600 ? 'tool_unavailable' : CODES.get(status)

// A service may carry out a request and still send one of these.
const AFTER_THE_FACT: ReadonlySet<number> = new Set([408, 409, 424, 425, 499])

/** Whether a status proves that its own request was not executed. */
export const isRefusingStatus = (status: number): boolean =>
  status >= 400 && status < 500 && !AFTER_THE_FACT.has(status)

/**
 * Whether what a failure with this status asked for may be done all the same, at once or later: a limit of calls may
 * count one that was carried out.
 */
export const mayBeDoneBy = (status: number): boolean =>
  (status >= 500 && status < 600) || status === 429 || AFTER_THE_FACT.has(status)

// Others, such as 400, 402 and 422, are also sent for whatever one of a service's steps threw.
const NAME_A_REASON: ReadonlySet<number> = new Set([
  401, 403, 404, 405, 406, 407, 410, 411, 412, 413, 414, 415, 416, 417, 421, 423, 426, 428, 429, 431, 451
])

/** Whether a status alone says why the request was refused. */
export const namesReason = (status: number): boolean => NAME_A_REASON.has(status)
