/** Writes repaired copies into a folder, and never over an input. */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { UsageError } from '../exit.js'
import { reasonOf } from '../reason.js'
import { STANDARD_INPUT } from '../../input/input.js'

// -- model

/** A copy in progress. It gets its name only when it is complete. */
export interface TranscriptCopy {
  readonly write: (text: string) => Promise<void>
  readonly keep: () => Promise<void>
  readonly discard: () => Promise<void>
}

// -- where copies go

const nameOf = (path: string): string => (path === STANDARD_INPUT ? 'stdin.jsonl' : basename(path))

/** Identifies a file whatever its path; `undefined` if there is no file. */
const identify = async (path: string): Promise<string | undefined> => {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}

/** Plans the path of each copy. Throws a `UsageError` if one would overwrite an input or another copy. */
export const planCopies = async (
  paths: ReadonlyArray<string>,
  folder: string
): Promise<ReadonlyMap<string, string>> => {
  const inputs = new Map<string | undefined, string>()
  for (const path of paths) if (path !== STANDARD_INPUT) inputs.set(await identify(path), path)
  inputs.delete(undefined)
  const targets = new Map<string, string>()
  for (const path of paths) {
    const target = join(folder, nameOf(path))
    const rival = [...targets].find(([, taken]) => taken === target)
    if (rival !== undefined)
      throw new UsageError(
        `The copies of ${rival[0]} and ${path} would both be ${target}. Repair them one at a time, into two folders.`
      )
    const file = await identify(target)
    const input = file === undefined ? undefined : inputs.get(file)
    if (input !== undefined)
      throw new UsageError(`The copy of ${path} would overwrite the input ${input}. Name another folder.`)
    targets.set(path, target)
  }
  return targets
}

// -- writing

/** Opens a copy; `mode` is that of its original. */
export const openCopy = async (
  target: string,
  { gzipped, mode }: { readonly gzipped: boolean; readonly mode: number }
): Promise<TranscriptCopy> => {
  const fail = (error: unknown): never => {
    throw new Error(`its copy cannot be written to ${target}: ${reasonOf(error)}`, { cause: error })
  }
  await mkdir(join(target, '..'), { recursive: true }).catch(fail)
  const partial = `${target}.${process.pid}.partial`
  const file = createWriteStream(partial, { flags: 'wx', mode })
  const zip = gzipped ? createGzip() : undefined
  zip?.pipe(file)
  const done = finished(file)
  // `keep` awaits it; until then the next write reports a failure.
  done.catch(() => {})
  const entry = zip ?? file
  return {
    write: async (text) => {
      if (!entry.write(text)) await Promise.race([once(entry, 'drain'), done]).catch(fail)
    },
    keep: async () => {
      entry.end()
      await done.then(() => rename(partial, target)).catch(fail)
    },
    discard: async () => {
      zip?.destroy()
      file.destroy()
      await done.catch(() => {})
      await rm(partial, { force: true })
    }
  }
}
