import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '../../helpers/is-alive.js'
import { openFolder, readAll, startCommand, type Folder } from './command.js'
import { serverOf } from './servers.js'

// A timer, a pool or a listener keeps a server alive at the end of its input; some do not even end when they are told.
const stubborn = (server: string): string =>
  `import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => {})
setInterval(() => {}, 1_000)
${server}
writeFileSync('pid', String(process.pid))
`
const LISTS = stubborn(serverOf([[{ name: 'get_x', inputSchema: { type: 'object' } }]]))
const SAYS_NOTHING = stubborn('process.stdin.resume()')

const COMMANDS = [['doctor'], ['mcp', 'pin', '--yes', 'pins.json'], ['rules']]

describe('a server that a command asks for its tools', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const pid = (): number => Number(readFileSync(join(folder.path, 'pid'), 'utf8'))

  for (const command of COMMANDS) {
    it(`is ended by ${command.join(' ')}`, async () => {
      folder.write('server.mjs', LISTS)
      const { code } = await folder.run([...command, '--', process.execPath, 'server.mjs'])
      expect([code, isAlive(pid())]).to.deep.equal([0, false])
    }).timeout(30_000)

    it(`is ended by ${command.join(' ')}, also behind a shell`, async () => {
      folder.write('server.mjs', LISTS)
      const { code } = await folder.run([...command, '--', 'sh', '-c', '"$0" server.mjs; exit 0', process.execPath])
      expect([code, isAlive(pid())]).to.deep.equal([0, false])
    }).timeout(30_000)

    it(`is ended where a signal ends ${command.join(' ')}`, async () => {
      folder.write('server.mjs', SAYS_NOTHING)
      const started = startCommand([...command, '--', process.execPath, 'server.mjs'], { cwd: folder.path })
      const ended = readAll(started)
      while (!existsSync(join(folder.path, 'pid'))) await wait(10)
      started.kill('SIGINT')
      const { code, stdout, stderr } = await ended
      expect([code, isAlive(pid())]).to.deep.equal([1, false])
      expect(stdout + stderr).to.include('the command was interrupted')
      expect(existsSync(join(folder.path, 'pins.json'))).to.equal(false)
    }).timeout(30_000)
  }
})
