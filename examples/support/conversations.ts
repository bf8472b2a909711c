/**
 * The conversations that the agent plays: a question, what the model knows of it, and how the world misbehaves
 * meanwhile.
 */
import type { Misbehaviour } from './misbehaviour.js'
import { ordersWithStatus } from './orders-database.js'
import type { Script } from './scripted-model.js'

// -- model

export interface Conversation {
  readonly title: string
  readonly question: string
  readonly script: Script
  readonly service?: Misbehaviour
  /** What a right answer says. */
  readonly right: RegExp
}

// -- what the model does with data: it believes what it is given, as models do

interface Issue {
  readonly number: number
  readonly title: string
  readonly state: string
}

const countOpen = (data: unknown): string => `${(data as ReadonlyArray<Issue>).length} issues are open.`
const nameNewest = (data: unknown): string => `The newest issue is "${(data as ReadonlyArray<Issue>)[0]?.title}".`
const countClosed = (data: unknown): string =>
  `${(data as ReadonlyArray<Issue>).filter((issue) => issue.state !== 'open').length} of the three newest issues is closed.`
const nameIssue = (data: unknown): string => `Issue 2 is about: ${(data as Issue).title}`
const nameBranch = (data: unknown): string =>
  `The default branch is ${(data as { readonly default_branch: string }).default_branch}.`
const countCancelled = (data: unknown): string =>
  `${(data as ReadonlyArray<{ readonly status: string }>).filter((order) => order.status === 'cancelled').length} orders were cancelled.`

const nameFailure = (data: unknown): string => `It failed: ${/FATAL ([^"\\]+)/.exec(JSON.stringify(data))?.[1]}.`

// -- how the service misbehaves

const CUT: Misbehaviour = { kind: 'cut', atBytes: 4096, declares: 'what came' }
const LOGIN_PAGE: Misbehaviour = { kind: 'html', status: 200 }

const NEW_STATE: Misbehaviour = {
  kind: 'data',
  change: (data) =>
    (data as ReadonlyArray<Issue>).with(1, { ...(data as ReadonlyArray<Issue>)[1]!, state: 'in_triage' })
}

const NEIGHBOUR: Misbehaviour = {
  kind: 'data',
  change: (data) => ({ ...(data as Issue), number: 1, title: 'Spelling error in the README file' })
}

// -- conversations

export const CONVERSATIONS: ReadonlyArray<Conversation> = [
  {
    title: 'Cut at 4,096 bytes, deaf model',
    question: 'How many issues are open in paginate-issues?',
    script: {
      first: { tool: 'list_issues', args: { per_page: 30 } },
      answer: countOpen,
      needsAll: true,
      invention: '30 issues are open.',
      patience: 17,
      listens: false
    },
    service: CUT,
    right: /^13 issues/
  },
  {
    title: 'Cut at 4,096 bytes, it listens',
    question: 'Which issue of paginate-issues is the newest?',
    script: {
      first: { tool: 'list_issues', args: { per_page: 30 } },
      answer: nameNewest,
      invention: 'The newest issue is "Fix pagination".',
      patience: 17
    },
    service: CUT,
    right: /"Test issue 13"/
  },
  {
    title: 'A login page with status 200',
    question: 'What is the default branch of hello-world?',
    script: {
      first: { tool: 'get_repository', args: { name: 'hello-world' } },
      fallback: { tool: 'mirror_repository', args: { name: 'hello-world' } },
      answer: nameBranch,
      invention: 'The default branch is main.'
    },
    service: LOGIN_PAGE,
    right: /is master\./
  },
  {
    title: 'A state nobody knew of',
    question: 'How many of the three newest issues are closed?',
    script: {
      first: { tool: 'list_issues', args: { per_page: 3 } },
      answer: countClosed,
      invention: 'None of them is closed.'
    },
    service: NEW_STATE,
    right: /^0 of/
  },
  {
    title: 'Right shape, wrong issue',
    question: 'What is issue 2 of Codertocat/Hello-World about?',
    script: {
      first: { tool: 'get_issue', args: { number: 2 } },
      fallback: { tool: 'mirror_issue', args: { number: 2 } },
      answer: nameIssue,
      invention: 'Issue 2 is about a bug.'
    },
    service: NEIGHBOUR,
    right: /Update the README/
  },
  {
    title: 'More rows than fit',
    question: 'How many orders were cancelled?',
    script: {
      first: { tool: 'list_orders', args: { page: 1 } },
      answer: countCancelled,
      needsAll: true,
      invention: 'No orders were cancelled.'
    },
    right: new RegExp(`^${ordersWithStatus('cancelled')} orders`)
  },
  {
    title: 'A log of 407,000 characters',
    question: 'Why did the deployment fail?',
    script: {
      first: { tool: 'read_log', args: {} },
      answer: nameFailure,
      invention: 'It failed because a test did.'
    },
    right: /disk full/
  },
  {
    title: 'Nothing is wrong',
    question: 'What is the default branch of hello-world?',
    script: {
      first: { tool: 'get_repository', args: { name: 'hello-world' } },
      answer: nameBranch,
      invention: 'The default branch is main.'
    },
    right: /is master\./
  }
]
