/** The guard's own stages, around a tool that another process runs: admit before, judge and settle after. */
import * as E from 'fp-ts/lib/Either.js'
import { sortedJson } from '../core/args-text.js'
import { schemaMismatch, partialData, type ToolError } from '../core/tool-error.js'
import { admit, type Admission } from '../guard/admit.js'
import { ArgsKey } from '../guard/args-key.js'
import { keyOf, type Keyed } from '../guard/arguments.js'
import type { Begun } from '../guard/begun.js'
import { withOutcome } from '../guard/outcome.js'
import { openSession } from '../guard/session.js'
import { settle, type Ended } from '../guard/settle.js'
import { stateOf, type Turn } from '../guard/turn.js'
import { metaOf, type Fields, type Response } from './message.js'
import { Catalog, type Policy } from './policy.js'
import type { ProxySettings } from './settings.js'
import { Summary } from './summary.js'
import { Turns } from './turns.js'
import { judgeResponse, type Answered } from './verdict.js'

// -- model

/** A call on its way, from its request to its answer. */
export interface Ticket {
  readonly policy: Policy
  readonly begun: Begun<unknown>
  readonly admission: Admission
  readonly turn: Turn
}

/** What becomes of a call before it runs. `refusal`: what the client is to be told instead, if anything. */
export interface Admitted {
  readonly ticket: Ticket | undefined
  readonly refusal: ToolError | undefined
}

// -- what a call is known by

// What the guard does not take as arguments, a server may: a file of two million characters.
const keyed = (args: unknown): Keyed => {
  const key = keyOf(args)
  return E.isRight(key)
    ? key.right
    : { data: null, key: new ArgsKey(sortedJson(args) ?? 'arguments that cannot be written') }
}

// The client has collected what the server asked for: the same call goes on.
const goesOn = (params: Fields): boolean => 'inputResponses' in params || 'requestState' in params

const UNCOUNTED: Admission = { refusal: undefined, asked: 0, degraded: false }

// A recorder keeps nothing of longer answers but their digest.
const MAX_RECORDED_BYTES = 1_000_000

// What nobody checked may be deeper than the stack.
const written = (raw: unknown): string | undefined => {
  try {
    return JSON.stringify(raw)
  } catch {
    return undefined
  }
}

export class ProxyGuard {
  readonly catalog: Catalog
  readonly summary: Summary
  readonly #settings: ProxySettings
  readonly #turns: Turns
  readonly #keepsArgs: boolean
  readonly #ignoresFields: boolean
  #calls = 0

  constructor(settings: ProxySettings, summary = new Summary(settings.mode, settings.tell)) {
    const { recorder, logger, budget, loop, clock } = settings
    this.#settings = settings
    this.#keepsArgs = recorder !== undefined || (loop !== false && (loop.ignoreArgs ?? []).length > 0)
    this.#ignoresFields = loop !== false && (loop.ignoreResultFields ?? []).length > 0
    this.catalog = new Catalog(settings)
    this.summary = summary
    const session = openSession({
      budget,
      loop,
      clock,
      ...(recorder === undefined ? {} : { recorder }),
      ...(logger === undefined ? {} : { logger })
    })
    this.#turns = new Turns(session, settings.turn)
  }

  get enforces(): boolean {
    return this.#settings.mode === 'enforce'
  }

  get turns(): number {
    return this.#turns.opened
  }

  /** Counts a call, and says whether it may be made. Without a ticket, nobody waits for what comes back. */
  admit(name: string, params: Fields): Admitted {
    const turn = this.#turns.turnOf(metaOf(params), this.#settings.clock())
    const policy = this.catalog.policy(name)
    const { data: read, key } = keyed(params['arguments'])
    // A turn remembers a thousand calls: no arguments are kept for nothing.
    const data = this.#keepsArgs ? read : null
    const begun: Begun<unknown> = {
      tool: policy.tool,
      callId: `${turn.id}.${++this.#calls}`,
      key: key.inTurn(name),
      data,
      args: key,
      startedAt: this.#settings.clock(),
      repair: undefined,
      watches: []
    }
    const admission = goesOn(params) ? UNCOUNTED : this.#ask(policy, begun, turn)
    const ticket: Ticket = { policy, begun, admission, turn }
    if (admission.refusal === undefined) return { ticket, refusal: undefined }
    this.#close(ticket, E.left(admission.refusal), { executed: 'refused', answered: undefined, counted: false })
    this.summary.refused(name, admission.refusal)
    // Where nothing is enforced, the call is made all the same; its answer is not judged, because there would be none if it were.
    return { ticket: undefined, refusal: this.enforces ? admission.refusal : undefined }
  }

