/** The processes of a server, the one that was started and those of its group, and how they are ended. */
import type { ChildProcess } from 'node:child_process'
import { memberOf } from './group-member.js'
import { Timers } from './timers.js'

// Two seconds after its SIGTERM, a client kills the proxy: the server is to be gone by then.
const KILL_MS = 1_500
// Nothing ends a process that waits for its disk.
const KILLED_MS = 250
const LOOK_MS = 20

export const isPosix = process.platform !== 'win32'

/**
 * What `npx` or a shell started is to end too, also where they themselves have ended. Elsewhere than on Windows, the
 * child is the leader of a group of its own.
 */
export class ProcessGroup {
  /** Resolves once none is left that we may signal. */
  readonly gone: Promise<void>
  readonly #child: ChildProcess
  readonly #timers = new Timers()
  #resolve: () => void = () => {}
  #isGone = false
  #isAsked = false
  #patienceMs = Infinity
  #survivor: string | undefined
  readonly #forget: Array<() => void> = []

  constructor(child: ChildProcess) {
    this.#child = child
    this.gone = new Promise((resolve) => {
      this.#resolve = resolve
    })
    if (child.pid === undefined) this.#leave()
    else child.once('exit', () => this.#look())
  }

  /** Asks all of them to end after so long, and kills them 1,500 ms later. Less patience says anew when. */
  endIn(patienceMs: number): void {
    if (patienceMs >= this.#patienceMs) return
    this.#patienceMs = patienceMs
    for (const forget of this.#forget.splice(0)) forget()
    if (patienceMs === 0) this.#ask()
    this.#forget.push(
      this.#timers.after(patienceMs, () => this.#ask()),
      this.#timers.after(patienceMs + KILL_MS, () => this.kill())
    )
  }

  kill(): void {
    this.#signal('SIGKILL')
    this.#timers.after(KILLED_MS, () => this.#leave())
  }

  // A second one would end a server that is about to end by the first.
  #ask(): void {
    if (!this.#isAsked) this.#signal('SIGTERM')
    this.#isAsked = true
  }

  #signal(name: 'SIGTERM' | 'SIGKILL' | 0): boolean {
    const { pid } = this.#child
    if (this.#isGone || pid === undefined) return false
    try {
      return isPosix ? process.kill(-pid, name) : this.#child.kill(name)
    } catch {
      return false
    }
  }

  // The number of a group is nobody else's while one of it lives, and another's soon after.
  #look(): void {
    if (this.#signal(0) && this.#survives()) this.#timers.after(LOOK_MS, () => this.#look())
    else this.#leave()
  }

  // The first process of a container, which inherits what a shell leaves behind, may never remove it once it has ended.
  #survives(): boolean {
    const { pid } = this.#child
    if (process.platform !== 'linux' || pid === undefined) return true
    try {
      this.#survivor = memberOf(pid, this.#survivor)
      return this.#survivor !== undefined
    } catch {
      return true
    }
  }

  #leave(): void {
    this.#isGone = true
    this.#timers.end()
    this.#resolve()
  }
}
