/** One call on its way: made once, filled by the stages, and read by settle, observers, log and recorder. */
import * as E from 'fp-ts/lib/Either.js'
import {
  type Ceilings,
  LazyDigest,
  type LoopRules,
  type RepeatRule,
  UNLIMITED,
  ruleOf,
  runsOnce,
  seenArgs
} from '../core/calls/index.js'
import { isAborted } from '../core/foreign/index.js'
import { NO_ADMISSION, type Admission } from './admission.js'
import { NO_ARGUMENTS, type CallArguments } from './arguments.js'
import type { ArgumentRepair } from './call-record.js'
import { fingerprintOf } from './fingerprint.js'
import { PENDING, type Judgement } from './judgement.js'
import { NOBODY, watchCall, type CallWatch } from './observer.js'
import { operationIdOf, type ArgsKey } from './keys.js'
import { nextAttempt, openSince } from './operation.js'
import * as o from '../core/options.js'
import { placeNamed } from './place.js'
import { timeoutOf, type ToolTraits } from './tool.js'
import type { LoggedCall } from './logged-call.js'
import type { Flight } from './flight.js'
import type { RunningCall } from './running-call.js'
import type { SessionSettings } from './settings.js'
import { nameAt } from './step.js'
import { tellOfCallback } from './thrown/author-fault.js'
import { stateOf, type Turn, type TurnState } from './turn.js'
import { stepOf } from './within-turn.js'

/** The options of one call. @category Guard @since 0.1.0 */
export interface CallOptions {
  /**
   * Names the call in records and logs, and nowhere else: give the model's own call id where it has one.
   * @default the turn's id and a number
   */
  readonly callId?: string | undefined
  /** Aborts this call. */
  readonly signal?: AbortSignal | undefined
  /** Stands for the model's message that requested the call, by identity: its invalid calls count once. */
  readonly message?: object | undefined
  /**
   * A person's word on this call: let through, also where it was `denied` in this turn, or (`false`) `denied` now,
   * without running the tool.
   * @default nobody was asked
   */
  readonly approved?: boolean | undefined
}

/** Internal options of a call. */
export interface PerformOptions extends CallOptions {
  readonly repair?: ArgumentRepair | undefined
  /** The first arguments about which the model was asked in vain. */
  readonly inVain?: string | undefined
}

/** Refuses options that cannot work, before anything begins. */
export const checkCallOptions = o.options('options', {
  callId: o.optional(o.text),
  signal: o.optional(o.signal),
  message: o.anything,
  approved: o.optional(o.flag)
} satisfies o.TableOf<CallOptions>)

// Equal writes would be told apart by counting them in one turn object: a second one in another object would be given
// the response of the first.
const expectOnce = <Args>(tool: ToolTraits<Args>, { settings: { budget } }: TurnState): void => {
  if (!runsOnce(tool)) return
  const most = tool.maxIdenticalCalls ?? budget.write
  if (most > 1)
    throw new TypeError(
      `Expected a step for ${tool.name}, which may write ${most} times with the same arguments: under a ledger, name each time, as in \`turn.run(call, { step: 'second' })\` or \`withTurn(turn, work, { step: 'second' })\`.`
    )
}

/** How often a call may be made: in a step, its tool writes once. */
export const ruleAt = <Args>(
  step: string | undefined,
  tool: ToolTraits<Args>,
  { budget, ledger }: SessionSettings
): RepeatRule => {
  // A ledger replays what a step did.
  if (!budget.counts && (step !== undefined || ledger === undefined || !runsOnce(tool))) return UNLIMITED
  const rule = ruleOf(tool, budget)
  return step !== undefined && runsOnce(tool) ? { ...rule, executed: Math.min(rule.executed, 1) } : rule
}

export class Call<Args = unknown, A = unknown> {
  readonly callId: string
  readonly signals: ReadonlyArray<AbortSignal>
  readonly startedAt: number
  readonly repair: ArgumentRepair | undefined
  readonly message: object | undefined
  readonly approved: boolean
  /** A person refused it. */
  readonly isDenied: boolean
  readonly inVain: string | undefined
  /** Its tool and its step. */
  readonly named: string
  watches: ReadonlyArray<CallWatch> = NOBODY
  /** Filled by the first stage: the arguments for the tool and as data, and their key. */
  args: CallArguments<Args> = NO_ARGUMENTS
  /** The name by which the call is counted in its turn: filled with the arguments. */
  key = ''
  /** Filled by the stage that decides whether the call may run. */
  admission: Admission = NO_ADMISSION
  /** The call in the log of its turn, once it was admitted. */
  logged: LoggedCall | undefined
  /** The tool was reached: it may have run. */
  reached = false
  /** The ledger or the tool's `verify` gave the response; the tool did not run now. */
  replayed = false
  /** It shared the run of an equal call. */
  joined = false
  /** The run that equal calls share, where it may be shared. */
  flight: Flight | undefined
  /** The call as its tool finds it. */
  running: RunningCall | undefined
  /** Its ledger ends the transaction that its tool enlists. */
  awaitsTransaction = false
  /** Milliseconds of its time that it waited before its tool was reached. */
  waitedMs = 0
  /** For how long another run may hold the operation still, where one did when it was last asked for. */
  heldElsewhereMs: number | undefined
  /** When its operation began, as its ledger knows. */
  beganAt: number
  /** The ledger did not receive its outcome. */
  unsettled = false
  /** Its lease lasts on: a request that was made again may still arrive. */
  keepsLease = false
  /** Its response equalled that of the same call before it. */
  unchanged = false
  /** Filled by the stages that run and judge. */
  judgement: Judgement<A> = PENDING
  #fingerprint: LazyDigest | undefined
  #seenArgs: LazyDigest | undefined
  #address: { readonly is: string | undefined } | undefined

