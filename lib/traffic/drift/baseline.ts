/** What is needed of an earlier calibration to compare a later one with it. */
import * as t from 'io-ts'

const Group = t.type({ code: t.string, place: t.string, symptom: t.string, received: t.string, count: t.number })

const Tool = t.type({
  tool: t.string,
  judged: t.number,
  accepted: t.number,
  partial: t.number,
  rejected: t.number,
  codes: t.record(t.string, t.number),
  groups: t.readonlyArray(Group)
})

/** An earlier calibration, as `guarded-call calibrate --json` wrote it. @category Traffic @since 0.1.0 */
export const Baseline = t.type(
  {
    version: t.literal(1),
    records: t.number,
    from: t.union([t.string, t.null]),
    to: t.union([t.string, t.null]),
    tools: t.readonlyArray(Tool)
  },
  'Baseline'
)

export type BaselineGroup = t.TypeOf<typeof Group>

export type BaselineTool = t.TypeOf<typeof Tool>

/** @category Traffic @since 0.1.0 */
export type Baseline = t.TypeOf<typeof Baseline>
