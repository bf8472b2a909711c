/** What every tool asks for, with and without the guard: the same paths and the same query. */

interface PageOfIssues {
  readonly per_page: number
  readonly page?: number
}
interface Numbered {
  readonly number: number
}
interface Named {
  readonly name: string
}

export const PATHS = {
  list_issues: ({ per_page, page = 1 }: PageOfIssues): string =>
    `/repos/octokit-fixture-org/paginate-issues/issues?per_page=${per_page}&page=${page}`,
  get_issue: ({ number }: Numbered): string => `/repos/Codertocat/Hello-World/issues/${number}`,
  get_repository: ({ name }: Named): string => `/repos/octokit-fixture-org/${encodeURIComponent(name)}`,
  mirror_issue: (args: Numbered): string => `/mirror${PATHS.get_issue(args)}`,
  mirror_repository: (args: Named): string => `/mirror${PATHS.get_repository(args)}`
}

export const ORDERS_A_PAGE = 20

export const ordersPage = ({
  page
}: {
  readonly page: number
}): { readonly text: string; readonly values: ReadonlyArray<unknown> } => ({
  text: `select o.id, o.status, o.total_cents, c.last_name
    from orders o join customers c on c.id = o.customer_id order by o.id offset $1`,
  values: [(page - 1) * ORDERS_A_PAGE]
})
