/**
 * The site's first page promises only what a program did: its code is what ran, and its figures stand where its links
 * lead.
 */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/docs-examples.js'
import { READ_TITLES } from './before-after.js'
import { block, codeFrom, readings } from './landing.js'
import { expectPart } from './written.js'

const PAGE = 'site/landing.md'

const sourceOf = (example: string): string => readFileSync(join(ROOT, `examples/${example}.ts`), 'utf8')
const outputOf = (example: string): string =>
  execFileSync(process.execPath, [join(ROOT, `built/examples/${example}.js`)], { encoding: 'utf8' })

describe(PAGE, function () {
  this.timeout(30_000)

  it('shows the one line, and what it does, as examples/one-line.ts has it', () => {
    const source = sourceOf('one-line')
    expectPart(
      PAGE,
      'line',
      block(codeFrom(source, 'import', 'import'), '', codeFrom(source, 'const tools', 'const tools'))
    )
    expectPart(
      PAGE,
      'one-line',
      readings(outputOf('one-line'), {
        search_orders: 'JSON that was cut',
        job_state: 'The same call, for the fourth time',
        get_report: 'An error with a password in it',
        get_rates: 'Too many requests'
      })
    )
  })

  it('shows the rules, and what they find, as examples/quickstart.ts has it', () => {
    const source = sourceOf('quickstart')
    expectPart(
      PAGE,
      'rules',
      block(codeFrom(source, 'const Orders', '} as const'), '', codeFrom(source, 'const guarded', 'const guarded'))
    )
    // What was cut stands above.
    const { search_orders: _above, ...titles } = READ_TITLES
    expectPart(PAGE, 'with-rules', readings(outputOf('quickstart'), titles))
  })

  it('holds no line of code wider than a phone can scroll at a glance', () => {
    const wide = readFileSync(join(ROOT, PAGE), 'utf8')
      .split('\n```')
      .filter((_text, i) => i % 2 === 1)
      .flatMap((text) => text.split('\n').filter((line) => line.length > 100))
    expect(wide).to.deep.equal([])
  })

  it('gives figures that stand in the sections that they link to', () => {
    const figures = [
      ...readFileSync(join(ROOT, PAGE), 'utf8').matchAll(/\[\*\*([^*]+)\*\*\]\(\.\.\/([\w/.-]+)#([\w-]+)\)/g)
    ]
    expect(figures).to.have.length(3)
    for (const [, figure = '', page = '', anchor = ''] of figures) {
      const section = readFileSync(join(ROOT, page), 'utf8')
        .split(/^(?=##+ )/m)
        .find((text) => /^#+ (.*)/.exec(text)?.[1]?.toLowerCase().replaceAll(' ', '-') === anchor)
      expect(section, `${page}#${anchor}`).to.include(figure)
    }
  })
})
