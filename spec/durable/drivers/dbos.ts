/** DBOS: a step of a workflow, which is tried again when it throws. */
import { turnIdOf } from '../../../lib/index.js'
import { load } from '../engines/installed.js'
import type { Open, Told, Work } from './driver.js'

interface Dbos {
  readonly DBOS: {
    readonly workflowID: string | undefined
    readonly setConfig: (config: object) => void
    readonly registerWorkflow: (
      work: (place: number) => Promise<Told>,
      options: object
    ) => (place: number) => Promise<Told>
    readonly launch: () => Promise<void>
    readonly shutdown: (options: object) => Promise<void>
    readonly startWorkflow: (
      workflow: (place: number) => Promise<Told>,
      options: object
    ) => (place: number) => Promise<{ readonly getResult: () => Promise<Told> }>
    readonly runStep: <A>(step: () => Promise<A>, options: object) => Promise<A>
  }
}

const ignore = (): void => {}

export const openDbos: Open = async ({ host, postgres: port }) => {
  const { DBOS } = load('@dbos-inc/dbos-sdk') as Dbos
  const works: Array<Work> = []
  DBOS.setConfig({
    name: 'cases',
    systemDatabaseUrl: `postgresql://postgres@${host}:${port}/dbos`,
    systemDatabasePoolSize: 4,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore }
  })
  const retries = { retriesAllowed: true, maxAttempts: 100, intervalSeconds: 0.2, backoffRate: 1 }
  const workflow = DBOS.registerWorkflow(
    (place) => DBOS.runStep(() => (works[place] as Work)(turnIdOf.dbos(DBOS)), { name: 'write', ...retries }),
    { name: 'case' }
  )
  await DBOS.launch()
  return {
    takesIdsAgain: false,
    run: async (workflowID, work) => {
      const handle = await DBOS.startWorkflow(workflow, { workflowID })(works.push(work) - 1)
      return handle.getResult()
    },
    close: () => DBOS.shutdown({ deregister: true })
  }
}
