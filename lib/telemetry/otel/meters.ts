/** The metrics of guarded calls: how long they took, and what became of them. */
import type { Attributes, Meter } from '@opentelemetry/api'
import * as E from 'fp-ts/lib/Either.js'
import type { ToolError } from '../../core/tool-error.js'
import type { CallRecord } from '../../guard/call-record.js'
import { payloadOf } from '../../guard/payloads.js'
import * as names from './names.js'

// As the conventions advise for operations of generative AI.
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]

/** Adds a settled call to every metric that it concerns. */
export type Measure = (record: CallRecord, result: E.Either<ToolError, unknown>) => void

// Whole elements of an answer that was cut, and not a page or another payload that was validated as a whole.
const isSalvage = (result: E.Either<ToolError, unknown>): boolean =>
  E.isLeft(result) &&
  result.left.error_class === 'partial_data' &&
  result.left.code === 'incomplete_response' &&
  Array.isArray(result.left.data) &&
  payloadOf(result.left) === undefined

/** Makes the instruments. Names of tools and codes are their only attributes: few values each, and none of them secret. */
export const measureWith = (meter: Meter): Measure => {
  const duration = meter.createHistogram(names.DURATION, {
    unit: 's',
    description: 'How long a tool call took, from being asked for to its answer.',
    advice: { explicitBucketBoundaries: SECONDS }
  })
  const counter = (name: string, description: string) => meter.createCounter(name, { unit: '{call}', description })
  const calls = counter(names.CALLS, 'Calls by outcome and code.')
  const refusals = counter(names.REFUSALS, 'Calls that never reached the tool.')
  const salvages = counter(names.SALVAGES, 'Answers that were cut and of which whole elements were handed on.')
  const retries = counter(
    names.RETRIES,
    'Calls that were asked for again in their turn (repeat), and re-asks for arguments (repair).'
  )
  const degraded = counter(names.DEGRADED, 'Calls that the shared budget store did not count.')

  return (record, result) => {
    const tool: Attributes = { [names.TOOL_NAME]: record.tool }
    const code = record.code ?? 'none'
    const failure: Attributes = record.outcome === 'right' ? {} : { [names.ERROR_TYPE]: record.outcome }
    duration.record(record.ms / 1_000, { [names.OPERATION]: names.EXECUTE_TOOL, ...tool, ...failure })
    calls.add(1, { ...tool, [names.OUTCOME]: record.outcome, [names.CODE]: code, [names.EXECUTED]: record.executed })
    if (record.executed === 'refused') refusals.add(1, { ...tool, [names.CODE]: code })
    if (isSalvage(result)) salvages.add(1, tool)
    if (record.asked !== undefined) retries.add(1, { ...tool, [names.RETRY_KIND]: 'repeat' })
    if (record.repair !== undefined && record.repair.retries > 0)
      retries.add(record.repair.retries, { ...tool, [names.RETRY_KIND]: 'repair' })
    if (record.degraded === true) degraded.add(1, tool)
  }
}
