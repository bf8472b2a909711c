/** Whether a process runs. One that has ended counts for the system until somebody removes it. */
import { spawnSync } from 'node:child_process'

export const isAlive = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim())
