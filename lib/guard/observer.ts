/** Observers receive each settled call, or watch it from its beginning. They never change a result. */
import type * as E from 'fp-ts/lib/Either.js'
import { abandon, isObject } from '../core/foreign/index.js'
import type { ToolError } from '../core/errors/index.js'
import type { CallRecord } from './call-record.js'

// -- model

/** A requested call, before any decision about it. @category Telemetry @since 0.1.0 */
export interface CallStart extends Pick<CallRecord, 'callId' | 'turnId' | 'tool' | 'effect' | 'args'> {
  readonly description?: string
  /** The `id` of the session. */
  readonly conversationId?: string
}

/** Watches one call. @category Telemetry @since 0.1.0 */
export interface CallWatch {
  /**
   * Must call `run`, at once and synchronously: context that it sets up, such as tracing, reaches into the tool. A
   * refused call does not run.
   */
  readonly around?: (run: () => void) => unknown
  /** Called once for every call, with its result. */
  readonly end: (record: CallRecord, result: E.Either<ToolError, unknown>) => unknown
  /** Called after `end`, once the ledger took an outcome whose record said `unsettled`. */
  readonly settled?: () => unknown
  /**
   * Called where a person had called this write not executed, and its response says that it was: its effect may have
   * happened twice. It may come after `end`.
   */
  readonly contradicted?: () => unknown
}

/** Receives every settled call or, with `start`, every call from its beginning. @category Telemetry @since 0.1.0 */
export type Observer = ((record: CallRecord) => unknown) | { readonly start: (call: CallStart) => CallWatch }

// -- one call

export const NOBODY: ReadonlyArray<CallWatch> = []

const isWatch = (watch: unknown): watch is CallWatch =>
  isObject(watch) && typeof (watch as Partial<CallWatch>).end === 'function'

const watchOf = (observer: Observer, call: CallStart): ReadonlyArray<CallWatch> => {
  if (typeof observer === 'function') return [{ end: (record) => observer(record) }]
  try {
    const watch: unknown = observer.start(call)
    abandon(watch)
    return isWatch(watch) ? [watch] : NOBODY
  } catch {
    return NOBODY
  }
}

/** Notifies the observers that a call begins; returns those who watch it to its end. */
export const watchCall = (observers: ReadonlyArray<Observer>, call: CallStart): ReadonlyArray<CallWatch> =>
  observers.flatMap((observer) => watchOf(observer, call))

/** Runs the tool within the watchers' context: exactly once, whatever they do. `run` never throws. */
export const runWatched = <A>(watches: ReadonlyArray<CallWatch>, run: () => A): A => {
  const answers: Array<A> = []
  const once = (): void => {
    if (answers.length === 0) answers.push(run())
  }
  const within = watches.reduce((inner, watch) => {
    if (watch.around === undefined) return inner
    return () => {
      try {
        abandon(watch.around?.(inner))
      } catch {
        // a watcher's fault is its own
      }
      once()
    }
  }, once)
  within()
  return answers[0] as A
}

const tell = (watches: ReadonlyArray<CallWatch>, word: (watch: CallWatch) => unknown): void => {
  for (const watch of watches) {
    try {
      abandon(word(watch))
    } catch {
      // a watcher's fault is its own
    }
  }
}

/** Reports the outcome of the call to the watchers. */
export const notifyEnd = (
  watches: ReadonlyArray<CallWatch>,
  record: CallRecord,
  result: E.Either<ToolError, unknown>
): void => tell(watches, (watch) => watch.end(record, result))

/** Reports to the watchers that the ledger took the outcome at last. */
export const tellSettled = (watches: ReadonlyArray<CallWatch>): void => tell(watches, (watch) => watch.settled?.())

/** Reports to the watchers that the outcome contradicts a person. */
export const tellContradicted = (watches: ReadonlyArray<CallWatch>): void =>
  tell(watches, (watch) => watch.contradicted?.())
