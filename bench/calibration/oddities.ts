/** What is put into a week of traffic: edge cases, which are odd and right, and faults, which are broken. */
import type { Chance } from './random.js'
import { nameOf, type Site, type Stricter } from './sites.js'

// -- model

export interface Edge {
  readonly kind: 'null' | 'absent' | 'member' | 'empty' | 'range' | 'key'
  readonly site: Site
  /** Of the tool's calls. */
  readonly rate: number
  /** Since when; most of them, always. */
  readonly from: number
  readonly value: unknown
  readonly what: string
  readonly stricter: readonly [string, NonNullable<ReturnType<Stricter['get']>>] | undefined
}

export interface Fault {
  readonly kind: string
  readonly site: Site | undefined
  readonly rate: number
  /** Bursts have a time. */
  readonly from?: number
  readonly until?: number
  readonly value?: unknown
  readonly what: string
}

// -- reaching into a payload

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects that hold the last key of a path; of arrays, all elements. */
export const holders = (payload: unknown, path: ReadonlyArray<string>): ReadonlyArray<Fields> => {
  let level: ReadonlyArray<unknown> = [payload]
  for (const step of path.slice(0, -1)) {
    level = level.flatMap((value) =>
      step === '[]'
        ? Array.isArray(value)
          ? (value as ReadonlyArray<unknown>)
          : []
        : isFields(value)
          ? [value[step]]
          : []
    )
  }
  const key = path.at(-1) ?? ''
  return level.filter(isFields).filter((holder) => Object.hasOwn(holder, key))
}

// Of many elements mostly one is odd.
const some = (found: ReadonlyArray<Fields>, random: Chance): ReadonlyArray<Fields> =>
  found.length > 1 ? [random.pick(found)] : found

// -- choosing edge cases

const NEW_MEMBERS = [
  'archived',
  'on_hold',
  'partially_refunded',
  'queued',
  'neutral',
  'internal',
  'paused',
  'deferred',
  'superseded',
  'withdrawn',
  'escalated',
  'merged_externally',
  'provisional',
  'grandfathered',
  'trialing',
  'past_due',
  'unlisted',
  'mirrored',
  'locked',
  'quarantined'
]
const NEW_KEYS = [
  'billing_region',
  'preview_flags',
  'retention_days',
  'compliance_tier',
  'locale_hint',
  'shard_name',
  'schema_revision',
  'feature_set'
]
const OWN_ID = /^(?:id|node_id|uuid|key|sha|arn|name)$/i

const isNameable = (site: Site): boolean => site.path.every((step) => step === '[]' || /^[A-Za-z_][\w-]*$/.test(step))

const numbersAt = (payloads: ReadonlyArray<unknown>, { path, key }: Site): ReadonlyArray<number> =>
  payloads
    .flatMap((payload) => holders(payload, path).map((holder) => holder[key]))
    .filter((value): value is number => typeof value === 'number')

const edgeAt = (
  kind: Edge['kind'],
  site: Site,
  payloads: ReadonlyArray<unknown>,
  rate: number,
  from: number,
  random: Chance
): Edge | undefined => {
  const what = `${kind} ${nameOf(site.path)}`
  const edge = { kind, site, rate, from, what, value: undefined, stricter: undefined }
  switch (kind) {
    case 'null':
    case 'absent':
      return edge
    case 'member': {
      const words = site.members.length > 0 && site.members.every((member) => /^[a-z_]+$/.test(member))
      return words
        ? { ...edge, value: random.pick(NEW_MEMBERS.filter((member) => !site.members.includes(member))) }
        : undefined
    }
    case 'empty': {
      const arrays = payloads.flatMap((payload) => holders(payload, site.path).map((holder) => holder[site.key]))
      const neverEmpty = arrays.length > 0 && arrays.every((value) => Array.isArray(value) && value.length > 0)
      return site.kind === 'array' && neverEmpty
        ? { ...edge, value: [], stricter: [nameOf(site.path), { kind: 'nonempty' }] }
        : undefined
    }
    case 'range': {
      const numbers = numbersAt(payloads, site)
      const max = Math.max(...numbers, 10)
      if (site.kind !== 'integer' || /id$/i.test(site.key) || Math.min(...numbers) < 0 || max > 1e6) return undefined
      return {
        ...edge,
        value: max + 1 + random.below(max * 2),
        stricter: [nameOf(site.path), { kind: 'range', min: 0, max }]
      }
    }
    case 'key':
      return site.kind === 'object' && site.size > 1
        ? { ...edge, value: random.pick(NEW_KEYS), stricter: [nameOf(site.path), { kind: 'closed' }] }
        : undefined
  }
}

