/**
 * A week whose oddities are of kinds that the rules were not written with: answers of other operations, wrappers,
 * swapped fields, lost sections, outages that come twice; and, on the right side, pairs of absent keys, nights,
 * fractions, empty texts, and nulls in lists.
 */
import * as t from 'io-ts'
import { NonEmptyText } from '../../lib/index.js'
import type { TrafficRecord } from '../../lib/operate/calibrate/index.js'
import { draftOf } from '../../lib/operate/calibrate/infer/draft.js'
import { ShapeStats } from '../../lib/operate/calibrate/infer/shape-stats.js'
import { moments, type Labelled, type LabelledTool, type Source, type WeekOptions } from './labelled.js'
import { holders } from './oddities.js'
import { chance, type Chance } from './random.js'
import { codecOf, nameOf, sitesOf, type Site } from './sites.js'

// -- model

type Fields = Record<string, unknown>

interface Context {
  readonly payload: unknown
  readonly others: ReadonlyArray<unknown>
  readonly random: Chance
}

interface Oddity {
  readonly is: 'edge' | 'fault'
  readonly what: string
  readonly rate: number
  readonly when: (at: number) => boolean
  /** The text of the odd answer; undefined where it does not fit this one. */
  readonly text: (context: Context) => string | undefined
}

const always = (): boolean => true

// -- places

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const change = (payload: unknown, site: Site, by: (holder: Fields) => boolean): string | undefined => {
  const found = holders(payload, site.path)
  return found.length > 0 && found.every(by) ? JSON.stringify(payload) : undefined
}

const setting =
  (site: Site, valueOf: (old: unknown) => unknown) =>
  ({ payload }: Context): string | undefined =>
    change(payload, site, (holder) => {
      holder[site.key] = valueOf(holder[site.key])
      return true
    })

const parentOf = ({ path }: Site): string => nameOf(path.slice(0, -1))

const overlaps = (a: Site, b: Site): boolean =>
  `${nameOf(a.path)}.`.startsWith(`${nameOf(b.path)}.`) || `${nameOf(b.path)}.`.startsWith(`${nameOf(a.path)}.`)

// -- kinds

const OWN_ID = /^(?:id|arn|name|key)$|(?:Id|Arn|Name|Key)$/

const edgesOf = (
  sites: ReadonlyArray<Site>,
  random: Chance
): ReadonlyArray<Oddity & { readonly sites: ReadonlyArray<Site> }> => {
  const free = random.shuffled(
    sites.filter(({ key, path }) => !OWN_ID.test(key) && path.every((step) => step === '[]' || /^\w+$/.test(step)))
  )
  const rate = (): number => 0.006 + random.next() * 0.03
  const edge = (
    what: string,
    some: ReadonlyArray<Site>,
    text: Oddity['text'],
    when: Oddity['when'] = always
  ): Oddity & { readonly sites: ReadonlyArray<Site> } => ({
    is: 'edge',
    what: `${what} ${some.map(({ path }) => nameOf(path)).join(' ')}`,
    rate: rate(),
    when,
    text,
    sites: some
  })
  const of = (kinds: ReadonlyArray<Site['kind']>): ReadonlyArray<Site> =>
    free.filter(({ kind }) => kinds.includes(kind))
  const [first] = of(['text'])
  const partner =
    first === undefined
      ? undefined
      : of(['text', 'object', 'integer']).find((site) => site !== first && parentOf(site) === parentOf(first))
  const pair =
    first === undefined || partner === undefined
      ? []
      : [
          edge('both absent', [first, partner], ({ payload }) =>
            change(payload, first, (holder) => {
              delete holder[partner.key]
              return delete holder[first.key]
            })
          )
        ]
  const night = (at: number): boolean => new Date(at).getUTCHours() < 7
  return [
    ...pair,
    ...of(['integer'])
      .slice(0, 1)
      .map((site) =>
        edge(
          'fraction',
          [site],
          setting(site, (old) => Number(old) + 0.5)
        )
      ),
    ...of(['text'])
      .slice(1, 2)
      .map((site) =>
        edge(
          'empty text',
          [site],
          setting(site, () => '')
        )
      ),
    ...of(['object', 'text', 'array'])
      .slice(2, 3)
      .map((site) => ({
        ...edge(
          'null at night',
          [site],
          setting(site, () => null),
          night
        ),
        rate: 0.15
      })),
    ...of(['array'])
      .slice(0, 1)
      .map((site) =>
        edge(
          'null in list',
          [site],
          setting(site, (old) => (Array.isArray(old) ? [...(old as ReadonlyArray<unknown>), null] : old))
        )
      )
  ]
}

const leavesNull = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(leavesNull)
  return isFields(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, leavesNull(field)]))
    : null
}

