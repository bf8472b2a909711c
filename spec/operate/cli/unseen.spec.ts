/** Names that a model, a server or a file system made up reach no terminal, no JSON and no code as they are. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { draftModule } from '../../../lib/operate/calibrate/infer/draft-module.js'
import { quotedName, shownName } from '../../../lib/operate/proxy/definition.js'
import { visible } from '#core/errors'
import { openFolder, type Folder } from './command.js'
import { records } from './recordings.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}/gu

// A title, a bell, a colour without an end, a C1 introducer, marks that reorder, hide and tag.
const HOSTILE = 'a\u001b]0;pwned\u0007\u001b[8m\u001b[31m\u009b31m\u202eb\u2066c\u200bd\u{e0041}e\u2028f'
// The names that others make up may look like lines of ours, too.
const FORGED = `${HOSTILE}\nforged g`

const unseenIn = (text: string): ReadonlyArray<string> => text.match(UNSEEN) ?? []

describe('what is printed', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
    const row = (i: number) => ({ [FORGED]: 1, status: i % 2 === 0 ? FORGED : 'open' })
    folder.write('names.jsonl', records(50, row, { tool: FORGED }))
    folder.write('few.jsonl', records(5, row, { tool: FORGED }))
    folder.write(
      'plain.jsonl',
      records(5, () => 'plain', { tool: FORGED })
    )
    folder.write(
      'refused.jsonl',
      records(5, row, { tool: FORGED, outcome: 'schema_mismatch', code: 'schema_violation' })
    )
    folder.write('tools.mjs', `export const tools = [{ name: 'a', codec: { decode() {} }, run() {} }]`)
    folder.write(
      `${FORGED}.json`,
      JSON.stringify([
        { role: 'user', content: FORGED },
        {
          role: 'assistant',
          tool_calls: [{ id: FORGED, type: 'function', function: { name: FORGED, arguments: '{' } }]
        }
      ])
    )
    folder.write(`${FORGED}.txt`, 'no transcript')
  })
  after(() => folder.remove())

  const COMMANDS: ReadonlyArray<ReadonlyArray<string>> = [
    ['infer', 'names.jsonl'],
    ['infer', 'few.jsonl', 'plain.jsonl', 'refused.jsonl'],
    ['rules', 'tools.mjs', 'few.jsonl'],
    ['calibrate', 'names.jsonl', '--tools', 'tools.mjs'],
    ['infer', 'names.jsonl', '--tool', `none${HOSTILE}`],
    ['audit', `${FORGED}.json`],
    ['audit', `${FORGED}.json`, '--json'],
    ['audit', `${FORGED}.json`, '--html', `report${FORGED}.html`],
    ['audit', `${FORGED}.txt`],
    ['audit', `missing${HOSTILE}`, '--json'],
    ['calibrate', 'names.jsonl', '--tools', `missing${HOSTILE}`],
    ['mcp', '--config', `missing${HOSTILE}`, '--', 'true'],
    [`unknown${HOSTILE}`],
    ['audit', `--${HOSTILE}`]
  ]
  for (const columns of [undefined, 80])
    for (const args of COMMANDS)
      it(`holds nothing unseen: ${visible(args.join(' '))}${columns === undefined ? '' : ', on a terminal'}`, async () => {
        const { stdout, stderr } = await folder.run(
          args,
          columns === undefined ? {} : { columns, env: { TERM: 'dumb' } }
        )
        expect(stdout + stderr).not.to.equal('')
        expect(unseenIn(stdout + stderr)).to.deep.equal([])
        expect(stdout + stderr).not.to.match(/^forged/m)
      })

  it('is the same JSON and the same code', async () => {
    const { stdout } = await folder.run(['audit', `${FORGED}.json`, '--json'])
    const { files } = JSON.parse(stdout) as { readonly files: ReadonlyArray<{ readonly path: string }> }
    expect(files.map(({ path }) => path)).to.deep.equal([`${FORGED}.json`])
    const codec = t.keyof({ [HOSTILE]: null, open: null })
    const draft = draftModule([
      { tool: HOSTILE, answers: 1, different: 1, refused: 0, plain: 0, from: 'a', to: 'b', codec, notes: new Map() }
    ])
    expect(unseenIn(draft)).to.deep.equal([])
    const literal = /'(?:[^'\\]|\\.)*'/.exec(draft.slice(draft.indexOf('keyof')))?.[0] ?? ''
    expect(JSON.parse(`"${literal.slice(1, -1).replaceAll('"', '\\"')}"`)).to.equal(HOSTILE)
  })

  it('shows the name of a tool as its config has to write it', () => {
    expect([shownName('say\u202ex'), quotedName('say\u200b"x"'), shownName('a\u001b[31m\nb')]).to.deep.equal([
      'say\\u202ex',
      '"say\\u200b\\"x\\""',
      'a\\u001b[31m b'
    ])
  })

  it('goes through one function', () => {
    const direct = readdirSync(join(ROOT, 'lib/operate/cli'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && path !== 'main.ts')
      .filter((path) => /(?:stdout|stderr)\.write\(/.test(readFileSync(join(ROOT, 'lib/operate/cli', path), 'utf8')))
    expect(direct).to.deep.equal([])
  })
})
