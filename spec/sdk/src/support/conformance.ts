/** The suites of the adapters, for the package as it ships. */
import { openTurn } from 'guarded-call'
import { adapterConformance } from 'guarded-call/adapter'
import { suitesOf } from '../../../../built/spec/adapters/conformance.js'

export type { Asked, PlainRun, Reply } from '../../../../built/spec/adapters/conformance.js'

// Types of one build are not those of another.
const library = { adapterConformance, openTurn } as unknown as Parameters<typeof suitesOf>[0]

export const { fromCallsConforms, inPlaceConforms, telemetryConforms } = suitesOf(library)
