import { expect } from 'chai'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../../lib/operate/cli/run/log-file.js'

describe('the log file of a command', () => {
  it('holds one line a line, each with its time and its server, whatever a server said in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guarded-call-'))
    const path = join(folder, 'log')
    const log = await openLog(path, 'node server.js', () => expect.fail('The log was written.'))
    log.write('pay: \u001b[31mred\u2028 forged \u009b line')
    log.write('2026-11-28T12:00:00.000Z pay {} refused')
    log.close()
    const [first, ...rest] = readFileSync(path, 'utf8').split('\n')
    expect(first).to.match(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z \[node server\.js\] pay: \\u001b\[31mred\\u2028 forged \\u009b line$/
    )
    expect(rest).to.deep.equal(['2026-11-28T12:00:00.000Z [node server.js] pay {} refused', ''])
    rmSync(folder, { recursive: true })
  })
})
