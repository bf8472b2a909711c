import { expect } from 'chai'
import { CANARIES, takeLeaks } from '../../helpers/canary.js'
import { openFolder, type Folder } from './command.js'

describe('a command in the process of the specs', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const why = (running: Promise<unknown>): Promise<string> =>
    running.then(
      () => 'nothing',
      (error: unknown) => String(error)
    )
  /** What the harness says of a command that loads this module. */
  const whyNot = (source: string): Promise<string> =>
    why(folder.run(['doctor', '--config', folder.write('config.mjs', `${source}\nexport default {}`)]))

  it('is held to leave the process as it was', async () => {
    const { exitCode, cwd } = { exitCode: process.exitCode, cwd: process.cwd() }
    expect(await whyNot('')).to.equal('nothing')
    for (const [source, undo] of [
      ['process.exitCode = 3', () => (process.exitCode = exitCode)],
      ["process.env['LEFT_BEHIND'] = '1'", () => delete process.env['LEFT_BEHIND']],
      ["process.on('SIGUSR2', () => {})", () => process.removeAllListeners('SIGUSR2')]
    ] as const) {
      folder.remove()
      folder = openFolder()
      const said = await whyNot(source)
      undo()
      expect(said, source).to.match(/^AssertionError: expected .* to deeply equal /)
    }
    expect(process.cwd()).to.equal(cwd)
  })

  it('is held to print nothing beside its terminal', async () => {
    expect(await whyNot("process.stdout.write('')")).to.match(/^AssertionError: printed beside the terminal/)
  })

  it('shows no secret that nobody sees', async () => {
    await folder.run(['audit', String(CANARIES[0])])
    expect(takeLeaks()).to.have.length(1)
  })

  it('runs alone in its folder', async () => {
    const first = folder.run(['doctor'])
    expect(await why(folder.run(['doctor']))).to.match(/^Error: Another command runs in /)
    expect((await first).code).to.equal(0)
  })
})
