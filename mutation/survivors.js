/** Prints, as Markdown, every mutant that survived the last run: by file, with the reason that was found for it, or that its kind has. */
import { existsSync, readFileSync } from 'node:fs'
import { FOUND } from './reasons.js'

const words = 'words: names that only have to differ from other names, and texts that no spec repeats'
const asked = 'guards that the types ask for, against what hardly ever comes there'
const unread = 'start values, defaults and lists whose content made no difference to any spec'
const shortcut = 'shortcuts, second safeties and limits: most give the same answer by the longer way, and no spec stands exactly at the limit'
const gap = 'gaps: no spec tells the two apart, and nothing shows that they are equal'

const isPlaceholder = ({ replacement = '' }) => replacement.includes('Stryker was here')

const ofKind = (mutant) => {
  switch (mutant.mutatorName) {
    case 'StringLiteral': return isPlaceholder(mutant) ? unread : words
    case 'ArrayDeclaration':
    case 'ObjectLiteral': return unread
    case 'OptionalChaining': return asked
    case 'LogicalOperator': return /\?\?/.test(mutant.was) && / && /.test(mutant.replacement) && !/ && /.test(mutant.was) ? asked : shortcut
    case 'ConditionalExpression':
    case 'EqualityOperator': return shortcut
    default: return gap
  }
}

const reasonOf = (mutant) => FOUND.find(({ file, line }) => mutant.file === `lib/${file}` && mutant.was.includes(line))?.reason ?? ofKind(mutant)

const places = (mutants) => {
  const lines = new Map()
  for (const { location: { start } } of mutants) lines.set(start.line, (lines.get(start.line) ?? 0) + 1)
  return [...lines].sort(([a], [b]) => a - b).map(([line, n]) => (n === 1 ? `${line}` : `${line} (${n})`)).join(', ')
}

const REASONS = [...new Set(FOUND.map(({ reason }) => reason)), words, unread, asked, shortcut, gap]

console.log(`# Mutants that survived

Printed by \`node mutation/survivors.js\` after a run; see [testing.md](testing.md#mutants). A number is a line of the file, with how many survived there where that is more
than one. The reason is the one in \`mutation/reasons.js\`, which was found by looking, or that of the kind of change: *words*, *start values*, *guards*, *shortcuts* and *gaps* were
not looked into one by one.
`)
for (const folder of ['core', 'history', 'guard', 'codec']) {
  const path = new URL(`reports/${folder}.json`, import.meta.url)
  if (!existsSync(path)) continue
  const { files } = JSON.parse(readFileSync(path, 'utf8'))
  const survivors = Object.entries(files).flatMap(([file, { mutants, source }]) =>
    mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map((mutant) => ({ ...mutant, file, was: source.split('\n')[mutant.location.start.line - 1] })))
  console.log(`## lib/${folder}\n`)
  for (const reason of REASONS) {
    const alike = survivors.filter((mutant) => reasonOf(mutant) === reason)
    if (alike.length === 0) continue
    const byFile = [...new Set(alike.map(({ file }) => file))].map((file) => [file, alike.filter((one) => one.file === file)])
    console.log(`**${alike.length}, ${reason}.** ${byFile.sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, ofFile]) => `\`${file.slice(`lib/${folder}/`.length)}\` ${places(ofFile)}`).join('; ')}.\n`)
  }
}
