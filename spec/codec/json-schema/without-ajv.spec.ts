/** The subpath where ajv or re2js is not installed: a copy of the package beside its other dependencies. */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../helpers/docs-examples.js'

const WITHOUT_AJV = `
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

const WITHOUT_RE2JS = `
  import { fromJsonSchema } from 'guarded-call/json-schema'
  const said = []
  try { fromJsonSchema({ pattern: 'a' }) } catch (error) { said.push(/re2js/.test(error.message)) }
  console.log(JSON.stringify({ email: fromJsonSchema({ type: 'string', format: 'email' }).is('a@b.ch'), said }))`

/** What a story prints beside a copy of the package and these of its dependencies. */
const told = (story: string, packages: ReadonlyArray<string>): unknown => {
  const folder = mkdtempSync(join(tmpdir(), 'without-'))
  try {
    const modules = join(folder, 'node_modules')
    const installed = join(modules, 'guarded-call')
    mkdirSync(installed, { recursive: true })
    cpSync(join(ROOT, 'built/package.json'), join(installed, 'package.json'))
    for (const part of ['core', 'codec'])
      cpSync(join(ROOT, 'built/lib', part), join(installed, 'lib', part), { recursive: true })
    for (const name of packages) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
    writeFileSync(join(folder, 'story.mjs'), story)
    return JSON.parse(execFileSync(process.execPath, [join(folder, 'story.mjs')], { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ALWAYS = ['io-ts', 'fp-ts', 'fastest-levenshtein']

describe('guarded-call/json-schema', () => {
  it('loads and makes JSON Schemas without ajv and re2js; a codec of a schema asks for ajv, or takes one of yours', () => {
    const sentence = 'JSON Schemas are checked with ajv, which is not installed. Run: npm install ajv ajv-formats'
    expect(told(WITHOUT_AJV, ALWAYS)).to.deep.equal({
      schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      said: [sentence, sentence],
      own: true
    })
  })

  it('loads re2js only for a schema with a pattern', () => {
    expect(told(WITHOUT_RE2JS, [...ALWAYS, 'ajv', 'ajv-formats'])).to.deep.equal({ email: true, said: [true] })
  })
})
