/**
 * The corpus, and what is one to some changes away from it: the fuzzer's short form. `node built/spec/fuzz/main.js` is
 * the long one.
 */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { corpusOf } from './corpus.js'
import { complaint } from './fuzz.js'
import { mutated } from './mutate.js'
import { randomFrom } from './random.js'
import type { Target } from './target.js'
import { TARGETS } from './targets.js'
import { runs } from '../helpers/runs.js'

const CHANGED = runs(300, 5_000)

for (const target of TARGETS) {
  describe(`fuzzing ${target.name}`, () => {
    const corpus = corpusOf(target)

    const complaints = (inputs: ReadonlyArray<string>) =>
      inputs.flatMap((input) => {
        const reason = complaint(target, input)
        return reason === undefined ? [] : [{ input, reason }]
      })

    it('finds nothing wrong with any input that was kept', () => {
      expect(complaints(corpus)).to.deep.equal([])
    })

    it('finds nothing wrong with what is near them', () => {
      const random = randomFrom(1)
      expect(
        complaints(
          Array.from({ length: CHANGED }, () =>
            mutated(corpus[random(corpus.length)] ?? '', random, target.tokens, corpus)
          )
        )
      ).to.deep.equal([])
    })
  })
}

describe('fuzz', () => {
  it('finds a fault that only some inputs show, and says by which', () => {
    const script = fileURLToPath(new URL('./hidden-fault.js', import.meta.url))
    const found = execFileSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { ...process.env, NODE_V8_COVERAGE: '' }
    })
    expect(JSON.parse(found)).to.deep.equal([['found', true]])
  })

  it('calls it a fault that an input takes too long', () => {
    const target = (run: Target['run']): Target => ({ name: 'busy', seeds: [], tokens: [], run })
    const busy = target(() => {
      const before = process.cpuUsage()
      const spent = ({ user, system }: NodeJS.CpuUsage): number => user + system
      while (spent(process.cpuUsage(before)) < 25_000);
    })
    expect(complaint(busy, '', 20)).to.match(/^took \d+ ms$/)
    expect(
      complaint(
        target(() => {}),
        '',
        20
      )
    ).to.equal(undefined)
  })
})
