/** Keeps long results in a folder. */
import * as o from '../core/options.js'
import type { ResultStore } from '../core/calls/index.js'

/** Where results are kept, and how much of them. @category Results @since 0.1.0 */
export interface FolderResultStoreOptions {
  /** It is made where it is missing. */
  readonly folder: string
  /** Bytes of all its results; the oldest go first. @default 268_435_456 */
  readonly keepBytes?: number
}

const read = o.options('options', {
  folder: o.required(o.name),
  keepBytes: o.optional(o.positive, 256 * 1024 * 1024)
} satisfies o.TableOf<FolderResultStoreOptions>)

// A name that is no file name of ours leads out of the folder.
const isSafe = (ref: string): boolean => /^[\w-]{1,64}$/.test(ref)

const isMissing = (thrown: unknown): boolean => thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'

/**
 * Keeps results as files that only this user can read, for processes that share the folder.
 * @category Results @since 0.1.0
 */
export const folderResultStore = (options: FolderResultStoreOptions): ResultStore => {
  const { folder, keepBytes } = read(options)
  // Whoever never opens one needs no files: the rest of this entry runs where there are none.
  const files = () => import('node:fs/promises')
  const fileOf = (ref: string): string => `${folder}/${ref}.json`

  const sweep = async (kept: string): Promise<void> => {
    const { readdir, stat, rm } = await files()
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
    const found = await Promise.all(
      names.map(async (name) => {
        // Another process may have swept it.
        const stats = await stat(`${folder}/${name}`).catch(() => undefined)
        return { path: `${folder}/${name}`, size: stats?.size ?? 0, at: stats?.mtimeMs ?? 0 }
      })
    )
    let bytes = found.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of found.toSorted((one, other) => one.at - other.at)) {
      if (bytes <= keepBytes) return
      if (path === kept) continue
      await rm(path, { force: true })
      bytes -= size
    }
  }

  return {
    put: async (ref, text) => {
      if (!isSafe(ref)) throw new TypeError('Expected `ref` to be letters, digits, `_` and `-`.')
      const { mkdir, rename, writeFile } = await files()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Whoever reads it finds all of it or nothing.
      const draft = `${fileOf(ref)}.${crypto.randomUUID()}`
      await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
      await rename(draft, fileOf(ref))
      await sweep(fileOf(ref))
    },
    get: async (ref) => {
      if (!isSafe(ref)) return undefined
      try {
        return await (await files()).readFile(fileOf(ref), 'utf8')
      } catch (thrown) {
        if (isMissing(thrown)) return undefined
        throw thrown
      }
    },
    delete: async (ref) => {
      if (isSafe(ref)) await (await files()).rm(fileOf(ref), { force: true })
    }
  }
}
