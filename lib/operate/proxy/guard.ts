/** The guard's own stages, around a tool that another process runs: admit before, judge and settle after. */
import * as E from 'fp-ts/lib/Either.js'
import { sortedJson } from '../../core/json/index.js'
import { type ToolError, partialData, schemaMismatch } from '../../core/errors/index.js'
import {
  admitHere,
  ArgsKey,
  continueCall,
  countInvalid,
  explained,
  failedJudgement,
  identified,
  judgeAnswer,
  openCall,
  openSession,
  settle,
  takeAs,
  weighed,
  type Call,
  type CallArguments,
  type LoggedCall,
  type Judgement
} from '../../guard/kernel.js'
import { namingStandIn } from '../../toolset/stand-in.js'
import type { Fields } from '../../core/foreign/index.js'
import { argsShape } from './args-shape.js'
import { ForgottenTurns } from './forgotten-turns.js'
import { metaOf, jsonText, type Response } from './message.js'
import { NamedTurns } from './named-turns.js'
import { Catalog, type ProxyPolicy } from './policy.js'
import type { ProxySettings } from './settings.js'
import { Summary } from './summary.js'
import { Turns, type Caller } from './turns.js'
import { judgeResponse } from './verdict.js'

// -- model

/** A call on its way, from its request to its answer. */
export interface PendingCall {
  readonly policy: ProxyPolicy
  readonly call: Call
  /** Of the arguments, which are not kept. */
  readonly shape: string
  /** Whether its client says that the server began it before. */
  readonly goesOn: boolean
}

/** The decision before a call runs. `refusal`: the result that the client gets instead, if any. */
export interface AdmittedCall {
  readonly ticket: PendingCall | undefined
  readonly refusal: ToolError | undefined
}

// -- what a call is known by

interface SentArguments {
  readonly args: unknown
  /** With all that was written, by which calls are told apart. */
  readonly exact: unknown
}

// A server may accept arguments that the guard would not: a file of two million characters.
const taken = ({ tool }: ProxyPolicy, { args, exact }: SentArguments, keeps: boolean): CallArguments<unknown> => {
  const { value, key } = takeAs(undefined, exact)
  return {
    // Until the call has ended, and for what asks of them how to ask for less.
    value: E.right(tool.narrow === undefined ? undefined : args),
    // A turn remembers a thousand calls: no arguments are kept for nothing.
    data: keeps ? takeAs(undefined, args).data : null,
    key: E.isRight(value) ? key : new ArgsKey(sortedJson(exact) ?? 'arguments that cannot be written')
  }
}

// Its arguments themselves are not kept: what makes two writes the same is taken of them before.
const identifiedBy = ({ tool }: ProxyPolicy, exact: unknown, call: CallArguments<unknown>): CallArguments<unknown> => {
  if (tool.identity === undefined) return call
  const { identity } = identified(tool, { ...call, value: E.right(exact) })
  return identity === undefined ? call : { ...call, identity, whole: call.key }
}

// The client has collected what the server asked for: the same call goes on.
const goesOn = (params: Fields): boolean => 'inputResponses' in params || 'requestState' in params

// A recorder keeps nothing of longer answers but their digest.
const MAX_RECORDED_BYTES = 1_000_000

/**
 * What the guards of one server share, whichever session they are for: a client that comes back in another one goes on
 * with the turns that it names.
 */
export interface SharedState {
  readonly summary: Summary
  readonly catalog: Catalog
  readonly named: NamedTurns
}

export const sharedState = (settings: ProxySettings): SharedState => {
  const summary = new Summary(settings)
  const forgotten = new ForgottenTurns(() =>
    summary.note('turns whose writes were forgotten, because there were too many')
  )
  return { summary, catalog: new Catalog(settings), named: new NamedTurns(forgotten) }
}

// Several guards may share a turn.
let calls = 0

