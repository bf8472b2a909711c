/** Calls that a hook saw begin and another will see end. */
import type { ToolReply } from '../../toolset/answer.js'
import type { Guarded } from '../../toolset/in-place.js'

// -- model

/** What a hook is told of a call. */
export interface ToolUse {
  readonly session_id?: string
  readonly tool_name: string
  readonly tool_input: unknown
  readonly tool_use_id: string
}

interface StartedCall {
  readonly session: string | undefined
  readonly settled: Promise<ToolReply>
  readonly answer: (answer: unknown) => void
}

/** What a tool answered whose call is refused all the same: it ran unasked. */
export interface RanUnasked {
  readonly kind: 'unasked'
  readonly refusal: ToolReply
}

const deferred = <A>(): { readonly promise: Promise<A>; readonly resolve: (value: A) => void } => {
  let resolve = (_: A): void => {}
  const promise = new Promise<A>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

// The hook after the tool may never come. For one that comes late, the newest calls are enough.
const MAX_SETTLED = 1_000

// The SDK runs the tool of a hook that does not answer in time, which is 60 s by default.
const MOST_ASKED_MS = 30_000

/** One guarded call each, from the hook before the tool to the hook after it. */
export class StartedCalls {
  readonly #started = new Map<string, StartedCall>()
  /** Calls that were given up before a hook told their answer. */
  readonly #settled = new Map<string, Promise<ToolReply>>()

  /** Begins a call; what it came to, if its tool is not to run: a refusal, or the response of an earlier run. */
  async begin(guarded: Guarded, use: ToolUse): Promise<ToolReply | undefined> {
    const admitted = deferred<undefined>()
    const answered = deferred<unknown>()
    const settled = this.#guard(guarded, use, () => {
      admitted.resolve(undefined)
      return answered.promise
    })
    const started: StartedCall = { session: use.session_id, settled, answer: answered.resolve }
    const retire = (): void => this.#retire(use.tool_use_id, started)
    this.#settled.delete(use.tool_use_id)
    this.#started.set(use.tool_use_id, started)
    try {
      const first = await Promise.race([admitted.promise, settled])
      if (first === undefined) void settled.then(retire, retire)
      else this.#started.delete(use.tool_use_id)
      return first
    } catch (thrown) {
      this.#started.delete(use.tool_use_id)
      throw thrown
    }
  }

  /** Ends a call with its tool's response, even if no hook saw it begin. A response that is late changes nothing. */
  async end(guarded: Guarded, use: ToolUse, answer: unknown): Promise<ToolReply | RanUnasked> {
    const started = this.#started.get(use.tool_use_id)
    if (started === undefined) return this.#takeSettled(use.tool_use_id) ?? this.#note(guarded, use, answer)
    this.#started.delete(use.tool_use_id)
    started.answer(answer)
    return started.settled
  }

  /** Ends what is still open of these calls, or of a session. */
  giveUp(
    which: { readonly ids: ReadonlyArray<string> } | { readonly session: string | undefined },
    answer: unknown
  ): void {
    for (const [id, started] of this.#started) {
      if ('ids' in which ? !which.ids.includes(id) : started.session !== which.session) continue
      this.#started.delete(id)
      started.answer(answer)
    }
  }

  #retire(id: string, started: StartedCall): void {
    if (this.#started.get(id) !== started) return
    this.#started.delete(id)
    this.#settled.set(id, started.settled)
    const [oldest] = this.#settled.keys()
    if (this.#settled.size > MAX_SETTLED && oldest !== undefined) this.#settled.delete(oldest)
  }

  #takeSettled(id: string): Promise<ToolReply> | undefined {
    const settled = this.#settled.get(id)
    this.#settled.delete(id)
    return settled
  }

  async #note(guarded: Guarded, use: ToolUse, answer: unknown): Promise<ToolReply | RanUnasked> {
    let isAdmitted = false
    const settled = await this.#guard(guarded, use, () => {
      isAdmitted = true
      return answer
    })
    return isAdmitted ? settled : { kind: 'unasked', refusal: settled }
  }

  async #guard(guarded: Guarded, use: ToolUse, execute: () => unknown): Promise<ToolReply> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), MOST_ASKED_MS)
    try {
      return await guarded({
        args: use.tool_input,
        callId: use.tool_use_id,
        context: use,
        signal: patience.signal,
        execute: () => {
          clearTimeout(timer)
          return execute()
        }
      })
    } finally {
      clearTimeout(timer)
    }
  }
}
