/** Makes a folder look like a project that has installed the package and its peers. */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Links `guarded-call`, io-ts and zod into the folder's `node_modules`. */
export const installIn = (folder: string): void => {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  symlinkSync(join(ROOT, 'built'), join(modules, 'guarded-call'))
  for (const name of ['io-ts', 'zod']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
}
