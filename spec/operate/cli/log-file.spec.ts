import { expect } from 'chai'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../../lib/operate/cli/run/log-file.js'

describe('the log file of a command', () => {
  it('holds one line a line, whatever a server said in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guarded-call-'))
    const path = join(folder, 'log')
    const log = await openLog(path, () => expect.fail('The log was written.'))
    log.write('pay: \u001b[31mred\u2028 forged \u009b line')
    log.write('the next')
    log.close()
    expect(readFileSync(path, 'utf8')).to.equal('pay: \\u001b[31mred\\u2028 forged \\u009b line\nthe next\n')
    rmSync(folder, { recursive: true })
  })
})
