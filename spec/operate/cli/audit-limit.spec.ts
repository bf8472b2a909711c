import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder, type Ended, type Folder } from './command.js'
import { jsonLines } from './fixtures.js'

/** A conversation with one call, whose result was cut to so many characters. */
const cutAt = (chars: number, n: number): { readonly messages: ReadonlyArray<unknown> } => ({
  messages: [
    { role: 'user', content: 'Find them.' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: `{"id":${n}}` } }]
    },
    { role: 'tool', tool_call_id: 'a', content: `{"rows":[{"id":${n},"name":"${'x'.repeat(5_000)}`.slice(0, chars) }
  ]
})

const lines = (...lengths: ReadonlyArray<number>): string => jsonLines(lengths.map(cutAt))

describe('guarded-call audit, of results that end at one length', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const cutsOf = async (...args: ReadonlyArray<string>): Promise<readonly [cut: number, leftOut: string | null]> => {
    const { total, leftOut } = JSON.parse((await audit(...args, '--json')).stdout) as {
      readonly total: { readonly given: { readonly cut: number } }
      readonly leftOut: string | null
    }
    return [total.given.cut, leftOut]
  }

  const said = (path: string, results: number): string =>
    `${results} results in ${path} end after exactly 4,000 characters, and none there is longer: the log, or what stands between tool and model, cuts there, so they do not count as cut.`

  it('says of a limit of the log that it is one, and gives no advice on it', async () => {
    const name = folder.write('a.jsonl', lines(30, 4_000, 4_000, 4_000))
    expect(await cutsOf(name)).to.deep.equal([1, said(name, 3)])
    const { stdout } = await audit(name, '--html', 'page.html')
    expect(stdout).to.match(/^Of 4 calls in 4 conversations, 1 result \(25\.0 %\) was cut\.\n/)
    expect(readFileSync(join(folder.path, 'page.html'), 'utf8')).to.contain('end after exactly 4,000 characters')
  })

  it('counts what was cut at a length that others exceed, in whatever order', async () => {
    for (const lengths of [
      [4_000, 4_000, 4_000, 4_001],
      [4_001, 4_000, 4_000, 4_000]
    ])
      expect(await cutsOf(folder.write('a.jsonl', lines(...lengths)))).to.deep.equal([4, null])
  })

  it('takes no limit from two, or from one result that came again', async () => {
    expect(await cutsOf(folder.write('a.jsonl', lines(4_000, 4_000)))).to.deep.equal([2, null])
    const again = jsonLines([cutAt(4_000, 1), cutAt(4_000, 1), cutAt(4_000, 1), cutAt(30, 2)])
    expect((await cutsOf(folder.write('b.jsonl', again)))[1]).to.equal(null)
  })

  it('judges each file by itself', async () => {
    const [one, other] = [folder.write('a.jsonl', lines(4_000, 4_000, 4_000)), folder.write('b.jsonl', lines(4_500))]
    expect(await cutsOf(one, other)).to.deep.equal([1, said(one, 3)])
  })

  it('replays no failure where the log alone cut', async () => {
    const many = folder.write(
      'a.jsonl',
      jsonLines([
        {
          messages: [
            { role: 'user', content: 'Find them.' },
            ...Array.from({ length: 9 }, (_, n) => cutAt(4_000, n).messages.slice(1)).flat()
          ]
        }
      ])
    )
    const { stdout } = await audit(many)
    expect(stdout).to.contain('A guard would have stopped none of these calls.')
  })
})