const EDGE_KINDS: ReadonlyArray<Edge['kind']> = [
  'null',
  'null',
  'absent',
  'absent',
  'member',
  'member',
  'empty',
  'range',
  'key'
]

/** Up to five places of a tool's answers, none inside another. */
export const chooseEdges = (
  sites: ReadonlyArray<Site>,
  payloads: ReadonlyArray<unknown>,
  random: Chance
): ReadonlyArray<Edge> => {
  const edges: Array<Edge> = []
  for (const kind of random.shuffled(EDGE_KINDS)) {
    if (edges.length === 5) break
    const found = random
      .shuffled(sites.filter((site) => isNameable(site) && !OWN_ID.test(site.key)))
      .filter((site) => !edges.some((edge) => overlaps(edge.site, site)))
      .map((site) =>
        edgeAt(
          kind,
          site,
          payloads,
          0.004 + random.next() * 0.03,
          random.next() < 0.15 ? Date.UTC(2026, 10, 5) : 0,
          random
        )
      )
      .find((edge) => edge !== undefined)
    if (found !== undefined) edges.push(found)
  }
  return edges
}

const overlaps = (a: Site, b: Site): boolean =>
  `${nameOf(a.path)}.`.startsWith(`${nameOf(b.path)}.`) || `${nameOf(b.path)}.`.startsWith(`${nameOf(a.path)}.`)

// -- applying edge cases

/** Makes a payload odd; false where the place is not in it. */
export const applyEdge = (payload: unknown, { kind, site, value }: Edge, random: Chance): boolean => {
  const found = some(holders(payload, site.path), random)
  for (const holder of found) {
    if (kind === 'null') holder[site.key] = null
    else if (kind === 'absent') delete holder[site.key]
    else if (kind === 'key') (holder[site.key] as Fields)[String(value)] = random.pick([true, 'eu-west', 3])
    else holder[site.key] = value
  }
  return found.length > 0
}

// -- choosing faults

/** Faults of the body as a whole. */
export const BODY_FAULTS: ReadonlySet<string> = new Set([
  'cut',
  'html',
  'empty',
  'twice',
  'nan',
  'envelope',
  'problem',
  'trailing'
])
const SINGLE_RATE = 0.0015

/** Several kinds of faults for a tool: some all the week, some in a burst. */
export const chooseFaults = (
  sites: ReadonlyArray<Site>,
  edges: ReadonlyArray<Edge>,
  times: ReadonlyArray<number>,
  random: Chance
): ReadonlyArray<Fault> => {
  const free = random.shuffled(
    sites.filter((site) => isNameable(site) && !edges.some((edge) => overlaps(edge.site, site)))
  )
  const at = (kinds: ReadonlyArray<Site['kind']>): Site | undefined => free.find(({ kind }) => kinds.includes(kind))
  const any = (): Site | undefined => (free.length === 0 ? undefined : random.pick(free))
  // An outage that two calls ran into cannot be told from chance by anybody: a dozen at least do, and it is over before
  // the week is.
  const burst = (): { readonly from: number; readonly until: number } => {
    const calls = 12 + random.below(20)
    const first = random.below(Math.floor(times.length * 0.85) - calls)
    return { from: times[first] ?? 0, until: times[first + calls] ?? 0 }
  }
  const named = (kind: string, site: Site | undefined): string =>
    site === undefined ? kind : `${kind} ${nameOf(site.path)}`
  const fault = (kind: string, site: Site | undefined, rate: number, more: Partial<Fault> = {}): Fault => ({
    kind,
    site,
    rate,
    what: named(kind, site),
    ...more
  })
  const body = random
    .shuffled([...BODY_FAULTS])
    .slice(0, 4)
    .map((kind) => fault(kind, undefined, SINGLE_RATE))
  const inside: ReadonlyArray<Fault> = [
    fault('wrong type', at(['text', 'integer', 'object']), SINGLE_RATE),
    fault('number as text', at(['integer']), SINGLE_RATE),
    fault('rounded', at(['integer']), SINGLE_RATE),
    fault('placeholder', at(['enumeration']), SINGLE_RATE),
    fault('many nulls', at(['object']), SINGLE_RATE),
    fault(
      'renamed',
      free.find(({ kind, key }) => kind === 'text' && key.includes('_')),
      SINGLE_RATE * 3
    ),
    fault('null', any(), 0.7, burst()),
    fault('absent', any(), 0.7, burst()),
    fault(
      'renamed',
      free.find(({ kind, key }) => (kind === 'text' || kind === 'object') && key.length > 4),
      0.7,
      burst()
    )
  ].filter((one) => one.site !== undefined)
  // On top of an edge case at the same place: whoever takes the one must not take the other unseen.
  const [edge] = edges
  const onTop =
    edge === undefined || (edge.kind !== 'null' && edge.kind !== 'absent')
      ? []
      : [fault(edge.kind === 'null' ? 'null' : 'renamed', edge.site, 0.8, burst())]
  return random.shuffled([...body, ...random.shuffled(inside).slice(0, 5), ...(random.next() < 0.4 ? onTop : [])])
}

