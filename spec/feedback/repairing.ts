/** What specs of repairing need: a ticket tool, a model that answers as it is told, a logger that keeps its lines. */
import * as t from 'io-ts'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import type { LoggerLike } from '#core/foreign'
import { openSession, type Session } from '../../lib/guard/session.js'
import type { Tool } from '../../lib/guard/tool.js'
import type { Turn } from '../../lib/guard/turn.js'
import type { AskAnswer, AskContext, RepairArgumentsOptions } from '../../lib/feedback/repair-arguments.js'

export const Ticket = t.type({ title: t.string, priority: t.Int })
export type Ticket = t.TypeOf<typeof Ticket>

export const wrong = { title: 'Printer on fire', priority: 'high' }
export const right = { title: 'Printer on fire', priority: 1 }

/** A tool that notes what it was run with. */
export const ticketTool = (more: Partial<Tool<Ticket>> = {}) => {
  const ran: Array<Ticket> = []
  const call = guardedCall<Ticket, { ok: boolean }>(
    {
      name: 'create_ticket',
      effect: 'read',
      args: Ticket,
      run: (args) => {
        ran.push(args)
        return { ok: true }
      },
      ...more
    },
    t.type({ ok: t.boolean })
  )
  return { call, ran }
}

export interface Asking {
  readonly ask: RepairArgumentsOptions['ask']
  readonly asked: ReadonlyArray<{ readonly feedback: string; readonly attempt: number; readonly args: unknown }>
}

/** A model that gives these calls, one a re-ask, and then gives up. */
export const answering = (...answers: ReadonlyArray<AskAnswer | undefined>): Asking => {
  const asked: Array<{ feedback: string; attempt: number; args: unknown }> = []
  const left = [...answers]
  return {
    asked,
    ask: async (feedback: string, attempt: number, { args }: AskContext) => {
      asked.push({ feedback, attempt, args })
      return left.shift()
    }
  }
}

export interface Line {
  readonly level: string
  readonly message: string
  readonly meta: Readonly<Record<string, unknown>>
}

export interface Watched {
  readonly session: Session
  readonly turn: Turn
  /** Lines about repairing, as level and message. */
  readonly outcomes: () => ReadonlyArray<string>
  readonly lines: ReadonlyArray<Line>
}

export const watched = (): Watched => {
  const lines: Array<Line> = []
  const logger: LoggerLike = { log: (level, message, meta) => lines.push({ level, message, meta }) }
  const session = openSession({ logger, ext: 'helpdesk' })
  return {
    session,
    lines,
    turn: session.openTurn(),
    outcomes: () =>
      lines
        .filter(({ message }) => message.startsWith('validation_retry_'))
        .map(({ level, message }) => `${level} ${message}`)
  }
}
