/** What is kept of one logical call, whatever became of it. */
import type { ErrorClass } from '../core/codes.js'
import type { Issue } from '../core/issue.js'
import type { ArgsKey } from './arguments.js'
import type { Executed } from './tool.js'

/** What became of repairing a call's arguments. `redundant` (the same wrong arguments again) is logged and counted, and does not end the call. @category Feedback @since 0.1.0 */
export type RepairOutcome =
  'no_retry' | 'success' | 'redundant' | 'exhausted' | 'llm_gave_up' | 'fabricated_id_on_retry'

/** What repairing the model's arguments took. @category Feedback @since 0.1.0 */
export interface ArgumentRepair {
  /** `interrupted` where something else ended it: a cancellation, an `ask` that threw or gave no answer in time, arguments that are no data. */
  readonly outcome: Exclude<RepairOutcome, 'redundant'> | 'interrupted'
  /** How often the model was asked again and answered. */
  readonly retries: number
  /** What each re-ask cost, as `ask` reported it. */
  readonly usage: ReadonlyArray<unknown>
  /** What was mended without asking, where `coerce` allowed it: `tags: single_value_to_array`. */
  readonly mended?: ReadonlyArray<string>
}

/** One logical call, for `turn.calls`, observers and reports. @category Guard @since 0.1.0 */
export interface CallRecord {
  readonly callId: string
  readonly turnId: string
  readonly tool: string
  readonly effect: 'read' | 'write'
  /** A copy of the arguments as data, as they were encoded for the budget's key; `null` where they were no data. */
  readonly args: unknown
  /** SHA-256, in hexadecimal, of the arguments' canonical text. */
  readonly argsHash: string
  readonly outcome: 'right' | ErrorClass
  readonly code: string | null
  /** Whether the tool had its effect; `refused` calls never reached it. */
  readonly executed: Executed
  /** Milliseconds from the call to its answer. */
  readonly ms: number
  /** Bytes of the answer where it came as text or bytes, else 0. */
  readonly bytes: number
  /** How often the same call was asked for in this turn, this time included, where that is more than once. */
  readonly asked?: number
  /** It was a repeat that brought nothing new: its answer was that of the call before it, or it was refused. */
  readonly unchanged?: boolean
  /** The shared store did not answer: the call was counted in this process alone or, a write, refused. */
  readonly degraded?: boolean
  /** The answer was cut, and its whole elements were handed on. */
  readonly salvaged?: boolean
  /** The answer of an earlier run: the ledger had it, or the tool's `verify`, and the tool was not run. */
  readonly replayed?: boolean
  /** The ledger could not be told what became of the write: it is unknown once the lease ends. */
  readonly unsettled?: boolean
  /** What repairing the model's arguments took, where `repairArguments` made the call. */
  readonly repair?: ArgumentRepair
}

/** A record that is being filled in. */
export type RecordDraft = { -readonly [Field in keyof CallRecord]: CallRecord[Field] }

/** A record whose digest is written when somebody reads it: of most records nobody does, and it costs more than the rest of them. */
export class LateRecord {
  readonly #key: ArgsKey

  constructor(
    readonly draft: RecordDraft,
    key: ArgsKey
  ) {
    this.#key = key
  }

  get whole(): CallRecord {
    this.draft.argsHash = this.#key.hash
    return this.draft
  }
}

/** One settled call, and what came back before the codec. @category Traffic @since 0.1.0 */
export interface SettledCall {
  readonly record: CallRecord
  /** What the model was told was wrong; `null` where nothing was. */
  readonly detail: string | null
  /** What the codec refused, not only the first: made of its first 100 errors, so there may be more. */
  readonly issues: ReadonlyArray<Issue>
  /** The text that was read, else the data that was returned; neither where nothing came or could be read. May be shared with the payload: copy it before the call returns, never change it. */
  readonly answer: { readonly text: string | undefined; readonly raw: unknown } | undefined
}

/** Keeps calls for later; told of every settled call. Whatever it does, the call goes on. @category Traffic @since 0.1.0 */
export interface CallRecorder {
  readonly record: (call: SettledCall) => unknown
}
