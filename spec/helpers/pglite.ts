/** A PostgreSQL in this process, begun from a copy of the first one: making a database takes most of the time of starting it. */
import { PGlite } from '@electric-sql/pglite'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// Among what is built, so that each build begins anew.
const MADE = fileURLToPath(new URL('../../pglite.tar', import.meta.url))

const made = async (): Promise<PGlite> => {
  const database = await PGlite.create()
  const copy = await database.dumpDataDir('none')
  // Processes that begin at once each write their own, and none reads half of one.
  const own = `${MADE}.${process.pid}`
  await writeFile(own, new Uint8Array(await copy.arrayBuffer()))
  await rename(own, MADE)
  return database
}

export const openPGlite = async (): Promise<PGlite> => {
  const kept = await readFile(MADE).catch(() => undefined)
  return kept === undefined ? made() : PGlite.create({ loadDataDir: new Blob([kept]) })
}
