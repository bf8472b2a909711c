/** The rows of docs/runtimes.md whose programs npm can fetch: each plays the story of a cut answer. Without a network they skip, loudly. */
import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './helpers/docs-examples.js'

const CODES = 'truncated_response,truncated_response,truncated_response,retry_budget_exceeded'

const STORY = `
  import { guardFunctions, openTurn } from ${JSON.stringify(join(ROOT, 'dist/lib/index.js'))}
  const story = async () => {
    const tools = guardFunctions({ search: async () => '{"orders":[{"total":12' }, { turn: openTurn() })
    const codes = []
    for (let i = 0; i < 4; i++) codes.push(JSON.parse(await tools.search().catch((error) => error.message)).code)
    return codes.join()
  }
`
const PROGRAM = `${STORY}\nconsole.log(await story())`
const TEST = `${STORY}\ntest('story', async () => { expect(await story()).toBe(${JSON.stringify(CODES)}) })`

/** What `npx` runs, on which file, and what its output must hold. */
const RUNTIMES: ReadonlyArray<readonly [string, string, string, ReadonlyArray<string>, RegExp]> = [
  ['Node 22', 'node@22', PROGRAM, [], new RegExp(CODES)],
  ['Node 24', 'node@24', PROGRAM, [], new RegExp(CODES)],
  ['Bun', 'bun@1', PROGRAM, [], new RegExp(CODES)],
  ['Deno', 'deno@2', PROGRAM, ['run', '-A'], new RegExp(CODES)],
  ['Jest', 'jest@30', TEST, ['--rootDir', '.', '--testMatch', '**/*.test.mjs'], /1 passed/],
  ['Vitest', 'vitest@4', TEST, ['run', '--globals'], /1 passed/]
]

describe('docs/runtimes.md', function () {
  this.timeout(300_000)
  let folder = ''

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'guarded-call-runtimes-'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const npx = (program: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}) =>
    spawnSync('npx', ['-y', program, ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 240_000,
      env: { ...process.env, NO_COLOR: '1', ...env }
    })

  for (const [name, program, source, args, expected] of RUNTIMES) {
    it(`says the truth of ${name}`, function () {
      expect(readFileSync(join(ROOT, 'docs/runtimes.md'), 'utf8')).to.include(`| ${name} |`)
      if (npx(program, ['--version']).status !== 0) {
        process.stderr.write(`\n    SKIPPED: npm has no ${program} here.\n`)
        this.skip()
      }
      const file = source === TEST ? 'story.test.mjs' : 'story.mjs'
      writeFileSync(join(folder, file), source)
      // Jest runs ES modules with this flag alone.
      const env = name === 'Jest' ? { NODE_OPTIONS: '--experimental-vm-modules' } : {}
      const { stdout, stderr } = npx(program, name === 'Jest' || name === 'Vitest' ? args : [...args, file], env)
      expect(`${stdout}${stderr}`).to.match(expected)
    })
  }
})
