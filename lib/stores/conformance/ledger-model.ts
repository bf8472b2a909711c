/** An operation of a ledger under test, and random events that happen to it and to the state machine. */
import type { BeginRequest, OperationState, Resolution, SettleReply, SettleRequest } from '../../core/calls/index.js'
import type { Ledger, ManagedLedger } from '../../guard/kernel.js'
import { memoryLedger } from '../memory-ledger.js'
import { expectSame, pause, picker, type Picker } from './case.js'

const LEASE_MS = 30_000

const KEY = 'place_order:0f'

type BeginOverrides = Partial<BeginRequest>

/** One operation of a turn of its own. */
export class Operation {
  constructor(
    readonly ledger: Ledger,
    readonly turn = `turn ${crypto.randomUUID()}`,
    readonly key = KEY,
    readonly id = crypto.randomUUID()
  ) {}

  /** What an attempt is called at the service. */
  nameOf(attempt: number): string {
    return `${this.id} ${attempt}`
  }

  async begin(asked: BeginOverrides = {}): Promise<OperationState> {
    const defaults = { seen: 0, leaseMs: LEASE_MS, token: crypto.randomUUID(), tool: 'place_order', argsDigest: '0f' }
    const operationId = (attempt: number): string => this.nameOf(attempt)
    return await this.ledger.begin(this.turn, this.key, { ...defaults, operationId, ...asked })
  }

  async settle(
    begun: OperationState | { attempt: number; token: string },
    executed: 'yes' | 'no' | 'unknown',
    answer?: string,
    by: SettleRequest['by'] = 'run',
    more: Pick<SettleRequest, 'outside'> = {}
  ): Promise<unknown> {
    const said = { by, ...more, ...(answer === undefined ? {} : { answer }) }
    return await this.ledger.settle(
      this.turn,
      this.key,
      begun.attempt,
      'token' in begun ? begun.token : '',
      executed,
      said
    )
  }

  /** What `begin` answers, without what nobody can foretell. */
  async stands(asked?: BeginOverrides): Promise<unknown> {
    const begun = await this.begin(asked)
    return begun.is === 'settled'
      ? { is: begun.is, attempt: begun.attempt, answer: begun.answer }
      : { is: begun.is, attempt: begun.attempt }
  }
}

// -- random orders of events

type LedgerEvent =
  | {
      readonly kind: 'begin'
      readonly seen: number
      readonly lasts: boolean
      readonly token: number
      readonly args: string
    }
  | {
      readonly kind: 'settle'
      readonly of: number
      readonly token: number
      readonly executed: 'yes' | 'no' | 'unknown'
      readonly said: SettleRequest
    }
  | { readonly kind: 'resolve'; readonly of: number; readonly resolution: Resolution }

const LATEST = 0

const eventOf = (pick: Picker): LedgerEvent => {
  const kind = pick(['begin', 'begin', 'begin', 'settle', 'settle', 'resolve'] as const)
  const of = pick([LATEST, LATEST, LATEST, 1, 2])
  switch (kind) {
    case 'begin':
      return {
        kind,
        seen: pick([0, 0, 0, 1, 2]),
        lasts: pick([true, true, false]),
        token: pick([1, 2, 3]),
        args: pick(['one', 'other'])
      }
    case 'resolve':
      return { kind, of, resolution: pick(RESOLUTIONS) }
    case 'settle':
      return {
        kind,
        of,
        token: pick([LATEST, LATEST, LATEST, 1, 2, 3]),
        executed: pick(['yes', 'no', 'no', 'unknown']),
        said: {
          by: pick(['run', 'run', 'verify', 'person']),
          ...pick([{}, { answer: 'a' }, { answer: 'b' }]),
          again: pick([false, false, true])
        }
      }
  }
}

const RESOLUTIONS: ReadonlyArray<Resolution> = [
  { as: 'executed' },
  { as: 'executed', answer: 'c' },
  { as: 'not_executed' }
]

/** Whether a ledger can be asked by an operator. */
export const isManaged = (ledger: Ledger): ledger is ManagedLedger => 'resolve' in ledger

/** What a person is told, and finds afterwards. */
const resolved = async (ledger: ManagedLedger, name: string, resolution: Resolution): Promise<unknown> => {
  const { _tag } = await ledger.resolve(name, resolution, { by: 'ada', note: 'saw it' })
  const { state, attempt, by, answer, audit = [] } = (await ledger.find(name)) ?? {}
  return { _tag, state, attempt, by, answer, audit: audit.map((line) => ({ ...line, at: '' })) }
}

// A lease that does not last is over before the next event, by the clock of any server.
const OVER_MS = 5

const MAX_EVENTS = 20

// Nobody can foretell an age, or what is left of a lease.
const ageless = (state: OperationState): OperationState => {
  if (state.is === 'unknown') return { ...state, sinceMs: 0, again: state.again === true }
  return state.is === 'running' ? { ...state, leaseLeftMs: 0 } : state
}

const contradictedIn = (reply: unknown): unknown => ((reply ?? {}) as SettleReply).contradicts?.to

/** Lets random events, by their seed, happen to an operation of a ledger and to the state machine. */
export const compareWithModel = async (ledger: Ledger, seed: number): Promise<void> => {
  const pick = picker(seed)
  let now = 0
  const operation = new Operation(ledger)
  const managed = memoryLedger({ clock: () => now })
  const model = new Operation(managed, operation.turn, operation.key, operation.id)
  const events: Array<LedgerEvent> = []
  let [attempt, token] = [1, 1]
  for (let left = pick(Array.from({ length: MAX_EVENTS }, (_, i) => i)); left >= 0; left--) {
    const event = eventOf(pick)
    events.push(event)
    if (event.kind === 'begin') {
      const { seen, lasts, args } = event
      const asked = { seen, leaseMs: lasts ? 3_600_000 : 1, token: String(event.token), argsDigest: args }
      const [stands, expected] = [await operation.begin(asked), await model.begin(asked)]
      expectSame(ageless(stands), ageless(expected), `the operation at the end of ${JSON.stringify(events)}`)
      attempt = expected.attempt
      if ('token' in expected) token = event.token
      if (lasts) continue
      now += OVER_MS
      await pause(OVER_MS)
    } else if (event.kind === 'resolve') {
      if (!isManaged(ledger)) continue
      const name = operation.nameOf(event.of || attempt)
      expectSame(
        await resolved(ledger, name, event.resolution),
        await resolved(managed, name, event.resolution),
        `what a person is told at the end of ${JSON.stringify(events)}`
      )
    } else {
      const { of, executed, said } = event
      const [told, proof] = [of || attempt, String(event.token || token)]
      const settled = async (each: Ledger): Promise<unknown> =>
        await each.settle(operation.turn, operation.key, told, proof, executed, said)
      const [reply, expected] = [await settled(ledger), await settled(model.ledger)].map(contradictedIn)
      if (isManaged(ledger)) expectSame(reply, expected, `the reply at the end of ${JSON.stringify(events)}`)
    }
  }
}
