/** Runs the mutants of the folders that are named (of all four without a name), one folder after the other, and prints the score of each. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url))
const named = process.argv.slice(2)
const folders = named.length > 0 ? named : ['core', 'history', 'guard', 'codec']

for (const folder of folders) {
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'mutation/stryker.config.js'], {
    cwd: root, stdio: 'inherit', env: { ...process.env, MUTATE_FOLDER: folder }
  })
  if (status !== 0) process.exitCode = 1
}

await import('./score.js')
