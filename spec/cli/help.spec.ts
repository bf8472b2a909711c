/** What a terminal is told: help with examples for each command, colour only where it is wanted, errors that say what to do. */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../helpers/docs-examples.js'

interface Ran {
  readonly code: number
  readonly output: string
  readonly errors: string
}

const COLOUR = '\u001b['

const guardedCall = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const { NODE_V8_COVERAGE: _coverage, FORCE_COLOR: _force, NO_COLOR: _no, ...rest } = process.env
    const child = execFile(
      process.execPath,
      [join(ROOT, 'dist', 'lib', 'cli', 'main.js'), ...args],
      { cwd: ROOT, env: { ...rest, ...env } },
      (_error, output, errors) => resolve({ code: child.exitCode ?? -1, output, errors })
    )
  })

const commandsOf = (help: string): ReadonlyArray<string> =>
  [...help.slice(help.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+)\b/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')

describe('guarded-call on a terminal', function () {
  this.timeout(60_000)

  it('lists its commands, and shows how to begin', async () => {
    const { code, output } = await guardedCall(['--help'])
    expect(code).to.equal(0)
    expect(commandsOf(output)).to.include.members(['audit', 'calibrate', 'infer'])
    expect(output).to.match(/Examples?:\n {2}\$ guarded-call /)
  })

  it('has help with an example for every command', async () => {
    const names = commandsOf((await guardedCall(['--help'])).output)
    const helps = await Promise.all(names.map(async (name) => ({ name, ...(await guardedCall([name, '--help'])) })))
    const poor = helps.filter(
      ({ name, code, output }) =>
        code !== 0 || !new RegExp(`Examples?:\\n(?:.*\\n)* *\\$ (?:.*\\| )?guarded-call ${name}`).test(output)
    )
    expect(poor.map(({ name }) => name)).to.deep.equal([])
  })

  it('suggests the command that was meant', async () => {
    const { code, errors } = await guardedCall(['audti'])
    expect(code).to.equal(2)
    expect(errors).to.include('Did you mean audit?')
  })

  it('says what is missing, and where to look', async () => {
    const { code, errors } = await guardedCall(['audit'])
    expect(code).to.equal(2)
    expect(errors)
      .to.match(/missing required argument 'file'/)
      .and.include('--help shows how it is used')
  })

  it('names the file that is not there', async () => {
    const { code, errors } = await guardedCall(['audit', 'no-such-transcript.json'])
    expect(code).to.equal(1)
    expect(errors).to.equal('error: no-such-transcript.json: no such file or directory\n')
  })

  it('is coloured on demand only, where it is no terminal', async () => {
    const asking = ['audit', 'no-such-transcript.json']
    const [plain, forced, refused] = await Promise.all([
      guardedCall(asking),
      guardedCall(asking, { FORCE_COLOR: '1' }),
      guardedCall(asking, { NO_COLOR: '1' })
    ])
    expect([plain, forced, refused].map(({ errors }) => errors.includes(COLOUR))).to.deep.equal([false, true, false])
  })
})
