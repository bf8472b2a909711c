/** docs/writes.md, as its programs run it: one process asks a person, another goes on with the answer. */
import { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAMS = fileURLToPath(new URL('examples/approval/', import.meta.url))
const SOURCES = fileURLToPath(new URL('../src/examples/approval/', import.meta.url))
const TOOL = readFileSync(new URL('../src/examples/support/approval.ts', import.meta.url), 'utf8')
const PAGE = readFileSync(new URL('../../../docs/writes.md', import.meta.url), 'utf8')
const LIMIT_MS = 60_000

interface Told {
  readonly waits: ReadonlyArray<unknown>
  readonly read: ReadonlyArray<string>
  readonly refunds: number
}

const ORDER = { order: 7, cents: 1200 }

/** Of each text that the model read: its code, or the text. */
const codesOf = (read: ReadonlyArray<string>): ReadonlyArray<string> =>
  read.map((text) => (JSON.parse(text) as { readonly code?: string }).code ?? text)

/** The part of a program between two of its headings. */
const partOf = (source: string, heading: string, next: string): string =>
  source.split(`// -- ${heading}\n\n`)[1]?.split(`\n\n// -- ${next}\n`)[0] ?? expect.fail(`no ${heading}`)

const expectOnPage = (program: string, part: string): void => {
  expect(PAGE).to.include(`\n\`\`\`ts of spec/sdk/src/examples/${program}.ts\n${part}\n\`\`\`\n`)
}

describe('an approval, in two processes', function () {
  this.timeout(3 * LIMIT_MS)

  // An empty database, which each program begins with a copy of: making one takes most of its time.
  const empty = mkdtempSync(join(tmpdir(), 'approval-'))
  before(async () => {
    const database = await PGlite.create(join(empty, 'ledger'))
    await database.close()
  })
  after(() => rmSync(empty, { recursive: true, force: true }))

  const names = readdirSync(PROGRAMS)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -3))
    .sort()

  it('has a recipe for a loop, and for the frameworks that ask people', () => {
    expect(names).to.deep.equal(['ai-sdk', 'langgraph', 'loop', 'openai-agents'])
    for (const name of names.filter((one) => one !== 'loop')) expect(PAGE).to.include(`/approval/${name}.ts)`)
    expectOnPage('support/approval', partOf(TOOL, 'the tool, guarded', 'the ledger'))
    const loop = readFileSync(`${SOURCES}loop.ts`, 'utf8')
    expectOnPage('approval/loop', partOf(loop, 'the recipe', 'the story'))
  })

  for (const name of names)
    describe(name, () => {
      const asked = mkdtempSync(join(tmpdir(), 'approval-'))
      const folders = [asked]
      const run = async (word: string, folder: string): Promise<Told> => {
        const { stdout, stderr } = await promisify(execFile)(
          process.execPath,
          [`${PROGRAMS}${name}.js`, folder, word],
          {
            timeout: LIMIT_MS
          }
        )
        expect(stderr).to.equal('')
        return JSON.parse(stdout) as Told
      }
      const answered = (word: string): string => {
        const folder = `${asked}-${word}`
        folders.push(folder)
        cpSync(asked, folder, { recursive: true })
        return folder
      }
      before(() => cpSync(empty, asked, { recursive: true }))
      after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

      it('asks a person about the call whose arguments fit, and about no other', async () => {
        const { waits, read, refunds } = await run('begin', asked)
        expect([waits, codesOf(read), refunds]).to.deep.equal([[ORDER], ['invalid_arguments'], 0])
      })

      it('pays once after a yes, however often the yes is delivered', async () => {
        const folder = answered('yes')
        for (const _ of [1, 2]) {
          const { waits, read, refunds } = await run('yes', folder)
          expect([waits, codesOf(read), refunds]).to.deep.equal([[], ['invalid_arguments', '{"refunded":7}'], 1])
        }
      })

      it('pays nothing after a no, which the model reads, and asks nobody again', async () => {
        const { waits, read, refunds } = await run('no', answered('no'))
        expect([waits, codesOf(read), refunds]).to.deep.equal([
          [],
          ['invalid_arguments', 'denied', 'denied', 'denied'],
          0
        ])
      })
    })
})
