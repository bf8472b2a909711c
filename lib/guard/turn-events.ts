/**
 * The events of a turn as data: what processes that share it tell each other, and what a saved session carries. Keys
 * and responses stand there as digests.
 */
import * as t from 'io-ts'
import { LazyDigest, NO_LIMIT, type RepeatRule, UNLIMITED } from '../core/calls/index.js'
import type { Ask, CallEnd, Ending, KeyLog, LoggedCall } from './logged-call.js'
import { TurnLog, type Uses } from './turn-log.js'

// -- model: of `asked` and `settled`, no field ever changes its meaning; readers skip events that they do not know

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Count')
/** null: no limit. */
const Limit = t.union([Count, t.null])
const MaybeCount = t.union([Count, t.undefined])
const Executed = t.keyof({ yes: null, no: null, unknown: null, refused: null })

const Asked = t.intersection([
  t.type({ is: t.literal('asked'), call: t.string, key: t.string }),
  t.partial({
    /** Its limits in the order of RepeatRule; absent where nothing limits it. */
    rule: t.tuple([Limit, Limit, Limit, Limit]),
    /** Absent where no report of a failure lets it run again. */
    runs: t.union([Count, t.undefined]),
    /** Ceilings; absent where there are none. */
    most: t.union([t.partial({ calls: MaybeCount, chars: MaybeCount, ofTool: MaybeCount }), t.undefined]),
    writes: t.boolean,
    kind: t.union([t.keyof({ writes: null, reads: null, none: null }), t.undefined]),
    /** A person let it through. */
    approved: t.boolean,
    // Of saved turns alone.
    free: t.boolean,
    /** In a shared list its digest, and only where its calls are limited. */
    tool: t.string,
    callId: t.string,
    attempt: Count,
    operationId: t.string,
    /** The digest of all arguments, where a part of them counts. */
    args: t.union([t.string, t.undefined])
  })
])

const Settled = t.intersection([
  t.type({ is: t.literal('settled'), call: t.string, executed: Executed }),
  t.partial({
    /** The digest of the response; absent where there was none, or none that was new. */
    answer: t.string,
    /** The digest that alike responses share, of a tool of no known kind. */
    alike: t.string,
    waitMs: Count,
    /** The tool itself said no; absent where nobody knows. */
    report: t.boolean,
    /** The response is that of an earlier run. */
    replayed: t.boolean,
    standing: t.keyof({ made: null, open: null, given_back: null, handed_back: null, voided: null }),
    /** Of turns that processes share, only `denied`. */
    code: t.union([t.string, t.null]),
    // Of saved turns alone.
    invalid: t.string
  })
])

const Refused = t.intersection([
  t.type({ is: t.literal('refused'), key: t.string, times: Count }),
  /** The process that counted them already. */
  t.partial({ by: t.string })
])

/** What ceilings count, calls included that were forgotten since: of saved turns with ceilings alone. */
const Counted = t.type({
  is: t.literal('used'),
  calls: Count,
  chars: Count,
  tools: t.readonlyArray(t.readonly(t.tuple([t.string, Count])))
})

const TurnEvent = t.union([Asked, Settled, Refused, Counted])

const KINDS: ReadonlySet<string> = new Set(['asked', 'settled', 'refused', 'used'])

/** An event that this version can read, or one of a kind that only later versions know. */
export const SavedEvent = t.refinement(
  t.type({ is: t.string }),
  (event) => !KINDS.has(event.is) || TurnEvent.is(event),
  'SavedEvent'
)

type AskedEvent = t.TypeOf<typeof Asked>
type SettledEvent = t.TypeOf<typeof Settled>
export type TurnEvent = Readonly<t.TypeOf<typeof TurnEvent>>

export const isTurnEvent = (event: unknown): event is TurnEvent => TurnEvent.is(event)

// -- from events

type Limits = [number | null, number | null, number | null, number | null]

const ruleFrom = ([unchanged, admitted, streak, executed]: Readonly<Limits>): RepeatRule => ({
  unchanged: unchanged ?? NO_LIMIT,
  admitted: admitted ?? NO_LIMIT,
  streak: streak ?? NO_LIMIT,
  executed: executed ?? NO_LIMIT
})

const limitOf = (limit: number): number | null => (limit === NO_LIMIT ? null : limit)

/** The limits of a rule as an event holds them. */
export const limitsOf = ({ unchanged, admitted, streak, executed }: RepeatRule): Limits => [
  limitOf(unchanged),
  limitOf(admitted),
  limitOf(streak),
  limitOf(executed)
]

// Of a write that may run only so often, without a limit of its own: what was admitted was admitted.
const ONCE: RepeatRule = { ...UNLIMITED, executed: NO_LIMIT - 1 }

/** A call as other processes know it. */
export const askOf = ({
  key,
  rule,
  runs,
  most,
  kind,
  writes = false,
  approved = false,
  tool = '',
  callId = '',
  operationId = '',
  args
}: Omit<AskedEvent, 'is' | 'call'>): Ask => ({
  key,
  tool,
  rule: {
    ...(rule === undefined ? UNLIMITED : ruleFrom(rule)),
    ...(runs === undefined ? {} : { runs }),
    kind
  },
  write: writes
    ? { callId, args: null, whole: args === undefined ? undefined : { hash: args }, operationId: () => operationId }
    : undefined,
  message: undefined,
  approved,
  most
})

/** The end of a call as other processes know it. */
export const endingOf = ({ answer, waitMs, code = null, ...ending }: Omit<SettledEvent, 'is' | 'call'>): Ending => ({
  ...ending,
  code,
  answer: answer === undefined ? null : LazyDigest.of(answer),
  retryAfterMs: waitMs ?? null
})

