/** How many of the partial answers of real APIs are found, how many whole ones are mistaken for partial, and how many next calls can be made. */
import { readFileSync } from 'node:fs'
import { findPages, type Pages } from '../lib/core/checks/find-pages.js'
import { byAddress, cursorParameter } from '../lib/core/checks/page-moves.js'
import { isPageName, isSame } from '../lib/core/checks/page-words.js'
import type { Fields } from '../lib/core/foreign/fields.js'
import { nextPageOf, type NextPage } from '../lib/guard/response/next-page.js'
import { publish, table } from './report.js'

// -- the facts: answers of public fixtures and documentation in a shortened form of our own, labelled by each API's own protocol before any rule was written

interface Fact {
  /** Whole APIs stand in one half: the rules were written against `tune` alone. */
  readonly half: 'tune' | 'held'
  readonly api: string
  readonly by: 'recorded' | 'documented' | 'hand'
  readonly aws?: true
  readonly path?: string
  readonly args?: Fields
  /** Parameters of the tool that this call did not use. */
  readonly more?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
  /** A list of more than two is `{ "#": length, of: [first, last] }`. */
  readonly body: unknown
  readonly truth: {
    readonly more?: boolean
    /** Rows are missing, and no page brings them. */
    readonly part?: true
    readonly style?: string
    readonly next?: { readonly via: string; readonly param?: string; readonly value: unknown }
    readonly params?: Fields
    readonly good?: true
  }
  /** How many answers have this very form. */
  readonly times?: number
}

const isList = (value: unknown): value is { readonly '#': number; readonly of: readonly [unknown, unknown] } =>
  typeof value === 'object' && value !== null && '#' in value && 'of' in value

const whole = (_key: string, value: unknown): unknown =>
  isList(value) ? [...Array.from({ length: value['#'] - 1 }, () => value.of[0]), value.of[1]] : value

const factsOf = (file: URL): ReadonlyArray<Fact> =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line, whole) as Fact)

// -- asking

const addressOf = ({ path = '/', args = {} }: Fact): URL => {
  const url = new URL(path, 'https://api.example.com')
  for (const [name, value] of Object.entries(args))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      url.searchParams.set(name, String(value))
  return url
}

interface Found {
  readonly headers: NextPage | null
  readonly body: Pages | undefined
  readonly declared: ReadonlyArray<string>
}

const ask = (fact: Fact): Found => {
  const declared = [...new Set([...Object.keys(fact.args ?? {}), ...(fact.more ?? [])])]
  return {
    declared,
    headers: fact.headers === undefined ? null : nextPageOf(fact.headers, addressOf(fact)),
    body: findPages(fact.body, fact.args ?? {}, declared)
  }
}

const finds = ({ headers, body }: Found): boolean => headers !== null || body !== undefined

const isPartial = ({ truth }: Fact): boolean => truth.more === true || truth.part === true

const moveOf = ({ headers, body, declared }: Found, args: Fields): Fields => {
  if (headers?.address !== undefined) return byAddress(headers.address.href, args, declared)[0] ?? {}
  if (headers?.page !== undefined)
    return Object.fromEntries(declared.filter(isPageName).map((name) => [name, headers.page]))
  if (headers?.token !== undefined) {
    const { name, value } = headers.token
    return { [cursorParameter(name.replace(/^x-(?:ms-)?/, ''), declared) ?? name]: value }
  }
  return body?.moves[0]?.patch ?? {}
}

// A next page whose address has no parameter that the tool takes can be asked for by that address alone.
const canFollowAddress = (fact: Fact, { headers }: Found, address: string): boolean => {
  const next = new URL(address, addressOf(fact))
  if (headers !== null) return headers.address?.href === next.href
  const url = new URL(addressOf(fact).pathname, next.origin).href
  const moves = findPages(fact.body, { url }, ['url'])?.moves ?? []
  return moves.some(({ patch }) => isSame(patch['url'], next.href))
}

const same = (a: unknown, b: unknown): boolean => isSame(a, b) || JSON.stringify(a) === JSON.stringify(b)

