/** The files behind the paths of a command line: files, folders, patterns, the standard input. */
import type { Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { STANDARD_INPUT } from './input.js'

// -- model

/** A file to read, or the reason why there is none. */
export interface InputFile {
  readonly path: string
  readonly size: number
  readonly mode: number
  /** Found in a folder, where other files may well be something else. */
  readonly isFound: boolean
  /** The reason why it cannot be read. */
  readonly error?: unknown
}

const PRIVATE_MODE = 0o600

// -- folders

const TRANSCRIPT = /\.(?:jsonl?|ndjson|traj|log)(?:\.gz|\.zst)?$/i
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git'])

async function* filesBelow(folder: string): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

// -- patterns, where no shell expanded them

const isPattern = (path: string): boolean => /[*?]/.test(path)

const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&')

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/(\*\*\/?|\*|\?)/)
      .map((part) =>
        part.startsWith('**') ? '(?:.*/)?' : part === '*' ? '[^/]*' : part === '?' ? '[^/]' : escaped(part)
      )
      .join('')}$`
  )

/** The folder before the first wildcard. */
const rootOf = (path: string): string => {
  const parts = path.split('/')
  const fixed = parts.slice(0, parts.findIndex(isPattern))
  return fixed.length === 0 ? '.' : fixed.join('/') || '/'
}

const unix = (path: string): string => path.split(sep).join('/')

async function* matching(pattern: string): AsyncGenerator<string, void, undefined> {
  const [wanted, root] = [patternOf(unix(pattern)), rootOf(unix(pattern))]
  for await (const path of filesBelow(root)) if (wanted.test(unix(path))) yield path
}

// -- all of them

type FileStats = Pick<Stats, 'size' | 'mode'>

const UNKNOWN: FileStats = { size: 0, mode: PRIVATE_MODE }

const entry = (path: string, { size, mode }: FileStats, isFound = false): InputFile => ({
  path,
  size,
  mode: mode & 0o777,
  isFound
})

const failed = (path: string, error: unknown): InputFile => ({ ...entry(path, UNKNOWN), error })

const collect = async (
  paths: AsyncGenerator<string, void, undefined>,
  isWanted: (path: string) => boolean,
  leaveOut: (path: string) => void
): Promise<ReadonlyArray<InputFile>> => {
  const found: Array<InputFile> = []
  for await (const path of paths)
    if (isWanted(path)) found.push(entry(path, await stat(path), true))
    else leaveOut(path)
  return found
}

const NONE_BELOW = 'the folder holds no .json, .jsonl, .ndjson, .log or .traj file, compressed or not'

const filesAt = async (path: string, leaveOut: (path: string) => void): Promise<ReadonlyArray<InputFile>> => {
  if (path === STANDARD_INPUT) return [entry(path, UNKNOWN)]
  try {
    const found = await stat(path)
    // A pipe, a device or a socket, before anything opens it.
    if (!found.isFile() && !found.isDirectory())
      throw new Error('it is not a file, and may never end; `-` reads the standard input')
    if (!found.isDirectory()) return [entry(path, found)]
    const below = await collect(filesBelow(path), (name) => TRANSCRIPT.test(basename(name)), leaveOut)
    return below.length === 0 ? [failed(path, new Error(NONE_BELOW))] : below
  } catch (error) {
    if (!isPattern(path)) return [failed(path, error)]
  }
  try {
    const matched = await collect(matching(path), () => true, leaveOut)
    return matched.length === 0 ? [failed(path, new Error('no file matches'))] : matched
  } catch (error) {
    return [failed(path, error)]
  }
}

/**
 * Lists the files behind paths; each file once, however often it is reached. `leaveOut` receives those of a folder
 * whose names are of something else.
 */
export const findInputs = async (
  paths: ReadonlyArray<string>,
  leaveOut: (path: string) => void = () => undefined
): Promise<ReadonlyArray<InputFile>> => {
  const found = (await Promise.all(paths.map((path) => filesAt(path, leaveOut)))).flat()
  const seen = new Set<string>()
  const distinct: Array<InputFile> = []
  for (const file of found) {
    const real = file.path === STANDARD_INPUT ? file.path : await realpath(file.path).catch(() => file.path)
    // Each path that cannot be read is named.
    if (file.error === undefined && seen.has(real)) continue
    seen.add(real)
    distinct.push(file)
  }
  return distinct
}
