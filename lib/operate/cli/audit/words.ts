/** The wording of an audit, in the terminal and in the report. */
import type { Audit } from '../../audit/counts.js'
import type { GivenKind } from '../../audit/given.js'
import type { ShownDouble } from './evidence.js'
import type { BrokenLine, BrokenReason } from './findings.js'
import { costOf, inputPrice, type Cost } from './price.js'
import { printedName } from './printed-name.js'
import { doublesOf, type AuditSummary } from './summary.js'
import { counted, listCounts, number, percent } from '../figures.js'

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
  calls_in_json: 'keeps its calls in prose, as `{"tool_name": …, "arguments": …}`: they are not read',
  calls_in_tags: 'keeps its calls in prose, as tags (`<tool_call>`): they are not read',
  calls_in_keystrokes: 'keeps its calls in prose, as `keystrokes` (Terminus does): they are not read',
  torn_gzip: 'is where the compressed data end or break'
}

/** Why a line is unreadable, in words. */
export const reasonText = ({ reason, places = [] }: BrokenLine): string =>
  `${REASONS[reason]}${places.length === 0 ? '' : `: ${places.map((place) => printedName(place, 80)).join(', ')}`}`

/** By the end of a path, where its calls are to be read. */
const ELSEWHERE = [
  [
    '.eval',
    'A log of Inspect that ends with .eval is an archive: `inspect log dump FILE` prints its JSON, which is read.'
  ],
  [
    'ui_messages.json',
    'Cline displays what is in `ui_messages.json`: its calls are in `api_conversation_history.json` beside it.'
  ]
] as const

/** What to name in place of files from which no call is read. */
export const elsewhereIn = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  ELSEWHERE.filter(([ending]) => paths.some((path) => path.endsWith(ending))).map(([, where]) => where)

interface KindWords {
  readonly one: string
  /** What one result was, and what several were. */
  readonly was: string
  readonly were: string
  /** What happened, why it matters, and what to do, in a sentence. */
  readonly means: string
}

export const KINDS: Readonly<Record<GivenKind, KindWords>> = {
  web_page: {
    one: 'web page',
    was: 'a web page',
    were: 'web pages',
    means:
      'A page of HTML came in place of data, such as a sign-in page, and the model may invent data from it: declare the `output` of a tool that returns data, and a guard refuses pages.'
  },
  cut: {
    one: 'cut result',
    was: 'cut',
    were: 'cut',
    means:
      'The result ends too early, or says that it is incomplete, and the model guesses the rest: ask for less at a time; of JSON a guard says where it was cut, and what a client cuts at a limit of its own, handles keep.'
  },
  failed: {
    one: 'failure',
    was: 'a failure',
    were: 'failures',
    means:
      'The tool failed, and the step that made the call was paid for nothing, but for a command of a shell, whose output is its answer: read the samples for what to repair, in the tool or in its description. A guard words what a function throws for the model; of a failure that a tool which reads returns, `errorEnvelope()` does.'
  },
  more_pages: {
    one: 'first page',
    was: 'a first page alone',
    were: 'first pages alone',
    means:
      'The result says that more exists, nobody asked for it, and the model may mistake the part for the whole: `detectMorePages()` tells it the next call.'
  },
  empty: {
    one: 'empty result',
    was: 'empty',
    were: 'empty',
    means:
      'There was nothing in the result, which may be the truth or a wrong question: where it is a wrong question, `nonEmpty()` says so.'
  },
  too_long: {
    one: 'long result',
    was: 'too long',
    were: 'too long',
    means:
      'The result fills more than a tenth of the context, and every later step reads it again: limit it by `maxBytes`, or keep it with `results`.'
  }
}

export const repeatsOf = ({ repeats: { unchanged, rechecked, changed, unknown } }: Pick<Audit, 'repeats'>): string =>
  listCounts({
    'same result': unchanged,
    'same result after a write': rechecked,
    'another result': changed,
    'no result': unknown
  })

/** `web pages 96, failures 3` */
export const givenOf = ({ given }: Pick<Audit, 'given'>): string =>
  listCounts(Object.fromEntries(Object.entries(given).map(([kind, n]) => [`${KINDS[kind as GivenKind].one}s`, n])))

/** Whether a write that was made again happened twice. */
export const knownOf = ({ doubles }: Pick<Audit, 'doubles'>): string =>
  listCounts({
    'happened twice': doubles.sure,
    'outcome not in the log': doublesOf({ doubles }) - doubles.sure,
    'a guard stops': doubles.stopped
  })

/** Writes of a later turn, for which the user may have asked. */
export const laterOf = (later: number): string =>
  `${counted(later, 'write was', 'writes were')} made again in a later turn of the conversation, and both report success: the user may have asked for it, or has it twice now`

