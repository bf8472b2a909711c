/**
 * The same tools behind the guard: a codec for each, a check where data can be about something else, one turn for all
 * of them.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { echoes, guardedCall, openTurn, toModelText, type AnyGuardedCall, type Tool } from 'guarded-call'
import { httpTool } from 'guarded-call/http'
import { resultHandles } from 'guarded-call/results'
import { sqlTool } from 'guarded-call/sql'
import type { TextTool } from './chat.js'
import type { Toolbox, World } from './play.js'
import { deploymentLog } from './deployment-log.js'
import { ORDERS_A_PAGE, PATHS, ordersPage } from './requests.js'

// -- what the tools take and promise

const PageOfIssues = t.intersection([t.type({ per_page: t.Int }), t.partial({ page: t.Int })])
const Numbered = t.type({ number: t.Int })
const Named = t.type({ name: t.string })
const Page = t.type({ page: t.Int })

const Issue = t.strict({ number: t.Int, title: t.string, state: t.union([t.literal('open'), t.literal('closed')]) })
const Repository = t.strict({ full_name: t.string, default_branch: t.string, open_issues_count: t.Int })
const Order = t.strict({
  id: t.Int,
  status: t.union([t.literal('placed'), t.literal('shipped'), t.literal('delivered'), t.literal('cancelled')]),
  total_cents: t.Int,
  last_name: t.union([t.string, t.null]) // some people go by one name
})

// -- the tools

const guardedCalls = ({ origin, database }: World): ReadonlyArray<AnyGuardedCall> => {
  const get = <Args>(
    name: keyof typeof PATHS,
    args: t.Type<Args, unknown>,
    path: (args: Args) => string,
    narrow?: Tool<Args>['narrow']
  ): Tool<Args> =>
    httpTool({
      name,
      args,
      effect: 'read',
      allowOrigins: [origin],
      request: (asked) => ({ url: origin + path(asked) }),
      ...(narrow === undefined ? {} : { narrow })
    })

  const listIssues = get('list_issues', PageOfIssues, PATHS.list_issues, ({ per_page }, error) =>
    error.code === 'truncated_response' && per_page > 1 ? 'Call again with per_page=1.' : null
  )

  const listOrders = sqlTool({
    name: 'list_orders',
    args: Page,
    effect: 'read',
    client: database,
    query: ordersPage,
    maxRows: ORDERS_A_PAGE,
    narrow: ({ page }: t.TypeOf<typeof Page>) => `Call again with page=${page + 1}.`
  })

  const aboutThatIssue = echoes<t.TypeOf<typeof Issue>, t.TypeOf<typeof Numbered>>({
    asked: ({ number }) => number,
    answered: ({ number }) => number
  })

  return [
    guardedCall(listIssues, t.array(Issue)),
    guardedCall(get('get_issue', Numbered, PATHS.get_issue), Issue, aboutThatIssue),
    guardedCall(get('get_repository', Named, PATHS.get_repository), Repository),
    guardedCall(get('mirror_issue', Numbered, PATHS.mirror_issue), Issue),
    guardedCall(get('mirror_repository', Named, PATHS.mirror_repository), Repository),
    guardedCall(listOrders, t.array(Order)),
    guardedCall({ name: 'read_log', args: t.type({}), effect: 'read' as const, run: () => deploymentLog }, t.string)
  ]
}

export const guardedTools = (world: World): Toolbox => {
  const turn = openTurn()
  const results = resultHandles()
  const guarded =
    (call: AnyGuardedCall): TextTool =>
    async (args) => {
      const result = await turn.run(call.fromModel(args))
      return E.isRight(result) ? results.textOf(result.right) : toModelText(result)
    }
  return {
    reached: () => turn.calls.filter((call) => call.executed !== 'refused').length,
    tools: Object.fromEntries([...guardedCalls(world), results.reader].map((call) => [call.tool.name, guarded(call)]))
  }
}
