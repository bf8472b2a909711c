/** What every adapter promises, whichever framework it is for: `adapterConformance`, under mocha. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { adapterConformance as ownConformance } from '../../lib/adapter/index.js'
import type { AskedCall, CallsUnderTest, PlainRun, ToolsUnderTest } from '../../lib/adapter/index.js'
import { openTurn as openOwn } from '../../lib/guard/session.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'

export { searchOrders } from '../../lib/adapter/conformance/story.js'
export type { AskedCall as Asked, PlainRun, ReplyToModel as Reply } from '../../lib/adapter/index.js'

// -- what docs/frameworks.md shows of it

/** Whether an adapter has what not all of them have; the suites hold the rest for each. */
export interface Capabilities {
  readonly adapter: string
  /** Calls of one message of the model with wrong arguments count once. */
  readonly seesMessages: boolean
  /** Arguments can be repaired before the tool runs. */
  readonly repairs: boolean
  /** A tool that does not end is given up. */
  readonly ends: boolean
  /** A tool may say itself that it failed, or how much of its answer came. */
  readonly hearsTools: boolean
}

/** Filled as the suites are called. */
export const capabilities: Array<Capabilities> = []

// -- responses of a text and a picture

const blocksOf = (text: string, data: string): ReadonlyArray<object> => [
  { type: 'text', text },
  { type: 'image', data, mimeType: 'image/png' }
]

/** Results of MCP: frozen, as the specs know what a tool makes itself. */
export const MCP_PICTURES: NonNullable<ToolsUnderTest['pictures']> = {
  shown: (text, data) => Object.freeze({ content: blocksOf(text, data) }),
  failing: (text, data) => Object.freeze({ content: blocksOf(text, data), isError: true })
}

// -- the suites

const holds = (adapter: string, cases: ReturnType<typeof ownConformance>): void => {
  describe(adapter, () => {
    for (const { name, run } of cases) it(name, run)
  })
}

/** What a framework tells whoever watches it, of each call in order: that it ended, or the text of its error. */
export interface Telemetry {
  readonly watch: (
    tools: Readonly<Record<string, PlainRun>>,
    options: GuardToolsOptions,
    asked: ReadonlyArray<AskedCall>
  ) => Promise<ReadonlyArray<string>>
}

/** The parts of the library that the suites are made of: those of one build, as that of the adapters under test. */
interface Library {
  readonly adapterConformance: typeof ownConformance
  readonly openTurn: typeof openOwn
}

/** The suites, with the library that the adapters are of. */
export const suitesOf = ({ adapterConformance, openTurn }: Library) => {
  const fromCallsConforms = (adapter: string, fromCalls: CallsUnderTest): void => {
    const { seesMessages = true } = fromCalls
    capabilities.push({
      adapter: `${adapter}, guarded calls`,
      seesMessages,
      repairs: true,
      ends: true,
      hearsTools: true
    })
    holds(adapter, adapterConformance({ fromCalls }))
  }

  const inPlaceConforms = (adapter: string, inPlace: ToolsUnderTest): void => {
    const { repairs = true, runsTools = true, seesValues = true } = inPlace
    capabilities.push({
      adapter: `${adapter}, in place`,
      seesMessages: false,
      repairs: repairs,
      ends: runsTools,
      hearsTools: seesValues
    })
    holds(adapter, adapterConformance({ inPlace }))
  }

  // Specs of an adapter whose framework reports calls to callbacks or traces.
  const telemetryConforms = (name: string, { watch }: Telemetry): void => {
    describe(`the telemetry of the framework, ${name}`, () => {
      it('sees a failure as a failure, once, and what is valid as that', async () => {
        const find: PlainRun = ({ id }) => {
          if (id === 9) throw new Error('Customer 9 does not exist')
          return id === 8 ? '{"name":8}' : '{"name":"Ada"}'
        }
        const turn = openTurn()
        const seen = await watch(
          { find },
          { turn, rules: { find: { output: t.type({ name: t.string }) } } },
          [7, 9, 8, 7, 7, 7].map((id, i) => ({ id: `c${i}`, name: 'find', input: { id } }))
        )
        const codes = turn.calls.map(({ code }) => code)
        expect(codes).to.deep.equal([null, 'not_found', 'schema_violation', null, null, 'retry_budget_exceeded'])
        expect(
          seen.map((one, i) => (codes[i] !== null && one.includes(codes[i] ?? '') ? codes[i] : one))
        ).to.deep.equal(codes.map((code) => code ?? 'ended'))
      })
    })
  }

  return { fromCallsConforms, inPlaceConforms, telemetryConforms }
}

export const { fromCallsConforms, inPlaceConforms, telemetryConforms } = suitesOf({
  adapterConformance: ownConformance,
  openTurn: openOwn
})