/** What is known of a write that was made again. */
export const doubleWords = ({
  by,
  sure,
  stopped,
  later
}: Pick<ShownDouble, 'by' | 'sure' | 'stopped' | 'later'>): string => {
  if (later)
    return `made again in a later turn${by === 'equal' ? '' : ', but for how it is paid'}; both report success; no guard stops it, since the user may have asked for it`
  return [
    by === 'equal' ? 'the same arguments' : 'arguments that differ in words alone',
    sure ? 'both report success' : 'the log does not tell whether it happened twice',
    stopped ? 'a guard stops it' : `a guard stops it with \`effect: 'write'\`${by === 'equal' ? '' : ' and `identity`'}`
  ].join('; ')
}

// -- money and time

export const money = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: amount < 0.1 ? 4 : 2 })}`

export const duration = (ms: number): string => {
  if (ms < 60_000) return counted(Math.round(ms / 1_000), 'second')
  const minutes = Math.round(ms / 60_000)
  return minutes < 120 ? counted(minutes, 'minute') : `${(ms / 3_600_000).toFixed(1)} hours`
}

export const costIn = ({ total, price }: AuditSummary): Cost | undefined => costOf(total.audit, price)

const tokensBy = ({ context: { measured, read } }: Audit): string => {
  const estimate = 'estimated: characters divided by four'
  if (measured === 0) return `Tokens are ${estimate}.`
  const stated = 'measured, by how much the input that the log states grew from a step to the next one'
  return measured === read
    ? `Tokens are ${stated}.`
    : `${percent(measured / read)} of the tokens are ${stated}; the others are ${estimate}.`
}

const boundBy = ({ context: { atMost } }: Audit): string =>
  atMost === 0
    ? ''
    : `Some logs hold more than the model read: ${counted(atMost, 'token')} of their calls and results are the most that it can have read.`

const statedBy = ({ total, evidence }: AuditSummary): string => {
  const { input, output, cost } = total.audit.usage
  const unstated = evidence.steps.unstated()
  const all = unstated === undefined ? ' in all' : ''
  const price = cost === 0 ? '' : `${money(cost)}${all}`
  if (input + output === 0) return price === '' ? '' : `The logs state a price of ${price}.`
  const paid = price === '' ? '' : `, and a price of ${price}`
  return `The logs state ${counted(input, 'token')} read and ${number(output)} written${all}, prompts and conversation included${paid}${unstated === undefined ? '' : `; ${unstated}`}.`
}

/** What calls of the model took, where no call of a tool could be read. */
export const spentIn = ({ total, evidence, price }: AuditSummary): string => {
  const { input, output, cost } = total.audit.usage
  const { calls } = evidence.steps
  if (calls === 0 || input + output === 0) return ''
  const paid = price === undefined ? cost : (input * inputPrice(total.audit, price) + output * price.out) / 1e6
  const amount = paid === 0 ? '' : `, for ${money(paid)}`
  return `${counted(calls, 'call')} of the model ${calls === 1 ? 'stands' : 'stand'} there, which took ${counted(input + output, 'token')} (${number(input)} read, ${number(output)} written)${amount}.`
}

/** Less waiting than a second is not told, nor then how it was found. */
export const toldWaiting = ({ time }: Audit): number => (time.wasted >= 1_000 ? time.wasted : 0)

/** How long commands of a shell ran that failed; nothing where it is less than a minute, or a tenth of all waiting. */
export const toldRunning = ({ total, evidence }: AuditSummary): number => {
  const { ms } = evidence.given.failedCommands
  return ms >= 60_000 && ms * 10 >= total.audit.time.waited ? ms : 0
}

/** Where no money is told, nothing is to be said of how it was found. */
const moneyBy = (summary: AuditSummary): string => {
  const { context, given, usage } = summary.total.audit
  const by = costIn(summary)?.by
  const cached = `what a cache supplies is ${summary.price?.cached === undefined || usage.cached === 0 ? 'cheaper' : `priced by \`cached=\`, as ${percent(usage.cached / usage.input)} of the input that the logs state`}`
  if (by === 'price' && context.wastedCalls + given.too_long > 0)
    return `Money is these tokens at the price of --price; ${cached}.`
  return by === 'log' && context.wastedCalls > 0
    ? 'Money is these tokens at the average price that each log states; logs that state none are left out.'
    : ''
}

/** The methods, as footnotes. */
export const methodsOf = (summary: AuditSummary): ReadonlyArray<string> =>
  [
    `${tokensBy(summary.total.audit)} A result is read again by every later step of its conversation, until later results fill the context (--context), and counts each time.`,
    'The step of the model that made a useless call read the whole conversation as well, which is not among the tokens of the call.',
    "A call brought nothing if it failed (except in a shell, whose output is what it was asked for), got a web page in place of data, or repeated a call with the same result (of what is polled, by its name, only calls beyond a guard's limit).",
    boundBy(summary.total.audit),
    statedBy(summary),
    moneyBy(summary),
    toldWaiting(summary.total.audit) + toldRunning(summary) > 0
      ? 'Time is what lies between a call and its result in the log.'
      : '',
    'Whether a tool writes: as the config declares, as known of coding agents, else by the verb in its name or, of a tool that runs anything, by what it is asked. Conversations are not compared with each other.'
  ].filter((line) => line !== '')
