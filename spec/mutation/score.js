/**
 * Prints every survivor, as `file:line:column what became of it`, and the table of docs/architecture.md: what was run,
 * how much of it the specs noticed, and when. With `UPDATE_DOCS=1` it writes the table there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { FOLDERS, filesOf, partOf } from './files.js'

const NEEDED = 85
const DOCS = new URL('../../docs/architecture.md', import.meta.url)
const [BEGIN, END] = ['<!-- mutants: written by spec/mutation -->', '<!-- end of mutants -->']

const reportOf = (folder) => new URL(`reports/${folder}.json`, import.meta.url)
const files = FOLDERS.filter((name) => existsSync(reportOf(name))).flatMap((folder) =>
  Object.entries(JSON.parse(readFileSync(reportOf(folder), 'utf8')).files).map(([file, report]) => ({
    part: partOf(file),
    file,
    ...report
  }))
)

const NOTICED = ['Killed', 'Timeout']
const SURVIVED = ['Survived', 'NoCoverage']

for (const { file, source, mutants } of files)
  for (const { status, location, replacement } of mutants) {
    if (!SURVIVED.includes(status)) continue
    const was = source.split('\n')[location.start.line - 1].trim()
    const became = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)
    console.log(`${file}:${location.start.line}:${location.start.column} ${status}: ${became}   <- ${was}`)
  }

const numbers = new Intl.NumberFormat('en')
const countOf = (mutants, statuses) => mutants.filter(({ status }) => statuses.includes(status)).length

const row = (name, ran, all) => {
  const mutants = ran.flatMap((one) => one.mutants)
  const noticed = countOf(mutants, NOTICED)
  const run = noticed + countOf(mutants, SURVIVED)
  const share = `${numbers.format(noticed)} of ${numbers.format(run)} = ${((noticed / run) * 100).toFixed(1)} %`
  const days = ran.map(({ on }) => on).sort()
  const when = [...new Set([days[0], days.at(-1)])].join(' to ')
  const cells = [
    name,
    `${ran.length} of ${all}`,
    share,
    numbers.format(countOf(mutants, ['Timeout'])),
    numbers.format(countOf(mutants, ['Ignored'])),
    when
  ]
  return { share: noticed / run, line: `| ${cells.join(' | ')} |` }
}

const parts = [...new Set(files.map(({ part }) => part))]
const rows = parts.map((part) => {
  const all = FOLDERS.flatMap(filesOf).filter((file) => partOf(file) === part).length
  return row(
    part,
    files.filter((one) => one.part === part),
    all
  )
})
const heads = ['', 'files', 'noticed', 'by time', 'not run', 'on']
const table = [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...rows.map(({ line }) => line)].join(
  '\n'
)
console.log(`\n${table}`)
if (process.env.UPDATE_DOCS === '1') {
  const [before, rest] = readFileSync(DOCS, 'utf8').split(BEGIN)
  writeFileSync(DOCS, `${before}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1]}`)
}
if (rows.some(({ share }) => share * 100 < NEEDED)) process.exitCode = 1
