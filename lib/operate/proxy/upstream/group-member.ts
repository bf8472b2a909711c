/** A process that lives in a group: a signal reaches also those that have ended and that nobody has removed yet. */
import { readdirSync, readFileSync } from 'node:fs'

// After the name, which may hold anything: its state, its parent, its group.
const livesIn = (pid: string, group: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state = '', , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(own) === group && !'ZX'.includes(state)
  } catch {
    return false
  }
}

/** Looks at the one that was `known` first: there may be thousands. Throws where the system does not list them. */
export const memberOf = (group: number, known?: string): string | undefined =>
  known !== undefined && livesIn(known, group)
    ? known
    : readdirSync('/proc').find((name) => /^\d/.test(name) && livesIn(name, group))
