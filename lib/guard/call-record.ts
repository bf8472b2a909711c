/** The record of one logical call, whatever its outcome. */
import type { ErrorClass, Issue } from '../core/errors/index.js'
import type { ToolKind } from '../core/signs/index.js'
import type { ArgsKey } from './keys.js'
import type { AskedWrite } from './logged-call.js'
import type { Execution } from './execution-of.js'

/**
 * The outcome of repairing a call's arguments. `redundant` (the same wrong arguments again) is logged and counted, and
 * does not end the call.
 * @category Feedback @since 0.1.0
 */
export type RepairOutcome =
  'no_retry' | 'success' | 'redundant' | 'exhausted' | 'llm_gave_up' | 'fabricated_id_on_retry'

/** The cost of repairing the model's arguments. @category Feedback @since 0.1.0 */
export interface ArgumentRepair {
  /**
   * `interrupted` where something else ended it: a cancellation, an `ask` that threw or gave no answer in time,
   * arguments that are no data.
   */
  readonly outcome: Exclude<RepairOutcome, 'redundant'> | 'interrupted'
  /** How often the model was asked again and responded. */
  readonly retries: number
  /** The cost of each re-ask, as `ask` reported it. */
  readonly usage: ReadonlyArray<unknown>
  /** Repairs without asking, where `coerce` allowed them: `tags: single_value_to_array`. */
  readonly repaired?: ReadonlyArray<string>
}

/** One logical call, for `turn.calls`, observers and reports. @category Guard @since 0.1.0 */
export interface CallRecord {
  readonly callId: string
  readonly turnId: string
  readonly tool: string
  /** As declared, else what its name tells. */
  readonly effect: 'read' | 'write'
  /** A copy of the arguments as data, as they were encoded for the budget's key; `null` where they were not data. */
  readonly args: unknown
  /** SHA-256, in hexadecimal, of the arguments' canonical text. */
  readonly argsHash: string
  /** Of a write that may have reached its tool: the name of its effect at the service and in the ledger. */
  readonly operationId?: string
  readonly outcome: 'right' | ErrorClass
  readonly code: string | null
  /** Whether the tool had its effect; `refused` calls never reached it. */
  readonly executed: Execution
  /** Name, code and message of what the tool threw, or a fault that no model could correct; redacted. */
  readonly cause?: string
  /** Milliseconds from the call to its result. */
  readonly ms: number
  /** Bytes of the response if it was text or bytes, else 0. */
  readonly bytes: number
  /** How often the same call was requested in this turn, this time included, if more than once. */
  readonly asked?: number
  /** It was a repeat that brought nothing new: its response equalled that of the call before it, or it was refused. */
  readonly unchanged?: boolean
  /** The shared store did not respond: this process alone counted the call or, for a write, refused it. */
  readonly degraded?: boolean
  /** The response was cut, and its complete elements were kept. */
  readonly salvaged?: boolean
  /**
   * In how many places the response held text that people do not see, where `hidden` of the session is `'mark'` or
   * `'strip'`; the proxy counts it in any case.
   */
  readonly hidden?: number
  /** The ledger or the tool's `verify` returned the response of an earlier run, and the tool did not run. */
  readonly replayed?: boolean
  /** An equal call was under way: this one shared its run, and the tool did not run again. */
  readonly joined?: boolean
  /**
   * The outcome of the write has not reached the ledger yet: this process goes on telling it, and if the process ends
   * before, it is unknown once the lease ends.
   */
  readonly unsettled?: boolean
  /** The cost of repairing the model's arguments, where `repairArguments` made the call. */
  readonly repair?: ArgumentRepair
}

/** A record that is being filled in. */
export type RecordDraft = { -readonly [Field in keyof CallRecord]: CallRecord[Field] }

/** A record whose digests are computed on demand: few are read, and they cost more than the rest. */
export interface LateRecord {
  readonly draft: RecordDraft
  readonly key: ArgsKey
  /** What its tool's name tells, where nobody declared the effect. */
  readonly kind: ToolKind | undefined
  /** Given where its tool writes. */
  readonly write: AskedWrite | undefined
  readonly attempt: number | undefined
}

export const wholeRecord = ({ draft, key, write, attempt }: LateRecord): CallRecord => {
  draft.argsHash = key.hash
  if (write !== undefined && attempt !== undefined && draft.executed !== 'refused')
    draft.operationId ??= write.operationId(attempt)
  return draft
}

/** One settled call, and the response before the codec. @category Traffic @since 0.1.0 */
export interface SettledCall {
  readonly record: CallRecord
  /** The error that the model read; `null` where there was no error. */
  readonly detail: string | null
  /** All issues that the codec found in its first 100 errors; there may be more. */
  readonly issues: ReadonlyArray<Issue>
  /**
   * The text that was read, else the data that was returned; neither where nothing came or could be read. May be shared
   * with the payload: copy it before the call returns, never change it.
   */
  readonly answer: { readonly text: string | undefined; readonly raw: unknown } | undefined
}

/**
 * Keeps calls for later; receives every settled call. A failing recorder does not stop a call.
 * @category Traffic @since 0.1.0
 */
export interface CallRecorder {
  readonly record: (call: SettledCall) => unknown
}
