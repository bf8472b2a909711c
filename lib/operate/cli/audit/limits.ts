/** What `--fail-on` names: limits in counts, or in percent of all calls. */
import { UsageError } from '../exit.js'
import type { Findings } from './findings.js'
import { number, sumOf } from '../figures.js'

const COUNTED = {
  'double-writes': ({ audit: { doubles } }) => doubles.equal + doubles.alike,
  errors: ({ audit }) => audit.given.failed,
  'web-pages': ({ audit }) => audit.given.web_page,
  cut: ({ audit }) => audit.given.cut,
  'more-pages': ({ audit }) => audit.given.more_pages,
  empty: ({ audit }) => audit.given.empty,
  'too-long': ({ audit }) => audit.given.too_long,
  repeats: ({ audit }) => audit.repeats.unchanged,
  loops: ({ audit }) => audit.loops,
  refused: ({ audit }) => audit.refusable.calls,
  wasted: ({ audit }) => audit.context.wastedCalls,
  unreadable: ({ audit, brokenLines }) => audit.unreadable + brokenLines,
  repairs: ({ repairs }) => sumOf(repairs)
} satisfies Readonly<Record<string, (findings: Findings) => number>>

type LimitName = keyof typeof COUNTED

/** The most that may be counted. */
interface AuditLimit {
  readonly name: LimitName
  readonly most: number
  readonly isShare: boolean
}

const isName = (name: string): name is LimitName => Object.hasOwn(COUNTED, name)

const readLimit = (text: string): AuditLimit => {
  const [, name = '', most = '', percent = ''] = /^\s*([a-z-]+)=(\d+(?:\.\d+)?)(%?)\s*$/.exec(text) ?? []
  if (!isName(name))
    throw new UsageError(
      `--fail-on ${text}: write a limit like double-writes=0 or errors=2%. There are ${Object.keys(COUNTED).join(', ')}.`
    )
  return { name, most: Number(most), isShare: percent === '%' }
}

/** Reads `double-writes=0,errors=2%`. */
export const readLimits = (text: string): ReadonlyArray<AuditLimit> => text.split(',').map(readLimit)

/** The limits that were broken, in words. */
export const brokenLimits = (limits: ReadonlyArray<AuditLimit>, findings: Findings): ReadonlyArray<string> =>
  limits.flatMap(({ name, most, isShare }) => {
    const counted = COUNTED[name](findings)
    const { calls } = findings.audit
    const value = isShare ? (calls === 0 ? 0 : (counted / calls) * 100) : counted
    if (value <= most) return []
    const shown = isShare ? `${value.toFixed(1)} % (${number(counted)} of ${number(calls)} calls)` : number(counted)
    return [`${name}: ${shown}, more than ${number(most)}${isShare ? ' %' : ''}`]
  })
