/** Every example of the documentation is compiled and run, as a user would. */
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examplesInPage, examplesInSource, findExamples, ROOT, type DocsExample } from './helpers/docs-examples.js'
import { TIER } from './helpers/runs.js'
import { tryExamples, type Outcomes } from './helpers/try-examples.js'

const example = (source: string): DocsExample => ({ where: `example:${source.length}`, source })

describe('the examples of the documentation', () => {
  const all = findExamples()
  // A database that starts within an example takes seconds: `npm run test:all` runs these too.
  const examples = all.filter(({ of, source }) => of === undefined && (TIER !== 'fast' || !/\bPGlite\b/.test(source)))
  let outcomes: Outcomes

  before(async () => {
    outcomes = await tryExamples(examples)
  })

  it('are there', () => expect(examples).to.not.have.length(0))

  for (const each of examples) {
    it(`${each.where} compiles, runs and verifies itself`, () => {
      const problem = outcomes.get(each)
      if (problem !== undefined) expect.fail(`${problem}\n\n${each.source}`)
    })
  }
})

describe('the parts of programs that pages show', () => {
  for (const { where, source, of = '' } of findExamples().filter((each) => each.of !== undefined))
    it(`${where} stands in ${of}`, () => {
      expect(readFileSync(join(ROOT, of), 'utf8')).to.include(`\n${source}\n`)
    })
})

describe('tryExamples', () => {
  it('tells an example that does not compile, one that fails, one that leaves a rejection behind and one that is fine', async () => {
    const wrongType = example("const n: number = 'one'; assert.ok(n)")
    const failing = example("import { toModelText } from 'guarded-call'\nassert.equal(typeof toModelText, 'string')")
    const rejecting = example(
      "void Promise.reject(new Error('unheard'))\nawait new Promise((resolve) => setTimeout(resolve, 50))"
    )
    const fine = example('assert.equal(1 + 1, 2)')
    const outcomes = await tryExamples([wrongType, failing, rejecting, fine])
    if (TIER !== 'fast') expect(outcomes.get(wrongType)).to.include("Type 'string' is not assignable to type 'number'")
    expect(outcomes.get(failing)).to.include('AssertionError')
    expect(outcomes.get(rejecting)).to.equal('Error: unheard')
    expect(outcomes.get(fine)).to.equal(undefined)
  })
})

describe('examplesInSource', () => {
  it('takes what stands between @example and the next tag, fenced or not', () => {
    const text = [
      '/**',
      ' * Adds.',
      ' *',
      ' * @example',
      " * import { add } from 'guarded-call'",
      ' *',
      ' *   add()',
      ' * @since 0.1.0',
      ' */',
      'export const add = () => {}',
      '/**',
      ' * @example',
      ' * ```ts',
      ' * two()',
      ' * ```',
      ' */'
    ].join('\n')
    expect(examplesInSource('a.ts', text)).to.deep.equal([
      { where: 'a.ts:4', source: "import { add } from 'guarded-call'\n\n  add()" },
      { where: 'a.ts:12', source: 'two()' }
    ])
  })
})

describe('examplesInPage', () => {
  it('takes the ts blocks and leaves the others', () => {
    const text = '# A\n```ts\none()\n```\n```sh\nnpm i\n```\n```ts of a.ts\ntwo()\n```\n'
    expect(examplesInPage('README.md', text)).to.deep.equal([
      { where: 'README.md:2', source: 'one()' },
      { where: 'README.md:8', source: 'two()', of: 'a.ts' }
    ])
  })
})
