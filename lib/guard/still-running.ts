/**
 * The words for a repeat whose equal still runs. Whoever repeats it may be another agent of the same turn, and is
 * promised no response that it would never read.
 */
import type { RepeatRule } from '../core/calls/index.js'
import type { KeyLog } from './logged-call.js'
import type { ToolTraits } from './tool.js'

interface Words {
  readonly report: string
  readonly hint: string
}

type Effect = ToolTraits<never>['effect']

/** Whether it runs and no response says more: where calls count once they returned, the latest one does. */
export const onlyRuns = (made: KeyLog | undefined, { countsReturned = false }: RepeatRule): boolean =>
  made !== undefined && made.running.length > 0 && !(countsReturned && made.last !== undefined)

const WITHOUT: Readonly<Record<Effect, string>> = {
  read: 'ask again later',
  write: 'verify later with a read'
}

const whoseResponse = (effect: Effect): string =>
  `Its response goes to whoever made it first: use that, or ${WITHOUT[effect]}.`

export const stillRunning = (effect: Effect): Words => ({
  report: 'its first call is still running',
  hint: `Do not make this call again while it runs. ${whoseResponse(effect)}`
})

/** The words of the second and later refusals. */
export const stillRunningInShort = (effect: Effect): Words => ({
  report: 'It still runs.',
  hint: whoseResponse(effect)
})
