import { expect } from 'chai'
import { execFileSync } from 'node:child_process'

const lib = new URL('../../../lib/codec/compile/', import.meta.url).href

const script = `
import * as t from 'io-ts'
import { compile } from '${lib}compile.js'
import { Engine } from '${lib}engine.js'
const codec = t.strict({ id: t.string, rows: t.array(t.exact(t.intersection([t.type({ n: t.number }), t.partial({ note: t.string })]))) })
const value = { id: 'a', rows: Array.from({ length: 2000 }, (_, n) => ({ n, extra: n })), extra: 1 }
const said = []
for (const codegen of ['auto', 'never']) {
  const decoder = compile(codec, { codegen, maxErrors: 1 })
  for (let i = 0; i < 9; i++) decoder.decode(value)
  said.push(JSON.stringify(decoder.decode(value)) === JSON.stringify(codec.decode(value)))
  said.push(decoder.decode({ ...value, id: 1 }).left.map((error) => error.context.map((entry) => entry.key).join('.')).join())
}
const thrown = []
new Engine(codec, { generates: () => false, from: 1, onThrow: (one) => thrown.push(String(one)) }).decode(value, 1)
said.push(thrown)
try { compile(codec, { codegen: 'always' }) } catch (error) { said.push(error.message) }
console.log(JSON.stringify(said))
`

const run = (...flags: ReadonlyArray<string>): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, '--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: new URL('.', import.meta.url)
    })
  )

describe('a compiled codec where code generation is forbidden', () => {
  it('interprets the codec, and says that it cannot always generate code', () => {
    expect(run('--disallow-code-generation-from-strings')).to.deep.equal([
      true,
      '.id',
      true,
      '.id',
      [],
      "Expected `codegen` not to be 'always' where code generation is forbidden."
    ])
  })

  it('never tries to where it is told not to', () => {
    expect(
      run(
        '--import',
        'data:text/javascript,globalThis.Function = class { constructor() { throw new Error("generated") } }'
      )
    ).to.deep.equal([
      true,
      '.id',
      true,
      '.id',
      [],
      "Expected `codegen` not to be 'always' where code generation is forbidden."
    ])
  })
})
