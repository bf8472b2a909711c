import { expect } from 'chai'
import {
  type OperationRow,
  type OperationState,
  type RowChange,
  type SettleRequest,
  type StoredRow,
  beginOperation,
  settleOperation
} from '#core/calls'

const LEASE_MS = 1_000

const asked = (token: string, seen = 0) => ({
  seen,
  leaseMs: LEASE_MS,
  token,
  tool: 'pay',
  operationId: (attempt: number) => `pay ${attempt}`,
  argsDigest: `args of ${token}`
})

// -- every order of events

type Event =
  | { readonly kind: 'begin'; readonly token: string; readonly seen: number }
  | { readonly kind: 'time' }
  | {
      readonly kind: 'settle'
      readonly token: string
      readonly back: number
      readonly executed: 'yes' | 'no' | 'unknown'
      readonly by: SettleRequest['by']
    }

const EVENTS: ReadonlyArray<Event> = [
  { kind: 'time' },
  ...['a', 'b'].flatMap((token) => [0, 1].map((seen) => ({ kind: 'begin', token, seen }) as const)),
  ...(['run', 'verify', 'person'] as const).flatMap((by) =>
    (['yes', 'no', 'unknown'] as const).flatMap((executed) =>
      ['a', 'b'].flatMap((token) => [0, 1].map((back) => ({ kind: 'settle', token, back, executed, by }) as const))
    )
  )
]

interface Step {
  readonly before: StoredRow | undefined
  readonly event: Event
  readonly state: OperationState | undefined
  readonly change: RowChange | undefined
  readonly after: StoredRow | undefined
}

const happen = (before: StoredRow | undefined, event: Event): Omit<Step, 'before' | 'event'> => {
  if (event.kind === 'time')
    return { state: undefined, change: undefined, after: before && { ...before, leaseLeftMs: 0 } }
  const { state, change } =
    event.kind === 'begin'
      ? beginOperation(before, asked(event.token, event.seen))
      : {
          state: undefined,
          change: settleOperation(before, (before?.row.attempt ?? 1) - event.back, event.token, event.executed, {
            by: event.by
          })
        }
  if (change === undefined) return { state, change, after: before }
  const leaseLeftMs = change.lease === undefined ? (before?.leaseLeftMs ?? 0) : change.row.leaseMs
  return { state, change, after: { row: change.row, now: 0, leaseLeftMs, sinceMs: 0, ran: null } }
}

/** Each step that events can lead to, in every order of so many. */
const steps = (depth: number): ReadonlyArray<Step> => {
  const found: Array<Step> = []
  const known = new Set<string>()
  let rows: ReadonlyArray<StoredRow | undefined> = [undefined]
  for (let i = 0; i < depth; i++) {
    const next = rows.flatMap((before) => EVENTS.map((event) => ({ before, event, ...happen(before, event) })))
    found.push(...next)
    rows = next.flatMap(({ after }) => {
      const name = JSON.stringify(after)
      if (known.has(name)) return []
      known.add(name)
      return [after]
    })
  }
  return found
}

const stateOf = (stored: StoredRow | undefined): OperationRow['state'] => stored?.row.state ?? 'free'

