/** The outcome of one attempt, before the decision about another, and the last one as the guard's verdict. */
import type { Fields } from '../../core/foreign/index.js'
import type { ErrorInput, ToolError } from '../../core/errors/index.js'
import type { Execution } from '../execution-of.js'
import { failedAs, incomplete, noContent, unmarked, type FailedVerdict } from '../tool.js'
import type { NextPage } from './next-page.js'

// -- model

/** Another attempt may succeed; the service may have named a wait, and throttling asks for a longer one. */
export interface RetryAdvice {
  readonly waitMs: number | null
  readonly throttled: boolean
}

export type Outcome =
  | { readonly kind: 'body'; readonly value: Uint8Array | string }
  | { readonly kind: 'no_content' }
  | {
      readonly kind: 'incomplete'
      readonly value: Uint8Array | string
      readonly why: ErrorInput
      readonly again: RetryAdvice | null
      /** Incomplete only if it is a number or a text, which does not say itself where it ends. */
      readonly unmarked?: true
      /** The next page that the headers name. */
      readonly page?: NextPage
    }
  | (FailedVerdict & { readonly executed: Exclude<Execution, 'refused'>; readonly again: RetryAdvice | null })

// -- constructors

export const refusal = (
  error: ToolError,
  executed: Exclude<Execution, 'refused'>,
  again: RetryAdvice | null = null
): Extract<Outcome, { readonly kind: 'failed' }> => ({
  kind: 'failed',
  error,
  executed,
  again
})

/** A fault of the network or the service that may pass. */
export const TRANSIENT: RetryAdvice = { waitMs: null, throttled: false }

/**
 * Names the call for the next page; the guard shows it, and words the hint by it, only if the tool's codec takes it:
 * the number of a page need not be an argument.
 */
export const withNextArgs = (
  outcome: Extract<Outcome, { readonly kind: 'incomplete' }>,
  tool: string,
  args: Fields = {}
): Outcome => {
  const { hint: _, ...why } = outcome.why
  return { ...outcome, why: Object.keys(args).length === 0 ? why : { ...why, next: { tool, args } } }
}

// -- destructors

export const retryAdviceOf = (outcome: Outcome): RetryAdvice | null => ('again' in outcome ? outcome.again : null)

/** An answer that came means that the request was carried out. */
export const executedOf = (outcome: Outcome): Exclude<Execution, 'refused'> =>
  outcome.kind === 'failed' ? outcome.executed : 'yes'

/** The tool's response. */
export const toAnswer = (outcome: Outcome): unknown => {
  switch (outcome.kind) {
    case 'body':
      return outcome.value
    case 'no_content':
      return noContent()
    case 'incomplete':
      return (outcome.unmarked ? unmarked : incomplete)(outcome.value, outcome.why)
    case 'failed':
      return failedAs(outcome)
  }
}
