/**
 * A PostgreSQL in this process, begun from a copy of the first one: making a database takes most of the time of
 * starting it.
 */
import { PGlite } from '@electric-sql/pglite'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULES = new URL('../../../node_modules/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('@electric-sql/pglite/package.json', MODULES), 'utf8')) as {
  readonly version: string
}
// Among what is installed, so that each installation begins anew.
const MADE = fileURLToPath(new URL(`.cache/pglite-${version}.tar`, MODULES))

const made = async (): Promise<PGlite> => {
  const database = await PGlite.create()
  const copy = await database.dumpDataDir('none')
  // Processes that begin at once each write their own, and none reads half of one.
  const own = `${MADE}.${process.pid}`
  await mkdir(dirname(MADE), { recursive: true })
  await writeFile(own, new Uint8Array(await copy.arrayBuffer()))
  await rename(own, MADE)
  return database
}

export const openPGlite = async (): Promise<PGlite> => {
  const kept = await readFile(MADE).catch(() => undefined)
  return kept === undefined ? made() : PGlite.create({ loadDataDir: new Blob([kept]) })
}
