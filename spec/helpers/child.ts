/** Runs a module in a Node process of its own: for what must be seen from outside, memory, exit and clocks. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface ChildOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs the source as an ES module at the root of the project, where it finds `guarded-call`. */
export const runModule = (
  source: string,
  { flags = [], timeoutMs = 60_000 }: { readonly flags?: ReadonlyArray<string>; readonly timeoutMs?: number } = {}
): Promise<ChildOutcome> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...flags, '--input-type=module', '--eval', source],
      { cwd: ROOT, timeout: timeoutMs, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
        resolve({ code, stdout, stderr })
      }
    )
  })
