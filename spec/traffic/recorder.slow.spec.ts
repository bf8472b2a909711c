import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRecords, recorder } from '../../lib/operate/calibrate/index.js'
import { recordUntilEnded, recordUntilKilled } from './in-a-child.js'
import { settled } from './settled.js'

describe('recorder, in its own time', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recorder-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('loses nothing that was flushed when its process is killed at whatever time, and tears at most one line', async () => {
    const rounds = Number(process.env['KILL_ROUNDS'] ?? 8)
    for (let round = 0; round < rounds; round++) {
      const { acknowledged, ids, badCount } = await recordUntilKilled(join(folder, String(round)), 20 + round * 40)
      expect(ids).to.deep.equal([...ids.keys()])
      expect(ids.length).to.be.above(acknowledged)
      expect(badCount).to.be.at.most(1)
    }
  })

  for (const mode of ['exit', 'end'] as const) {
    it(`loses nothing when its process ends by ${mode === 'exit' ? 'process.exit' : 'itself'}`, async () => {
      const { ids, badCount } = await recordUntilEnded(folder, mode, 2_000)
      expect([...ids].sort((a, b) => a - b)).to.deep.equal([...Array(2_000).keys()])
      expect(badCount).to.equal(0)
    })
  }

  it('tries again by itself after a pause, where the disk refused', async () => {
    const inner = join(folder, 'inner')
    writeFileSync(inner, '')
    const r = recorder({ folder: inner, name: 'r', clock: () => 0 })
    r.record(settled())
    await r.flush()
    r.record(settled({ callId: 'waits' }))
    rmSync(inner)
    for (let waited = 0; r.stats.written === 0 && waited < 4_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const ids: Array<string> = []
    for await (const { callId } of readRecords(inner)) ids.push(callId)
    expect(ids).to.deep.equal(['waits'])
    await r.close()
  })
})
