import { expect } from 'chai'
import { chmodSync, chownSync, linkSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder, type Folder } from '../command.js'

const CONFIG = '{"mcpServers":{"a":{"command":"node"}}}'

describe('the file that guarded-call mcp install writes', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
    folder.write('x.json', CONFIG)
  })
  afterEach(() => folder.remove())

  const path = (name: string): string => join(folder.path, name)
  const install = (name = 'x.json') => folder.run(['mcp', 'install', '--client', 'cursor', '--file', name, '--yes'])
  const statusOf = (name: string): object => {
    const { mode, uid, gid, nlink } = statSync(path(name))
    return { mode: (mode & 0o777).toString(8), uid, gid, nlink }
  }
  /** Another owner where that can be had. */
  const giveAway = (name: string): void => {
    if (process.getuid?.() === 0) chownSync(path(name), 1_234, 1_235)
  }

  for (const mode of [0o600, 0o640, 0o664, 0o666])
    it(`keeps its owner and its mode ${mode.toString(8)}, and gives the copy the same`, async () => {
      giveAway('x.json')
      chmodSync(path('x.json'), mode)
      const before = statusOf('x.json')
      expect((await install()).code).to.equal(0)
      expect(readFileSync(path('x.json'), 'utf8')).to.include('guarded-call')
      expect([statusOf('x.json'), statusOf('x.json.before-guarded-call')]).to.deep.equal([before, before])
    })

  it('stays the same file under each of its names', async () => {
    linkSync(path('x.json'), path('hard.json'))
    symlinkSync(path('x.json'), path('soft.json'))
    expect((await install('soft.json')).code).to.equal(0)
    const text = readFileSync(path('x.json'), 'utf8')
    expect(text).to.include('guarded-call')
    expect([readFileSync(path('hard.json'), 'utf8'), readFileSync(path('soft.json'), 'utf8')]).to.deep.equal([
      text,
      text
    ])
    expect(statusOf('x.json')).to.have.property('nlink', 2)
  })

  it('is not written where its owner made it read-only', async () => {
    chmodSync(path('x.json'), 0o400)
    const { code, stderr } = await install()
    expect([code, readFileSync(path('x.json'), 'utf8')]).to.deep.equal([2, CONFIG])
    expect(stderr).to.include('x.json is read-only: nothing was written.')
    expect(readdirSync(folder.path)).to.deep.equal(['x.json'])
  })
})
