/**
 * The files of one recorder: whole lines are appended, files rotate by size, and the oldest of the folder are deleted
 * beyond a total.
 */
import { closeSync, fstatSync, mkdirSync, writeSync } from 'node:fs'
import { lstat, mkdir, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { FLAGS, openPrivate, openPrivateSync } from './private-file.js'

// -- model

export interface RecordingFilesOptions {
  readonly folder: string
  readonly name: string
  readonly maxFileBytes: number
  readonly maxTotalBytes: number
}

interface OpenRecording {
  readonly handle: FileHandle
  readonly path: string
  size: number
}

// Private, as its files are.
const FOLDER_MODE = 0o700
const SUFFIX = '.calls.jsonl'
const NEWLINE = Buffer.from('\n')

// -- names

const latestIndex = (files: ReadonlyArray<string>, name: string): number =>
  files.reduce((highest, file) => {
    const isOurs = file.startsWith(`${name}.`) && file.endsWith(SUFFIX)
    const index = isOurs ? Number(file.slice(name.length + 1, -SUFFIX.length)) : 0
    return Number.isSafeInteger(index) ? Math.max(highest, index) : highest
  }, 1)

// -- one file

const openFile = async (path: string): Promise<OpenRecording> => {
  const handle = await openPrivate(path, FLAGS.append)
  try {
    const { size } = await handle.stat()
    const file = { handle, path, size }
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    // Its writer was killed in the middle of a line, which would spoil the next one.
    if (size > 0 && buffer[0] !== NEWLINE[0]) await write(file, NEWLINE)
    return file
  } catch (thrown) {
    await handle.close()
    throw thrown
  }
}

const write = async (file: OpenRecording, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.handle.write(bytes, at, bytes.length - at)
    at += bytesWritten
    file.size += bytesWritten
  }
}

// -- the folder

interface ListedRecording {
  readonly path: string
  readonly size: number
  readonly changed: number
}

const findFile = async (path: string): Promise<ReadonlyArray<ListedRecording>> => {
  try {
    const found = await lstat(path)
    // A link's target is outside the folder, so its size does not count.
    return found.isFile() ? [{ path, size: found.size, changed: found.mtimeMs }] : []
  } catch {
    // Another recorder of the folder deleted it first.
    return []
  }
}

/** Deletes the oldest recordings of a folder until so many bytes are left. */
const prune = async (folder: string, maxBytes: number): Promise<void> => {
  const names = (await readdir(folder)).filter((file) => file.endsWith(SUFFIX))
  const files = (await Promise.all(names.map((name) => findFile(join(folder, name))))).flat()
  let total = files.reduce((sum, { size }) => sum + size, 0)
  for (const file of files.sort((a, b) => a.changed - b.changed || (a.path < b.path ? -1 : 1))) {
    if (total <= maxBytes) return
    await rm(file.path, { force: true })
    total -= file.size
  }
}

// -- all files

export class RecordingFiles {
  #opened: OpenRecording | undefined
  #index: number | undefined
  /**
   * Lines whose file is still being opened: a process that ends writes them itself. The system writes lines that it has
   * already received.
   */
  #opening: Uint8Array | undefined
  /** Whether the file certainly ends with a whole line, without opening it. */
  #isWhole = false

  constructor(readonly options: RecordingFilesOptions) {}

  /** Appends whole lines. After a failure the file is opened anew, and a partial line in it is ended first. */
  async append(lines: Uint8Array): Promise<void> {
    try {
      this.#opening = lines
      const file = await this.#fileFor(lines.length)
      this.#opening = undefined
      await write(file, lines)
    } catch (thrown) {
      this.#opening = undefined
      await this.close()
      throw thrown
    }
  }

  /** Appends at once, for a process that ends: first the lines of a pending append, then these. */
  appendSync(later: Uint8Array): void {
    const lines = Buffer.concat([this.#opening ?? new Uint8Array(), later])
    this.#opening = undefined
    if (lines.length === 0) return
    mkdirSync(this.options.folder, { recursive: true, mode: FOLDER_MODE })
    const fd = openPrivateSync(this.#path(this.#index ?? 1), FLAGS.append)
    try {
      const isWhole = this.#opened !== undefined || this.#isWhole || fstatSync(fd).size === 0
      const bytes = isWhole ? lines : Buffer.concat([NEWLINE, lines])
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
      this.#isWhole = true
    } finally {
      closeSync(fd)
    }
  }

  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    await opened?.handle.close().catch(() => {
      // Written lines are safe.
    })
  }

  #path(index: number): string {
    return join(this.options.folder, `${this.options.name}.${String(index).padStart(6, '0')}${SUFFIX}`)
  }

  async #fileFor(bytes: number): Promise<OpenRecording> {
    const { folder, name, maxFileBytes } = this.options
    if (this.#index === undefined) {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
      this.#index = latestIndex(await readdir(folder), name)
    }
    this.#opened ??= await this.#open(this.#index)
    if (this.#opened.size > 0 && this.#opened.size + bytes > maxFileBytes) {
      await this.close()
      this.#index += 1
      this.#opened = await this.#open(this.#index)
    }
    return this.#opened
  }

  // Makes room for the whole new file, so that the total holds when it is full.
  async #open(index: number): Promise<OpenRecording> {
    await prune(this.options.folder, this.options.maxTotalBytes - this.options.maxFileBytes)
    return openFile(this.#path(index))
  }
}
