/** Joins groups that come from the very same responses: one broken response is unexpected at many places. */
import type { RejectionGroup } from '../../calibrate/calibration.js'

export interface RelatedGroups {
  readonly group: RejectionGroup
  /** Other groups of the same responses with the same verdict. */
  readonly others: ReadonlyArray<RejectionGroup>
}

// Each edge case has a change of its own.
const follows = ({ verdict, sameAnswersAs }: RejectionGroup): boolean =>
  sameAnswersAs !== undefined && verdict !== 'likely edge case'

/** All groups of a tool; groups of the same responses stand under the first of them. */
export const relatedGroups = (groups: ReadonlyArray<RejectionGroup>): ReadonlyArray<RelatedGroups> =>
  groups.flatMap((group, index) =>
    follows(group) ? [] : [{ group, others: groups.filter((other) => follows(other) && other.sameAnswersAs === index) }]
  )
