/** What an import of the root does before anybody calls anything, by V8's precise coverage, in a process of its own. */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'

const SCRIPT = `
import { Session } from 'node:inspector/promises'
const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
await import(${JSON.stringify(new URL('../lib/index.js', import.meta.url).href)})
const { result } = await inspector.post('Profiler.takePreciseCoverage')
const called = result.flatMap(({ url, functions }) =>
  functions.filter(({ ranges }) => ranges[0].count > 0).map(({ functionName }) => url.replace(/^.*\\/lib\\//, '') + ' ' + functionName))
console.log(JSON.stringify(called))
`

const calledByImport = (): ReadonlyArray<string> => {
  const { NODE_V8_COVERAGE: _, ...env } = process.env
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8', env })
  return JSON.parse(text) as ReadonlyArray<string>
}

describe('importing the root', () => {
  it('looks for secrets in nothing', () => {
    const called = calledByImport()
    expect(called).to.include('core/errors/tool-error.js fixedError')
    expect(called.filter((name) => /redactText|redactSeen|endings/.test(name))).to.deep.equal([])
  })
})
