import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inferCodecs } from '../../../../lib/operate/calibrate/index.js'
import { ROOT } from '../../../helpers/docs-examples.js'
import { tryExamples } from '../../../helpers/try-examples.js'
import { record } from '../traffic.js'

describe('inferCodecs, compiled', () => {
  before(function () {
    if (existsSync(join(ROOT, 'built/lib/index.d.ts'))) return
    console.warn(
      '\n  !! SKIPPED: the quick build has no types; `npm run test:all` compiles drafts against what ships.\n'
    )
    this.skip()
  })

  it('writes TypeScript that compiles and takes real payloads', async () => {
    const events = createRequire(import.meta.url)('@octokit/webhooks-examples') as ReadonlyArray<{
      readonly name: string
      readonly examples: ReadonlyArray<unknown>
    }>
    const some = events.filter(({ name }) => ['issues', 'push', 'label'].includes(name))
    const { source } = await inferCodecs(
      some.flatMap(({ name, examples }) =>
        examples.map((example, i) => record(i, examples.length, example, { tool: name }))
      )
    )
    const example = {
      where: 'drafted',
      source: `import { createRequire } from 'node:module'\nimport * as E from 'fp-ts/lib/Either.js'\n${source}
const events: ReadonlyArray<{ readonly name: string; readonly examples: ReadonlyArray<unknown> }> = createRequire(import.meta.url)('@octokit/webhooks-examples')
const codecs: ReadonlyMap<string, t.Mixed> = new Map(tools.map(({ name, codec }) => [name, codec]))
assert.deepEqual([...codecs], [['issues', Issues], ['label', Label], ['push', Push]])
for (const { name, examples } of events) for (const example of examples) assert.ok(E.isRight(codecs.get(name)?.decode(example) ?? E.right(undefined)), name)`
    }
    expect((await tryExamples([example])).get(example)).to.equal(undefined)
  })
})
