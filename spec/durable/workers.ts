/**
 * Workers in processes of their own, which start quickly and serve many plans: most of a run's time would be their
 * start.
 */
import * as esbuild from 'esbuild'
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Plan, Said, Told } from './plan.js'

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// One file, for the hundreds that a worker imports: each process starts in a third of the time.
const WORKER = fileOf('worker-bundle.js')
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** How the work on a plan ended; `code` is 0 where the worker goes on to the next. */
export interface Ended {
  readonly signal: string | null
  readonly code: number | null
}

/** One worker at a plan. */
export interface Work {
  readonly ended: Promise<Ended>
  /** Whether it was killed or sleeps, as soon as that is known. */
  readonly halted: Promise<boolean>
  readonly wake: () => unknown
}

export class Workers {
  readonly #all = new Set<ChildProcess>()
  #idle: ReadonlyArray<ChildProcess> = []

  /** Makes the file that they run. */
  async prepare(): Promise<void> {
    await esbuild.build({
      entryPoints: [fileOf('worker.js')],
      outfile: WORKER,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: REQUIRE },
      logLevel: 'error'
    })
    await esbuild.stop()
  }

  /** Lets one work on a plan; what it was answered goes to the end of `told`. */
  work(plan: Plan, told: Array<Told>): Work {
    const [child = this.#start(), ...idle] = this.#idle
    this.#idle = idle
    let stop = (_is: true): void => {}
    const stopped = new Promise<boolean>((resolve) => {
      stop = resolve
    })
    const ended = new Promise<Ended>((resolve) => {
      const onClose = (code: number | null, signal: string | null): void => resolve({ signal, code })
      child.once('close', onClose)
      child.on('message', (said: Said) => {
        if (said === 'stopped') return stop(true)
        if (said !== 'done') return void told.push(said)
        child.removeAllListeners('message').removeListener('close', onClose)
        this.#idle = [...this.#idle, child]
        resolve({ signal: null, code: 0 })
      })
    })
    child.send(plan)
    return {
      ended,
      halted: Promise.race([stopped, ended.then(({ signal }) => signal !== null)]),
      wake: () => child.kill('SIGCONT')
    }
  }

  close(): void {
    for (const child of this.#all) child.kill('SIGKILL')
  }

  #start(): ChildProcess {
    // Mocha's own flags read source maps.
    const child = fork(WORKER, { execArgv: [] })
    this.#all.add(child)
    child.once('close', () => {
      this.#all.delete(child)
      this.#idle = this.#idle.filter((one) => one !== child)
    })
    return child
  }
}
