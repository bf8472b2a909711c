/**
 * What GitHub really answered: recordings of `@octokit/fixtures` and the webhook payloads of
 * `@octokit/webhooks-examples`.
 */
import { createRequire } from 'node:module'

// -- model

export interface RecordedIssue {
  readonly number: number
  readonly title: string
  readonly state: string
  readonly body?: unknown
  readonly user?: unknown
  readonly labels?: unknown
}

interface Exchange {
  readonly path: string
  readonly status: number
  readonly response: unknown
}

interface WebhookEvent {
  readonly name: string
  readonly examples: ReadonlyArray<{ readonly issue: RecordedIssue }>
}

// -- reading

// Read as files: the fixtures' own entry point would load nock, which takes over `node:http`.
const load = createRequire(import.meta.url)

const scenario = (name: string): ReadonlyArray<Exchange> =>
  load(`@octokit/fixtures/scenarios/api.github.com/${name}/normalized-fixture.json`) as ReadonlyArray<Exchange>

const answers = (name: string): ReadonlyArray<unknown> => scenario(name).map((exchange) => exchange.response)

const webhookIssues = (): ReadonlyArray<RecordedIssue> => {
  const events = load('@octokit/webhooks-examples') as ReadonlyArray<WebhookEvent>
  const issues = events.find((event) => event.name === 'issues')?.examples.map((example) => example.issue) ?? []
  return issues.filter((issue) => typeof issue.state === 'string')
}

// -- recordings

/** The 13 issues of `octokit-fixture-org/paginate-issues`, newest first, about 2.3 kB each. */
export const recordedIssues: ReadonlyArray<RecordedIssue> = (
  answers('paginate-issues') as ReadonlyArray<ReadonlyArray<RecordedIssue>>
).flat()

/** The repository `octokit-fixture-org/hello-world`, 7 kB. */
export const recordedRepository: unknown = answers('get-repository')[0]

/** The two issues about sesame of `octokit-fixture-org/search-issues`, in GitHub's search envelope. */
export const recordedSearch: unknown = answers('search-issues')[0]

/** The three labels that were added to issue 1 of `octokit-fixture-org/add-labels-to-issue`. */
export const recordedLabels: unknown = answers('add-labels-to-issue')[1]

/** What GitHub says of something that is not there. */
export const recordedNotFound: unknown = answers('branch-protection')[0]

/** Issues as the webhooks describe them, whose descriptions are whole. */
export const recordedWebhookIssues: ReadonlyArray<RecordedIssue> = webhookIssues()

/** An issue of `Codertocat/Hello-World` as the webhooks describe it. */
export const recordedWebhookIssue = (number: number): RecordedIssue | undefined =>
  recordedWebhookIssues.find((issue) => issue.number === number)
