/**
 * What the server asks a person or a model of its client, who may take their time: until the client responds, or, where
 * it carries the question out as a task (of revision 2025-11-25), until the server reads of the end of that.
 */
import { asFields, type Fields } from '../../core/foreign/index.js'
import { isNotice, type Message, type Request } from './message.js'
import { asksSomebody } from './prompt-methods.js'

// Many clients read an id as a number, and reply to the one that is left of it.
const asRead = (id: unknown): unknown => (typeof id === 'bigint' ? Number(id) : id)

// A server may ask any number, and hear nothing.
const MAX_QUESTIONS = 1_000

const FINAL: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

const hasEnded = (task: Fields | undefined): boolean => FINAL.has(task?.['status'])

export class Questions {
  readonly #open = new Set<unknown>()
  /** The tasks of the client by which it carries out others. */
  readonly #tasks = new Set<unknown>()
  /** What the server asks about these, by their ids. */
  readonly #aboutTasks = new Map<unknown, Request>()

  get isAny(): boolean {
    return this.#open.size + this.#tasks.size > 0
  }

  /** The server asks its client, maybe how a question goes on that it asked before. */
  asked(request: Request): void {
    if (this.#open.size + this.#tasks.size + this.#aboutTasks.size >= MAX_QUESTIONS) return
    if (asksSomebody(request.method)) this.#open.add(asRead(request.id))
    if (this.#tasks.has(request.params['taskId'])) this.#aboutTasks.set(asRead(request.id), request)
  }

  /** The server gives up what it asked. Whether a question ends by that. */
  givenUp(id: unknown): boolean {
    this.#aboutTasks.delete(asRead(id))
    return this.#open.delete(asRead(id))
  }

  /** Whether a question ends by what the client says. */
  endsBy(message: Message): boolean {
    if (isNotice(message, 'notifications/tasks/status'))
      return hasEnded(message.params) && this.#tasks.delete(message.params['taskId'])
    if (message.kind !== 'response') return false
    const { id, result, error } = message
    const about = this.#aboutTasks.get(asRead(id))
    if (this.givenUp(id)) {
      const task = asFields(result?.['task'])
      if (task['taskId'] === undefined || hasEnded(task)) return true
      this.#tasks.add(task['taskId'])
      return false
    }
    const isEnd = about?.method === 'tasks/result' || error !== undefined || hasEnded(result)
    return about !== undefined && isEnd && this.#tasks.delete(about.params['taskId'])
  }

  clear(): void {
    for (const all of [this.#open, this.#tasks, this.#aboutTasks]) all.clear()
  }
}
