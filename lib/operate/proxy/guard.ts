/** The guard's own stages, around a tool that another process runs: admit before, judge and settle after. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, partialData } from '../../core/errors/index.js'
import {
  admitHere,
  countInvalid,
  explained,
  failedJudgement,
  handBack,
  judgeAnswer,
  openCall,
  openSession,
  settle,
  weighed,
  type Call,
  type Judgement
} from '../../guard/kernel.js'
import type { McpCall } from '../../telemetry/otel/mcp-spans.js'
import { namingStandIn } from '../../toolset/stand-in.js'
import { argsShape } from './args-shape.js'
import { cancelled } from './cancelled.js'
import { identifiedBy, keyedArguments } from './call-keys.js'
import { FORGOTTEN } from './forgotten-turns.js'
import { exactText } from './exact-json.js'
import { goesOn, metaOf, REVISION, type Request, type ResponseBody } from './message.js'
import type { Loss, OpenRequest } from './open-requests.js'
import { OpenTasks, type TaskReader } from './open-tasks.js'
import { Catalog, type ProxyPolicy } from './policy.js'
import type { ProxySettings } from './settings.js'
import { sharedState } from './shared-state.js'
import type { Summary } from './summary.js'
import { Turns, type Asker, type Caller } from './turns.js'
import { judgeResponse, saysItsEnd } from './verdict.js'

// -- model

/** A call on its way, from its request to its answer. */
export interface PendingCall {
  readonly policy: ProxyPolicy
  readonly call: Call
  /** Of the arguments, which are not kept. */
  readonly shape: string
  /** Whether its client says that the server began it before. */
  readonly goesOn: boolean
  /** Whether its response is what its task brought, which its client reads already. */
  readonly isTask?: true
  readonly request: McpCall
  /** Undefined where the server has one client. */
  readonly caller: Caller | undefined
}

/** Whether its client reads what revision 2026-07-28 allows. */
const isTyped = ({ request: { meta } }: PendingCall): boolean => REVISION in meta

/** How a response came. */
interface Arrival extends Heard, Pick<OpenRequest, 'hasBegun' | 'status'> {
  readonly hidden: number
}

/** A line of the server, and whether the connection of its client still stands. */
interface Heard {
  readonly line: Buffer
  readonly isHeard: boolean
}

/** The decision before a call runs. `refusal`: the result that the client gets instead, if any. */
export interface AdmittedCall {
  readonly ticket: PendingCall | undefined
  readonly refusal: ToolError | undefined
}

// A recorder keeps nothing of longer answers but their digest.
const MAX_RECORDED_BYTES = 1_000_000

// Several guards may share a turn.
let calls = 0

export class ProxyGuard {
  readonly catalog: Catalog
  readonly summary: Summary
  readonly #settings: ProxySettings
  readonly #turns: Turns
  readonly #tasks = new OpenTasks()
  readonly #keepsArgs: boolean
  readonly #ignoresFields: boolean
  readonly #sessionId: string | undefined
  /** As the server gave it when the session began. */
  protocolVersion: unknown
  /** The request whose call begins. */
  #asked: McpCall | undefined

