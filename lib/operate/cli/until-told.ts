/** The signals that end a command, as an AbortSignal: one that started a process ends it before itself. */
import type { EndSignal, Terminal } from './terminal.js'

const ENDINGS: ReadonlyArray<EndSignal> = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** Aborts when the command should end; `forget` leaves that to the system again. */
export const untilTold = (
  terminal: Terminal,
  names = ENDINGS
): { readonly signal: AbortSignal; readonly forget: () => void } => {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  for (const name of names) terminal.on(name, abort)
  return {
    signal: controller.signal,
    forget: () => {
      for (const name of names) terminal.off(name, abort)
    }
  }
}
