/** Plays recorded calls against the rule of repeats: which of them brought nothing new, and which a live turn would have refused. */
import { NO_LIMIT, RepeatTally, TurnCounts, type RepeatRule } from './repeats.js'
import { alike } from './text.js'

// -- model

/** One call of a record. */
export interface PlayedCall {
  /** Equal where tool and arguments are. */
  readonly key: string
  readonly rule: RepeatRule
  /** Whether its tool writes. */
  readonly writes: boolean
  /** Its unchanged text; null where none came. */
  readonly answer: string | null
  /** Two failures are alike whatever ids and figures they hold. */
  readonly failed: boolean
  /** Whether it had its effect, or may have had it. @default true */
  readonly ran?: boolean
}

/** A call in the light of the rule. */
export interface JudgedCall {
  /** How often it was made before. */
  readonly before: number
  /**
   * `unchanged`: a repeat that brought nothing new, and nothing was written since; `rechecked`: nothing new, but something was written in between;
   * `unknown`: one of the two answers is missing.
   */
  readonly repeat: 'none' | 'unchanged' | 'rechecked' | 'changed' | 'unknown'
  /** The rule that would have refused it in a live turn; undefined where it would have run. */
  readonly refusedBy: keyof RepeatRule | undefined
}

// -- playing

interface KeyHistory {
  readonly tally: RepeatTally
  times: number
  /** Identifies its latest response; undefined where none came. */
  recorded: string | undefined
  /** The same of the latest one that a live turn would have seen. */
  seen: string | undefined
  writesBefore: number
}

/** Plays the calls of one turn, in their order: which of them were repeats that brought nothing new, and which a live turn would have refused. */
export const playRepeats = (calls: ReadonlyArray<PlayedCall>): ReadonlyArray<JudgedCall> => {
  const turn = new TurnCounts()
  const known = new Map<string, KeyHistory>()
  let written = 0
  return calls.map(({ key, rule, writes, answer, failed, ran = true }) => {
    const latest = known.get(key) ?? {
      tally: new RepeatTally(turn),
      times: 0,
      recorded: undefined,
      seen: undefined,
      writesBefore: written
    }
    known.set(key, latest)
    const before = latest.times
    const told = answer === null ? undefined : failed ? `! ${alike(answer)}` : answer
    const repeat = repeatOf(latest, told, written)
    const refusedBy = latest.tally.refusedBy(rule)
    if (refusedBy === undefined) {
      latest.tally.admit()
      const unchanged = told === undefined || told === latest.seen
      if (!unchanged) latest.seen = told
      latest.tally.settle({ unchanged, ran, writes, once: rule.executed < NO_LIMIT })
    }
    latest.times += 1
    latest.recorded = told
    if (writes && ran) written += 1
    latest.writesBefore = written
    return { before, repeat, refusedBy }
  })
}

const repeatOf = (
  { times, recorded, writesBefore }: KeyHistory,
  told: string | undefined,
  written: number
): JudgedCall['repeat'] => {
  if (times === 0) return 'none'
  if (told === undefined || recorded === undefined) return 'unknown'
  if (told !== recorded) return 'changed'
  return written > writesBefore ? 'rechecked' : 'unchanged'
}
