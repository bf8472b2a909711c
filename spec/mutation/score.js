/** Prints the mutation score of each folder that was run, and every survivor, as `file:line:column what became of it`. */
import { existsSync, readFileSync } from 'node:fs'

const FOLDERS = ['core', 'history', 'guard', 'codec']
const NEEDED = 85

const reportOf = (folder) => new URL(`reports/${folder}.json`, import.meta.url)

const sum = { killed: 0, all: 0 }
for (const folder of FOLDERS.filter((name) => existsSync(reportOf(name)))) {
  const { files } = JSON.parse(readFileSync(reportOf(folder), 'utf8'))
  const mutants = Object.entries(files).flatMap(([file, { mutants: ofFile, source }]) =>
    ofFile.map((mutant) => ({ ...mutant, file, was: source.split('\n')[mutant.location.start.line - 1].trim() }))
  )
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const [killed, all] = [count('Killed', 'Timeout'), count('Killed', 'Timeout', 'Survived', 'NoCoverage')]
  sum.killed += killed
  sum.all += all
  for (const { status, file, location, replacement, was } of mutants) {
    if (status === 'Survived' || status === 'NoCoverage') {
      console.log(
        `${file}:${location.start.line}:${location.start.column} ${status}: ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)}   <- ${was}`
      )
    }
  }
  console.log(
    `${folder}: ${killed} of ${all} = ${((killed / all) * 100).toFixed(1)} % (${count('Timeout')} by time, ${count('Ignored')} static ones not run, ${count('NoCoverage')} met by no spec)`
  )
}
if (sum.all > 0) {
  const score = (sum.killed / sum.all) * 100
  console.log(`all: ${sum.killed} of ${sum.all} = ${score.toFixed(1)} %`)
  if (score < NEEDED) process.exitCode = 1
}
