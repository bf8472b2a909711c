/** Every example runs as a user would run it, and verifies itself. */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './helpers/docs-examples.js'

interface Ran {
  readonly code: number
  readonly output: string
  readonly errors: string
}

const COMPILED = join(ROOT, 'built', 'examples')
const LIMIT_MS = 180_000
// More at once would take each other's time.
const LANES = 2

// What stays in `built` after its source was removed is no example.
const isExample = (file: string): boolean =>
  file.endsWith('.js') && existsSync(join(ROOT, 'examples', file.replace(/\.js$/, '.ts')))

const runExample = (file: string): Promise<Ran> =>
  new Promise((resolve) => {
    // Coverage is what specs reach, not what examples happen to.
    const { NODE_V8_COVERAGE: _coverage, FORCE_COLOR: _colour, ...env } = process.env
    const child = execFile(
      process.execPath,
      [join(COMPILED, file)],
      { env, timeout: LIMIT_MS },
      (_error, output, errors) => resolve({ code: child.exitCode ?? -1, output, errors })
    )
  })

describe('the examples', function () {
  // A specification waits for the example before its own, too.
  this.timeout(2 * LIMIT_MS)
  const files = readdirSync(COMPILED).filter(isExample).sort()

  let runs: ReadonlyMap<string, Promise<Ran>>

  before(() => {
    const lanes = Array.from({ length: LANES }, () => Promise.resolve<unknown>(undefined))
    runs = new Map(
      files.map((file, i) => {
        const ran = (lanes[i % LANES] ?? Promise.resolve()).then(() => runExample(file))
        lanes[i % LANES] = ran
        return [file, ran]
      })
    )
  })

  it('are there', () => expect(files).to.include.members(['agent.js', 'quickstart.js']))

  it('stand in examples/README.md, each with a line', () => {
    const index = readFileSync(join(ROOT, 'examples', 'README.md'), 'utf8')
    expect(files.filter((file) => !index.includes(`](${file.replace(/\.js$/, '.ts')}) |`))).to.deep.equal([])
  })

  for (const file of files) {
    it(`${file} holds what it says`, async () => {
      const ran = await runs.get(file)
      expect({ code: ran?.code, errors: ran?.errors }).to.deep.equal({ code: 0, errors: '' })
    })
  }

  it('quickstart.ts has fewer than 25 lines', () => {
    expect(
      readFileSync(join(ROOT, 'examples', 'quickstart.ts'), 'utf8')
        .trimEnd()
        .split('\n').length
    ).to.be.below(25)
  })

  it('print the table of examples/README.md', async () => {
    const agent = await runs.get('agent.js')
    expect(readFileSync(join(ROOT, 'examples', 'README.md'), 'utf8')).to.include(
      agent?.output.slice(agent.output.indexOf('\n1  ', agent.output.indexOf('model steps'))).trim()
    )
  })

  describe('agent.ts', () => {
    let ran: Ran

    before(async () => {
      ran = (await runs.get('agent.js')) ?? expect.fail('agent.js was not run')
    })

    // title, six figures, two outcomes
    const ROW = /^\d {2}(.{33})\s+([\d,]+)\s+([\d,]+)\s+([\d,]+)\s+([\d,]+)\s+([\d,]+)\s+([\d,]+) {2}(.+) > (.+)$/

    const table = () =>
      ran.output.split('\n').flatMap((line) => {
        const match = ROW.exec(line)
        if (match === null) return []
        const [title = '', ...figures] = match.slice(1, 8)
        const [modelStepsWithout, modelSteps, toolCallsWithout, toolCalls] = figures.map((figure) =>
          Number(figure.replace(',', ''))
        )
        return [
          {
            title: title.trim(),
            modelStepsWithout,
            modelSteps,
            toolCallsWithout,
            toolCalls,
            without: match[8],
            guarded: match[9]
          }
        ]
      })

    it('prints 17 calls of a deaf model, of which three reach the guarded tool', () => {
      expect(table()[0]).to.deep.include({
        modelStepsWithout: 18,
        modelSteps: 18,
        toolCallsWithout: 17,
        toolCalls: 3,
        without: 'wrong',
        guarded: 'told the user'
      })
    })

    it('prints a smaller request that works, for a model that listens', () => {
      expect(table()[1]).to.deep.include({
        toolCallsWithout: 17,
        modelSteps: 3,
        toolCalls: 2,
        without: 'wrong',
        guarded: 'right'
      })
    })

    it('prints no wrong answer behind the guard', () => {
      expect(table().map((row) => row.guarded)).to.deep.equal([
        'told the user',
        'right',
        'right',
        'told the user',
        'right',
        'right',
        'right',
        'right'
      ])
    })

    it('prints the code, the cut field and the size that the model saw', () => {
      expect(ran.output).to.match(
        /1-3 +list_issues\(per_page=30\) +truncated_response\n +The response ends after 4096 bytes inside \$\[1\]\.assignee/
      )
      expect(ran.output).to.match(/4-17 +list_issues\(per_page=30\) +retry_budget_exceeded {2}refused/)
    })

    it('fits a terminal of 100 columns and prints no colour into a pipe', () => {
      expect(ran.output.split('\n').filter((line) => line.length > 100 || line.includes('\u001b'))).to.deep.equal([])
    })
  })
})
