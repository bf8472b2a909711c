import { expect } from 'chai'
import { adapterConformance, copyWith, defineAdapter, throwError, type GuardedRun } from '../../lib/adapter/index.js'

interface PlainTool {
  readonly run: (input: unknown, signal?: AbortSignal) => unknown
}

type Wrap = (tool: PlainTool, guarded: GuardedRun) => PlainTool

const wrapped: Wrap = (tool, guarded) =>
  copyWith(tool, {
    run: (args: unknown, signal?: AbortSignal) =>
      guarded([args, signal], (context, sent) => tool.run(sent, context.signal))
  })

/** The names of the promises that an adapter breaks, in place. */
const broken = async (
  wrap: Wrap,
  errorAs: (text: string) => unknown = throwError
): Promise<{ readonly of: number; readonly names: ReadonlyArray<string> }> => {
  const { guardTools } = defineAdapter<PlainTool>({
    form: { sdks: { plain: '*' }, parameters: '(input, signal)', fits: () => true },
    callOf: (args: unknown, signal?: AbortSignal) => ({ args, signal }),
    errorAs,
    wrap
  })
  const cases = adapterConformance({
    inPlace: {
      throws: true,
      guard: (tools, options) => {
        const plain = Object.fromEntries(
          Object.entries(tools).map(([name, run]): [string, PlainTool] => [
            name,
            { run: (input, signal) => run(input as Record<string, unknown>, { signal }) }
          ])
        )
        const guarded = guardTools(plain, options)
        return async ({ id, name, input }) => {
          try {
            const answer = await guarded[name]?.run(input)
            return { id, text: typeof answer === 'string' ? answer : JSON.stringify(answer), isError: false }
          } catch (thrown) {
            return { id, text: (thrown as Error).message, isError: true, thrown }
          }
        }
      }
    }
  })
  const names: Array<string> = []
  for (const { name, run } of cases)
    await run().catch(({ message }: Error) => {
      expect(message, name).to.match(/^Expected .+/s)
      names.push(name.replace('in place: ', ''))
    })
  return { of: cases.length, names }
}

describe('adapterConformance', () => {
  it('finds nothing wrong with an adapter that says what its framework does', async () => {
    expect(await broken(wrapped)).to.deep.equal({ of: 26, names: [] })
  })

  const faults: ReadonlyArray<readonly [string, string, Wrap, ((text: string) => unknown)?]> = [
    ['guards nothing', 'ends the story of 17 identical calls after 3', (tool) => tool],
    [
      'hands the tool no signal',
      'gives up a tool that does not end',
      (tool, guarded) =>
        copyWith(tool, {
          run: (args: unknown) => guarded([args], (_, sent) => tool.run(sent))
        })
    ],
    [
      'gives the tool what the model sent, and not what was repaired',
      'repairs arguments that have one meaning only, where its rule says so',
      (tool, guarded) => copyWith(tool, { run: (args: unknown) => guarded([args], () => tool.run(args)) })
    ],
    [
      'counts all calls as one',
      'tells calls with other arguments apart',
      (tool, guarded) => copyWith(tool, { run: (args: unknown) => guarded([args], () => tool.run(args), { args: {} }) })
    ],
    [
      'dresses its errors up',
      'sees a cut answer without any codec',
      wrapped,
      (text) => throwError(`The tool failed: ${text}`)
    ],
    ['hands errors on as answers', 'sees a cut answer without any codec', wrapped, (text) => text]
  ]
  for (const [what, promise, wrap, errorAs] of faults)
    it(`catches an adapter that ${what}`, async () => {
      expect((await broken(wrap, errorAs)).names).to.include(promise)
    })
})
