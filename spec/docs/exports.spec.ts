/** What each subpath gives away: a name that appears in llms.txt or goes missing there is a decision, not an accident. Write it with `UPDATE_DOCS=1`. */
import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/docs-examples.js'
import { expectPart } from './written.js'

/** What a name alone does not say. */
const REMARKS: Readonly<Record<string, string>> = {
  'guarded-call/json-schema': ' (needs `ajv` and `ajv-formats`)',
  'guarded-call/otel': ' (needs `@opentelemetry/api`)'
}

const subpaths = (): ReadonlyArray<string> => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly exports: object }
  return Object.keys(exports)
    .filter((subpath) => subpath !== './package.json')
    .map((subpath) => `guarded-call${subpath.slice(1)}`)
}

const namesOf = async (module: string): Promise<ReadonlyArray<string>> =>
  Object.keys((await import(module)) as object).sort()

const list = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(', ')

describe('the exports', () => {
  it('are exactly those that llms.txt lists', async () => {
    const lines = subpaths().map(
      async (subpath) => `- \`${subpath}\`${REMARKS[subpath] ?? ''}: ${list(await namesOf(subpath))}`
    )
    expectPart('llms.txt', 'exports', `\n${(await Promise.all(lines)).join('\n')}\n`)
  })

  it('have every ready-made check among them, as the README says', async () => {
    const modules = readdirSync(new URL('../../lib/core/checks', import.meta.url)).filter((name) =>
      name.endsWith('.js')
    )
    const names = await Promise.all(modules.map((name) => namesOf(`../../lib/core/checks/${name}`)))
    const root = await namesOf('guarded-call')
    const checks = names.flat().filter((name) => root.includes(name))
    expect(checks).to.include.members(['nonEmpty', 'within'])
    expectPart('README.md', 'checks', list([...checks].sort()))
  })
})