const faultsOf = (sites: ReadonlyArray<Site>, times: ReadonlyArray<number>, random: Chance): ReadonlyArray<Oddity> => {
  const span = (): readonly [number, number] => {
    const first = random.below(Math.floor(times.length * 0.8))
    return [times[first] ?? 0, times[first + 10 + random.below(15)] ?? 0]
  }
  const outage = (): Oddity['when'] => {
    const [from, to] = span()
    return (at) => at >= from && at < to
  }
  const twice = (): Oddity['when'] => {
    const [one, other] = [outage(), outage()]
    return (at) => one(at) || other(at)
  }
  const fault = (what: string, text: Oddity['text'], when: Oddity['when'] = always): Oddity => ({
    is: 'fault',
    what,
    rate: when === always ? 0.003 : 0.7,
    when,
    text
  })
  const free = random.shuffled(sites)
  const object = free.find(({ kind }) => kind === 'object')
  const text = free.find(({ kind }) => kind === 'text')
  const integer = free.find(
    (site) => site.kind === 'integer' && (text === undefined || parentOf(site) === parentOf(text))
  )
  const any = free.find((site) => site !== object && site !== text)
  const swapped =
    text === undefined || integer === undefined
      ? []
      : [
          fault('swapped', ({ payload }) =>
            change(payload, text, (holder) => {
              ;[holder[text.key], holder[integer.key]] = [holder[integer.key], holder[text.key]]
              return true
            })
          )
        ]
  return random
    .shuffled([
      fault('answer of another operation', ({ others, random: own }) => JSON.stringify(own.pick(others))),
      fault('wrapped', ({ payload }) => JSON.stringify({ data: payload }), random.pick([always, outage()])),
      fault('in a list', ({ payload }) => JSON.stringify([payload])),
      fault('empty object', () => '{}'),
      fault(
        'throttled',
        () => '{"__type":"ThrottlingException","message":"Rate exceeded"}',
        random.pick([always, outage()])
      ),
      fault('all null', ({ payload }) => JSON.stringify(leavesNull(payload))),
      ...swapped,
      ...(object === undefined
        ? []
        : [
            fault(
              'section as text',
              setting(object, (old) => JSON.stringify(old))
            ),
            fault(
              'section lost',
              setting(object, () => ({})),
              random.pick([always, outage()])
            )
          ]),
      ...(any === undefined
        ? []
        : [
            fault(
              'null twice',
              setting(any, () => null),
              twice()
            )
          ])
    ])
    .slice(0, 6)
}

// -- one tool

/** Texts of which one will be empty are not so by the codec. */
const withNonEmpty = (codec: t.Mixed, site: Site | undefined, payloads: ReadonlyArray<unknown>): t.Mixed => {
  if (site === undefined || site.path.length !== 1) return codec
  const strict = t.intersection([codec, t.type({ [site.key]: NonEmptyText })])
  return payloads.every((payload) => strict.is(payload)) ? strict : codec
}

const weekOf = (
  { tool, payloads }: Source,
  others: ReadonlyArray<unknown>,
  { callsPerTool }: WeekOptions,
  random: Chance
): LabelledTool => {
  const seen = new ShapeStats()
  for (let i = 0; i < 300; i++) seen.add(payloads[i % payloads.length])
  const { codec: draft } = draftOf(seen)
  const sites = sitesOf(draft)
  const edges = edgesOf(sites, random)
  const taken = edges.flatMap((edge) => edge.sites)
  const calls = moments(callsPerTool, random)
  const faults = faultsOf(
    sites.filter((site) => !taken.some((other) => overlaps(site, other))),
    calls.map(({ at }) => at),
    random
  )
  const codec = withNonEmpty(
    codecOf(draft, new Map()),
    edges.find(({ what }) => what.startsWith('empty text'))?.sites[0],
    payloads
  )
  const traffic = calls.map(({ at, turn }, i): Labelled => {
    const payload = structuredClone(random.pick(payloads))
    const odd = [...faults, ...edges].find(({ when, rate }) => when(at) && random.next() < rate)
    const oddText = odd?.text({ payload: structuredClone(payload), others, random })
    const text = oddText ?? JSON.stringify(payload)
    const record: TrafficRecord = {
      v: 1,
      at: new Date(at).toISOString(),
      tool,
      effect: 'read',
      callId: `${tool} ${i}`,
      turnId: `${tool} ${turn}`,
      args: {},
      outcome: 'right',
      code: null,
      executed: 'yes',
      ms: 10,
      bytes: text.length,
      answer: { text }
    }
    return {
      record,
      label: odd === undefined || oddText === undefined ? { is: 'fine' } : { is: odd.is, what: odd.what }
    }
  })
  return { tool, codec, traffic }
}

/** A labelled week of every source. */
export const unforeseenWeek = (sources: ReadonlyArray<Source>, options: WeekOptions): ReadonlyArray<LabelledTool> => {
  const random = chance(options.seed)
  return sources.map((source) =>
    weekOf(
      source,
      sources.filter((other) => other !== source).map(({ payloads: [first] }) => first),
      options,
      random
    )
  )
}
