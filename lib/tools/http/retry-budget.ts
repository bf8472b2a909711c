/** Bounds what all tools of a process together may retry, so that a service that is down is not also flooded. */
import * as o from '../../core/options.js'

// -- model

/** The load that retries may add to each origin. One instance serves the whole process. @category HTTP @since 0.1.0 */
export interface RetryBudget {
  /** Counts a logical call to an origin until it is ended. */
  readonly enter: (origin: string) => RetryLease
}

/** One logical call's part in the budget. @category HTTP @since 0.1.0 */
export interface RetryLease {
  /** Asks for one more request; true counts it as under way until the next question or the end. */
  readonly retry: () => boolean
  readonly end: () => void
}

/** How much may be retried. @category HTTP @since 0.1.0 */
export interface RetryBudgetOptions {
  /** Retries for each first request. @default 0.2 */
  readonly ratio?: number
  /** Retries that may be under way at once however few calls there are. @default 3 */
  readonly minConcurrent?: number
  /** Monotonic milliseconds. @default performance.now */
  readonly clock?: () => number
}

interface Load {
  active: number
  retrying: number
  /** First requests and retries since the origin was last forgotten. */
  requests: number
  retries: number
  /** When its last call ended, where none is under way. */
  restsSince: number
}

// A call makes two retries at most, so this lets as many calls as may retry at once retry to their end.
const RETRIES_PER_CALL = 2
// Healthy hours before an outage must not save up for a flood in it.
const MAX_SAVED = 100
// Calls that come one after the other would retry an origin that is down as if each were the first.
const REMEMBERED_MS = 60_000

// -- constructors

const share = o.kind<number>((value) => typeof value === 'number' && value >= 0, 'a number of at least 0')

const read = o.options('options', {
  ratio: o.optional(share, 0.2),
  minConcurrent: o.optional(share, 3),
  clock: o.optional(o.func, () => performance.now())
} satisfies o.TableOf<RetryBudgetOptions>)

/**
 * Makes a retry budget: at most `ratio` retries a first request while an origin is busy, and at least `minConcurrent`
 * under way at once. An origin that was retried is forgotten a minute after its last call. Tools share one by default;
 * give a tool its own where its service must not be held back by others.
 *
 * @category HTTP @since 0.1.0
 * @example
 * import { httpTool, retryBudget } from 'guarded-call/http'
 *
 * const listOrders = httpTool({
 *   name: 'list_orders',
 *   effect: 'read',
 *   request: () => ({ url: 'https://api.example.com/orders' }),
 *   allowOrigins: ['https://api.example.com'],
 *   retryBudget: retryBudget({ ratio: 0.1, minConcurrent: 1 })
 * })
 * assert.equal(listOrders.name, 'list_orders')
 */
export const retryBudget = (options: RetryBudgetOptions = {}): RetryBudget => {
  const { ratio, minConcurrent, clock } = read(options)
  const loads = new Map<string, Load>()

  // Those at rest stand in the order in which they came to it.
  const forget = (before: number): void => {
    for (const [origin, { active, restsSince }] of loads) {
      if (active > 0) continue
      if (restsSince > before) return
      loads.delete(origin)
    }
  }

  const mayRetry = (load: Load): boolean =>
    load.retrying < Math.max(minConcurrent, ratio * load.active) &&
    load.retries < Math.max(minConcurrent * RETRIES_PER_CALL, Math.floor(ratio * load.requests))

  const enter = (origin: string): RetryLease => {
    forget(clock() - REMEMBERED_MS)
    const load = loads.get(origin) ?? { active: 0, retrying: 0, requests: 0, retries: 0, restsSince: 0 }
    loads.set(origin, load)
    load.active += 1
    load.requests = Math.min(load.requests + 1, (load.retries + MAX_SAVED) / Math.max(ratio, Number.EPSILON))
    let isRetrying = false
    const release = (): void => {
      if (isRetrying) load.retrying -= 1
      isRetrying = false
    }
    return {
      retry() {
        release()
        if (!mayRetry(load)) return false
        load.retrying += 1
        load.retries += 1
        isRetrying = true
        return true
      },
      end() {
        release()
        load.active -= 1
        if (load.active > 0) return
        loads.delete(origin)
        if (load.retries === 0) return
        load.restsSince = clock()
        loads.set(origin, load)
      }
    }
  }
  return { enter }
}

/** Shared by every HTTP tool of the process that has none of its own. */
export const PROCESS_BUDGET: RetryBudget = retryBudget()
