/** The same codecs with the changes that calibration suggested, and no others. */
import * as t from 'io-ts'
import { guardedCall, IsoDateTime, SafeInteger } from 'guarded-call'

const User = t.type({ login: t.string, id: SafeInteger, type: t.string })

const Label = t.type({ name: t.string, color: t.string })

const Issue = t.type({
  id: SafeInteger,
  number: SafeInteger,
  title: t.string,
  // Whoever opens an issue need not say more than its title.
  body: t.union([t.string, t.null]),
  state: t.keyof({ open: null, closed: null }),
  // Accounts are deleted, and their issues stay.
  user: t.union([User, t.null]),
  labels: t.array(Label),
  // Who stands for an account that an import did not find.
  author_association: t.keyof({
    OWNER: null,
    MEMBER: null,
    COLLABORATOR: null,
    CONTRIBUTOR: null,
    NONE: null,
    MANNEQUIN: null
  }),
  comments: SafeInteger,
  created_at: IsoDateTime
})

// Behind the last page comes an empty one.
const Issues = t.array(Issue)

const notCalled = (): never => {
  throw new Error('Recorded answers are judged, and the tool is not called.')
}

export const getIssue = guardedCall({ name: 'get_issue', effect: 'read', run: notCalled }, Issue)

export const listIssues = guardedCall({ name: 'list_issues', effect: 'read', run: notCalled }, Issues)
