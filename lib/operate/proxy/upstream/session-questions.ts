/**
 * What a server asks its client, by the session in which it asks. The ids of official servers begin anew in each: the
 * answer to a question of a forgotten session would count as that to another in the next, so it goes to the session
 * that asked, or nowhere.
 */
import { cancelLine, isNotice, type Id, type Message, type Notification, type Request } from '../message.js'
import { inOwnIds } from '../own-ids.js'
import type { ServerListener } from './server.js'

/** Where a line of the server came in. */
interface Origin {
  readonly session: string | undefined
  /** The request in whose stream it came. */
  readonly of: Id | undefined
}

interface Question extends Origin {
  /** As the server reads it. */
  readonly id: Id
  /** As the client reads it. */
  readonly shownId: Id
  /** What the client says of it, as the server reads that. */
  readonly theirs: (line: Buffer) => Buffer
  isOver: boolean
}

const OVER = 'the server waits for no answer any more'
const UNSENT = 'answers of the client to questions that were over'

// Servers do not count so far, and all clients can.
const BEFORE_OWN = 1_000_000_000
// A server may ask any number, and hear nothing.
const MAX_QUESTIONS = 1_000

// Official servers take an answer to "0x0" for that to 0.
const asRead = (id: unknown): unknown => {
  const number = typeof id === 'string' || typeof id === 'bigint' ? Number(id) : id
  return Number.isNaN(number) ? id : number
}

const unchanged = (line: Buffer): Buffer => line

export class SessionQuestions {
  readonly #listener: Pick<ServerListener, 'onLine' | 'onUnsent'>
  /** Those without an answer, over or not, by their ids as the client reads them. */
  readonly #unanswered = new Map<unknown, Question>()
  #own = BEFORE_OWN
  #sessions = 0
  #hasForgotten = false

  constructor(listener: Pick<ServerListener, 'onLine' | 'onUnsent'>) {
    this.#listener = listener
  }

  /** A session has begun: the questions of others are over. */
  begin(session: string | undefined): void {
    this.#sessions += 1
    this.#end((question) => question.session !== session)
  }

  /** The server is gone. */
  end(): void {
    this.#end(() => true)
  }

  #end(isOver: (question: Question) => boolean): void {
    for (const question of this.#unanswered.values())
      if (!question.isOver && isOver(question)) {
        question.isOver = true
        this.#listener.onLine(cancelLine(question.shownId, OVER), question.of)
      }
  }

  /** Hands on what the server sends of its own. */
  toClient(message: Message, line: Buffer, from: Origin): void {
    if (message.kind === 'request') this.#asked(message, line, from)
    else if (isNotice(message, 'notifications/cancelled')) this.#givenUp(message, line, from)
    else this.#listener.onLine(line, from.of)
  }

  #asked({ id }: Request, line: Buffer, from: Origin): void {
    // A server that asks anew under an id waits for no answer to what it asked before.
    this.#end((question) => this.#isIt(question, id, from))
    const isTaken = this.#unanswered.has(asRead(id)) || (this.#hasForgotten && this.#sessions > 1)
    const own = isTaken ? this.#newId() : undefined
    const { line: shown, theirs } = own === undefined ? { line, theirs: unchanged } : inOwnIds(line, own)
    const shownId = own ?? id
    this.#unanswered.set(asRead(shownId), { ...from, id, shownId, theirs, isOver: false })
    const [oldest] = this.#unanswered.keys()
    if (this.#unanswered.size > MAX_QUESTIONS) this.#hasForgotten = this.#unanswered.delete(oldest)
    this.#listener.onLine(shown, from.of)
  }

  #isIt({ id, session, isOver }: Question, other: unknown, from: Origin): boolean {
    return !isOver && session === from.session && asRead(id) === asRead(other)
  }

  #newId(): number {
    do this.#own += 1
    while (this.#unanswered.has(this.#own))
    return this.#own
  }

  #givenUp({ params: { requestId, reason } }: Notification, line: Buffer, from: Origin): void {
    const question = [...this.#unanswered.values()].find((one) => this.#isIt(one, requestId, from))
    // Under this id, the client reads a question of another session.
    if (question === undefined && this.#unanswered.has(asRead(requestId))) return
    if (question !== undefined) question.isOver = true
    const isOwn = question !== undefined && question.theirs !== unchanged
    this.#listener.onLine(
      isOwn ? cancelLine(question.shownId, typeof reason === 'string' ? reason : OVER) : line,
      from.of
    )
  }

  /** What the client says, as the server reads it in this session; undefined for an answer to what is over. */
  toServer(message: Message, line: Buffer, session: string | undefined): Buffer | undefined {
    const isProgress = isNotice(message, 'notifications/progress')
    if (!isProgress && message.kind !== 'response') return line
    const id = asRead(isProgress ? message.params['progressToken'] : message.id)
    const question = this.#unanswered.get(id)
    if (isProgress) return question?.isOver === false ? question.theirs(line) : line
    this.#unanswered.delete(id)
    const isOver = question === undefined ? this.#sessions > 1 : question.isOver || question.session !== session
    if (isOver) this.#listener.onUnsent?.(UNSENT)
    return isOver ? undefined : (question?.theirs ?? unchanged)(line)
  }
}
