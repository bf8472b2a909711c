/** What is kept of one logical call, whatever became of it. */
import type { ErrorClass } from '../core/codes.js'
import type { Executed } from './tool.js'

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
  /** The shared store did not answer: the call was counted in this process alone or, a write, refused. */
  readonly degraded?: boolean
  /** What repairing the model's arguments took, where `repairArguments` made the call. */
  readonly repair?: { readonly outcome: string; readonly retries: number; readonly usage: ReadonlyArray<unknown> }
}
