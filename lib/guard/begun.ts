/** What is known of a call before it runs. */
import type { ArgsKey } from './args-key.js'
import type { ArgumentRepair } from './call-record.js'
import type { CallWatch } from './observer.js'
import type { Tool } from './tool.js'

export interface Begun<Args> {
  readonly tool: Tool<Args>
  readonly callId: string
  /** The arguments as data, for the record. */
  readonly data: unknown
  readonly args: ArgsKey
  /** What the call is known by in its turn. */
  readonly key: string
  readonly startedAt: number
  readonly repair: ArgumentRepair | undefined
  readonly watches: ReadonlyArray<CallWatch>
}
