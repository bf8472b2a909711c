/** An operation of a ledger under test, and random events that happen to it and to the state machine. */
import type { BeginRequest, OperationState, SettleRequest } from '../../core/operation-row.js'
import type { Ledger } from '../../guard/kernel.js'
import { memoryLedger } from '../memory-ledger.js'
import { expectSame, pause, picker, type Picker } from './case.js'

const LEASE_MS = 30_000

const KEY = 'place_order:0f'

type Asked = Partial<BeginRequest>

const operationId = (attempt: number): string => `place_order ${attempt}`

/** One operation of a turn of its own. */
export class Operation {
  constructor(
    readonly ledger: Ledger,
    readonly turn = `turn ${crypto.randomUUID()}`,
    readonly key = KEY
  ) {}

  async begin(asked: Asked = {}): Promise<OperationState> {
    const defaults = { seen: 0, leaseMs: LEASE_MS, token: crypto.randomUUID(), tool: 'place_order', argsDigest: '0f' }
    return await this.ledger.begin(this.turn, this.key, { ...defaults, operationId, ...asked })
  }

  async settle(
    begun: OperationState | { attempt: number; token: string },
    executed: 'yes' | 'no' | 'unknown',
    answer?: string,
    by: SettleRequest['by'] = 'run'
  ) {
    const said = { by, ...(answer === undefined ? {} : { answer }) }
    await this.ledger.settle(this.turn, this.key, begun.attempt, 'token' in begun ? begun.token : '', executed, said)
  }

  /** What `begin` answers, without what nobody can foretell. */
  async stands(asked?: Asked): Promise<unknown> {
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

const LATEST = 0

const eventOf = (pick: Picker): LedgerEvent =>
  pick(['begin', 'begin', 'settle']) === 'begin'
    ? {
        kind: 'begin',
        seen: pick([0, 0, 0, 1, 2]),
        lasts: pick([true, true, false]),
        token: pick([1, 2, 3]),
        args: pick(['one', 'other'])
      }
    : {
        kind: 'settle',
        of: pick([LATEST, LATEST, LATEST, 1, 2]),
        token: pick([LATEST, LATEST, LATEST, 1, 2, 3]),
        executed: pick(['yes', 'no', 'no', 'unknown']),
        said: {
          by: pick(['run', 'run', 'verify', 'person']),
          ...pick([{}, { answer: 'a' }, { answer: 'b' }]),
          again: pick([false, false, true])
        }
      }

// A lease that does not last is over before the next event, by the clock of any server.
const OVER_MS = 5

const MAX_EVENTS = 20

// Nobody can foretell an age, or what is left of a lease.
const ageless = (state: OperationState): OperationState => {
  if (state.is === 'unknown') return { ...state, sinceMs: 0, again: state.again === true }
  return state.is === 'running' ? { ...state, leaseLeftMs: 0 } : state
}

/** Lets random events, by their seed, happen to an operation of a ledger and to the state machine. */
export const compareWithModel = async (ledger: Ledger, seed: number): Promise<void> => {
  const pick = picker(seed)
  let now = 0
  const operation = new Operation(ledger)
  const model = new Operation(memoryLedger({ clock: () => now }), operation.turn)
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
    } else {
      const { of, executed, said } = event
      const [told, proof] = [of || attempt, String(event.token || token)]
      for (const each of [ledger, model.ledger])
        await each.settle(operation.turn, operation.key, told, proof, executed, said)
    }
  }
}
