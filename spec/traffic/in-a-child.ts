/** Recordings of a process that ends in whatever way, and what stands in them afterwards. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readRecords } from '../../lib/operate/calibrate/index.js'

const CHILD = fileURLToPath(new URL('child.js', import.meta.url))

/** The numbers of the calls that stand in the recordings, in their order, and how many lines are none. */
export interface Recorded {
  readonly ids: ReadonlyArray<number>
  readonly badCount: number
}

const recordedIn = async (folder: string): Promise<Recorded> => {
  const source = readRecords(folder)
  const ids: Array<number> = []
  for await (const { callId } of source) ids.push(Number(callId))
  return { ids, badCount: source.badCount }
}

/**
 * Kills the process once it has said so many characters of what is on the disk; the last that it said was
 * `acknowledged`.
 */
export const recordUntilKilled = async (
  folder: string,
  afterChars: number
): Promise<Recorded & { readonly acknowledged: number }> => {
  const child = spawn(process.execPath, [CHILD, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.on('data', (data: Buffer) => {
    told += String(data)
    if (told.length > afterChars) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return { ...(await recordedIn(folder)), acknowledged: Number(told.trimEnd().split('\n').at(-1)) }
}

/** Records so many calls in a process that ends by `process.exit`, or by itself. */
export const recordUntilEnded = async (folder: string, mode: 'exit' | 'end', calls: number): Promise<Recorded> => {
  await promisify(execFile)(process.execPath, [CHILD, folder, mode, String(calls)])
  return recordedIn(folder)
}
