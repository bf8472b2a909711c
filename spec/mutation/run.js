/**
 * Runs the mutants of the folders or files that are named (of all of them without a name), one folder after the other,
 * and prints the score of all that was ever run: what is run again replaces what is in the report. `rooms` are the
 * files whose rules the labelled corpora hold, which the other folders leave out; `rooms/pages` and
 * `rooms/core/failure-body.ts` are parts of them. `--sample 10 --seed 1` runs those of ten files of each folder, drawn
 * at random and the same each time. `--survivors` runs only those that survived the last run, now with the slow specs
 * too. `--concurrency 2` runs two at a time.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { filesOf, FOLDERS, isNamed } from './files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url))

const {
  values: { sample, seed, survivors, concurrency },
  positionals
} = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1' }
  }
})
const named = positionals.length > 0 ? positionals : FOLDERS
const folders = [...new Set(named.map((name) => name.split('/')[0]))]

// mulberry32
const random = (state) => () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const drawn = (folder) => {
  const next = random(Number(seed))
  return filesOf(folder)
    .map((file) => [next(), file])
    .sort(([a], [b]) => a - b)
    .slice(0, Number(sample))
    .map(([, file]) => file)
}

const namedIn = (folder) => filesOf(folder).filter((file) => named.some((name) => isNamed(name, folder, file)))

const reportOf = (name) => `${root}spec/mutation/reports/${name}.json`
const read = (name) => JSON.parse(readFileSync(reportOf(name), 'utf8'))
const survived = ({ status }) => status === 'Survived' || status === 'NoCoverage'

const run = (folder, files, more = {}) => {
  console.log(`${folder}: ${files.join(' ')}`)
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', 'spec/mutation/stryker.config.js', '--concurrency', concurrency],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, MUTATE_FOLDER: folder, MUTATE_FILES: files.join(','), ...more }
    }
  )
  if (status !== 0) process.exitCode = 1
  return status === 0
}

const runAnew = (folder) => {
  if (!run(folder, sample === undefined ? namedIn(folder) : drawn(folder))) return
  const now = read(`${folder}-now`)
  const on = new Date().toISOString().slice(0, 10)
  for (const report of Object.values(now.files)) report.on = on
  const before = existsSync(reportOf(folder)) ? read(folder).files : {}
  writeFileSync(reportOf(folder), JSON.stringify({ ...now, files: { ...before, ...now.files } }))
}

// Stryker takes a place in a file as well as a file; whatever else is mutated there was killed before.
const placesOf = ({ files }) => [
  ...new Set(
    Object.entries(files).flatMap(([file, { mutants }]) =>
      mutants
        .filter(survived)
        .map(
          ({ location: { start, end } }) => `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
        )
    )
  )
]

const keyOf = ({ mutatorName, replacement, location }) => JSON.stringify([mutatorName, replacement, location])

const runAgain = (folder) => {
  const report = read(folder)
  const files = Object.fromEntries(
    namedIn(folder)
      .filter((file) => file in report.files)
      .map((file) => [file, report.files[file]])
  )
  if (!run(folder, placesOf({ files }), { MUTATE_AGAIN: 'yes' })) return
  const again = read(`${folder}-now`).files
  for (const [file, { mutants }] of Object.entries(files)) {
    const statuses = new Map((again[file]?.mutants ?? []).map((mutant) => [keyOf(mutant), mutant.status]))
    for (const mutant of mutants.filter(survived)) mutant.status = statuses.get(keyOf(mutant)) ?? mutant.status
  }
  writeFileSync(reportOf(folder), JSON.stringify(report))
}

for (const folder of folders) {
  if (survivors) runAgain(folder)
  else runAnew(folder)
}

await import('./score.js')
