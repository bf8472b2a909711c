/** Puts groups together that were found in the very same answers: one broken answer is unexpected at many places. */
import type { RejectionGroup } from '../../traffic/calibrate/calibration.js'

export interface RelatedGroups {
  readonly group: RejectionGroup
  /** Others of its answers and its verdict. */
  readonly others: ReadonlyArray<RejectionGroup>
}

// Each edge case has a change of its own.
const follows = ({ verdict, sameAnswersAs }: RejectionGroup): boolean =>
  sameAnswersAs !== undefined && verdict !== 'likely edge case'

/** All groups of a tool, those of the same answers under the first of them. */
export const relatedGroups = (groups: ReadonlyArray<RejectionGroup>): ReadonlyArray<RelatedGroups> =>
  groups.flatMap((group, index) =>
    follows(group) ? [] : [{ group, others: groups.filter((other) => follows(other) && other.sameAnswersAs === index) }]
  )
