/**
 * What a terminal is told: help with examples for each command, colour only where it is wanted, errors that say what to
 * do.
 */
import { expect } from 'chai'
import { FORMATS } from '../../../lib/operate/audit/formats/formats.js'
import { openFolder, type Ended, type Folder, type RunOptions } from './command.js'

const COLOUR = '\u001b['

const commandsOf = (help: string): ReadonlyArray<string> =>
  [...help.slice(help.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+)\b/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')

describe('guarded-call on a terminal', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
  })
  after(() => folder.remove())

  const guardedCall = (args: ReadonlyArray<string>, options?: RunOptions): Promise<Ended> => folder.run(args, options)

  it('lists its commands, and shows how to begin', async () => {
    const { code, stdout } = await guardedCall(['--help'])
    expect(code).to.equal(0)
    expect(commandsOf(stdout)).to.include.members(['audit', 'calibrate', 'infer'])
    expect(stdout).to.match(/Examples?:\n {2}\$ guarded-call /)
  })

  it('has help with an example for every command', async () => {
    const names = commandsOf((await guardedCall(['--help'])).stdout)
    expect(names).not.to.deep.equal([])
    for (const name of names) {
      const { code, stdout } = await guardedCall([name, '--help'])
      expect(code).to.equal(0)
      expect(stdout).to.match(new RegExp(`Examples?:\\n(?:.*\\n)* *\\$ (?:.*\\| )?guarded-call ${name}`))
    }
  })

  it('shows in the usage of a command what must be given', async () => {
    const usageOf = async (...command: ReadonlyArray<string>) =>
      (await guardedCall([...command, '--help'])).stdout.split('\n', 1)[0]
    expect(await usageOf('calibrate')).to.equal('Usage: guarded-call calibrate [options] --tools <module> <file...>')
    expect(await usageOf('ledger', 'executed')).to.match(/ executed \[options\] --by <name> --note <text> <operation>$/)
    expect(await usageOf('infer')).to.equal('Usage: guarded-call infer [options] <file...>')
  })

  it('names every format and every limit of an audit', async () => {
    const { stdout } = await guardedCall(['audit', '--help'], { columns: 1_000 })
    const { stderr } = await guardedCall(['audit', 't.json', '--fail-on', 'none=1'])
    const [, limits] = /There are (.*)\.\n$/.exec(stderr) ?? []
    expect(stdout.replaceAll('\n', ' ')).to.contain(`percent of all calls: ${limits}.`)
    const [, formats = ''] = /--format .*\(choices: (.*)\)/.exec(stdout) ?? []
    expect(formats.split(', ').map((name) => JSON.parse(name) as string)).to.have.members(Object.keys(FORMATS))
  })

  it('suggests the command that was meant', async () => {
    const { code, stderr } = await guardedCall(['audti'])
    expect(code).to.equal(2)
    expect(stderr).to.include('Did you mean audit?')
  })

  it('says what is missing, and where to look', async () => {
    const { code, stderr } = await guardedCall(['audit'])
    expect(code).to.equal(2)
    expect(stderr)
      .to.match(/missing required argument 'file'/)
      .and.include('--help shows how it is used')
  })

  it('names the file that is not there', async () => {
    const { code, stderr } = await guardedCall(['audit', 'no-such-transcript.json'])
    expect(code).to.equal(1)
    expect(stderr).to.equal('error: no-such-transcript.json: no such file or directory\n')
  })

  it('is as wide as the terminal', async () => {
    const longest = async (options?: RunOptions): Promise<number> => {
      const [, commands = ''] = (await guardedCall(['--help'], options)).stdout.split('\nCommands:\n')
      return Math.max(
        ...commands
          .slice(0, commands.indexOf('\n\n'))
          .split('\n')
          .map(({ length }) => length)
      )
    }
    expect(await longest({ columns: 75 })).to.be.at.most(75)
    expect(await longest()).to.be.within(76, 80)
    expect(await longest({ columns: 200 })).to.be.above(80)
  })

  it('is coloured on demand only, where it is no terminal', async () => {
    const isColoured = async (options?: RunOptions): Promise<boolean> =>
      (await guardedCall(['audit', 'no-such-transcript.json'], options)).stderr.includes(COLOUR)
    expect(await isColoured()).to.equal(false)
    expect(await isColoured({ env: { FORCE_COLOR: '1' } })).to.equal(true)
    expect(await isColoured({ env: { NO_COLOR: '1' } })).to.equal(false)
    expect(await isColoured({ columns: 80 })).to.equal(true)
    expect(await isColoured({ columns: 80, env: { NO_COLOR: '1' } })).to.equal(false)
  })
})
