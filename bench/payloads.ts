/**
 * The texts that are decoded: order searches and issue lists as GitHub gives them, in three sizes, made the same on
 * every run.
 */

// -- model

export type Schema = 'orders' | 'issues'

export type Size = 'small' | 'tenth' | 'medium' | 'large'

/** What is the matter with a text. */
export type Variant = 'valid' | 'extras' | 'one bad' | 'many bad'

export const SCHEMAS: ReadonlyArray<Schema> = ['orders', 'issues']
export const SIZES: ReadonlyArray<Size> = ['small', 'medium', 'large']
export const MODEL_SIZES: ReadonlyArray<Size> = ['small', 'tenth', 'medium']

// About 1 KB, 10 KB, 100 KB and 5 MB of text.
const ROWS: Readonly<Record<Schema, Readonly<Record<Size, number>>>> = {
  orders: { small: 3, tenth: 20, medium: 200, large: 10_000 },
  issues: { small: 1, tenth: 5, medium: 48, large: 2_400 }
}

// -- orders

const STATES = ['open', 'paid', 'shipped', 'cancelled']

const order = (i: number, extra: object, bad: boolean): object => ({
  id: `ord_${String(100_000 + i)}`,
  number: 4000 + i,
  status: STATES[i % 4],
  currency: 'EUR',
  total: 49.9 + i / 100,
  paid: i % 3 !== 0,
  customer: {
    id: `cus_${i % 97}`,
    email: `someone.${i % 97}@example.com`,
    name: 'Some One',
    ...(i % 5 === 0 ? { vip: true } : {}),
    ...extra
  },
  items: Array.from({ length: 1 + (i % 3) }, (_, j) => ({
    sku: `SKU-${i}-${j}`,
    quantity: j + 1,
    price: 19.95,
    title: 'A thing of some use',
    ...extra
  })),
  shipping: i % 4 === 0 ? null : { city: 'Aachen', zip: '52062', country: 'DE', ...extra },
  ...(i % 2 === 0 ? { note: 'Please ring twice.' } : {}),
  created_at: '2026-05-03T10:20:30Z',
  tags: ['a', 'b', 'gift'].slice(0, i % 4),
  ...extra,
  weight_g: bad ? '1200' : 1200 + i
})

// -- issues

const user = (i: number, extra: object): object => ({
  login: `octocat${i % 50}`,
  id: 583_231 + i,
  node_id: 'MDQ6VXNlcjU4MzIzMQ==',
  avatar_url: 'https://avatars.githubusercontent.com/u/583231?v=4',
  type: 'User',
  site_admin: false,
  ...extra
})

const issue = (i: number, extra: object, bad: boolean): object => ({
  url: `https://api.github.com/repos/octocat/Hello-World/issues/${i}`,
  repository_url: 'https://api.github.com/repos/octocat/Hello-World',
  labels_url: `https://api.github.com/repos/octocat/Hello-World/issues/${i}/labels{/name}`,
  comments_url: `https://api.github.com/repos/octocat/Hello-World/issues/${i}/comments`,
  html_url: `https://github.com/octocat/Hello-World/issues/${i}`,
  id: 1_000_000 + i,
  node_id: 'MDU6SXNzdWUx',
  number: i,
  title: 'Found a bug',
  state: i % 2 === 0 ? 'open' : 'closed',
  locked: false,
  user: user(i, extra),
  labels: Array.from({ length: i % 3 }, (_, j) => ({
    id: 208_045_946 + j,
    name: 'bug',
    color: 'f29513',
    default: true,
    description: null,
    ...extra
  })),
  assignee: i % 2 === 0 ? user(i + 1, extra) : null,
  milestone:
    i % 4 === 0
      ? null
      : {
          id: 1_002_604,
          number: 1,
          title: 'v1.0',
          state: 'open',
          open_issues: 4,
          closed_issues: 8,
          due_on: null,
          ...extra
        },
  comments: i % 11,
  created_at: '2011-04-22T13:33:48Z',
  updated_at: '2011-04-22T13:33:48Z',
  closed_at: i % 2 === 0 ? null : '2012-10-09T23:39:01Z',
  author_association: 'COLLABORATOR',
  active_lock_reason: null,
  body: 'I am having a problem with this: it works as it should for a while, and then it stops without a word.',
  repository: {
    id: 1_296_269,
    name: 'Hello-World',
    full_name: 'octocat/Hello-World',
    private: false,
    fork: false,
    stargazers_count: 80 + i,
    ...extra
  },
  ...(i % 3 === 0 ? { draft: false } : {}),
  ...(i % 5 === 0 ? { state_reason: 'reopened' } : {}),
  ...extra,
  reactions: {
    url: `https://api.github.com/repos/octocat/Hello-World/issues/${i}/reactions`,
    total_count: 5,
    '+1': 2,
    '-1': 0,
    laugh: 1,
    confused: 0,
    heart: 1,
    hooray: 1,
    eyes: 0,
    rocket: bad ? null : 0,
    ...extra
  }
})

// -- texts

const EXTRA = { x_request_id: 'f3b1a7', gravatar_id: '', internal: { shard: 7, hot: true } }

/** The text of a payload. */
export const payload = (schema: Schema, size: Size, variant: Variant): string => {
  const count = ROWS[schema][size]
  const row = schema === 'orders' ? order : issue
  const extra = variant === 'extras' ? EXTRA : {}
  const rows = Array.from({ length: count }, (_, i) =>
    row(i, extra, variant === 'many bad' || (variant === 'one bad' && i === count - 1))
  )
  return JSON.stringify(schema === 'orders' ? { orders: rows, count, next_cursor: null, ...extra } : rows)
}
