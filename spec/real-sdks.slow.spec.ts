/** Runs the specs against the real SDKs, which live in a folder of their own with its own lockfile. */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './helpers/docs-examples.js'

const FOLDER = join(ROOT, 'spec/sdk')

const npmTest = (): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    // Coverage is what the specs of this folder reach.
    const { NODE_V8_COVERAGE: _coverage, ...env } = process.env
    const child = execFile(
      'npm',
      ['test', '--silent'],
      { cwd: FOLDER, env, maxBuffer: 64 * 1024 * 1024 },
      (_error, output, errors) => resolve({ code: child.exitCode ?? -1, output: `${output}${errors}` })
    )
  })

describe('the specs against the real SDKs', function () {
  this.timeout(600_000)

  it('pass', async function () {
    if (!existsSync(join(FOLDER, 'node_modules'))) {
      process.stderr.write(
        '\n    SKIPPED: the SDKs are not installed. Run `npm ci --prefix spec/sdk` to test against them.\n'
      )
      this.skip()
    }
    const { code, output } = await npmTest()
    // Another version of an SDK than the one that its insides were last seen with.
    for (const note of output.match(/NOTE: .*/g) ?? []) process.stderr.write(`\n    ${note}\n`)
    if (code !== 0) expect.fail(output.slice(-8_000))
  })
})
