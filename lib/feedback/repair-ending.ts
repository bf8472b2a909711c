/** Reports how a repair ended: to the log and its counters, to the call's record, to the model, and to the next repair that begins alike. */
import * as E from 'fp-ts/lib/Either.js'
import { count } from '../core/text.js'
import {
  BoundedMap,
  type ArgsKey,
  type ArgumentRepair,
  type CallArguments,
  type RepairOutcome,
  type TurnState
} from '../guard/kernel.js'
import { oneWord, writeLog } from '../core/logger-like.js'

// -- model

export interface RepairEnding<Args> {
  readonly taken: CallArguments<Args>
  /** Of the arguments that the model sent first. */
  readonly firstArgs: ArgsKey
  /** `undefined` where the call ended before there was anything to repair. */
  readonly outcome: ArgumentRepair['outcome'] | undefined
  readonly retries: number
  readonly usage: ReadonlyArray<unknown>
  readonly mendings: ReadonlyArray<string>
  /** Why the model could not be asked, for the operator. */
  readonly cause?: string
}

// -- the log

const LEVELS: Readonly<Record<RepairOutcome, string>> = {
  no_retry: 'debug',
  success: 'info',
  redundant: 'warn',
  exhausted: 'warn',
  llm_gave_up: 'info',
  fabricated_id_on_retry: 'warn'
}

/** The call that a line of the log is about. */
interface LoggedCall {
  readonly tool: string
  readonly callId: string | undefined
}

// Metrics are made of these lines, so their words stay as they are.
const writeLine = (
  turn: TurnState,
  level: string,
  event: string,
  { tool, callId }: LoggedCall,
  retries: number,
  more: { readonly outcome?: RepairOutcome; readonly mended?: ReadonlyArray<string>; readonly cause?: string }
): void => {
  const { logger, ext, redact } = turn.settings
  const outcome = more.outcome === undefined ? '' : ` outcome=${more.outcome}`
  writeLog(logger, level, `${event} tool=${oneWord(tool)} ext=${oneWord(ext)}${outcome} retry_count=${retries}`, () =>
    redact({ ext, turnId: turn.id, ...(callId === undefined ? {} : { callId }), tool, retry_count: retries, ...more })
  )
}

/** Logs and counts one outcome; `retries` counts the retry that brought it about. */
export const noteOutcome = (
  turn: TurnState,
  repaired: LoggedCall,
  outcome: RepairOutcome,
  retries: number,
  mended: ReadonlyArray<string> = []
): void => {
  turn.settings.repairs[outcome] += 1
  const more = { outcome, ...(mended.length === 0 ? {} : { mended }) }
  writeLine(turn, LEVELS[outcome], 'validation_retry_outcome', repaired, retries, more)
}

// -- the record and the model

/** What the call's record says of it. */
export const repairOf = <Args>({
  outcome,
  retries,
  usage,
  mendings
}: RepairEnding<Args>): ArgumentRepair | undefined =>
  outcome === undefined
    ? undefined
    : { outcome, retries, usage, ...(mendings.length === 0 ? {} : { mended: mendings }) }

const STOP = 'Ask the user for what is missing, or use another tool.'

const stopHint = (retries: number): string =>
  retries === 0
    ? `Asking for these arguments again did not help before. ${STOP}`
    : `These arguments were asked for again ${count(retries, 'time')} and still do not fit. ${STOP}`

/** The arguments as they go on. Where asking did not help, the model is not invited to send the same once more. */
export const takenOf = <Args>(
  { taken, outcome, retries }: RepairEnding<Args>,
  maxRetries: number
): CallArguments<Args> =>
  outcome === 'exhausted' && maxRetries > 0 && E.isLeft(taken.value)
    ? { ...taken, value: E.left({ ...taken.value.left, hint: stopHint(retries) }) }
    : taken

// -- later repairs of the turn

// The budget refuses a call that repeats; asking about it first, time and again, would cost what the refusal saves.
const MAX_IN_VAIN = 3
const MAX_REMEMBERED = 1_000

const inVain = new WeakMap<TurnState, BoundedMap<number>>()

/** Whether asking about a call that began with these arguments was in vain so often that it is not done again in this turn. */
export const isHopeless = (turn: TurnState, tool: string, firstArgs: ArgsKey): boolean =>
  (inVain.get(turn)?.get(firstArgs.inTurn(tool)) ?? 0) >= MAX_IN_VAIN

const rememberVain = (turn: TurnState, key: string): void => {
  const known = inVain.get(turn) ?? new BoundedMap<number>(MAX_REMEMBERED)
  known.set(key, (known.get(key) ?? 0) + 1)
  inVain.set(turn, known)
}

// -- the end

/** Logs and counts the outcome, and remembers for this turn that asking did not help. */
export const noteEnding = <Args>(turn: TurnState, repaired: LoggedCall, ending: RepairEnding<Args>): void => {
  const { outcome, retries, mendings, firstArgs, cause } = ending
  if (outcome === 'llm_gave_up' || (outcome === 'exhausted' && retries > 0))
    rememberVain(turn, firstArgs.inTurn(repaired.tool))
  if (cause !== undefined) writeLine(turn, 'error', 'validation_retry_interrupted', repaired, retries, { cause })
  if (outcome !== undefined && outcome !== 'interrupted') noteOutcome(turn, repaired, outcome, retries, mendings)
}
