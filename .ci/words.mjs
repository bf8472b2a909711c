/** Holds comments, pages and messages to the words of CONTRIBUTING.md: what stands in backticks under "not" is said there in another way. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [, table = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('| write | not |')
const rows = table
  .split('\n\n')[0]
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()))
const rules = rows.flatMap(([, write, not = '']) =>
  [...not.matchAll(/`([^`]+)`/g)].map(([, word]) => ({ write, word: new RegExp(`(?<![\\w-])${word}`, 'i') }))
)

const files = execFileSync('git', ['ls-files', 'lib/*.ts', 'docs/*.md', 'examples/*.ts', 'README.md', 'SECURITY.md'])
const problems = files
  .toString()
  .trim()
  .split('\n')
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => {
        const said = file.endsWith('.md') ? line : (/(?:^\s*\*|\/\/|\/\*\*| ['"`])\s?(.*)/.exec(line)?.[1] ?? '')
        const rule = rules.find(({ word }) => word.test(said.replaceAll(/`[^`]*`/g, '')))
        return rule === undefined ? [] : [`${file}:${i + 1} write ${rule.write}: ${line.trim()}`]
      })
  )
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
