/** A settled call, whose record is written when somebody reads it. */
import type { ArgsKey } from './args-key.js'
import type { CallRecord } from './call-record.js'

export class Settled {
  #record: CallRecord | undefined

  constructor(
    readonly call: Omit<CallRecord, 'argsHash'>,
    readonly args: ArgsKey
  ) {}

  /** The same object each time. */
  get record(): CallRecord {
    this.#record ??= this.#written()
    return this.#record
  }

  #written(): CallRecord {
    const { callId, turnId, tool, effect, args, ...rest } = this.call
    return { callId, turnId, tool, effect, args, argsHash: this.args.hash, ...rest }
  }
}
