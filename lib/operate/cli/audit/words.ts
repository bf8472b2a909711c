/** The wording of an audit, in the terminal and in the report. */
import type { Audit } from '../../audit/counts.js'
import type { GivenKind } from '../../audit/given.js'
import { number, percent } from '../calibrate/words.js'
import { isUnread, sumOf, type BrokenReason } from './findings.js'
import { costOf, type Cost } from './price.js'
import { doublesOf, type AuditSummary } from './summary.js'

export const REASONS: Readonly<Record<BrokenReason, string>> = {
  cut: 'ends inside a value',
  not_json: 'is not JSON',
  not_text: 'is not UTF-8 text',
  too_deep: 'is nested too deep',
  too_large: 'is too large',
  not_a_transcript: 'holds no transcript',
  not_this_format: 'holds nothing of the format that --format names',
  several_transcripts: 'holds transcripts at several places; --path names one',
  calls_in_blocks: 'keeps its calls in prose, as blocks of ```bash (mini-swe-agent does): they are not read',
  calls_in_lines: 'keeps its calls in prose, as lines of `Action:` (ReAct does): they are not read',
  torn_gzip: 'is where the compressed data end or break'
}

export const KINDS: Readonly<
  Record<GivenKind, { readonly one: string; readonly many: string; readonly means: string }>
> = {
  web_page: { one: 'web page', many: 'web pages', means: 'a page of HTML in place of data, such as a sign-in page' },
  cut: { one: 'cut answer', many: 'cut answers', means: 'the answer ends too early, or says that it is incomplete' },
  failed: { one: 'failure', many: 'failures', means: 'the tool reports that it failed, or the log marks it so' },
  more_pages: {
    one: 'first page',
    many: 'first pages',
    means: 'the answer says that more exists, and nobody asked for it'
  },
  empty: { one: 'empty answer', many: 'empty answers', means: 'there is nothing in it' },
  too_long: {
    one: 'long answer',
    many: 'long answers',
    means: 'more than a tenth of the context'
  }
}

/** `1 call`, `1,200 calls` */
export const counted = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`

/** `a 3, b 1`, without zero counts. */
export const listCounts = (counts: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(counts)
    .filter(([, n]) => n !== undefined && n > 0)
    .map(([name, n]) => `${name} ${number(n ?? 0)}`)
    .join(', ')

export const repeatsOf = ({ repeats: { unchanged, rechecked, changed, unknown } }: Pick<Audit, 'repeats'>): string =>
  listCounts({ unchanged, 'after a write': rechecked, 'had changed': changed, 'not known': unknown })

/** `web pages 96, failures 3` */
export const givenOf = ({ given }: Pick<Audit, 'given'>): string =>
  listCounts(Object.fromEntries(Object.entries(given).map(([kind, n]) => [KINDS[kind as GivenKind].many, n])))

// -- money and time

export const money = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: amount < 0.1 ? 4 : 2 })}`

export const duration = (ms: number): string => {
  if (ms < 60_000) return counted(Math.round(ms / 1_000), 'second')
  const minutes = Math.round(ms / 60_000)
  return minutes < 120 ? counted(minutes, 'minute') : `${(ms / 3_600_000).toFixed(1)} hours`
}

export const costIn = ({ total, price }: AuditSummary): Cost | undefined => costOf(total.audit, price)

const wasteOf = (summary: AuditSummary): string | undefined => {
  const { context, time } = summary.total.audit
  if (context.wasted === 0) return undefined
  const cost = costIn(summary)
  const parts = [
    counted(context.wasted, 'token'),
    ...(cost === undefined ? [] : [money(cost.wasted)]),
    ...(time.wasted >= 1_000 ? [duration(time.wasted)] : [])
  ]
  const share = percent(context.wasted / context.read)
  return `${counted(context.wastedCalls, 'call')} brought nothing, at a cost of about ${parts.join(', ')}: ${share} of what all calls cost the context`
}

