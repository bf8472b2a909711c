/**
 * Runs the specs against the real SDKs, the newest and the oldest that are supported, which live in folders of their
 * own with their own lockfiles.
 */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './helpers/docs-examples.js'

const npmTest = (folder: string): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    // Coverage is what the specs of this folder reach.
    const { NODE_V8_COVERAGE: _coverage, ...env } = process.env
    const child = execFile(
      'npm',
      ['test', '--silent'],
      { cwd: join(ROOT, folder), env, maxBuffer: 64 * 1024 * 1024 },
      // Its summary last.
      (_error, output, errors) => resolve({ code: child.exitCode ?? -1, output: `${errors}${output}` })
    )
  })

// The second runs what the first builds.
const FOLDERS = { 'the real SDKs': 'spec/sdk', 'the oldest SDKs that are supported': 'spec/sdk-previous' }

for (const [sdks, folder] of Object.entries(FOLDERS)) {
  describe(`the specs against ${sdks}`, function () {
    this.timeout(600_000)

    it('pass', async function () {
      const missing = ['spec/sdk', folder].find((each) => !existsSync(join(ROOT, each, 'node_modules')))
      if (missing !== undefined) {
        process.stderr.write(
          `\n    SKIPPED: the SDKs are not installed. Run \`npm ci --prefix ${missing}\` to test against ${sdks}.\n`
        )
        this.skip()
      }
      const { code, output } = await npmTest(folder)
      // Another version of an SDK than the one that its insides were last seen with.
      for (const note of output.match(/NOTE: .*/g) ?? []) process.stderr.write(`\n    ${note}\n`)
      if (code !== 0) expect.fail(output.slice(-8_000))
    })
  })
}
