/**
 * The calls whose server named a task. Their response comes later: of revision 2025-11-25 as that to `tasks/result`, of
 * the extension of 2026-07-28 within that to `tasks/get`, or within a notification.
 */
import { type Fields, asFields, isFields } from '../../core/foreign/index.js'
import type { PendingCall } from './guard.js'
import type { ResponseBody } from './message.js'
import type { OpenRequest } from './open-requests.js'
import type { Caller } from './turns.js'
import { errorResult } from '../../toolset/mcp-result.js'

// Nobody has to ask how a task ended.
const MAX_TASKS = 1_000

/** How a task ended: with the response of its call, or without one. */
export interface TaskEnd {
  readonly ticket: PendingCall
  readonly response: ResponseBody | 'cancelled'
  /** Whether its call is settled: its client had read that the task failed, or its connection was gone. */
  readonly isLate: boolean
  /** Whether the client that made its call reads of it. */
  readonly isHeard: boolean
}

/** Who reads what the server says, as far as it goes to one of several clients, and whether its connection stands. */
export interface TaskReader {
  readonly isHeard: boolean
  readonly caller?: Caller | undefined
}

interface OpenTask {
  readonly ticket: PendingCall
  isSettled: boolean
}

const says = (words: unknown): string => (typeof words === 'string' && words !== '' ? words : 'The task failed.')

const responseIn = (method: string, message: ResponseBody): TaskEnd['response'] | undefined => {
  if (method === 'tasks/result') return message
  const { status, statusMessage, result, error } = asFields(message.result)
  if (status === 'cancelled') return 'cancelled'
  if (status === 'completed' && isFields(result)) return { result, error: undefined }
  if (status !== 'failed') return undefined
  // Of a task that failed, many clients of 2025-11-25 ask for no result.
  return { result: errorResult(says(asFields(error)['message'] ?? statusMessage)), error: undefined }
}

export class OpenTasks {
  readonly #tasks = new Map<unknown, OpenTask>()

  /** Takes in the result of a call that is no response yet. */
  add(result: Fields, ticket: PendingCall): void {
    const { taskId = result['taskId'] } = asFields(result['task'])
    if (taskId === undefined) return
    this.#tasks.set(taskId, { ticket: { ...ticket, isTask: true }, isSettled: false })
    for (const oldest of this.#tasks.keys()) if (this.#tasks.size > MAX_TASKS) this.#tasks.delete(oldest)
  }

  /**
   * Gives the call whose task has ended: again, where its client had read that it failed, or did not read of its end.
   */
  ended(
    { method, taskId }: Pick<OpenRequest, 'method' | 'taskId'>,
    message: ResponseBody,
    reader: TaskReader
  ): TaskEnd | undefined {
    const task = this.#tasks.get(taskId)
    const response = task && responseIn(method, message)
    if (task === undefined || response === undefined) return undefined
    const { ticket, isSettled } = task
    const isHeard = reader.isHeard && (reader.caller ?? ticket.caller) === ticket.caller
    const hasFailed = method !== 'tasks/result' && response !== 'cancelled' && response.result?.['isError'] === true
    if (response !== 'cancelled' && (hasFailed || !isHeard)) task.isSettled = true
    else this.#tasks.delete(taskId)
    return { ticket, response, isLate: isSettled, isHeard }
  }
}