// Each turn of an id had its own.
const addedUses = (one: Uses, other: Uses): Uses => ({
  calls: one.calls + other.calls,
  chars: one.chars + other.chars,
  tools: [...one.tools, ...other.tools]
})

/** Tells a log what happened in another process. */
class Replay {
  readonly #running = new Map<string, LoggedCall>()
  #used: Uses = { calls: 0, chars: 0, tools: [] }

  constructor(
    readonly log: TurnLog,
    readonly clock: () => number
  ) {}

  /** Adds an event; skips whatever is none. */
  add(event: unknown): void {
    if (!TurnEvent.is(event)) return
    switch (event.is) {
      case 'asked':
        return this.#ask(event)
      case 'settled':
        return this.#settle(event)
      case 'refused':
        return this.log.refused(event.key, event.times)
      case 'used':
        this.log.uses = this.#used = addedUses(this.#used, event)
    }
  }

  /** The calls that were asked for and never settled. */
  get running(): Iterable<LoggedCall> {
    return this.#running.values()
  }

  #ask(event: AskedEvent): void {
    const { call } = this.log.ask(askOf(event), this.clock, event.free === undefined ? undefined : { free: event.free })
    if (call === undefined) return
    call.attempt = event.attempt
    this.#running.set(event.call, call)
  }

  #settle({ call: id, invalid, ...ending }: SettledEvent): void {
    const call = this.#running.get(id)
    if (call === undefined) return
    this.#running.delete(id)
    call.invalid = invalid
    this.log.end(call, endingOf(ending), this.clock)
  }
}

/**
 * The log of a turn that another process saved. Of a write in flight nobody knows whether it ran, unless a ledger finds
 * out (`keepsRunning`).
 */
export const restored = (
  events: ReadonlyArray<unknown>,
  now: number,
  { keepsRunning, ...bounds }: { readonly keepsRunning: boolean; readonly maxKeys?: number }
): TurnLog => {
  const clock = (): number => now
  const replay = new Replay(new TurnLog({ ...bounds, digested: true }), clock)
  for (const event of events) replay.add(event)
  for (const call of replay.running) {
    const isLost = call.writes && !(call.runsOnce && keepsRunning)
    const ending = { code: null, answer: null, retryAfterMs: null }
    const lost: Ending = isLost
      ? { ...ending, executed: 'unknown' }
      : { ...ending, executed: 'refused', standing: 'voided' }
    replay.log.end(call, lost, clock)
  }
  for (const { of } of replay.log.calls) if (of.standing !== undefined) replay.log.learn(of.key, of.standing)
  replay.log.goesOn()
  return replay.log
}

// -- to events

// Only the latest new response of a key is compared with later ones; one before it merely has to differ.
const answerOf = ({ of, unchanged, spent, endedAt }: LoggedCall): string | undefined => {
  if (unchanged || spent) return undefined
  const isLatest = of.ended.findLast((call) => !call.unchanged)?.endedAt === endedAt
  return isLatest ? of.answer?.digest : String(endedAt)
}

const settledOf = (call: LoggedCall, end: CallEnd, id: string, now: number): TurnEvent => {
  const answer = answerOf(call)
  return {
    is: 'settled',
    call: id,
    executed: end.executed,
    code: end.code,
    ...(answer === undefined ? {} : { answer }),
    ...(end.freeAt === undefined ? {} : { waitMs: Math.max(0, Math.round(end.freeAt - now)) }),
    ...(end.standing === 'made' ? {} : { standing: end.standing }),
    ...(call.reported ? { report: true } : {}),
    ...(end.replayed ? { replayed: true } : {}),
    ...(call.invalid === undefined ? {} : { invalid: call.invalid })
  }
}

const askedOf = ({ of, tool, kind, free, runsOnce, attempt, write }: LoggedCall, id: string): TurnEvent => ({
  is: 'asked',
  call: id,
  key: of.digest,
  tool,
  free,
  ...(runsOnce ? { rule: limitsOf(ONCE) } : {}),
  ...(kind === undefined ? {} : { kind }),
  ...(write === undefined ? {} : { writes: true, callId: write.callId, operationId: write.operationId(attempt ?? 1) }),
  ...(attempt === undefined ? {} : { attempt }),
  ...(write?.whole === undefined ? {} : { args: write.whole.hash })
})

/** The events of a turn for another process, in the order in which they came; `uses` where it has ceilings. */
export const eventsOf = (calls: ReadonlyArray<LoggedCall>, now: number, uses?: Uses): ReadonlyArray<TurnEvent> => {
  const events: Array<{ readonly at: number; readonly event: TurnEvent }> = []
  const keys = new Set<KeyLog>()
  for (const call of calls) {
    const { of, askedAt, end } = call
    const id = String(askedAt)
    keys.add(of)
    events.push({ at: askedAt, event: askedOf(call, id) })
    if (end !== undefined) events.push({ at: end.at, event: settledOf(call, end, id, now) })
  }
  events.sort((one, other) => one.at - other.at)
  const refused = [...keys].flatMap(({ digest, asked, running, ended }): ReadonlyArray<TurnEvent> => {
    const times = asked - running.length - ended.length
    return times > 0 ? [{ is: 'refused', key: digest, times }] : []
  })
  const used: ReadonlyArray<TurnEvent> = uses === undefined ? [] : [{ is: 'used', ...uses }]
  return [...events.map(({ event }) => event), ...refused, ...used]
}
