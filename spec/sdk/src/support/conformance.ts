/** The suites of the adapters, for the package as it ships. */
import { openTurn } from 'guarded-call'
import {
  adapterConformance,
  type AskedCall,
  type CallsUnderTest,
  type GuardToolsOptions,
  type PlainRun,
  type ToolsUnderTest
} from 'guarded-call/adapter'
import { suitesOf } from '../../../../built/spec/adapters/conformance.js'

export type { AskedCall as Asked, PlainRun, ReplyToModel as Reply } from 'guarded-call/adapter'

// Types of one build are not those of another.
interface Suites {
  readonly fromCallsConforms: (adapter: string, fromCalls: CallsUnderTest) => void
  readonly inPlaceConforms: (adapter: string, inPlace: ToolsUnderTest) => void
  readonly telemetryConforms: (
    name: string,
    telemetry: {
      readonly watch: (
        tools: Readonly<Record<string, PlainRun>>,
        options: GuardToolsOptions,
        asked: ReadonlyArray<AskedCall>
      ) => Promise<ReadonlyArray<string>>
    }
  ) => void
}
const library = { adapterConformance, openTurn } as unknown as Parameters<typeof suitesOf>[0]

export const { fromCallsConforms, inPlaceConforms, telemetryConforms } = suitesOf(library) as unknown as Suites
