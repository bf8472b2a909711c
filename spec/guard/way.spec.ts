/**
 * How much of lib one call goes through, as bench/way.ts measures it: in a process of its own, whose coverage nobody
 * else takes.
 */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const WAY = fileURLToPath(new URL('../../bench/way.js', import.meta.url))

// A twentieth above what was measured: whoever crosses one should know why.
const FILES = 43
const FUNCTIONS = 180

interface Way {
  readonly files: number
  readonly functions: number
  readonly text: string
}

const ways = (): ReadonlyArray<Way> => {
  const { NODE_V8_COVERAGE: _, ...env } = process.env
  return execFileSync(process.execPath, [WAY, '--names'], { encoding: 'utf8', env })
    .split(/^(?=a )/m)
    .map((text) => {
      const [files = NaN, functions = NaN] = [...text.matchAll(/\d+(?= files| functions)/g)].map(Number)
      return { files, functions, text }
    })
}

describe('the way of one call', () => {
  it('is as short as it was measured to be, and writes no digest that nobody reads', () => {
    const [valid, cut] = ways()
    expect(valid?.files).to.be.at.most(FILES)
    expect(valid?.functions).to.be.at.most(FUNCTIONS)
    expect(valid?.text).not.to.match(/sha256|operationId|storeKey/)
    expect(cut?.text).to.match(/^a cut answer: \d+ files/)
  })
})