export class ProxyGuard {
  readonly catalog: Catalog
  readonly summary: Summary
  readonly #settings: ProxySettings
  readonly #turns: Turns
  /** Calls to which the server responded by asking for more. */
  readonly #open = new WeakSet<LoggedCall>()
  readonly #keepsArgs: boolean
  readonly #ignoresFields: boolean

  constructor(settings: ProxySettings, { summary, catalog, named } = sharedState(settings)) {
    const { recorder, logger, budget, loop, clock } = settings
    this.#settings = settings
    this.#keepsArgs = recorder !== undefined || (loop !== false && (loop.ignoreArgs ?? []).length > 0)
    this.#ignoresFields = loop !== false && (loop.ignoreResultFields ?? []).length > 0
    this.catalog = catalog
    this.summary = summary
    this.#turns = new Turns({
      ...settings.turn,
      named,
      openSession: () =>
        openSession({
          budget,
          loop,
          clock,
          ...(recorder && {
            recorder: { record: (settled) => recorder.record(settled, this.#isUndescribed(settled.record.tool)) }
          }),
          ...(logger === undefined ? {} : { logger })
        })
    })
  }

  get enforces(): boolean {
    return this.#settings.mode === 'enforce'
  }

  get turns(): number {
    return this.#turns.opened
  }

  /** The client begins a new session. */
  begin(caller?: Caller): void {
    this.#turns.begin(caller)
  }

