/** What operators ask of a ledger, checked: their words come from a command line or an untyped script. */
import { type Resolution, type Resolver, placeInList } from '../core/calls/index.js'
import * as o from '../core/options.js'
import { restoreAnswer, storedAnswer, type LedgerQuestion } from '../guard/kernel.js'

const MAX_PAGE = 1_000

/** Which operations to list, with the defaults filled in. */
export const readQuestion = o.options('question', {
  state: o.optional(o.choice('unknown', 'running')),
  tool: o.optional(o.name),
  olderThanMs: o.optional(o.nonNegative, 0),
  after: o.optional(
    o.kind<NonNullable<LedgerQuestion['after']>>(
      (value) => !Number.isNaN(Date.parse((value as LedgerQuestion['after'])?.beganAt ?? '')),
      'an operation of the page before'
    )
  ),
  limit: o.optional(o.integerUpTo(MAX_PAGE), 100)
} satisfies o.TableOf<LedgerQuestion>)

const readAs = o.options('resolution', {
  as: o.required(o.choice('executed', 'not_executed')),
  answer: o.anything
} satisfies o.TableOf<{ readonly as: Resolution['as']; readonly answer?: unknown }>)

/** Who says so, and why. */
export const readResolver = o.options('resolver', {
  by: o.required(o.name),
  note: o.required(o.name)
} satisfies o.TableOf<Resolver>)

/** A resolution with its answer as a ledger keeps it. */
export const readResolution = (resolution: Resolution): { readonly as: Resolution['as']; readonly answer?: string } => {
  const { as, answer } = readAs(resolution as { readonly as: Resolution['as']; readonly answer?: unknown })
  if (!Object.hasOwn(resolution, 'answer')) return { as }
  o.expectOption(as === 'executed', 'answer', 'left out of what was not executed')
  const kept = storedAnswer(answer, { text: undefined, raw: answer })
  o.expectOption(kept !== undefined, 'answer', 'data of at most 64 KiB')
  return { as, answer: kept }
}

/** Those of open operations that stand behind the last one of the page before, the oldest first. */
export const pageBehind = <A>(
  after: LedgerQuestion['after'],
  open: ReadonlyArray<A>,
  placeOf: (one: A) => string
): ReadonlyArray<A> => {
  const from = after === undefined ? '' : placeInList(after)
  return open
    .map((one) => ({ one, place: placeOf(one) }))
    .filter(({ place }) => place > from)
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one }) => one)
}

export const notFound = (operationId: string): string =>
  `The ledger holds no operation ${operationId}: it never began here, or it was settled too long ago.`

/** What the tool returned, of what a ledger kept. */
export const answerIn = (kept: string): unknown => restoreAnswer(kept)?.answer
