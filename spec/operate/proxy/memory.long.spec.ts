/** An agent that never pauses: a turn that nobody ends is bounded, however many calls it has. */
import { expect } from 'chai'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PEER } from './client.js'

const BIN = fileURLToPath(new URL('../../../lib/operate/cli/main.js', import.meta.url))
const CALLS = 30_000
const AT_ONCE = 20
const MAX_MB = 120
const MAX_GROWTH_MB = 15

describe('the memory of guarded-call mcp over a turn that never ends', function () {
  this.timeout(300_000)

  it(`stays below ${MAX_MB} MB over ${CALLS} different calls, and grows no more after the first third`, async () => {
    const proxy = spawn(process.execPath, [BIN, 'mcp', '--', process.execPath, PEER])
    const megabytes = (): number =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(proxy.pid)], { encoding: 'utf8' })) / 1024
    let told = ''
    proxy.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    let asked = 0
    const ask = (): void => {
      asked += 1
      const params = { name: 'get_file', arguments: { path: `/src/${asked}.ts`, why: 'x'.repeat(200) } }
      proxy.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: asked, method: 'tools/call', params })}\n`)
    }
    let [answered, third, most] = [0, 0, 0]
    for (let i = 0; i < AT_ONCE; i++) ask()
    for await (const line of createInterface({ input: proxy.stdout })) {
      expect(line).not.to.include('error_class')
      answered += 1
      if (answered % 1_000 === 0) most = Math.max(most, megabytes())
      if (answered === CALLS / 3) third = most
      if (answered === CALLS) proxy.stdin.end()
      if (asked < CALLS) ask()
    }
    if (proxy.exitCode === null) await once(proxy, 'exit')
    expect(told).to.include(`enforce: ${CALLS} calls of 1 tool in 1 turn, 0 refused`)
    expect([most < MAX_MB, most - third < MAX_GROWTH_MB], `${third} MB, then ${most} MB`).to.deep.equal([true, true])
  })
})
