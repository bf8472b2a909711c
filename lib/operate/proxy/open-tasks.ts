/**
 * The calls whose server named a task. Their response comes later: of revision 2025-11-25 as that to `tasks/result`, of
 * the extension of 2026-07-28 within that to `tasks/get`, or within a notification.
 */
import { type Fields, asFields, isFields } from '../../core/foreign/index.js'
import type { PendingCall } from './guard.js'
import { isRpcError, RPC_CODES, type ResponseBody } from './message.js'

// Nobody has to ask how a task ended.
const MAX_TASKS = 1_000

/** How a task ended: with the response of its call, or without one. */
export interface TaskEnd {
  readonly ticket: PendingCall
  readonly response: ResponseBody | 'cancelled'
}

const says = (words: unknown): string => (typeof words === 'string' && words !== '' ? words : 'The task failed.')

const responseIn = (method: string, message: ResponseBody): TaskEnd['response'] | undefined => {
  if (method === 'tasks/result') return message
  const { status, statusMessage, result, error } = asFields(message.result)
  if (status === 'cancelled') return 'cancelled'
  if (status === 'completed' && isFields(result)) return { result, error: undefined }
  if (status !== 'failed') return undefined
  // Of a task that failed, clients of 2025-11-25 ask for no result.
  return {
    result: undefined,
    error: isRpcError(error) ? error : { code: RPC_CODES.internalError, message: says(statusMessage) }
  }
}

export class OpenTasks {
  readonly #tickets = new Map<unknown, PendingCall>()

  /** Takes in the result of a call that is no response yet. */
  add(result: Fields, ticket: PendingCall): void {
    const { taskId = result['taskId'] } = asFields(result['task'])
    if (taskId === undefined) return
    this.#tickets.set(taskId, ticket)
    for (const oldest of this.#tickets.keys()) if (this.#tickets.size > MAX_TASKS) this.#tickets.delete(oldest)
  }

  /** Gives the call whose task has ended, once, if that is what its client reads here. */
  ended(method: string, taskId: unknown, message: ResponseBody): TaskEnd | undefined {
    const ticket = this.#tickets.get(taskId)
    const response = ticket && responseIn(method, message)
    if (ticket === undefined || response === undefined) return undefined
    this.#tickets.delete(taskId)
    return { ticket, response }
  }
}
