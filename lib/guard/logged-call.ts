/** A call in the log of its turn: what was asked, how it ended, and what is known of all calls of its key. */
import {
  type CallsOfKey,
  type Ceilings,
  type CountedCall,
  type LazyDigest,
  NO_LIMIT,
  type RepeatRule
} from '../core/calls/index.js'
import type { ToolKind } from '../core/signs/index.js'
import { digestOfKey } from './keys.js'
import type { CallResponse, LastResponse } from './turn-responses.js'
import type { Execution } from './execution-of.js'

/** A call that is asked for. */
export interface Ask {
  /** Equal for calls that count as the same. */
  readonly key: string
  readonly tool: string
  readonly rule: RepeatRule
  /** Given where its tool writes. */
  readonly write: AskedWrite | undefined
  /** The model's message that requested the call. */
  readonly message: object | undefined
  /** A person let it through. @default false */
  readonly approved?: boolean
  /** The most that its turn and its tool may use. @default none */
  readonly most?: Ceilings | undefined
}

/** What an ask says besides its key and its rule: for ceilings, calls that were denied, and orders. */
export type AskTerms = Partial<Pick<Ask, 'tool' | 'most' | 'approved'>> & {
  /** The digest of all arguments, where a part of them counts. */
  readonly args?: string | undefined
}

/** What the outcomes of a turn say of a write. */
export interface AskedWrite {
  readonly callId: string
  /** The arguments as data. */
  readonly args: unknown
  /** Identifies all of them, where a part of them counts. */
  readonly whole?: { readonly hash: string } | undefined
  /** The name of an attempt at its effect. It costs two digests. */
  readonly operationId: (attempt: number) => string
}

/**
 * How a call stands in the counts. `open`: a ledger will know whether it ran. `given_back`: its author says that it may
 * be made again. `handed_back`: a framework makes the same attempt again. `voided`: it counts as if it had not been
 * made.
 */
export type CallStanding = 'made' | 'open' | 'given_back' | 'handed_back' | 'voided'

/** How a call ended, before the log has compared its response. */
export interface Ending {
  readonly executed: Execution
  readonly code: string | null
  /** null: there was no response, which counts as unchanged. */
  readonly answer: LazyDigest | null
  readonly retryAfterMs: number | null
  /** The tool itself said no. @default false */
  readonly report?: boolean
  /** The response is that of an earlier run. @default false */
  readonly replayed?: boolean
  /** UTF-16 units of the response, where they are limited. @default 0 */
  readonly chars?: number
  /** The digest that alike responses share, where another process made the call. */
  readonly alike?: string | undefined
  /** @default 'made' */
  readonly standing?: CallStanding
}

/** The end of a call. */
export interface CallEnd {
  readonly at: number
  readonly executed: Execution
  readonly code: string | null
  readonly unchanged: boolean
  /** Of a tool of no known kind: it was unchanged but for ids and figures. */
  readonly alike: boolean
  /** When a repeat has waited for as long as the response asked. */
  readonly freeAt: number | undefined
  readonly standing: CallStanding
  readonly report: boolean
  readonly replayed: boolean
}

/** A call in the log. */
export class LoggedCall implements CountedCall {
  end: CallEnd | undefined = undefined
  /** The number of this attempt at the effect, once somebody asked for it. */
  attempt: number | undefined = undefined
  /** When its tool was reached, by the clock of its turn: of a write. */
  reachedAt: number | undefined = undefined
  /** The same call as all processes that share the turn know it. */
  shared: LoggedCall | undefined = undefined
  /** The code by which its arguments did not fit. */
  invalid: string | undefined = undefined
  /** The first arguments of a repair that did not help. */
  inVain: string | undefined = undefined
  /** The response is that of a run with other arguments. */
  ranOtherwise = false
  forgotten = false
  readonly tool: string
  readonly write: AskedWrite | undefined
  readonly message: object | undefined
  /** Calls of its tool are limited. */
  readonly isLimited: boolean
  /** It may be executed only so often. */
  readonly runsOnce: boolean
  readonly kind: ToolKind | undefined

  constructor(
    { tool, rule, write, message, most }: Ask,
    readonly of: KeyLog,
    readonly askedAt: number,
    readonly free: boolean
  ) {
    this.tool = tool
    this.write = write
    this.message = message
    this.isLimited = most?.ofTool !== undefined
    this.runsOnce = isOnce(rule)
    this.kind = rule.kind
  }

  get writes(): boolean {
    return this.write !== undefined
  }

  /** Its tool is declared to write, and ran for it. */
  get wroteNow(): boolean {
    return this.ran && this.writes && this.kind === undefined && this.end?.replayed === false
  }

  /** It reads, as declared or by its name. */
  get reads(): boolean {
    return !this.writes && this.kind !== 'none'
  }

