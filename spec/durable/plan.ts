/** One run of the harness: which engine, which store, which tool, and where the worker is killed or stopped. */

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

/** Where it may be stopped instead, to go on when others have taken its work up. */
export const STOPS = POINTS.filter((point) => !point.includes('service-'))

/**
 * How the tool finds out about an unknown outcome: not at all, by asking the service, or by the service's idempotency
 * keys.
 */
export const TOOLS = ['plain', 'verified', 'keyed'] as const

/** How often an engine delivers again what did not come to an answer: where nobody can find out, no delivery helps. */
export const deliveries = ({ tool }: Plan): number => (tool === 'plain' ? 3 : 12)

/** An engine, and the store that it and the ledger stand on. */
export const ENGINES = [
  ['mini', 'redis'],
  ['mini', 'postgres'],
  ['bullmq', 'redis'],
  ['dbos', 'postgres']
] as const

export interface Plan {
  readonly engine: (typeof ENGINES)[number][0]
  readonly store: (typeof ENGINES)[number][1]
  readonly host: string
  readonly port: number
  /** Where the service listens. */
  readonly service: string
  readonly tool: (typeof TOOLS)[number]
  /** The journal of the mini engine. */
  readonly journal: string
  readonly workflow: string
  readonly killAt: Point
  /** It dies there, or it sleeps and loses its lease and its engine's lock. */
  readonly by: 'SIGKILL' | 'SIGSTOP'
  /** A replay asks in another order, where its engine lets it. */
  readonly reversed: boolean
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
export type Sku = (typeof SKUS)[number]

/** The workflow, as an engine sees it. */
export interface Workflow {
  readonly plan: Plan
  /** Asks for one write; refusals come in between. */
  readonly write: (sku: Sku) => Promise<Told>
  /** Dies here, if the plan says so. */
  readonly point: (name: string, sku?: Sku) => void
}

/** A worker says so before it stops itself, and when its plan is done. */
export type Said = Told | 'stopped' | 'done'

/** Runs the workflow to its end, as often as that takes. */
export type Engine = (workflow: Workflow) => Promise<void>
