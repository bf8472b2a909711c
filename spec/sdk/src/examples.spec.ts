/** Every example runs as a user would run it, offline, and verifies itself. */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('examples/', import.meta.url))
const ADAPTERS = fileURLToPath(new URL('../../../lib/adapters/', import.meta.url))
const LIMIT_MS = 60_000

const run = (file: string): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [`${FOLDER}${file}`], { timeout: LIMIT_MS }, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors })
    )
  })

describe('the examples of frameworks', function () {
  this.timeout(LIMIT_MS)
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.js'))
    .sort()

  it('are there, one for each adapter, a graph that goes on elsewhere, and one without a framework', () =>
    expect(files).to.deep.equal(
      [...readdirSync(ADAPTERS).map((name) => `${name}.js`), 'langgraph.js', 'zod.js'].sort()
    ))

  for (const file of files) {
    it(`${file} ends the story of 17 calls after 3`, async () => {
      const { code, output, errors } = await run(file)
      expect({ code, errors }).to.deep.equal({ code: 0, errors: '' })
      expect(output).to.match(/The model asked 17 times, the shop answered 3 times\./)
    })
  }
})
