/** The pages say of the codes what the library says: write them with `UPDATE_DOCS=1`. */
import { expect } from 'chai'
import type { Code } from '../../lib/core/codes.js'
import type { ToolError } from '../../lib/core/tool-error.js'
import { expectLeft } from '../helpers/either.js'
import { CODE_NOTES, codesList, codesPage, codesTable } from './codes-pages.js'
import { expectPage, expectPart } from './written.js'

const provoked = async (): Promise<Readonly<Record<Code, ToolError>>> => {
  const errors = Object.entries(CODE_NOTES).map(async ([code, { provoke }]) => {
    const error = expectLeft(await provoke())
    expect(error.code, `what ${code} came to`).to.equal(code)
    return [code, error] as const
  })
  return Object.fromEntries(await Promise.all(errors)) as Record<Code, ToolError>
}

describe('docs/codes.md', function () {
  this.timeout(60_000)

  it('shows of every code what a model really reads', async () => {
    expectPage('docs/codes.md', codesPage(await provoked()))
  })
})

describe('README.md', () => {
  it('lists every code under its class', () => {
    expectPart('README.md', 'codes', `\n\n${codesTable()}\n\n`)
  })
})

describe('llms.txt', () => {
  it('lists every code under its class', () => {
    expectPart('llms.txt', 'codes', `\n${codesList()}\n`)
  })
})
