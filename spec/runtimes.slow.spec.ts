/**
 * The rows of docs/production.md that need a program or a project of their own: each plays the story of a cut answer.
 * What npm has to fetch skips without a network, loudly.
 */
import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './helpers/docs-examples.js'

const CODES = 'truncated_response,truncated_response,truncated_response,retry_budget_exceeded'

const storyWith = (entry: string): string => `
  import { guardFunctions, openTurn } from ${JSON.stringify(entry)}
  const story = async () => {
    const tools = guardFunctions({ search: async () => '{"orders":[{"total":12' }, { turn: openTurn() })
    const codes = []
    for (let i = 0; i < 4; i++) codes.push(JSON.parse(await tools.search().catch((error) => error.message)).code)
    return codes.join()
  }
`
const STORY = storyWith(join(ROOT, 'built/lib/index.js'))
const PROGRAM = `${STORY}\nconsole.log(await story())`
const TEST = `${STORY}\ntest('story', async () => { expect(await story()).toBe(${JSON.stringify(CODES)}) })`

/** What `npx` runs, on which file, and what its output must hold. */
const RUNTIMES: ReadonlyArray<readonly [string, string, string, ReadonlyArray<string>, RegExp]> = [
  ['Node 22', 'node@22', PROGRAM, [], new RegExp(CODES)],
  ['Node 24', 'node@24', PROGRAM, [], new RegExp(CODES)],
  ['Bun', 'bun@1', PROGRAM, [], new RegExp(CODES)],
  ['Deno', 'deno@2', PROGRAM, ['run', '-A'], new RegExp(CODES)],
  ['Jest', 'jest@30', TEST, [], /1 passed/],
  ['Vitest', 'vitest@4', TEST, ['run', '--globals'], /1 passed/]
]

const PAGE = readFileSync(join(ROOT, 'docs/production.md'), 'utf8')

/** The first block of code in a language below a heading of the page. */
const blockOf = (heading: string, language: string): string =>
  new RegExp(`### ${heading}\n[^#]*?\`\`\`${language}\n([^]*?)\`\`\``).exec(PAGE)?.[1] ??
  expect.fail(`no ${language} below ${heading}`)

describe('docs/production.md', function () {
  this.timeout(300_000)
  let folder = ''

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'guarded-call-runtimes-'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'jest.config.mjs'), blockOf('Jest', 'js'))
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
      expect(PAGE).to.include(`| ${name} |`)
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

  it('says the truth of CommonJS in TypeScript', () => {
    expect(PAGE).to.include('| CommonJS in TypeScript |')
    const project = join(folder, 'commonjs')
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    symlinkSync(ROOT, join(project, 'node_modules/guarded-call'))
    writeFileSync(join(project, 'package.json'), '{"type":"commonjs"}')
    writeFileSync(join(project, 'tsconfig.json'), blockOf('CommonJS in TypeScript', 'json'))
    const program = `${storyWith('guarded-call')}\nvoid story().then((codes) => process.stdout.write(codes + typeof require))`
    writeFileSync(join(project, 'story.ts'), `declare const process: any, require: unknown\n${program}`)
    const run = (...args: ReadonlyArray<string>) =>
      spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', timeout: 120_000 })
    expect(run(join(ROOT, 'node_modules/typescript/bin/tsc'), '--outDir', 'out').stdout).to.equal('')
    expect(readFileSync(join(project, 'out/story.js'), 'utf8')).to.include('require("guarded-call")')
    expect(run('out/story.js').stdout).to.equal(`${CODES}function`)
  })
})