  constructor(
    /** Changes only where another process declares it while it runs. */
    public tool: ToolTraits<Args>,
    readonly turn: TurnState,
    { callId, signal, repair, message, approved, inVain }: PerformOptions,
    /** The form of a payload for the model, where that differs. */
    readonly payloadOf?: (payload: never) => unknown,
    /** The step of the host's work that makes it. */
    readonly step?: string,
    /** What it was asked with, before any stage. */
    readonly input?: unknown
  ) {
    if (step === undefined && turn.settings.ledger !== undefined) expectOnce(tool, turn)
    this.repair = repair
    this.message = message
    this.approved = approved === true
    this.isDenied = approved === false
    this.inVain = inVain
    this.named = step === undefined ? tool.name : nameAt(step, tool.name)
    this.callId = callId ?? turn.nextCallId()
    this.signals = signal === undefined ? turn.signals : [...turn.signals, signal]
    this.startedAt = turn.settings.clock()
    this.beganAt = this.startedAt
  }

  /** The call's key in a shared store and a ledger. */
  get storeKey(): string {
    return this.counted.inStore(this.named)
  }

  /** How often it may be made. */
  get rule(): RepeatRule {
    return ruleAt(this.step, this.tool, this.turn.settings)
  }

  /** The most that its turn and its tool may use; undefined where nothing limits them. */
  get ceilings(): Ceilings | undefined {
    const { counts, calls, chars } = this.turn.settings.budget
    const ofTool = this.tool.maxCalls
    return counts && (calls ?? chars ?? ofTool) !== undefined ? { calls, chars, ofTool } : undefined
  }

  /** What it is counted by. */
  get counted(): ArgsKey {
    return this.args.identity ?? this.args.key
  }

  /** Identifies its arguments as a whole, whatever part of them counts. */
  get argsKey(): ArgsKey {
    return this.args.whole ?? this.args.key
  }

  /** Identifies its response; read it once the call was judged. */
  get fingerprint(): LazyDigest {
    this.#fingerprint ??= fingerprintOf(this.judgement, this.turn.settings.ignoredFields)
    return this.#fingerprint
  }

  /** What the loop detector knows its arguments by: its key stands for them, unless some of them are ignored. */
  seenArgs(rules: LoopRules): LazyDigest {
    this.#seenArgs ??=
      rules.ignoreArgs.size === 0
        ? new LazyDigest(this.key, rules.digest, { args: this.args.data })
        : seenArgs(this.args.data, rules)
    return this.#seenArgs
  }

  /** The place that its arguments name. */
  get address(): string | undefined {
    this.#address ??= { is: placeNamed(this.tool, this.args, (thrown) => this.tellOf('place', thrown)) }
    return this.#address.is
  }

  /** Tells the developer that a function of its tool threw; the call goes on without its word. */
  tellOf(callback: string, thrown: unknown): void {
    tellOfCallback(this.tool.name, callback, thrown, this.turn.settings)
  }

  /**
   * The number of this attempt at the effect. The ledger gives it, or the list that processes share; else this one
   * counts, for a write when the tool is reached, for a read when it asks.
   */
  get attempt(): number {
    const { logged } = this
    if (logged === undefined) return 1
    logged.attempt ??= logged.shared?.attempt ?? nextAttempt(logged.of.ended)
    return logged.attempt
  }

  set attempt(attempt: number) {
    if (this.logged !== undefined) this.logged.attempt = attempt
  }

  /** Milliseconds of its time that are left for its tool. */
  get timeLeftMs(): number {
    return timeoutOf(this.tool) - this.waitedMs
  }

  /** Notes that the tool was reached. */
  reach(): void {
    this.reached = true
    if (this.tool.effect !== 'write') return
    void this.attempt
    if (this.logged !== undefined) this.logged.reachedAt = this.turn.settings.clock()
  }

  /** The name of the call's effect at a service. */
  get operationId(): string {
    return operationIdOf(this.turn.id, this.storeKey, this.attempt)
  }

  /** How long ago the first run of its operation began. */
  get ageMs(): number {
    const { logged, turn, beganAt } = this
    const since = logged === undefined ? undefined : openSince(logged)
    return turn.settings.clock() - Math.min(beganAt, since ?? beganAt)
  }

  /** A write that the session's ledger counts. */
  get isLedgered(): boolean {
    return this.turn.settings.ledger !== undefined && runsOnce(this.tool) && E.isRight(this.args.value)
  }

  get isCancelled(): boolean {
    return this.signals.length > 0 && isAborted(this.signals)
  }

  /** Sets the arguments, and notifies the observers that the call begins. */
  begin(args: CallArguments<Args>): void {
    this.args = args
    this.key = this.counted.inTurn(this.named)
    const { id: conversationId, observers } = this.turn.settings
    if (observers.length === 0) return
    const { name, effect, description } = this.tool
    this.watches = watchCall(observers, {
      callId: this.callId,
      turnId: this.turn.id,
      tool: name,
      effect,
      args: args.data,
      ...(description === undefined ? {} : { description }),
      ...(conversationId === undefined ? {} : { conversationId })
    })
  }
}

/** Opens a call of a tool that runs elsewhere. */
export const openCall = (tool: ToolTraits<unknown>, turn: Turn, options: CallOptions): Call => {
  const state = stateOf({ turn })
  if (state === undefined) throw new TypeError('Expected `turn` to be made by `openTurn` or `session.openTurn`.')
  return new Call(tool, state, options, undefined, stepOf({ turn }))
}
