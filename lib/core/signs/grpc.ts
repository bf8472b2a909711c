/** What a status of gRPC says of a request: one table for what tools throw and bodies quote. */
import type { Code } from '../errors/codes.js'

/** By number: https://grpc.io/docs/guides/status-codes/. Of an unknown error, its words may say more. */
export const GRPC: ReadonlyArray<readonly [name: string, code: Code | undefined]> = [
  ['OK', undefined],
  ['CANCELLED', 'tool_unavailable'],
  ['UNKNOWN', undefined],
  ['INVALID_ARGUMENT', 'rejected_arguments'],
  ['DEADLINE_EXCEEDED', 'timeout'],
  ['NOT_FOUND', 'not_found'],
  ['ALREADY_EXISTS', 'rejected_arguments'],
  ['PERMISSION_DENIED', 'unauthorized'],
  ['RESOURCE_EXHAUSTED', 'rate_limited'],
  ['FAILED_PRECONDITION', 'rejected_arguments'],
  ['ABORTED', 'tool_unavailable'],
  ['OUT_OF_RANGE', 'rejected_arguments'],
  ['UNIMPLEMENTED', 'tool_threw'],
  ['INTERNAL', 'tool_unavailable'],
  ['UNAVAILABLE', 'tool_unavailable'],
  ['DATA_LOSS', 'tool_unavailable'],
  ['UNAUTHENTICATED', 'unauthorized']
]

const OPEN = new Set(
  GRPC.filter(([name, code]) => name === 'UNKNOWN' || code === 'timeout' || code === 'tool_unavailable').map(
    ([name]) => name
  )
)

/** Whether a status leaves open what became of its request. */
export const isOpenGrpc = (name: string): boolean => OPEN.has(name)