// -- applying faults

const SYNONYMS: Readonly<Record<string, string>> = {
  name: 'title',
  title: 'label',
  url: 'href',
  state: 'status',
  created_at: 'inserted_on',
  updated_at: 'modified',
  login: 'handle',
  body: 'content',
  type: 'sort'
}

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const renamed = (key: string): string => {
  const other = SYNONYMS[key]
  if (other !== undefined) return other
  const camelled = camel(key)
  return camelled === key ? `${key}_v2` : camelled
}

const wrongType = (value: unknown, random: Chance): unknown => {
  switch (typeof value) {
    case 'string':
      return random.pick<unknown>([0, false, { value }, [value]])
    case 'number':
      return random.pick<unknown>([true, { value }, [value]])
    default:
      return random.pick<unknown>(['[object Object]', 0, 'n/a'])
  }
}

const spoil = (holder: Fields, { kind, site }: Fault, random: Chance): boolean => {
  const key = site?.key ?? ''
  const value = holder[key]
  switch (kind) {
    case 'wrong type':
      holder[key] = wrongType(value, random)
      return true
    case 'number as text':
      holder[key] = String(value)
      return true
    case 'rounded':
      holder[key] = '#DIGITS#'
      return true
    case 'placeholder':
      holder[key] = random.pick(['undefined', '[object Object]', 'NaN', '??', 'ERR!'])
      return true
    case 'null':
      holder[key] = null
      return true
    case 'absent':
      delete holder[key]
      return true
    case 'renamed':
      holder[renamed(key)] = value
      delete holder[key]
      return true
    case 'many nulls': {
      if (!isFields(value) || Object.keys(value).length < 4) return false
      for (const inner of Object.keys(value)) if (random.next() < 0.8) value[inner] = null
      return true
    }
    default:
      return false
  }
}

const ofBody = (text: string, kind: string, random: Chance): string => {
  switch (kind) {
    case 'cut':
      return text.slice(0, 1 + random.below(text.length - 2))
    case 'html':
      return '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>'
    case 'empty':
      return ''
    case 'twice':
      return JSON.stringify(text)
    case 'nan':
      return text.replace(/:\d+([,}])/, ':NaN$1')
    case 'envelope':
      return JSON.stringify({
        error: { code: 'upstream_timeout', message: 'The upstream service did not answer in time.' }
      })
    case 'problem':
      return JSON.stringify({
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        detail: 'Try again later.'
      })
    default:
      return `${text}\n{"took":12}`
  }
}

/** The text of a spoilt payload; undefined where the fault does not fit it. */
export const applyFault = (payload: unknown, fault: Fault, random: Chance): string | undefined => {
  if (BODY_FAULTS.has(fault.kind)) return ofBody(JSON.stringify(payload), fault.kind, random)
  const found = some(holders(payload, fault.site?.path ?? []), random)
  if (found.length === 0 || !found.every((holder) => spoil(holder, fault, random))) return undefined
  return JSON.stringify(payload).replaceAll('"#DIGITS#"', `9007199254740${993 + random.below(6)}`)
}
