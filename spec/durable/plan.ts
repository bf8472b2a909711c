/** What one run of the harness is: which store, which tool, and where the worker is killed. */

/** Where a worker may be killed: at its own steps, or by the service while a request is under way. */
export const POINTS = [
  'start',
  'before-begin',
  'after-begin',
  'tool-started',
  'service-before-commit',
  'service-after-commit',
  'tool-answered',
  'before-settle',
  'after-settle',
  'before-checkpoint',
  'after-checkpoint',
  'second:before-begin',
  'second:service-after-commit',
  'second:after-settle',
  'end'
] as const

export type Point = (typeof POINTS)[number] | 'nowhere'

/** How the tool finds out about an unknown outcome: not at all, by asking the service, or by the service's idempotency keys. */
export const TOOLS = ['plain', 'verified', 'keyed'] as const

export interface Plan {
  readonly store: 'redis' | 'postgres'
  readonly host: string
  readonly port: number
  /** Where the service listens. */
  readonly service: string
  readonly tool: (typeof TOOLS)[number]
  /** The engine's journal of this workflow. */
  readonly journal: string
  readonly workflow: string
  readonly killAt: Point
}

/** What a worker was answered. */
export interface Told {
  readonly sku: string
  readonly code: string | null
  readonly payload: unknown
  readonly replayed: boolean
}

/** The two writes of the workflow. */
export const SKUS = ['first', 'second'] as const
