/** The tools as most agents have them: fetch, `JSON.parse`, and the error's text for the model. */
import type { TextTool } from './chat.js'
import type { Toolbox, World } from './play.js'
import { deploymentLog } from './deployment-log.js'
import { ORDERS_A_PAGE, PATHS, ordersPage } from './requests.js'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const getJson = async (url: string): Promise<unknown> => {
  const response = await fetch(url)
  return JSON.parse(await response.text())
}

export const naiveTools = ({ origin, database }: World): Toolbox => {
  let reached = 0
  // What the model writes is accepted unchecked.
  const naive =
    (run: (args: never) => Promise<unknown>): TextTool =>
    async (args) => {
      reached++
      try {
        return JSON.stringify(await run(args as never))
      } catch (error) {
        return messageOf(error)
      }
    }
  return {
    reached: () => reached,
    tools: {
      list_issues: naive((args) => getJson(origin + PATHS.list_issues(args))),
      get_issue: naive((args) => getJson(origin + PATHS.get_issue(args))),
      get_repository: naive((args) => getJson(origin + PATHS.get_repository(args))),
      mirror_issue: naive((args) => getJson(origin + PATHS.mirror_issue(args))),
      mirror_repository: naive((args) => getJson(origin + PATHS.mirror_repository(args))),
      read_log: naive(async () => deploymentLog),
      // A limit, so that the context does not overflow; that there is more, nobody says.
      list_orders: naive(async (args) => {
        const { text, values } = ordersPage(args)
        return (await database.query(`${text} limit ${ORDERS_A_PAGE}`, [...values])).rows
      })
    }
  }
}