// -- the conclusion

const joined = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${String(parts.at(-1))}`

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const unreadIn = ({ total }: AuditSummary): string | undefined => {
  const { audit, brokenLines } = total
  const unread = audit.unreadable + brokenLines
  if (unread === 0) return undefined
  return isUnread(total)
    ? `Nothing could be read: ${counted(unread, 'entry', 'entries')} ${unread === 1 ? 'is' : 'are'} of no known form, so this says nothing about them.`
    : `${counted(unread, 'entry', 'entries')} could not be read, and no other figure includes ${unread === 1 ? 'it' : 'them'}.`
}

/** What a manager reads: what went wrong, and what it cost. */
export const conclusionOf = (summary: AuditSummary): string => {
  const { audit, transcripts } = summary.total
  const doubles = doublesOf(audit)
  const bad = sumOf(audit.given)
  const stopped =
    summary.stopped === undefined
      ? []
      : [`Stopped after ${number(summary.stopped.files)} of ${counted(summary.stopped.of, 'file')}: this is a part.`]
  const unread = unreadIn(summary)
  const around = [...stopped, ...(unread === undefined ? [] : [unread])]
  if (isUnread(summary.total)) return around.join(' ')
  const of = `${counted(audit.calls, 'call')} in ${counted(transcripts, 'conversation')}`
  const parts = [
    ...(doubles > 0 ? [`${counted(doubles, 'write')} may have happened twice`] : []),
    ...(bad > 0
      ? [
          `${counted(bad, 'result')} (${percent(Math.min(1, bad / audit.calls))}) ${bad === 1 ? 'was' : 'were'} not what a model should read`
        ]
      : []),
    ...[wasteOf(summary)].filter((part) => part !== undefined)
  ]
  const found =
    parts.length === 0
      ? `In ${of}, no double write, no bad result and no wasted call was found.`
      : sentence(`of ${of}, ${joined(parts)}`)
  return [...around, found].join(' ')
}

/** How many calls a guard would have refused, and how many of them brought nothing new. */
export const guardVerdict = ({ calls, refusable, doubles }: Audit): string => {
  const open = doubles.equal - doubles.stopped
  const declared =
    open > 0
      ? ` Declared as writes, ${counted(open, 'more call')} would have been refused as possible double writes.`
      : ''
  if (calls === 0) return ''
  if (refusable.calls === 0)
    return `A guard would have let ${calls === 1 ? 'the call' : `all ${number(calls)} calls`} through.${declared}`
  const news = refusable.calls - refusable.unchanged
  const parts = [
    ...(doubles.stopped > 0 ? [counted(doubles.stopped, 'possible double write')] : []),
    ...(refusable.unchanged > 0 ? [`${number(refusable.unchanged)} brought nothing new`] : []),
    ...(news > 0 ? [`${number(news)} had another result, or none`] : [])
  ]
  return `A guard would have refused ${number(refusable.calls)} of ${counted(calls, 'call')}: ${parts.join(', ')}.${declared}`
}

/** The methods, as footnotes. */
export const methodsOf = (summary: AuditSummary): ReadonlyArray<string> => {
  const by = costIn(summary)?.by
  return [
    'Tokens are estimated: characters divided by four. A result is read again by every later step of its conversation, until later results fill the context (--context), and counts each time.',
    ...(by === 'price' ? ['Money is these tokens at the price of --price; what a cache supplies is cheaper.'] : []),
    ...(by === 'log' ? ['Money is these tokens at the average price that the logs state.'] : []),
    ...(by === undefined ? ['--price in=3,out=15 (a million tokens) tells what they cost.'] : []),
    ...(summary.total.audit.time.waited > 0 ? ['Time is what lies between a call and its result in the log.'] : []),
    'Whether a tool writes: as the config declares, as known of coding agents, else by the verb in its name.'
  ]
}
