/** A settled call, for the specs of what records it. */
import type { SettledCall } from '../../lib/guard/call-record.js'

/** A call that was fine; `over` replaces parts of its record. */
export const settled = (
  over: Partial<SettledCall['record']> = {},
  rest: Partial<Omit<SettledCall, 'record'>> = {}
): SettledCall => ({
  record: {
    callId: 'c1',
    turnId: 't1',
    tool: 'search',
    effect: 'read',
    args: { q: 'a' },
    argsHash: 'hash',
    outcome: 'right',
    code: null,
    executed: 'yes',
    ms: 1.23456,
    bytes: 2,
    ...over
  },
  detail: null,
  issues: [],
  answer: { text: '{}', raw: {} },
  ...rest
})
