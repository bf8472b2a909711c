/**
 * Installs the newest version of every package that spec/sdk tests against, never an older one than it has. A package
 * that stands there under an alias too (`ai-7` is `npm:ai@^7.0.0`) keeps to its range under its own name, and the alias
 * takes the newest.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../spec/sdk/', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))

const ALIAS = /^npm:(?<name>.+)@\^(?<version>[^@]+)$/
const aliased = new Set(Object.values(devDependencies).map((range) => ALIAS.exec(range)?.groups.name))

const newest = Object.entries(devDependencies).flatMap(([name, range]) => {
  const alias = ALIAS.exec(range)?.groups
  if (alias !== undefined) return [`${name}@npm:${alias.name}@>=${alias.version}`]
  if (range.startsWith('file:')) return []
  return [`${name}@${aliased.has(name) ? range : range.replace('^', '>=')}`]
})

execFileSync('npm', ['install', '--save-dev', '--no-audit', '--no-fund', '--ignore-scripts', ...newest], {
  cwd: folder,
  stdio: 'inherit'
})
