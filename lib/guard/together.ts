/** How a call goes with equal ones that are under way: it shares their run, waits for them, or is made by itself. */
import * as E from 'fp-ts/lib/Either.js'
import { runsOnce } from '../core/calls/index.js'
import { type ToolError, count, partialData } from '../core/errors/index.js'
import { waitFor } from '../core/foreign/index.js'
import { NO_ADMISSION } from './admission.js'
import { CANCELLED } from './admit.js'
import type { Call } from './call.js'
import { Flight, type FlightWay } from './flight.js'
import { besideEqual } from './outcome.js'
import type { Places } from './places.js'
import { ranAlready } from './refused-repeat.js'
import { currentCall, KNOWS_CALLERS } from './running-call.js'
import { timeoutOf } from './tool.js'

/** How a call goes with others that have `of` in common with it; with null, no answer is shared. */
const wayOf = <Args, A>(call: Call<Args, A>, of: object | null): FlightWay => {
  const { tool, turn, args } = call
  if (!KNOWS_CALLERS || !turn.settings.budget.counts || E.isLeft(args.value)) return 'alone'
  if (turn.closed || call.isCancelled || call.isDenied) return 'alone'
  if (tool.polls === true || (tool.maxIdenticalCalls ?? 1) > 1) return 'alone'
  const isOnce = runsOnce(tool)
  if (!isOnce && (of === null || (tool.kind ?? 'reads') !== 'reads')) return 'alone'
  // It would wait for itself.
  if (currentCall() !== undefined) return 'alone'
  return isOnce ? 'wait' : 'join'
}

/** The flight that a call joins or waits for. */
export const flightOf = <Args, A>(
  { turn, key }: Call<Args, A>,
  way: FlightWay,
  of: object | null
): Flight | undefined => {
  const flight = turn.flights.get(key)
  if (flight === undefined || flight.way !== way) return undefined
  return way === 'wait' || (flight.of === of && !turn.log.hasChanged(key, flight.at)) ? flight : undefined
}

/** Lets equal calls share the run of this one, or wait for it. */
export const lead = <Args, A>(call: Call<Args, A>, way: FlightWay, of: object | null): void => {
  const { turn, key } = call
  call.flight = new Flight(way, of, turn.log.at, turn.flights, key, call)
}

/** The equal call under way; where there is none, others may go with this one. */
export const equalOf = <Args, A>(call: Call<Args, A>, of: object | null): Flight | undefined => {
  const way = wayOf(call, of)
  if (way === 'alone') return undefined
  const equal = flightOf(call, way, of)
  if (equal === undefined) lead(call, way, of)
  return equal
}

/** Waits for an equal write: the refusal of this one where that ran or, unless a ledger finds out, may have. */
export const afterEqual = async <Args, A>(call: Call<Args, A>, flight: Flight): Promise<ToolError | undefined> => {
  const { tool, turn, key, signals } = call
  const refused = (refusal: ToolError): ToolError => {
    call.admission = { ...NO_ADMISSION, refusal, asked: turn.log.of(key)?.asked ?? 0 }
    return refusal
  }
  const waited = await waitFor(() => flight.landed(), { timeoutMs: timeoutOf(tool), signals })
  if (waited.kind === 'aborted') return refused(call.isLedgered ? CANCELLED : besideEqual(CANCELLED))
  const executed = waited.kind === 'answered' ? waited.answer : 'unknown'
  if (executed === 'no' || executed === 'refused' || (executed === 'unknown' && call.isLedgered)) return undefined
  return refused(ranAlready(call, executed))
}

// -- places

const noPlace = <Args, A>({ tool }: Call<Args, A>, { atOnce }: Places): ToolError =>
  partialData({
    code: 'timeout',
    detail: `No place was free for ${tool.name} in time: at most ${count(atOnce, 'call')} of this turn may run at once. The tool was not run.`,
    // A smaller request would wait as long.
    hint: 'This call was not executed, and may be made again.'
  })

const awaitPlace = async <Args, A>(call: Call<Args, A>, places: Places): Promise<boolean> => {
  const began = performance.now()
  const { signals, turn } = call
  const waited = await places.acquire(call.timeLeftMs, signals)
  call.waitedMs += performance.now() - began
  if (waited === 'acquired' && !turn.closed) return true
  if (waited === 'acquired') places.release()
  call.admission = { ...call.admission, refusal: waited === 'timed_out' ? noPlace(call, places) : CANCELLED }
  return false
}

/**
 * Takes a place for an admitted call, in order; where none is free in its time, the call is refused. A call inside a
 * running call takes none: it would wait for that.
 */
export const acquirePlace = <Args, A>(call: Call<Args, A>, places: Places): boolean | Promise<boolean> => {
  if (call.admission.refusal !== undefined || E.isLeft(call.args.value) || currentCall() !== undefined) return false
  return places.tryAcquire() || awaitPlace(call, places)
}
