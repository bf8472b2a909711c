/**
 * An hour of four servers that only read, and a person who comes back to the same things. Scripted after the tools of
 * Context7, Brave Search, DBHub and GitHub.
 */
import { call, text, type HourCall, type HourServer } from './hour.js'

export interface ReadingHour {
  readonly of: string
  readonly calls: ReadonlyArray<HourCall>
  readonly server: HourServer
}

const rounds = (count: number, round: (i: number) => ReadonlyArray<HourCall>): ReadonlyArray<HourCall> =>
  Array.from({ length: count }, (_, i) => round(i)).flat()

const TOPICS = ['hooks', 'forms', 'routing', 'testing', 'caching']
const topic = (i: number): string => TOPICS[i % TOPICS.length] as string

// Each question of the person looks the library up first, and the same pages come back.
const documentation = rounds(40, (i) => [
  call('resolve-library-id', { libraryName: i % 8 === 7 ? 'next' : 'react' }),
  call('get-library-docs', { id: '/facebook/react', topic: topic(i) }),
  call('get-library-docs', { id: '/facebook/react', topic: 'reference' }),
  call('resolve-library-id', { libraryName: 'react' }),
  call('get-library-docs', { id: '/facebook/react', topic: topic(i + 1) })
])

const search = rounds(40, (i) => [
  call('brave_web_search', { query: 'release notes' }),
  call('fetch', { url: 'https://example.com/releases' }),
  call('brave_web_search', { query: `release notes ${topic(i)}` }),
  call('fetch', { url: `https://example.com/${topic(i)}` }),
  call('brave_web_search', { query: 'release notes' })
])

// The same two or three steps before each statement, and the same count after it.
const sql = rounds(40, (i) => [
  call('list_tables'),
  call('describe_table', { table: 'orders' }),
  call('execute_sql', { sql: `select * from orders where topic = '${topic(i)}'` }),
  call('execute_sql', { sql: 'select count(*) from orders' }),
  call('describe_table', { table: 'orders' })
])

// "Anything new?", again and again, and for an hour there is nothing new.
const issues = rounds(50, () => [
  call('list_issues', { state: 'open' }),
  call('get_issue', { number: '7' }),
  call('list_issues', { state: 'open' }),
  call('get_issue_comments', { number: '7' })
])

const server = (names: ReadonlyArray<string>, declares: boolean): HourServer => ({
  tools: names.map((name) => ({
    name,
    inputSchema: { type: 'object' },
    ...(declares ? { annotations: { readOnlyHint: true } } : {})
  })),
  answer: (name, args) => text(`${name} of ${JSON.stringify(args)}`)
})

/** `declares`: the servers say that their tools read. */
export const readingHours = (declares: boolean): ReadonlyArray<ReadingHour> =>
  Object.entries({ documentation, search, sql, issues }).map(([of, calls]) => ({
    of,
    calls,
    server: server([...new Set(calls.map(({ name }) => name))], declares)
  }))
