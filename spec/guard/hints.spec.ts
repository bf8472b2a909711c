/** The law of hints: none speaks of what its error does not carry, whatever the code and however it came about. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { z } from 'zod'
import { CODES, errorOfCode } from '#core/errors'
import {
  failed,
  guardedCall,
  guardFunctions,
  incomplete,
  judge,
  openSession,
  openTurn,
  partialData,
  type Tool,
  type ToolError
} from '../../lib/index.js'
import type { QuoteErrors } from '../../lib/guard/tool.js'
import { ownFailure } from '../../lib/toolset/own-failure.js'
import { refusedArguments, refusedBySchema } from '../../lib/toolset/refusals.js'
import { CODE_NOTES, FORMS } from '../docs/codes-pages.js'
import { expectLeft } from '../helpers/either.js'

/** What a hint may speak of, and whether an error carries it. */
const SPEAKS: ReadonlyArray<readonly [what: string, words: RegExp, carries: (error: ToolError) => boolean]> = [
  [
    'data',
    /\bdata that came\b|`data`|\bits answer\b|\bUse that\b/,
    ({ data, detail }) => data !== undefined || detail.includes('holds its answer')
  ],
  ['named arguments', /\bthat are named\b/, ({ detail }) => /- '[^']+': |'[^']+' \(/.test(detail)],
  ["the tool's words", /\bthe tool (?:names|says)\b/, ({ detail }) => detail.includes('The tool says: "')],
  ['a number', /\b[Tt]his number\b|\bthese counts\b/, ({ detail }) => /\d|number/.test(detail)],
  ['its age', /\bhow old it is\b/, ({ detail }) => /\d/.test(detail)]
]

const lies = (error: ToolError): ReadonlyArray<string> =>
  SPEAKS.filter(([, words, carries]) => words.test(error.hint ?? '') && !carries(error)).map(
    ([what]) => `${error.code} speaks of ${what}: ${error.detail} / ${error.hint}`
  )

const codes = Object.values(CODES).flat()

// Their meaning is that something was named: an author who says them has to name it.
const NAMED_BY_AUTHOR: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'unsafe_integer',
  'count_mismatch',
  'stale_data'
])

type Run = Tool<unknown>['run']

const errorsOf = async (
  run: Run,
  {
    codec = t.unknown,
    quoteErrors = true,
    effect = 'read',
    times = 5
  }: Partial<{
    readonly codec: t.Decoder<unknown, unknown>
    readonly quoteErrors: QuoteErrors
    readonly effect: 'read' | 'write'
    readonly times: number
  }> = {}
): Promise<ReadonlyArray<ToolError>> => {
  const turn = openSession({ quoteErrors, logger: false }).openTurn()
  const call = guardedCall({ name: 'get_orders', effect, run }, codec)
  const errors: Array<ToolError> = []
  for (let i = 0; i < times; i++) {
    const result = await turn.run(call({}))
    if (E.isLeft(result)) errors.push(result.left)
  }
  return errors
}

const Asked = t.type({ due: t.type({ of: t.literal('this') }) })

