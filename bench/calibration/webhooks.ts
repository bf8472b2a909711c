/** Payloads of GitHub's webhooks, by event: what the rules were tuned on. */
import { createRequire } from 'node:module'
import type { Source } from './labelled.js'

interface WebhookEvent {
  readonly name: string
  readonly examples: ReadonlyArray<unknown>
}

/** The events of which there are several examples. */
export const webhooks = (): ReadonlyArray<Source> => {
  const events = createRequire(import.meta.url)('@octokit/webhooks-examples') as ReadonlyArray<WebhookEvent>
  return events
    .filter(({ examples }) => examples.length >= 3)
    .map(({ name, examples }) => ({ tool: name, payloads: examples }))
}
