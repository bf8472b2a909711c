/**
 * The calls whose server named a task. Their response comes later: of revision 2025-11-25 as that to `tasks/result`, of
 * the extension of 2026-07-28 within that to `tasks/get`, or within a notification.
 */
import { type Fields, asFields, isFields } from '../../core/foreign/index.js'
import type { PendingCall } from './guard.js'
import type { ResponseBody } from './message.js'
import { errorResult } from '../../toolset/mcp-result.js'

// Nobody has to ask how a task ended.
const MAX_TASKS = 1_000

/** How a task ended: with the response of its call, or without one. */
export interface TaskEnd {
  readonly ticket: PendingCall
  readonly response: ResponseBody | 'cancelled'
  /** Whether its client had read that the task failed, and now reads the response. */
  readonly isLate: boolean
}

interface OpenTask {
  readonly ticket: PendingCall
  hasFailed: boolean
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
    this.#tasks.set(taskId, { ticket: { ...ticket, isTask: true }, hasFailed: false })
    for (const oldest of this.#tasks.keys()) if (this.#tasks.size > MAX_TASKS) this.#tasks.delete(oldest)
  }

  /** Gives the call whose task has ended, if its client reads that here: again, where it had read that it failed. */
  ended(method: string, taskId: unknown, message: ResponseBody): TaskEnd | undefined {
    const task = this.#tasks.get(taskId)
    const response = task && responseIn(method, message)
    if (task === undefined || response === undefined) return undefined
    const { ticket, hasFailed } = task
    const isResponse = method === 'tasks/result'
    if (!isResponse && response !== 'cancelled' && response.result?.['isError'] === true) task.hasFailed = true
    else this.#tasks.delete(taskId)
    return { ticket, response, isLate: hasFailed }
  }
}
