/** Random scripts: what happens in a turn, to processes that share a store and to the log of one process. */
import { LazyDigest, NO_LIMIT, type RepeatRule } from '../../core/calls/index.js'
import {
  askOf,
  limitsOf,
  SharedTurn,
  TurnLog,
  type AskTerms,
  type BudgetStore,
  type Decision,
  type LoggedCall,
  type SharedEnding
} from '../../guard/kernel.js'
import { expectSame, picker, type Picker } from './case.js'

const RULES: ReadonlyArray<RepeatRule> = [
  { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT },
  { unchanged: 2, admitted: 4, streak: 3, executed: NO_LIMIT },
  { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1, runs: 3 },
  { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1, runs: 3 },
  { unchanged: 1, admitted: 3, streak: NO_LIMIT, executed: 2 },
  { unchanged: 3, admitted: 6, streak: 2, executed: NO_LIMIT, kind: 'none' },
  { unchanged: 2, admitted: 5, streak: 3, executed: NO_LIMIT, kind: 'writes' },
  { unchanged: 0, admitted: 0, streak: 0, executed: 0 }
]

const STILL = (): number => 0

/** How a call ends that was executed and fine. */
export const SETTLED: SharedEnding = { executed: 'yes', answer: null, retryAfterMs: null }

export const turnName = (): string => `turn ${crypto.randomUUID()}`

/** A decision as it reads in a failure. */
export const told = ({ count, by, free }: Decision): unknown => ({ count, by: by ?? 'admitted', free })

// -- a script

type Step =
  | {
      readonly kind: 'ask'
      readonly key: string
      readonly rule: RepeatRule
      readonly writes: boolean
      readonly terms: AskTerms
    }
  | { readonly kind: 'settle'; readonly ending: SharedEnding }
  | { readonly kind: 'close' }

const BOTH = [true, false]

const TERMS: ReadonlyArray<AskTerms> = [
  {},
  {},
  {},
  { approved: true },
  { tool: 'one', most: { calls: 9, chars: 40 } },
  { tool: 'other', most: { ofTool: 3 } }
]

const stepOf = (pick: Picker): Step => {
  const kind = pick(['ask', 'ask', 'ask', 'ask', 'ask', 'settle', 'settle', 'settle', 'settle', 'close'] as const)
  if (kind === 'close') return { kind }
  if (kind === 'ask')
    return { kind, key: pick(['x', 'y', 'z']), rule: pick(RULES), writes: pick(BOTH), terms: pick(TERMS) }
  const answer = pick(['one', 'other', 'another', null])
  const ending: SharedEnding = {
    answer: answer === null ? null : LazyDigest.of(answer),
    ...(answer === null ? {} : { alike: answer === 'another' ? 'other' : answer }),
    executed: pick(['yes', 'no', 'unknown', 'refused']),
    // At once, or never while this runs.
    retryAfterMs: pick([null, null, 0, 1_000_000_000]),
    report: pick(BOTH),
    standing: pick(['made', 'made', 'made', 'made', 'given_back', 'voided']),
    chars: pick([0, 5]),
    replayed: pick([false, false, false, true]),
    ...(pick([false, false, false, false, true]) ? { code: 'denied' } : {})
  }
  return { kind: 'settle', ending }
}

interface Due {
  readonly id: string
  readonly here: LoggedCall
  readonly by: number
}

// -- running it

/** Those that share the turn. */
interface Processes {
  readonly stores: ReadonlyArray<BudgetStore>
  /** Whether each forgets again and again what it read, and reads the turn anew. */
  readonly areLate?: boolean
}

/** Runs a script against the store, from as many processes as it is asked from, and against the log of one process. */
const compare = async (
  { stores, areLate = false }: Processes,
  steps: ReadonlyArray<Step>,
  pick: Picker
): Promise<void> => {
  const id = turnName()
  const open = (): ReadonlyArray<SharedTurn> => stores.map((store) => new SharedTurn(store, id))
  let turns = open()
  const turnOf = (process: number): SharedTurn => {
    if (areLate && pick(BOTH)) turns = turns.map((turn, i) => (i === process ? new SharedTurn(turn.store, id) : turn))
    return turns[process] as SharedTurn
  }
  let log = new TurnLog({ digested: true })
  // Only what was admitted is ever settled, and once.
  let due: Array<Due> = []
  for (const [i, step] of steps.entries()) {
    const process = pick([...turns.keys()])
    if (step.kind === 'ask') {
      const { key, rule, writes, terms } = step
      const shared = await turnOf(process).ask(key, rule, writes, terms)
      const ask = askOf({ key, rule: limitsOf(rule), runs: rule.runs, kind: rule.kind, writes, ...terms })
      const here = log.ask(ask, STILL)
      const of = `the decision at the end of ${JSON.stringify(steps.slice(0, i + 1))}`
      // A process learns of refusals by others with the next event of theirs.
      if (stores.length === 1) expectSame(told(shared), told(here), of)
      else expectSame({ ...(told(shared) as object), count: 0 }, { ...(told(here) as object), count: 0 }, of)
      if (here.call !== undefined) due.push({ id: shared.id, here: here.call, by: process })
    } else if (step.kind === 'settle') {
      const settled = pick(due)
      if (settled === undefined) continue
      due = due.filter((one) => one !== settled)
      log.end(settled.here, { code: null, ...step.ending }, STILL)
      await turnOf(settled.by).settle(settled.id, step.ending)
    } else {
      due = []
      log = new TurnLog({ digested: true })
      await (stores[process] as BudgetStore).close(id)
      // A process that has not heard of the end goes on with the turn's namesake.
      if (stores.length === 1 || pick(BOTH)) turns = open()
    }
  }
  await (stores[0] as BudgetStore).close(id)
}

/** Runs so many scripts. */
export const runScripts = async (processes: Processes, count: number): Promise<void> => {
  for (let seed = 1; seed <= count; seed++) {
    const pick = picker(seed)
    const length = pick(Array.from({ length: 30 }, (_, i) => i + 1))
    await compare(
      processes,
      Array.from({ length }, () => stepOf(pick)),
      pick
    )
  }
}
