/**
 * What the compiler and the editor say of rules: each mistake by the code and the first sentence of its message, so
 * that a TypeScript that words one worse is seen.
 */
import { expect } from 'chai'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../helpers/docs-examples.js'

const FILE = join(ROOT, 'spec/types/in-memory.ts')

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  rootDir: ROOT
}

/** What a file of a user has to begin with. */
const PRELUDE = `
import * as t from 'io-ts'
import { z } from 'zod'
import { guardTools } from '../../lib/adapters/ai-sdk/index.js'
import { guardTools as guardArray } from '../../lib/adapters/langchain/index.js'
import { echoes, failed, guardFunctions, nonEmpty, openTurn, semanticGarbage, type ToolError } from '../../lib/index.js'

const turn = openTurn()
const getOrder = async ({ id }: { id: string }) => ({ id, items: [] as Array<string> })
const refund = async (id: string, cents: number) => ({ id, cents })
const Id = z.object({ id: z.string() })
const aiTools = { get_order: { execute: async ({ id }: { id: string }) => ({ id, items: ['x'] }) } }
const array = [{ name: 'find' as const, invoke: () => 1, func: async ({ q }: { q: string }) => [q] }]
declare const error: ToolError
`

// One service for all: what it has read of the house stays, and only the file in memory changes.
let contents = ''
let version = 0

const service = ts.createLanguageService({
  readFile: (path) => (path === FILE ? contents : ts.sys.readFile(path)),
  fileExists: (path) => path === FILE || ts.sys.fileExists(path),
  directoryExists: ts.sys.directoryExists,
  getCompilationSettings: () => OPTIONS,
  getScriptFileNames: () => [FILE],
  getScriptVersion: (path) => (path === FILE ? String(version) : '1'),
  getCurrentDirectory: () => ROOT,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptSnapshot: (path) => {
    const text = path === FILE ? contents : ts.sys.readFile(path)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  }
})

const write = (source: string): void => {
  contents = source
  version++
}

const sentencesOf = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const source = [PRELUDE, ...lines].join('\n')
  write(source)
  const before = PRELUDE.split('\n').length
  const said = lines.map((): Array<string> => [])
  for (const { code, messageText, start = 0 } of service.getSemanticDiagnostics(FILE)) {
    const line = source.slice(0, start).split('\n').length - 1 - before
    const first = typeof messageText === 'string' ? messageText : messageText.messageText
    said[line]?.push(`TS${code}: ${first}`)
  }
  return said
}

const functions = (rule: string): string => `guardFunctions({ getOrder, refund }, { turn, rules: { ${rule} } })`

