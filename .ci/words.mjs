/**
 * Holds comments, pages and messages to the words of CONTRIBUTING.md: what stands in backticks under "not" is said
 * there in another way. No line of a comment is longer than 120 characters.
 */
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

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/
// A directive has to stand on one line, and so does an address.
const WHOLE = /\/\/ ox?lint-|https?:\/\/\S{60}/
const tooLong = execFileSync('git', ['ls-files', '*.ts', '*.mjs'])
  .toString()
  .trim()
  .split('\n')
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        line.length > 120 && COMMENT.test(line) && !WHOLE.test(line)
          ? [`${file}:${i + 1} wrap at 120: ${line.trim()}`]
          : []
      )
  )

if (problems.length + tooLong.length > 0) {
  console.error([...problems, ...tooLong].join('\n'))
  process.exit(1)
}
