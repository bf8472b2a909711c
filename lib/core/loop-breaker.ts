/** Refuses calls that would continue a loop, and lets one through now and then: the cause may be gone. */
import * as O from 'fp-ts/lib/Option.js'
import { canonicalText, type Exchange } from './exchange.js'
import { key } from './latest-exchanges.js'
import { loopWindow, type Loop, type LoopMemory, type LoopOptions, type NextCall } from './loop.js'
import type { LoopState } from './loop-state.js'

/** A window that is asked before each call. */
export interface LoopBreaker {
  /** Notes a settled call. A refused call is not an exchange: do not push it. */
  push(exchange: Exchange): void
  /** Returns the loop for which this call is refused; counts the refusal. */
  refuse(next: NextCall): O.Option<Loop>
  save(): LoopState
}

// After so many refusals, one goes through.
const REFUSALS = 2
const MAX_OPEN = 1_000

/** A breaker that is not closed: it refuses, or is half open and has let one call through, whose answer closes it or leaves it open. */
interface OpenBreaker {
  refusals: number
  /** The turn in which it opened, or a call last went through. */
  readonly turn: string | number
  /** The arguments that went through while it was open: they need not be tried again. */
  readonly tried: Set<string>
}

/** Keeps the thousand names that were set last. */
const remember = <A>(map: Map<string, A>, name: string, value: A): void => {
  map.delete(name)
  map.set(name, value)
  if (map.size > MAX_OPEN) map.delete(map.keys().next().value as string)
}

/** Opens a window with a breaker for each tool that fails alike, and for each call that is repeated across turns. A cycle has none: any new result ends it. */
export const loopBreaker = (options: LoopOptions = {}, memory: LoopMemory = {}): LoopBreaker => {
  const window = loopWindow(options, memory)
  const open = new Map<string, OpenBreaker>()
  const failedIn = new Map<string, string | number>()
  const ignoreArgs = new Set(options.ignoreArgs)
  const argsText = ({ args }: NextCall): string => canonicalText(args ?? {}, ignoreArgs)

  const opened = (name: string, turn: string | number): OpenBreaker => {
    const known = open.get(name)
    // A call that repeats across turns may be tried once in each.
    if (known !== undefined && known.turn === turn) return known
    const fresh: OpenBreaker = { refusals: known?.refusals ?? 0, turn, tried: new Set() }
    remember(open, name, fresh)
    return fresh
  }

  const goesThrough = (name: string, next: NextCall): boolean => {
    const breaker = opened(name, next.turn)
    const tried = argsText(next)
    if (breaker.refusals < REFUSALS || breaker.tried.has(tried)) {
      breaker.refusals += 1
      return false
    }
    breaker.refusals = 0
    breaker.tried.add(tried)
    return true
  }

  const close = (tool: string): void => {
    open.delete(tool)
    window.forgive(tool)
  }

  return {
    push: (exchange) => {
      window.push(exchange)
      const { tool, outcome, turn } = exchange
      if (outcome !== 'right') remember(failedIn, tool, turn)
      if (!open.has(tool)) return
      const goesOn = outcome !== 'right' && O.isSome(window.wouldLoop({ tool, args: 'any others', turn }))
      if (!goesOn) close(tool)
    },
    refuse: (next) => {
      const loop = window.wouldLoop(next)
      if (O.isNone(loop) && open.size === 0) return loop
      const name = key(next.tool, argsText(next))
      if (O.isSome(loop) && loop.value.kind === 'repeat') return goesThrough(name, next) ? O.none : loop
      // Something else has come back since.
      open.delete(name)
      if (O.isNone(loop) || loop.value.kind === 'cycle') return loop
      // A new turn is a new chance: the user has spoken since.
      if (failedIn.get(next.tool) !== next.turn) {
        close(next.tool)
        return O.none
      }
      return goesThrough(next.tool, next) ? O.none : loop
    },
    save: () => window.save()
  }
}