/** A mistake, and what is said of it. */
const MISTAKES: ReadonlyArray<readonly [what: string, source: string, says: string]> = [
  [
    'a member that the answer lacks',
    functions('getOrder: { checks: [nonEmpty((o) => o.rows)] }'),
    `TS2339: Property 'rows' does not exist on type '{ id: string; items: string[]; }'.`
  ],
  [
    'a member that the output drops',
    functions('getOrder: { output: Id, checks: [nonEmpty((o) => o.items)] }'),
    `TS2339: Property 'items' does not exist on type '{ id: string; }'.`
  ],
  [
    'a destructured member that the answer lacks',
    functions('getOrder: { checks: [nonEmpty(({ rows }) => rows)] }'),
    `TS2339: Property 'rows' does not exist on type '{ id: string; items: string[]; }'.`
  ],
  [
    'a destructured argument in a check',
    functions('getOrder: { checks: [echoes({ asked: ({ idd }) => idd, answered: (o) => o.id })] }'),
    `TS2339: Property 'idd' does not exist on type '{ id: string; }'.`
  ],
  [
    'a check that is not in an array',
    functions('getOrder: { checks: nonEmpty(() => []) }'),
    `TS2740: Type 'SemanticCheck<unknown, unknown>' is missing the following properties from type 'readonly SemanticCheck<…`
  ],
  [
    'a check that answers something else',
    functions('getOrder: { checks: [(o) => o.id === ""] }'),
    `TS2322: Type 'boolean' is not assignable to type 'Option<ToolError>'.`
  ],
  [
    'a destructured argument in `identity`',
    functions('getOrder: { identity: ({ idd }) => idd }'),
    `TS2339: Property 'idd' does not exist on type '{ id: string; }'.`
  ],
  [
    'an argument by name where there are several',
    functions('refund: { identity: ({ id }) => id }'),
    `TS2339: Property 'id' does not exist on type '[id: string, cents: number]'.`
  ],
  [
    'an argument in `errors`',
    functions('getOrder: { errors: (_, { idd }) => idd }'),
    `TS2339: Property 'idd' does not exist on type '{ id: string; }'.`
  ],
  [
    'arguments that `narrow` makes up',
    functions('getOrder: { narrow: () => ({ limit: 5 }) }'),
    `TS2322: Type '() => { limit: number; }' is not assignable to type '(args: { id: string; }, …`
  ],
  [
    'an argument that `narrow` gives another type',
    functions('getOrder: { narrow: () => ({ id: 5 }) }'),
    `TS2322: Type '() => { id: number; }' is not assignable to type '(args: { id: string; }, …`
  ],
  [
    'an argument in `place`',
    functions('getOrder: { place: ({ host }) => host }'),
    `TS2339: Property 'host' does not exist on type '{ id: string; }'.`
  ],
  [
    'a rule for no function',
    functions("getOrdr: { effect: 'read' }"),
    `TS2561: Object literal may only specify known properties, but 'getOrdr' does not exist in type …. Did you mean to write 'getOrder'?`
  ],
  [
    'a rule for no tool of a framework',
    "guardTools(aiTools, { turn, rules: { getOrder: { effect: 'read' } } })",
    `TS2561: Object literal may only specify known properties, but 'getOrder' does not exist in type …. Did you mean to write 'get_order'?`
  ],
  [
    'a rule for no tool of an array',
    "guardArray(array, { turn, rules: { fnd: { effect: 'read' } } })",
    `TS2561: Object literal may only specify known properties, but 'fnd' does not exist in type …. Did you mean to write 'find'?`
  ],
  [
    'a misspelt option of a rule',
    functions('getOrder: { timeout: 5 }'),
    `TS2561: Object literal may only specify known properties, but 'timeout' does not exist in type 'ToolRule<…. Did you mean to write 'timeoutMs'?`
  ],
  [
    'a misspelt option',
    'guardFunctions({ getOrder }, { turn, rule: {} })',
    `TS2561: Object literal may only specify known properties, but 'rule' does not exist in type 'GuardFunctionsOptions<…. Did you mean to write 'rules'?`
  ],
  [
    'an effect that is none',
    functions("getOrder: { effect: 'readonly' }"),
    `TS2322: Type '"readonly"' is not assignable to type '"read" | "write" | undefined'.`
  ],
  [
    'an output with a field that is never answered',
    functions('getOrder: { output: z.object({ nope: z.string() }) }'),
    `TS2322: Type 'ZodObject<{ nope: ZodString; }, $strip>' is not assignable to type '"the tool answers no \`nope\`"'.`
  ],
  [
    'an output with a field of another type',
    functions('getOrder: { output: t.type({ id: t.number }) }'),
    `TS2322: Type 'TypeC<{ id: NumberC; }>' is not assignable to type '"the tool answers another type of \`id\`"'.`
  ],
  [
    'an output of an array for an object',
    functions('getOrder: { output: z.array(Id) }'),
    `TS2322: Type 'ZodArray<…' is not assignable to type '"the tool answers no array"'.`
  ],
  [
    'an output of a text for an object',
    functions('getOrder: { output: z.string() }'),
    `TS2322: Type 'ZodString' is not assignable to type '"the tool answers an object"'.`
  ],
  [
    'an output that is no codec',
    functions('getOrder: { output: true }'),
    `TS2322: Type 'true' is not assignable to type 'false | CodecLike<unknown> | undefined'.`
  ],
  [
    '`args` that make something else',
    functions('getOrder: { args: z.object({ id: z.number() }) }'),
    `TS2322: Type 'ZodObject<{ id: ZodNumber; }, $strip>' is not assignable to type 'CodecLike<{ id: string; }> | undefined'.`
  ],
  [
    'a result field that the output drops',
    `${functions('getOrder: { output: Id }')}.getOrder({ id: "" }).then((o) => o.items)`,
    `TS2339: Property 'items' does not exist on type '{ id: string; }'.`
  ],
  [
    'a result that the output transforms',
    `${functions('getOrder: { output: Id.transform(({ id }) => id.length) }')}.getOrder({ id: "" }).then((o) => o.id)`,
    `TS2339: Property 'id' does not exist on type 'number'.`
  ],
  [
    'a payload of a framework tool',
    'guardTools(aiTools, { turn, rules: { get_order: { checks: [nonEmpty((o) => o.rows)] } } })',
    `TS2339: Property 'rows' does not exist on type '{ id: string; items: string[]; }'.`
  ],
  [
    'the id of a turn for the turn',
    "guardFunctions({ getOrder }, { turn: 'turn-1' })",
    `TS2322: Type 'string' is not assignable to type 'TurnSource | undefined'.`
  ],
  [
    'a turn that was not opened',
    'guardFunctions({ getOrder }, { turn: openTurn })',
    `TS2322: Type '(options?: …) => Turn' is not assignable to type 'TurnSource | undefined'.`
  ],
  [
    'a code that is no text',
    'if (error.code === 404) throw error',
    `TS2367: This comparison appears to be unintentional because the types 'string | (string & {})' and 'number' have no overlap.`
  ],
  [
    'a class that is none',
    "if (error.error_class === 'partial') throw error",
    `TS2367: This comparison appears to be unintentional because the types '"schema_mismatch" | "partial_data" | "semantic_garbage"' and '"partial"' have no overlap.`
  ]
]