  /**
   * Counts a call, and says whether it may be made. Without a ticket, nobody waits for what comes back. `exact`: its
   * arguments with all that was written.
   */
  admit(name: string, params: Fields, exact: unknown, caller?: Caller): AdmittedCall {
    const drifted = this.catalog.pins.refusal(name)
    if (drifted !== undefined) {
      this.summary.refused(name, argsShape(params['arguments']), drifted)
      return { ticket: undefined, refusal: drifted }
    }
    const meta = metaOf(params)
    const turn = this.#turns.turnOf(meta, this.#settings.clock(), caller)
    const policy = this.catalog.policy(name)
    const call = openCall({ ...policy.tool, inRow: !this.#turns.isNamed(meta) }, turn, {
      callId: `${turn.id}.${++calls}`
    })
    const args = params['arguments']
    call.begin(identifiedBy(policy, exact, taken(policy, { args, exact }, this.#keepsArgs)))
    // Each response that asks for more is gone on with once: what a client sends again without one is another call.
    const saysSo = goesOn(params)
    const goes = saysSo && continueCall(call, (running) => this.#open.delete(running))
    if (!goes) call.admission = admitHere(call)
    const { refusal } = call.admission
    const shape = argsShape(args)
    if (refusal === undefined) return { ticket: { policy, call, shape, goesOn: saysSo }, refusal }
    this.#close(call, failedJudgement(refusal, 'refused'))
    this.summary.refused(name, shape, refusal)
    // Where nothing is enforced, the call is made all the same; its answer is not judged, because there would be none
    // if it were.
    return { ticket: undefined, refusal: this.enforces ? this.#told(call, refusal) : undefined }
  }

  /** Judges what came back. Gives the refusal that the client is to read in its place, if any. */
  answered(
    ticket: PendingCall,
    response: Response,
    { bytes, hasBegun, hidden }: { readonly bytes: number; readonly hasBegun: boolean; readonly hidden: number }
  ): ToolError | undefined {
    this.#turns.stir(ticket.call.turn.id, this.#settings.clock())
    // A declaration that came after the call counts too.
    const policy = this.catalog.policy(ticket.policy.tool.name)
    const verdict = judgeResponse(response, policy, hasBegun || ticket.goesOn)
    // The client collects what the server asks for, and makes the call again. A task goes on by itself: the call again
    // would be another task.
    if (verdict.kind === 'open') {
      if (verdict.asks && ticket.call.logged !== undefined) this.#open.add(ticket.call.logged)
      return undefined
    }
    const judgement = { ...verdict.judgement, ...this.#toSettle(verdict.judgement, bytes), bytes, hidden }
    const result = this.#close(ticket.call, judgement, verdict.passes)
    const { name } = policy.tool
    if (verdict.passes) this.#observe(ticket, policy, verdict.judgement)
    if (E.isRight(result)) return this.summary.passed(name)
    if (verdict.passes) return this.summary.said(name, result.left)
    this.summary.refused(name, ticket.shape, result.left)
    return this.enforces ? this.#told(ticket.call, result.left) : undefined
  }

  /** No answer came in time. */
  timedOut(ticket: PendingCall, afterMs: number): ToolError {
    const isLimit = afterMs === this.#settings.maxTimeoutMs
    return this.#ended(
      ticket,
      partialData({
        code: 'timeout',
        detail: isLimit
          ? `The server did not respond within ${afterMs} ms, although it reported progress.`
          : `The server sent no response and no progress within ${afterMs} ms.`
      })
    )
  }

  /** No answer will come any more. */
  lost(ticket: PendingCall, why: string, hint?: string): ToolError {
    return this.#ended(
      ticket,
      partialData({ code: 'tool_unavailable', detail: why, ...(hint === undefined ? {} : { hint }) })
    )
  }

  /** The client does not want it any more. */
  cancelled(ticket: PendingCall): void {
    const error = schemaMismatch({ code: 'cancelled', detail: 'The client cancelled the call.' })
    this.#close(ticket.call, failedJudgement(error, 'unknown'), true)
    this.summary.said(ticket.policy.tool.name, error)
  }

  #ended({ call, policy, shape }: PendingCall, error: ToolError): ToolError {
    const result = this.#close(call, failedJudgement(error, 'unknown'))
    const told = E.isLeft(result) ? result.left : error
    this.summary.refused(policy.tool.name, shape, told)
    return this.#told(call, told)
  }

  // Of a failure that the server tells of, nothing was read that could be held against what was learnt.
  #observe({ shape }: PendingCall, { tool, learnt }: ProxyPolicy, { result, raw, text }: Judgement<unknown>): void {
    if (learnt === undefined || (E.isLeft(result) && raw === undefined)) return
    const held = judgeAnswer(learnt, undefined, raw ?? text).result
    if (E.isLeft(held)) this.summary.misfits(tool.name, shape, held.left)
  }

  #isUndescribed(name: string): boolean {
    return this.catalog.policy(name).isUndescribed
  }

  #told({ tool }: Call, error: ToolError): ToolError {
    return namingStandIn(tool, (name) => this.catalog.knows(name), error)
  }

  #toSettle({ text, raw }: Judgement<unknown>, bytes: number): Pick<Judgement<unknown>, 'text' | 'raw'> {
    if (this.#ignoresFields) return { text, raw }
    if (this.#settings.recorder !== undefined && bytes <= MAX_RECORDED_BYTES)
      return { text, raw: text === undefined ? raw : undefined }
    // Only to tell one answer from another: a server writes the same data in the same order, and to sort them first
    // costs ten times as much.
    return { text: text ?? jsonText(raw), raw: undefined }
  }

  /**
   * Settles the call. What the server says itself `passes` as it stands; else a write's error says what became of it,
   * as does the refusal of its repeat in either case.
   */
  #close(call: Call, judgement: Judgement<unknown>, passes = false): Judgement<unknown>['result'] {
    // Its server may have declared it since.
    call.tool = { ...this.catalog.policy(call.tool.name).tool, inRow: call.tool.inRow === true }
    call.judgement = call.tool.effect === 'read' ? judgement : weighed(call, judgement)
    countInvalid(call)
    const told = explained(call)
    call.judgement = passes ? { ...call.judgement, onRepeat: told.onRepeat } : told
    // Without a shared store, nothing is waited for.
    void settle(call)
    return call.judgement.result
  }
}
