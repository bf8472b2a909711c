/** Pages list what the library is: its codes, its checks, its exports. Write them with `UPDATE_DOCS=1`. */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as t from 'io-ts'
import { FAILURE_CODES } from '#core/failure'
import { judge } from '../../lib/index.js'
import type { Code, ToolError } from '#core/errors'
import { ROOT } from '../helpers/docs-examples.js'
import { expectLeft } from '../helpers/either.js'
import { beforeAfterDrawing } from './before-after.js'
import { CODE_NOTES, codesList, codesPage, codesTable, FORMS } from './codes-pages.js'
import { expectPage, expectPart } from './written.js'

// -- codes

const provoked = async (): Promise<Readonly<Record<Code, ToolError>>> => {
  const errors = Object.entries(CODE_NOTES).map(async ([code, { provoke }]) => {
    const error = expectLeft(await provoke())
    expect(error.code, `\`provoke\` of ${code}`).to.equal(code)
    return [code, error] as const
  })
  return Object.fromEntries(await Promise.all(errors)) as Record<Code, ToolError>
}

// -- exports

/** What names alone do not say. */
const REMARKS: Readonly<Record<string, string>> = {
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

// -- the pages

describe('docs/codes.md', () => {
  it('shows of every code, and of forty real forms of failure, what a model really reads', async () => {
    // Asks for what none of the forms is.
    const Asked = t.type({ due: t.type({ of: t.literal('this') }) })
    const read = (answer: string): ToolError => expectLeft(judge({ codec: Asked }, answer))
    expect(FORMS).to.have.length(40)
    expect(FORMS.filter(([, answer]) => !FAILURE_CODES.has(read(answer).code))).to.deep.equal([])
    expectPage('docs/codes.md', codesPage(await provoked(), read))
  })
})

describe('docs/before-after.svg', () => {
  it('shows what examples/quickstart.ts prints', () => {
    const output = execFileSync(process.execPath, [join(ROOT, 'built/examples/quickstart.js')], { encoding: 'utf8' })
    expectPage('docs/before-after.svg', beforeAfterDrawing(output))
  })
})

describe('README.md', () => {
  it('takes at most 700 words to its reference', () => {
    const [front = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n## Reference\n')
    expect(front.split(/\s+/)).to.have.length.within(400, 700)
  })

  it('lists every code under its class', () => {
    expectPart('README.md', 'codes', `\n\n${codesTable()}\n\n`)
  })

  it('names every ready-made check', async () => {
    const root = await namesOf('guarded-call')
    const checks = (await namesOf('#core/checks')).filter((name) => root.includes(name))
    expect(checks).to.include.members(['nonEmpty', 'within'])
    const shown = readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8').match(/(?<=^\| `)\w+(?=\()/gm)
    expect(shown).to.have.members(checks)
    expectPart('README.md', 'checks', list([...checks].sort()))
  })
})

describe('llms.txt', () => {
  it('lists every code under its class', () => {
    expectPart('llms.txt', 'codes', `\n${codesList()}\n`)
  })

  // A name that appears or goes missing in the difference is a decision, not an accident.
  it('lists exactly what each subpath exports', async () => {
    const lines = subpaths().map(
      async (subpath) => `- \`${subpath}\`${REMARKS[subpath] ?? ''}: ${list(await namesOf(subpath))}`
    )
    expectPart('llms.txt', 'exports', `\n${(await Promise.all(lines)).join('\n')}\n`)
  })
})