const COMPLETIONS: ReadonlyArray<readonly [what: string, source: string, offers: ReadonlyArray<string>]> = [
  ['the functions that have no rule yet', functions('getOrder: {}, /**/'), ['refund']],
  ['the tools of a framework', 'guardTools(aiTools, { turn, rules: { /**/ } })', ['get_order']],
  ['the tools of an array whose names are literals', 'guardArray(array, { turn, rules: { /**/ } })', ['find']],
  ['the options of a rule', functions('getOrder: { /**/ }'), ['effect', 'output', 'checks', 'identity', 'narrow']],
  ['the effects', functions("getOrder: { effect: '/**/' }"), ['read', 'write']],
  ['the arguments in a callback', functions('getOrder: { identity: ({ /**/ }) => 1 }'), ['id']],
  ['the fields of a payload', functions('getOrder: { checks: [nonEmpty((o) => o./**/)] }'), ['id', 'items']],
  ['the fields of an output', functions('getOrder: { output: Id, checks: [nonEmpty((o) => o./**/)] }'), ['id']],
  ['the codes', "if (error.code === '/**/') throw error", ['truncated_response', 'rate_limited', 'not_found']],
  ['the codes of an error that is made', "semanticGarbage({ code: '/**/', detail: '' })", ['not_found', 'empty_result']]
]

const RECORD_OF_40 = [
  `const many = {${Array.from({ length: 40 }, (_, i) => `t${i}: async ({ id }: { id: string }) => ({ id, n${i}: [1] })`).join(', ')}}`,
  `guardFunctions(many, { turn, rules: {${Array.from({ length: 40 }, (_, i) => `t${i}: { ${i % 2 === 0 ? '' : `output: z.object({ id: z.string(), n${i}: z.array(z.number()) }), `}checks: [nonEmpty((o) => o.n${i})], narrow: ({ id }) => ({ id }) }`).join(', ')}} })`
].join('\n')

describe('rules, to the compiler', () => {
  let said: ReadonlyArray<ReadonlyArray<string>> = []
  before(() => {
    said = sentencesOf(MISTAKES.map(([, source]) => source))
  })

  for (const [i, [what, , says]] of MISTAKES.entries()) {
    it(`have ${what} refused`, () => {
      const first = said[i]?.[0] ?? 'nothing'
      const parts = says.split('…')
      const places = parts.map((part) => first.indexOf(part))
      expect(
        places.every((place, at) => place >= (places[at - 1] ?? 0)) && first.startsWith(parts[0] ?? ''),
        first
      ).to.equal(true)
    })
  }

  for (const [what, source, offers] of COMPLETIONS) {
    it(`let an editor offer ${what}`, () => {
      const whole = [PRELUDE, source].join('\n')
      write(whole.replace('/**/', ''))
      const names = service.getCompletionsAtPosition(FILE, whole.indexOf('/**/'), {})?.entries.map(({ name }) => name)
      expect(names).to.include.members(offers).and.not.include('openTurn')
    })
  }

  it('show a plain type of a result', () => {
    write([PRELUDE, `const order = ${functions('getOrder: { output: Id }')}.getOrder`].join('\n'))
    const { displayParts = [] } = service.getQuickInfoAtPosition(FILE, contents.indexOf('order =')) ?? {}
    expect(
      displayParts
        .map(({ text }) => text)
        .join('')
        .replace(/\s+/g, ' ')
    ).to.equal('const order: (args_0: { id: string; }) => Promise<{ id: string; }>')
  })

  // 52,000 when it was written, and under a second; a third of that without an `output`.
  it('cost little where there are forty of them', () => {
    write(PRELUDE)
    service.getSemanticDiagnostics(FILE)
    const alone = service.getProgram()?.getInstantiationCount() ?? 0
    expect(sentencesOf([RECORD_OF_40]).flat()).to.deep.equal([])
    const all = service.getProgram()?.getInstantiationCount() ?? 0
    expect(all - alone).to.be.below(100_000)
  })
})
