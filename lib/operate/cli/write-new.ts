/** Writes a file of the user's project. */
import { writeFile } from 'node:fs/promises'
import { UsageError } from './exit.js'

/** Writes a file, over an existing one only by `force`; `aside` stands in the sentence that refuses. */
export const writeNew = async (path: string, text: string, force: boolean, aside = ''): Promise<void> => {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new UsageError(`${path} already exists${aside}. --force overwrites it.`, { cause: error })
  }
}
