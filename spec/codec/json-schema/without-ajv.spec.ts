/** The subpath where ajv is not installed: a copy of the package beside its other dependencies. */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../helpers/docs-examples.js'

const STORY = `
  import * as t from 'io-ts'
  import { fromJsonSchema, toJsonSchema } from 'guarded-call/json-schema'
  const said = []
  for (const make of [() => fromJsonSchema({ type: 'string' }), () => fromJsonSchema(true)]) {
    try { make() } catch (error) { said.push(error.message) }
  }
  const own = { compile: () => Object.assign((value) => value === 1, { errors: [] }), removeSchema: () => {} }
  console.log(JSON.stringify({
    schema: toJsonSchema(t.type({ id: t.string })),
    said,
    own: fromJsonSchema({ const: 1 }, { ajv: own }).is(1)
  }))`

describe('guarded-call/json-schema without ajv', function () {
  this.timeout(20_000)

  it('loads and makes JSON Schemas; a codec of a schema asks for ajv, or takes one of yours', () => {
    const folder = mkdtempSync(join(tmpdir(), 'without-ajv-'))
    try {
      const modules = join(folder, 'node_modules')
      const installed = join(modules, 'guarded-call')
      mkdirSync(installed, { recursive: true })
      cpSync(join(ROOT, 'package.json'), join(installed, 'package.json'))
      for (const part of ['core', 'codec'])
        cpSync(join(ROOT, 'dist/lib', part), join(installed, 'dist/lib', part), { recursive: true })
      for (const name of ['io-ts', 'fp-ts', 'fastest-levenshtein', 'safe-stable-stringify', 're2js'])
        symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
      writeFileSync(join(folder, 'story.mjs'), STORY)
      const sentence = 'JSON Schemas are checked with ajv, which is not installed. Run: npm install ajv ajv-formats'
      expect(
        JSON.parse(execFileSync(process.execPath, [join(folder, 'story.mjs')], { encoding: 'utf8' }))
      ).to.deep.equal({
        schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        said: [sentence, sentence],
        own: true
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