describe('a hint', () => {
  it('speaks of nothing that its error lacks, where the code is provoked as the pages do', async () => {
    const errors: Array<ToolError> = []
    for (const { provoke } of Object.values(CODE_NOTES)) errors.push(expectLeft(await provoke()))
    expect(errors.flatMap(lies)).to.deep.equal([])
    expect(errors.map(({ code }) => code).sort()).to.deep.equal([...codes].sort())
  })

  for (const effect of ['read', 'write'] as const) {
    it(`speaks of nothing that its error lacks, where a tool that ${effect}s says the code itself, and is asked again`, async () => {
      const detail = 'It did not work.'
      const found: Array<string> = []
      for (const code of codes) {
        const error = errorOfCode(code, { detail })
        for (const run of [() => failed(error), () => failed({ code, detail }), () => E.left(error)] as const)
          for (const one of await errorsOf(run, { effect }))
            if (!NAMED_BY_AUTHOR.has(one.code)) found.push(...lies(one))
      }
      expect(found).to.deep.equal([])
    })
  }

  it('speaks of nothing that its error lacks, whatever form a failure has, with its words and without', async () => {
    const found: Array<string> = []
    for (const quoteErrors of [true, 'returned', false] as const)
      for (const [, answer] of FORMS)
        for (const codec of [Asked, t.unknown]) {
          const thrown = () => {
            throw new Error(answer)
          }
          for (const run of [() => answer, thrown])
            for (const error of await errorsOf(run, { codec, quoteErrors })) found.push(...lies(error))
        }
    expect(found).to.deep.equal([])
  })

  it('speaks of no data in a partial answer that holds none, and of data in one that does', async () => {
    const own = partialData({ code: 'half_done', detail: 'Half of it is done.' })
    const [without] = await errorsOf(() => failed(own))
    expect(without?.hint).to.equal('Ask for less: a smaller page, fewer fields or a narrower filter.')
    const [withData] = await errorsOf(() => incomplete({ orders: [1] }, own))
    expect(withData?.hint).to.match(/^Go on with the data that came/)
    const judged = expectLeft(judge({ codec: t.string }, failed(own)))
    expect(judged.hint).to.equal(without?.hint)
  })

  it('speaks of no words of the tool where they are not shown', async () => {
    const says = 'The flux is misaligned'
    const hintOf = async (quoteErrors: QuoteErrors): Promise<string | null | undefined> => {
      const turn = openSession({ quoteErrors }).openTurn()
      const { error, says: words } = ownFailure(says)
      const [found] = [
        await turn.run(
          guardedCall({ name: 'a', effect: 'read', run: () => failed(error, { says: words }) }, t.unknown)()
        )
      ]
      return expectLeft(found).hint
    }
    expect(await hintOf(true)).to.equal('Change what the tool names, use another tool, or tell the user.')
    expect(await hintOf(false)).to.equal('Change the arguments, use another tool, or tell the user.')
  })

  it('asks for less only where the declared arguments may', async () => {
    const hintFor = async (args: t.Mixed | z.ZodType | undefined, input: object) => {
      const tool = {
        name: 'get',
        effect: 'read',
        run: () => '{"n":1',
        ...(args && { args })
      } as unknown as Tool<unknown>
      return expectLeft(await openTurn().run(guardedCall(tool, Asked).fromModel(input))).hint
    }
    const less = 'The same call will be cut again. Ask for less: a smaller page, fewer fields or a narrower filter.'
    const none = 'The same call will be cut again. Use another tool, or tell the user.'
    for (const [args, input, hint] of [
      [undefined, {}, less],
      [t.UnknownRecord, {}, less],
      [t.strict({}), {}, none],
      [z.object({}), {}, none],
      [t.type({ order_id: t.number }), { order_id: 1 }, none],
      [z.object({ orderId: z.number() }), { orderId: 1 }, none],
      [t.type({ since_id: t.number }), { since_id: 1 }, less],
      [t.type({ q: t.string }), { q: 'a' }, less],
      [t.type({ id: t.number, fields: t.string }), { id: 1, fields: 'a' }, less]
    ] as const)
      expect(await hintFor(args, input), Object.keys(input).join()).to.equal(hint)
  })

  it('speaks of named arguments only where some are named', async () => {
    const refusals = [
      refusedArguments(new Error('x')),
      refusedArguments(new SyntaxError('x')),
      refusedArguments({ issues: [{ path: ['q'], message: 'expected string' }] }),
      refusedBySchema(undefined, { q: 1 }),
      failed(ownFailure('no', { code: 'invalid_arguments' }).error)
    ]
    const errors = (await Promise.all(refusals.map((refusal) => errorsOf(() => refusal)))).flat()
    expect(errors.flatMap(lies)).to.deep.equal([])
    expect(errors[0]?.hint).to.equal(
      'Compare each argument with the schema of the tool, and call again with ones that fit.'
    )
    const tools = guardFunctions({ find: (_: unknown) => 1 }, { turn: openTurn() })
    const holding: unknown = await tools
      .find({ when: 1n, how: new Date(Number.NaN) })
      .catch((thrown: unknown) => thrown)
    if (holding instanceof Error)
      expect(lies((holding as unknown as { toolError: ToolError }).toolError)).to.deep.equal([])
  })
})
