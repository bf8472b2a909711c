/** One line of a recording: a settled call and its response, redacted. */
import * as t from 'io-ts'

// -- model

const Moment = t.refinement(t.string, (text) => !Number.isNaN(Date.parse(text)), 'date and time')

const Answer = t.union([
  t.type({ text: t.string }),
  t.type({ chars: t.number, sha256: t.union([t.string, t.null]) }),
  // Last, because io-ts accepts a missing key as an undefined one.
  t.type({ data: t.unknown })
])

/**
 * The response of a call: the text, the data (with tags, see `readData`), or, beyond the recorder's limit, its length
 * and digest.
 *
 * @category Traffic @since 0.1.0
 */
export type RecordedAnswer = t.TypeOf<typeof Answer>

const RecordedIssue = t.type({
  path: t.array(t.union([t.string, t.number])),
  kind: t.keyof({ missing: null, type: null, enum: null, format: null, unknown_field: null, constraint: null }),
  expected: t.string,
  received: t.string
})

/** The codec of one recorded call. @category Traffic @since 0.1.0 */
export const TrafficRecord = t.intersection(
  [
    t.type({
      v: t.literal(1),
      /** When the call was settled, ISO 8601. */
      at: Moment,
      tool: t.string,
      effect: t.keyof({ read: null, write: null }),
      callId: t.string,
      turnId: t.string,
      args: t.unknown,
      outcome: t.keyof({ right: null, schema_mismatch: null, partial_data: null, semantic_garbage: null }),
      code: t.union([t.string, t.null]),
      executed: t.keyof({ yes: null, no: null, unknown: null, refused: null }),
      ms: t.number,
      bytes: t.number
    }),
    t.partial({
      argsHash: t.string,
      /** Of a write: the name of its effect at the service. */
      operationId: t.string,
      /** The length of arguments that were too long to keep. */
      argsChars: t.number,
      detail: t.string,
      issues: t.array(RecordedIssue),
      answer: Answer,
      /** How many values of the response or the arguments were redacted. */
      redacted: t.number,
      /** The share of this tool's calls that was kept, if less than 1. */
      rate: t.number,
      /** Of the library, and further ones given to the recorder. */
      versions: t.record(t.string, t.string)
    })
  ],
  'TrafficRecord'
)

/** One recorded call. @category Traffic @since 0.1.0 */
export type TrafficRecord = t.TypeOf<typeof TrafficRecord>

/** The codec of a line that reports how many calls are missing from a recording at this place. */
export const Gap = t.type({ v: t.literal(1), at: t.string, dropped: t.number }, 'Gap')

/** A line that reports how many calls are missing from a recording at this place. */
export type Gap = t.TypeOf<typeof Gap>