  constructor(settings: ProxySettings, { summary, named, accepted } = sharedState(settings), sessionId?: string) {
    const { recorder, logger, spans, budget, loop, clock } = settings
    this.#sessionId = sessionId
    this.#settings = settings
    this.#keepsArgs = recorder !== undefined || (loop !== false && (loop.ignoreArgs ?? []).length > 0)
    this.#ignoresFields = loop !== false && (loop.ignoreResultFields ?? []).length > 0
    this.catalog = new Catalog(settings, accepted)
    this.summary = summary
    this.#turns = new Turns({
      ...settings.turn,
      named,
      onForgotten: () => summary.note(FORGOTTEN),
      openSession: () =>
        openSession({
          budget,
          loop,
          clock,
          ...(recorder && {
            recorder: {
              record: (settled) => recorder.record(settled, this.catalog.policy(settled.record.tool).isUndescribed)
            }
          }),
          ...(spans && { observers: [{ start: (call) => spans(call, this.#asked as McpCall) }] }),
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

  /** The client called a tool, be it none of the server's, or asked after a task. */
  touch(asker?: Asker): void {
    this.#turns.touch(this.#settings.clock(), asker?.caller)
  }

  /**
   * Counts a call, and says whether it may be made. Without a ticket, nobody waits for what comes back. `exact`: its
   * arguments with all that was written.
   */
  admit({ id, params }: Request, exact: unknown, asker?: Asker): AdmittedCall {
    const name = String(params['name'])
    const drifted = this.catalog.pins.refusal(name)
    if (drifted !== undefined) {
      this.summary.refused(name, argsShape(params['arguments']), drifted)
      return { ticket: undefined, refusal: drifted }
    }
    const meta = metaOf(params)
    const turn = this.#turns.turnOf(meta, this.#settings.clock(), asker?.caller)
    const policy = this.catalog.policy(name)
    const call = openCall({ ...policy.tool, inRow: !this.#turns.isNamed(meta) }, turn, {
      callId: `${turn.id}.${++calls}`
    })
    const args = params['arguments']
    const protocolVersion = meta[REVISION] ?? this.protocolVersion
    const request = (this.#asked = { id: asker?.id ?? id, meta, protocolVersion, sessionId: this.#sessionId })
    call.begin(identifiedBy(policy, exact, keyedArguments(policy, { args, exact }, this.#keepsArgs)))
    call.admission = admitHere(call)
    const misfit = E.isLeft(call.args.value) ? call.args.value.left : undefined
    const refusal = call.admission.refusal ?? misfit
    const shape = argsShape(args)
    if (refusal === undefined) {
      this.#turns.sent(call)
      const ticket = { policy, call, shape, goesOn: goesOn(params), request, caller: asker?.caller }
      return { ticket, refusal }
    }
    this.#close(call, failedJudgement(refusal, refusal === misfit ? 'no' : 'refused'))
    this.summary.refused(name, shape, refusal)
    // Where nothing is enforced, the call is made all the same. Its answer is not judged: elsewhere there is none.
    return { ticket: undefined, refusal: this.enforces ? this.#withStandIn(call, refusal) : undefined }
  }

  /** Judges what came back. Gives the refusal that the client is to read in its place, if any. */
  answered(
    ticket: PendingCall,
    response: ResponseBody,
    { line, isHeard, hasBegun, status = 200, hidden }: Arrival
  ): ToolError | undefined {
    ticket.request.errorCode = response.error?.code
    // A declaration that came after the call counts too.
    const policy = this.catalog.policy(ticket.policy.tool.name)
    const { length: bytes } = line
    const begun = hasBegun || ticket.goesOn || (status === 400 && 'unread')
    const verdict = judgeResponse(response, policy, ticket.isTask ? 'task' : begun, line, isTyped(ticket))
    // The client collects what the server asks for, however long that takes, and makes the call again: nothing runs
    // until then. A task goes on by itself: the call again would be another task.
    if (verdict.kind === 'open') {
      ticket.request.leave?.()
      if (verdict.asks) handBack(ticket.call)
      this.#tasks.add(response.result ?? {}, ticket)
      this.#over(ticket, verdict.asks)
      return undefined
    }
    const passes = verdict.passes || ticket.isTask === true
    const judgement = { ...verdict.judgement, ...this.#toSettle(verdict.judgement, bytes), bytes, hidden }
    const result = this.#close(ticket.call, judgement, passes)
    const isKnown = (verdict.tells && status < 500) || ticket.call.judgement.executed !== 'unknown'
    this.#over(ticket, isKnown && isHeard)
    if (passes) this.#observe(ticket, policy, verdict.judgement)
    const { name } = policy.tool
    if (E.isRight(result)) return this.summary.passed(name)
    if (passes) return this.summary.said(name, result.left)
    this.summary.refused(name, ticket.shape, result.left)
    return this.enforces ? this.#withStandIn(ticket.call, result.left) : undefined
  }

  /** What a client reads of a task is the response of its call, once the task has ended. */
  toldOfTask(about: Pick<OpenRequest, 'method' | 'taskId'>, message: ResponseBody, by: TaskReader & Heard): void {
    const end = this.#tasks.ended(about, message, by)
    if (end === undefined) return
    const { isHeard } = end
    // Its client waited once more.
    this.#turns.sent(end.ticket.call)
    if (end.response === 'cancelled') this.cancelled(end.ticket)
    else if (end.isLate)
      this.#over(end.ticket, isHeard && saysItsEnd(end.response, end.ticket.policy, isTyped(end.ticket)))
    else this.answered(end.ticket, end.response, { ...by, isHeard, hasBegun: true, status: undefined, hidden: 0 })
  }

  /** No answer came in time. */
  timedOut(ticket: PendingCall, afterMs: number): ToolError {
    return this.#ended(
      ticket,
      partialData({
        code: 'timeout',
        detail:
          afterMs === this.#settings.maxTimeoutMs
            ? `The server did not respond within ${afterMs} ms, the most that a call may take.`
            : `The server sent no response and no progress within ${afterMs} ms.`
      })
    )
  }

  /** No answer will come any more. */
  lost(ticket: PendingCall, why: string, { isUnsent = false, ...hint }: Loss = {}): ToolError {
    const error = partialData({ code: 'tool_unavailable', detail: why, ...hint })
    return this.#ended(ticket, error, isUnsent ? 'no' : 'unknown')
  }

  /** The client does not want it any more. */
  cancelled(ticket: PendingCall, reason?: unknown): void {
    this.#over(ticket, false)
    this.#close(ticket.call, cancelled(reason, ticket.policy), true)
    this.summary.givenUp(ticket.policy.tool.name)
  }

  #ended(ticket: PendingCall, error: ToolError, executed: 'no' | 'unknown' = 'unknown'): ToolError {
    const { call, policy, shape } = ticket
    this.#over(ticket, executed === 'no')
    const result = this.#close(call, failedJudgement(error, executed))
    const told = E.isLeft(result) ? result.left : error
    this.summary.refused(policy.tool.name, shape, told)
    return this.#withStandIn(call, told)
  }

  #over({ call }: PendingCall, isKnown: boolean): void {
    this.#turns.over(call, this.#settings.clock(), isKnown)
  }

  // Of a failure that the server tells of, nothing was read that could be held against what was learnt.
  #observe({ shape }: PendingCall, { tool, learnt }: ProxyPolicy, { result, raw, text }: Judgement<unknown>): void {
    if (learnt === undefined || (E.isLeft(result) && raw === undefined)) return
    const held = judgeAnswer(learnt, undefined, raw ?? text).result
    if (E.isLeft(held)) this.summary.misfits(tool.name, shape, held.left)
  }

  #withStandIn({ tool }: Call, error: ToolError): ToolError {
    return namingStandIn(tool, (name) => this.catalog.knows(name), error)
  }

  #toSettle({ text, raw }: Judgement<unknown>, bytes: number): Pick<Judgement<unknown>, 'text' | 'raw'> {
    if (this.#ignoresFields) return { text, raw }
    if (this.#settings.recorder !== undefined && bytes <= MAX_RECORDED_BYTES)
      return { text, raw: text === undefined ? raw : undefined }
    // Only to tell one answer from another: a server writes the same data in the same order, and to sort them first
    // costs ten times as much.
    return { text: text ?? exactText(raw), raw: undefined }
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
