/** Codecs as somebody writes them who has read the documentation and a few answers: stricter than the service. */
import * as t from 'io-ts'
import { guardedCall, IsoDateTime, SafeInteger } from 'guarded-call'

const User = t.type({ login: t.string, id: SafeInteger, type: t.string })

const Label = t.type({ name: t.string, color: t.string })

const Issue = t.type({
  id: SafeInteger,
  number: SafeInteger,
  title: t.string,
  body: t.string,
  state: t.keyof({ open: null, closed: null }),
  user: User,
  labels: t.array(Label),
  author_association: t.keyof({ OWNER: null, MEMBER: null, COLLABORATOR: null, CONTRIBUTOR: null, NONE: null }),
  comments: SafeInteger,
  created_at: IsoDateTime
})

const Issues = t.refinement(t.array(Issue), (issues) => issues.length > 0, 'Issues')

const notCalled = (): never => {
  throw new Error('Recorded answers are judged, and the tool is not called.')
}

export const getIssue = guardedCall({ name: 'get_issue', effect: 'read', run: notCalled }, Issue)

export const listIssues = guardedCall({ name: 'list_issues', effect: 'read', run: notCalled }, Issues)