  get endedAt(): number {
    return this.end?.at ?? 0
  }

  get unchanged(): boolean {
    return this.end?.unchanged === true
  }

  get alike(): boolean {
    return this.end?.alike === true
  }

  /** It was executed, or may have been: other calls count it as one in between. */
  get ran(): boolean {
    return this.end !== undefined && isRun(this.end)
  }

  get reached(): boolean {
    return this.end !== undefined && this.end.executed !== 'refused'
  }

  get mayHaveRun(): boolean {
    return this.end?.executed === 'yes' || this.end?.executed === 'unknown'
  }

  get reported(): boolean {
    return this.end?.report === true && this.end.executed === 'unknown' && this.end.standing === 'made'
  }

  /** Nobody knows whether it was executed, and no ledger will. */
  get isOpen(): boolean {
    return this.end?.executed === 'unknown' && this.end.standing !== 'open'
  }

  get counts(): boolean {
    return this.ran && this.end?.standing !== 'open'
  }

  get spent(): boolean {
    return this.runsOnce && this.counts
  }

  /** An executed response came to an equal call that shared its run. */
  ranAfterAll(): void {
    if (this.end?.executed === 'unknown') this.end = { ...this.end, executed: 'yes', code: null }
  }

  /** Whether it settled what became of its attempt. */
  get isKnown(): boolean {
    if (this.end === undefined || this.end.standing === 'voided' || this.end.standing === 'handed_back') return false
    return this.end.executed === 'yes' || this.end.executed === 'no'
  }
}

export const isOnce = ({ executed }: RepeatRule): boolean => executed < NO_LIMIT

/** Whether a tool ran for it, as ceilings count. */
export const isUsed = ({
  executed,
  standing = 'made',
  replayed = false
}: Pick<Ending, 'executed' | 'standing' | 'replayed'>): boolean =>
  executed !== 'refused' && standing !== 'voided' && !replayed

/** Whether other calls count it as one in between. */
export const isRun = ({ executed, standing }: Pick<CallEnd, 'executed' | 'standing'>): boolean =>
  standing !== 'given_back' && standing !== 'voided' && (executed === 'yes' || executed === 'unknown')

/** No calls. */
export const NONE: ReadonlyArray<LoggedCall> = []

/** The calls of one key, and the response that a refusal of the next refers to. */
export class KeyLog implements CallsOfKey, CallResponse {
  // Most calls are made once: an array that was pushed to has room for seventeen.
  running = NONE
  ended = NONE
  /** How often it was asked for, refused times included. */
  asked = 0
  /** How often it was refused. */
  refused = 0
  /** Whether a call of it ran, or may have. */
  hasRun = false
  /** How many ended calls of a read say all that counts: by default the 20 of its rule, and two. */
  mostKept = 22
  /** The response that the next is compared with. */
  answer: LazyDigest | undefined = undefined
  /** The same where another process made the call: the digest that alike responses share. */
  alike: string | undefined = undefined
  last: LastResponse | undefined = undefined
  /** When it was last asked for, another session had it under way. */
  runsElsewhere = false
  keptChars = 0

  constructor(
    readonly key: string,
    /** It is never forgotten: its calls may be executed only so often. */
    readonly runsOnce: boolean,
    /** Whether the key is a digest already. */
    readonly digested: boolean
  ) {}

  /** The call whose response stands: of writes, one that was executed, for that of a later one says less. */
  get standing(): LoggedCall | undefined {
    return (this.runsOnce ? this.ended.findLast(({ counts }) => counts) : undefined) ?? this.ended.at(-1)
  }

  /** The response that tells what became of its calls: that one was not executed says nothing of one under way. */
  get lastWord(): LastResponse | undefined {
    return this.runsElsewhere && this.saysNo ? undefined : this.last
  }

  /** Its last response says that it was not executed. */
  get saysNo(): boolean {
    return this.last?.executed === 'no' || this.last?.executed === 'refused'
  }

  /** Drops the ended call that says least: one that waited, if no later one is compared with it; else the oldest. */
  shorten(): LoggedCall | undefined {
    const news = this.ended.findLastIndex(({ unchanged }) => !unchanged)
    const latest = this.ended.length - 1
    const least =
      this.ended.find(({ free, unchanged }, i) => free && i < latest && (unchanged || i < news)) ?? this.ended[0]
    this.ended = this.ended.filter((call) => call !== least)
    return least
  }

  /** A person or a policy refused it, and what ended since brought nothing else. */
  get isDenied(): boolean {
    return this.ended.at(-1)?.end?.code === 'denied'
  }

  /** All its calls were refused or taken back. */
  get isEmpty(): boolean {
    return this.running.length === 0 && this.ended.length === 0
  }

  /** Stands for the key outside of this process. */
  get digest(): string {
    return this.digested ? this.key : digestOfKey(this.key)
  }
}
