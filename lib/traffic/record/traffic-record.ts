/** One line of a recording: a settled call, redacted, with what came back. */
import * as t from 'io-ts'

// -- model

const Moment = t.refinement(t.string, (text) => !Number.isNaN(Date.parse(text)), 'date and time')

const Answer = t.union([
  t.type({ text: t.string }),
  t.type({ chars: t.number, sha256: t.union([t.string, t.null]) }),
  // Last, because io-ts takes a missing key for an undefined one.
  t.type({ data: t.unknown })
])

/**
 * What came back of a call: the text that was read, the data that was returned (dates, bytes and the like tagged, see `readData`), or,
 * where it was longer than the recorder keeps, its length and digest.
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

/** One settled call as it stands in a recording. @category Traffic @since 0.1.0 */
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
      /** How long the arguments were, where they were too long to be kept. */
      argsChars: t.number,
      detail: t.string,
      issues: t.array(RecordedIssue),
      answer: Answer,
      /** How many values of the answer or the arguments were taken out as secrets. */
      redacted: t.number,
      /** The share of this tool's calls that was kept, where not all were. */
      rate: t.number,
      /** Of the library, and whatever else the recorder was told. */
      versions: t.record(t.string, t.string)
    })
  ],
  'TrafficRecord'
)

/** One settled call as it stands in a recording. @category Traffic @since 0.1.0 */
export type TrafficRecord = t.TypeOf<typeof TrafficRecord>

/** The line that says how many calls are missing from a recording at this place. */
export const Gap = t.type({ v: t.literal(1), at: t.string, dropped: t.number }, 'Gap')

/** The line that says how many calls are missing from a recording at this place. */
export type Gap = t.TypeOf<typeof Gap>
