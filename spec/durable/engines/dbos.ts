/**
 * DBOS: a workflow whose steps are recorded in PostgreSQL, and that is recovered by the next process of the same
 * executor.
 */
import { deliveries, SKUS, type Engine, type Told } from '../plan.js'
import { load } from './installed.js'

interface Dbos {
  readonly DBOS: {
    readonly setConfig: (config: object) => void
    readonly registerWorkflow: (work: () => Promise<void>, options: object) => () => Promise<void>
    readonly launch: () => Promise<void>
    readonly shutdown: (options: object) => Promise<void>
    readonly startWorkflow: (
      workflow: () => Promise<void>,
      options: object
    ) => () => Promise<{ readonly getResult: () => Promise<unknown> }>
    readonly runStep: <A>(step: () => Promise<A>, options: object) => Promise<A>
  }
}

const ignore = (): void => {}
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

export const dbos: Engine = async ({ plan, write, point }) => {
  const { host, port, workflow } = plan
  const { DBOS } = load('@dbos-inc/dbos-sdk') as Dbos
  DBOS.setConfig({
    name: 'orders',
    systemDatabaseUrl: `postgresql://postgres@${host}:${port}/dbos`,
    systemDatabasePoolSize: 3,
    logger: SILENT,
    // What is recovered is a queue of all processes of a version: the worker of another plan must not take this one's.
    applicationVersion: workflow,
    executorID: workflow
  })
  const orders = DBOS.registerWorkflow(
    async () => {
      for (const sku of SKUS) {
        const step = async (): Promise<Told> => {
          const told = await write(sku)
          // The engine tries the step again, and more may be known then.
          if (told.code !== null) throw new Error('no answer')
          point('before-checkpoint', sku)
          return told
        }
        const retries = { retriesAllowed: true, maxAttempts: deliveries(plan), intervalSeconds: 0.4, backoffRate: 1 }
        await DBOS.runStep(step, { name: sku, ...retries }).catch(() => undefined)
        point('after-checkpoint', sku)
      }
    },
    { name: 'orders' }
  )
  await DBOS.launch()
  const handle = await DBOS.startWorkflow(orders, { workflowID: workflow })()
  await handle.getResult()
  await DBOS.shutdown({ deregister: true })
}