  /** Judges what came back. Gives the refusal that the client is to read in its place, if any. */
  answered(ticket: Ticket, response: Response, bytes: number): ToolError | undefined {
    this.#turns.stir(this.#settings.clock())
    // What was declared since the call was made counts too.
    const policy = this.catalog.policy(ticket.policy.tool.name)
    const verdict = judgeResponse(response, policy)
    if (verdict.kind === 'open') {
      if (ticket.admission !== UNCOUNTED) stateOf(ticket.turn).budget.ended(ticket.begun.key)
      return undefined
    }
    const { executed } = verdict
    const result =
      E.isLeft(verdict.result) && !verdict.passes && policy.tool.effect === 'write'
        ? E.left(withOutcome(verdict.result.left, executed))
        : verdict.result
    this.#close(ticket, result, {
      executed,
      answered: this.#toSettle(verdict, bytes),
      counted: ticket.admission !== UNCOUNTED,
      bytes
    })
    const { name } = policy.tool
    if (E.isRight(result)) return this.summary.passed(name)
    if (verdict.passes) return this.summary.said(name, result.left)
    this.summary.refused(name, result.left)
    return this.enforces ? result.left : undefined
  }

  /** No answer came in time. */
  timedOut(ticket: Ticket): ToolError {
    const { tool, timeoutMs } = ticket.policy
    return this.#ended(
      ticket,
      partialData({
        code: 'timeout',
        detail: `The server gave no answer and no sign of progress within ${timeoutMs} ms.`
      }),
      tool.effect
    )
  }

  /** No answer will come any more. */
  lost(ticket: Ticket, why: string): ToolError {
    return this.#ended(
      ticket,
      partialData({
        code: 'tool_unavailable',
        detail: why,
        hint: 'The server of this tool is gone. Use another tool, or tell the user.'
      }),
      ticket.policy.tool.effect
    )
  }

  /** The client does not want it any more. */
  cancelled(ticket: Ticket): void {
    const error = schemaMismatch({ code: 'cancelled', detail: 'The client cancelled the call.' })
    this.#close(ticket, E.left(error), {
      executed: 'unknown',
      answered: undefined,
      counted: ticket.admission !== UNCOUNTED
    })
    this.summary.said(ticket.policy.tool.name, error)
  }

  #ended(ticket: Ticket, error: ToolError, effect: 'read' | 'write'): ToolError {
    const told = effect === 'write' ? withOutcome(error, 'unknown') : error
    this.#close(ticket, E.left(told), {
      executed: 'unknown',
      answered: { text: undefined, raw: undefined, error: told },
      counted: ticket.admission !== UNCOUNTED
    })
    this.summary.refused(ticket.policy.tool.name, told)
    return told
  }

  #ask({ limit }: Policy, begun: Begun<unknown>, turn: Turn): Admission {
    // Without a shared store it answers at once.
    return admit(begun, limit, undefined, stateOf(turn)) as Admission
  }

  #toSettle({ text, raw, result }: Answered, bytes: number): Ended['answered'] {
    const error = E.isLeft(result) ? result.left : undefined
    if (this.#ignoresFields) return { text, raw, error }
    if (this.#settings.recorder !== undefined && bytes <= MAX_RECORDED_BYTES)
      return { text, raw: text === undefined ? raw : undefined, error }
    // Only to tell one answer from another: a server writes the same data in the same order, and to sort them first costs ten times as much.
    return { text: text ?? written(raw), raw: undefined, error }
  }

  #close(
    ticket: Ticket,
    result: E.Either<ToolError, unknown>,
    ended: Pick<Ended, 'executed' | 'answered' | 'counted'> & { readonly bytes?: number }
  ): void {
    const { begun, turn, admission } = ticket
    // Without a shared store, nothing is waited for.
    void settle(result, begun, { bytes: 0, cause: undefined, ...ended, admission }, stateOf(turn))
  }
}