const isExecutable = (fact: Fact, found: Found): boolean => {
  const { next, params = {} } = fact.truth
  if (next === undefined) return false
  const move = moveOf(found, fact.args ?? {})
  if (next.via === 'header') return Object.values(move).some((value) => same(value, next.value))
  if (next.via !== 'url') return same(move[next.param ?? ''], next.value)
  const taken = Object.entries(params).flatMap(([name, value]) => {
    const parameter = found.declared.find((each) => each.toLowerCase() === name.toLowerCase())
    return parameter === undefined ? [] : [[parameter, value] as const]
  })
  return taken.length > 0
    ? taken.every(([name, value]) => same(move[name], value))
    : canFollowAddress(fact, found, String(next.value))
}

// -- counting

interface Tally {
  partial: number
  found: number
  /** Of those found, the ones whose protocol has a next call; those of them for which a call is shown, and those for which it is the right one. */
  calls: number
  shown: number
  executable: number
  whole: number
  alarms: number
  lastPages: number
  lastAlarms: number
}

const tallyOf = (facts: ReadonlyArray<Fact>): Tally => {
  const tally: Tally = {
    partial: 0,
    found: 0,
    calls: 0,
    shown: 0,
    executable: 0,
    whole: 0,
    alarms: 0,
    lastPages: 0,
    lastAlarms: 0
  }
  for (const fact of facts) {
    const times = fact.times ?? 1
    const found = ask(fact)
    const says = finds(found)
    if (isPartial(fact)) {
      tally.partial += times
      if (says) tally.found += times
      if (says && fact.truth.next !== undefined) {
        const isRight = isExecutable(fact, found)
        tally.calls += times
        if (isRight) tally.executable += times
        if (isRight || Object.keys(moveOf(found, fact.args ?? {})).length > 0) tally.shown += times
      }
    } else {
      tally.whole += times
      if (says) tally.alarms += times
      if (fact.truth.more === false && fact.truth.style !== undefined) {
        tally.lastPages += times
        if (says) tally.lastAlarms += times
      }
    }
  }
  return tally
}

const share = (part: number, all: number): string =>
  all === 0 ? '–' : `${part} of ${all} (${((100 * part) / all).toFixed(all > 300 ? 1 : 0)} %)`

const row = (name: string, facts: ReadonlyArray<Fact>): readonly [string, ...ReadonlyArray<string>] => {
  const { partial, found, calls, shown, executable, whole: none, alarms, lastPages, lastAlarms } = tallyOf(facts)
  return [
    name,
    share(found, partial),
    share(executable, calls),
    share(executable, shown),
    share(alarms, none),
    `${lastAlarms} of ${lastPages}`
  ]
}

const HEADS = [
  'partial answers found',
  'next call right',
  'right where one is shown',
  'whole answers mistaken',
  'last pages mistaken'
]

const facts = factsOf(new URL('../../bench/pages.jsonl', import.meta.url))
const halves = (['tune', 'held'] as const).map((half) => ({ half, all: facts.filter((fact) => fact.half === half) }))
const NAMES = { tune: 'the half that the rules were written against', held: 'the half set aside, by API' }

const summaries = halves.map(({ half, all }) =>
  table(`${new Set(all.map(({ api }) => api)).size} APIs and tools, ${NAMES[half]}`, HEADS, [
    row(
      'recorded',
      all.filter(({ by }) => by === 'recorded')
    ),
    row(
      'documented',
      all.filter(({ by }) => by !== 'recorded')
    ),
    row(
      'documented, without those written by hand',
      all.filter(({ by }) => by === 'documented')
    ),
    row('all', all),
    row(
      'all without AWS',
      all.filter(({ aws }) => aws !== true)
    )
  ])
)

const styles = [...new Set(facts.flatMap(({ truth }) => truth.style ?? []))].toSorted()
const byStyle = halves.map(({ half, all }) =>
  table(
    `By style, ${NAMES[half]}`,
    HEADS,
    styles.map((style) =>
      row(
        style,
        all.filter(({ truth }) => truth.style === style)
      )
    )
  )
)

publish('pages', [...summaries, ...byStyle].join('\n'), {
  halves: halves.map(({ half, all }) => ({ half, ...tallyOf(all) })),
  missed: facts
    .filter((fact) => fact.half === 'tune' && isPartial(fact) && !finds(ask(fact)))
    .map(({ api, truth }) => ({ api, style: truth.style }))
})
