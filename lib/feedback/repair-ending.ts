/** Reports how a repair ended: to the log, the call's record, the model, and repairs of the same arguments. */
import * as E from 'fp-ts/lib/Either.js'
import { count } from '../core/errors/index.js'
import {
  type ArgsKey,
  type ArgumentRepair,
  type CallArguments,
  type RepairOutcome,
  type TurnState,
  writeSessionLine
} from '../guard/kernel.js'
import { oneWord } from '../core/foreign/index.js'

// -- model

export interface RepairEnding<Args> {
  readonly callArguments: CallArguments<Args>
  /** The arguments that the model sent first. */
  readonly firstArgs: ArgsKey
  /** `undefined` if the call ended before any repair. */
  readonly outcome: ArgumentRepair['outcome'] | undefined
  readonly retries: number
  readonly usage: ReadonlyArray<unknown>
  readonly repairs: ReadonlyArray<string>
  /** For the operator: why the model could not be asked. */
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

/** The call that a log line is about. */
interface LoggedCall {
  readonly tool: string
  readonly callId: string | undefined
}

// Metrics are parsed from these lines, so their words must not change.
const writeLine = (
  turn: TurnState,
  level: string,
  event: string,
  { tool, callId }: LoggedCall,
  retries: number,
  more: { readonly outcome?: RepairOutcome; readonly repaired?: ReadonlyArray<string>; readonly cause?: string }
): void => {
  const outcome = more.outcome === undefined ? '' : ` outcome=${more.outcome}`
  writeSessionLine(
    turn.settings,
    level,
    (shown) => `${event} tool=${oneWord(shown('tool'))} ext=${oneWord(shown('ext'))}${outcome} retry_count=${retries}`,
    () => ({ turnId: turn.id, ...(callId === undefined ? {} : { callId }), tool, retry_count: retries, ...more })
  )
}

/** Logs and counts one outcome; `retries` includes the retry that led to it. */
export const noteOutcome = (
  turn: TurnState,
  call: LoggedCall,
  outcome: RepairOutcome,
  retries: number,
  repaired: ReadonlyArray<string> = []
): void => {
  turn.settings.repairs[outcome] += 1
  const more = { outcome, ...(repaired.length === 0 ? {} : { repaired }) }
  writeLine(turn, LEVELS[outcome], 'validation_retry_outcome', call, retries, more)
}

// -- the record and the model

/** The part of the call's record that describes the repair. */
export const repairOf = <Args>({ outcome, retries, usage, repairs }: RepairEnding<Args>): ArgumentRepair | undefined =>
  outcome === undefined
    ? undefined
    : { outcome, retries, usage, ...(repairs.length === 0 ? {} : { repaired: repairs }) }

const STOP = 'Ask the user for what is missing, or use another tool.'

const stopHint = (retries: number): string =>
  retries === 0
    ? `Asking for these arguments again did not help before. ${STOP}`
    : `These arguments were asked for again ${count(retries, 'time')} and still do not fit. ${STOP}`

/** The final arguments. After a failed repair, the error does not invite the model to send the same ones again. */
export const finalArguments = <Args>(
  { callArguments, outcome, retries }: RepairEnding<Args>,
  maxRetries: number
): CallArguments<Args> =>
  outcome === 'exhausted' && maxRetries > 0 && E.isLeft(callArguments.value)
    ? { ...callArguments, value: E.left({ ...callArguments.value.left, hint: stopHint(retries) }) }
    : callArguments

// -- later repairs of the turn

// The budget refuses a repeated call; asking about it first each time would cost as much as the refusal saves.
const MAX_IN_VAIN = 3

/** Whether asking about these first arguments failed so often in this turn that it is not tried again. */
export const isHopeless = (turn: TurnState, tool: string, firstArgs: ArgsKey): boolean => {
  const key = firstArgs.inTurn(tool)
  return turn.log.calls.filter((call) => call.inVain === key).length >= MAX_IN_VAIN
}

/** The first arguments about which the model was asked in vain. */
export const inVain = <Args>(tool: string, { outcome, retries, firstArgs }: RepairEnding<Args>): string | undefined =>
  outcome === 'llm_gave_up' || (outcome === 'exhausted' && retries > 0) ? firstArgs.inTurn(tool) : undefined

// -- the end

/** Logs and counts the outcome. */
export const noteEnding = <Args>(turn: TurnState, repaired: LoggedCall, ending: RepairEnding<Args>): void => {
  const { outcome, retries, repairs, cause } = ending
  if (cause !== undefined) writeLine(turn, 'error', 'validation_retry_interrupted', repaired, retries, { cause })
  if (outcome !== undefined && outcome !== 'interrupted') noteOutcome(turn, repaired, outcome, retries, repairs)
}
