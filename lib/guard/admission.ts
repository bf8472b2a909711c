/** The decision about a call before it runs. */
import type { ToolError } from '../core/errors/index.js'

/** Whether a call may run, and how it was counted. */
export interface Admission {
  readonly refusal: ToolError | undefined
  /** Words the refusal anew, once the ledger gave the response that it is about. */
  readonly reword?: (() => ToolError) | undefined
  /** How often the call was requested in this turn, this time included; 0 where it was not counted. */
  readonly asked: number
  /** Its name in the turn that processes share. */
  readonly sharedId: string | undefined
  /** The shared store did not respond: this process counted the call alone, or nobody did. */
  readonly degraded: boolean
}

/** The admission of an uncounted call: it continues a counted one, or was never admitted. */
export const NO_ADMISSION: Admission = {
  refusal: undefined,
  asked: 0,
  sharedId: undefined,
  degraded: false
}