describe('an operation, in every order of seven events', () => {
  const all = steps(7)
  const changes = all.filter(({ change }) => change !== undefined)
  const said = (step: Step) => (step.event.kind === 'settle' ? step.event : undefined)

  it('meets every state, and every way from one to another', () => {
    const ways = new Set(changes.map(({ before, after }) => `${stateOf(before)} ${stateOf(after)}`))
    expect([...ways].sort()).to.deep.equal([
      'checking checking',
      'checking executed',
      'checking free',
      'checking unknown',
      'executed executed',
      'executed leased',
      'free executed',
      'free leased',
      'leased checking',
      'leased executed',
      'leased free',
      'leased leased',
      'leased unknown',
      'unknown checking',
      'unknown executed',
      'unknown free',
      'unknown unknown'
    ])
  })

  it('is freed from an unknown outcome by verify or a person alone, whatever a later run is told', () => {
    const freed = changes.filter(
      ({ before, after }) => ['unknown', 'checking'].includes(stateOf(before)) && stateOf(after) === 'free'
    )
    expect(new Set(freed.map((step) => [said(step)?.executed, said(step)?.by].join(' ')))).to.deep.equal(
      new Set(['no verify', 'no person'])
    )
  })

  it('is given as a fresh attempt to one token: what began is never free again under its name', () => {
    for (const { before, state, change } of all) {
      if (state?.is !== 'fresh' || change === undefined) continue
      if (before?.row.state === 'leased' && before.row.token === state.token) continue
      const begun = before?.row.attempts ?? []
      expect(
        begun.map(({ attempt }) => attempt),
        JSON.stringify(before)
      ).not.to.include(state.attempt)
    }
  })

  it('has one holder at a time', () => {
    for (const { before, event, state } of all)
      if (event.kind === 'begin' && (before?.leaseLeftMs ?? 0) > 0 && ['leased', 'checking'].includes(stateOf(before)))
        expect(state?.is === 'settled' || before?.row.token === event.token ? 'its own' : state?.is).to.be.oneOf([
          'its own',
          'running'
        ])
  })

  it('keeps each executed attempt, in the order in which that became known', () => {
    for (const { before, after } of changes) {
      const [was, is] = [before?.row.executed ?? [], after?.row.executed ?? []]
      expect(is.slice(0, was.length)).to.deep.equal(was)
      expect(new Set(is).size).to.equal(is.length)
    }
  })

  it('changes by no word of a stranger but that it was executed', () => {
    for (const step of changes) {
      const { before } = step
      const { executed, by, token } = said(step) ?? {}
      if (executed === undefined || executed === 'yes' || by === 'person') continue
      expect([before?.row.token, stateOf(before)]).to.be.deep.oneOf([
        [token, 'leased'],
        [token, 'checking']
      ])
    }
  })

  it('is judged by no person while somebody holds it', () => {
    for (const step of changes)
      if (said(step)?.by === 'person' && said(step)?.executed !== 'yes' && stateOf(step.before) !== 'unknown')
        expect(step.before?.leaseLeftMs).to.equal(0)
  })
})

describe('beginOperation', () => {
  const keep = (before: StoredRow | undefined, change: RowChange | undefined): StoredRow | undefined =>
    change === undefined ? before : { row: change.row, now: 9, leaseLeftMs: LEASE_MS, sinceMs: 7, ran: null }

  it('gives the same lease to the same token, also once it is over: whoever asks again had no answer, and ran nothing', () => {
    const first = beginOperation(undefined, asked('a'))
    const leased = keep(undefined, first.change)
    expect(beginOperation(leased, asked('a'))).to.deep.equal({ state: first.state })
    const over = leased && { ...leased, leaseLeftMs: 0 }
    expect(beginOperation(over, asked('a'))).to.deep.equal(first)
    expect(beginOperation(over, asked('b')).state.is).to.equal('unknown')
  })

  it('says whose arguments ran, and what its author gave back, until it is checked', () => {
    const leased = keep(undefined, beginOperation(undefined, asked('a')).change)
    const open = keep(leased, settleOperation(leased, 1, 'a', 'unknown', { by: 'run', again: true }))
    const checked = beginOperation(open, asked('b'))
    expect(checked.state).to.deep.equal({
      is: 'unknown',
      attempt: 1,
      token: 'b',
      sinceMs: 7,
      argsDigest: 'args of a',
      again: true
    })
    const checking = keep(open, checked.change)
    expect(beginOperation(checking, asked('b')).state).to.deep.equal(checked.state)
    // Whoever was to make it again died of it.
    const after = beginOperation(checking && { ...checking, leaseLeftMs: 0 }, asked('c')).state
    expect(after.is === 'unknown' && after.again).to.equal(false)
  })

  it('names each attempt as the service knows it', () => {
    const leased = keep(undefined, beginOperation(undefined, asked('a')).change)
    const free = keep(leased, settleOperation(leased, 1, 'a', 'no', { by: 'run' }))
    expect(beginOperation(free, asked('b')).change?.row).to.deep.equal({
      version: 1,
      attempt: 2,
      state: 'leased',
      tool: 'pay',
      step: null,
      token: 'b',
      leaseMs: LEASE_MS,
      again: false,
      by: 'run',
      attempts: [
        { attempt: 1, operationId: 'pay 1', argsDigest: 'args of a' },
        { attempt: 2, operationId: 'pay 2', argsDigest: 'args of b' }
      ],
      executed: [],
      audit: []
    })
  })
})
