/** The conclusion of an audit: what went wrong, what it cost, and what no figure includes. */
import type { Audit } from '../../audit/counts.js'
import { hasValues } from '../../audit/doubles.js'
import type { GivenKind } from '../../audit/given.js'
import { endReason } from './early-ends.js'
import type { AuditEvidence } from './evidence.js'
import { isUnread, lacksResults, type Findings } from './findings.js'
import { printedName, printedPath } from './printed-name.js'
import { doublesOf, isAudited, type AuditSummary, type FileReport } from './summary.js'
import type { Cost } from './price.js'
import type { RepeatedCall } from './stuck-runs.js'
import { costIn, duration, elsewhereIn, KINDS, laterOf, money, spentIn, toldRunning, toldWaiting } from './words.js'
import { counted, fewOf, applicable, number, countedParts, percent, sentences } from '../figures.js'

const joined = (parts: ReadonlyArray<string>, word = ' and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}${word} ${String(parts.at(-1))}`

const MAX_NAMES = 3

// A test that fails is the answer to a command, and no failure of the shell.
const badIn = ({ given: all, badResults, calls }: Audit, commands: number): ReadonlyArray<string> => {
  const given = { ...all, failed: all.failed - commands }
  const bad = badResults - commands
  const failed = commands === 0 ? [] : [`${counted(commands, 'command')} of a shell failed`]
  if (bad === 0) return failed
  const kinds = (Object.entries(given) as Array<[GivenKind, number]>)
    .filter(([, n]) => n > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind]) => (bad === 1 ? `was ${KINDS[kind].was}` : KINDS[kind].were))
  return [
    `${counted(bad, 'result')} (${percent(bad / calls)}) ${bad === 1 ? '' : 'were '}${joined(kinds, ' or')}`,
    ...failed
  ]
}

/** How long commands of a shell ran that failed, in a sentence, where they took much of the time. */
const ranIn = (summary: AuditSummary): string => {
  const { count, ms, stopped, stoppedMs } = summary.evidence.given.failedCommands
  if (toldRunning(summary) === 0) return ''
  const most = stopped === 0 ? '' : `, ${duration(stoppedMs)} in ${counted(stopped, 'that was', 'that were')} stopped`
  return `The ${count === 1 ? 'command' : counted(count, 'command')} that failed ran for ${duration(ms)}${most}.`
}

// No verb in its name, no words of the call, and no declaration: it may write.
const untoldIn = ({ news }: AuditEvidence): string =>
  sentences(
    ...news.untold.listed
      .slice(0, MAX_NAMES)
      .map(
        ([name, count]) =>
          `${counted(count, 'equal call')} of ${printedName(name)} had another result: a repeated write, if that tool writes.`
      )
  )

// Which argument it left out, if the others tell.
const withoutIn = ({ faults }: AuditEvidence, { tool, args }: RepeatedCall): string => {
  const left = faults.leftOut(tool, args) ?? []
  const names = left.slice(0, MAX_NAMES).map((name) => `\`${printedName(name)}\``)
  const without = names.length > 0 ? ` without ${joined(names)}` : hasValues(args) ? '' : ' without arguments'
  return `\`${printedName(tool)}\`${without}`
}

/** The run that made one failing call over and over, with its place, and how many others did so. */
const stuckIn = (evidence: AuditEvidence): string => {
  const { most, others } = evidence.stuck
  if (most === undefined) return ''
  const [least, last] = [Math.min(...others), Math.max(...others)]
  const times = least === last ? `${number(last)} times` : `${number(least)} to ${number(last)} times`
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'other run', 'other runs')} one ${times}`
  return `One run made the same failing call ${number(most.count)} times (${withoutIn(evidence, most)}, from ${evidence.repeatedAt(most)})${more}.`
}

/** The run of which most repeats are, and how it ended, in a sentence. */
const repeatingIn = ({ repeats }: Audit, evidence: AuditEvidence, runs: number): string => {
  const run = evidence.stuck.repeating
  if (run === undefined || runs === 1 || run.count * 2 < repeats.unchanged) return ''
  const ended = typeof run.ended === 'string' ? `, which ended ${endReason(run.ended)}` : ''
  const who = run.count === repeats.unchanged ? 'All' : `${number(run.count)} of the ${number(repeats.unchanged)}`
  return `${who} repeats are of one run (${evidence.placed(run.place).at})${ended}.`
}

/** The calls of a last step that no result answers, in a sentence. */
const unmadeIn = ({ unmade }: Audit, evidence: AuditEvidence): string => {
  if (unmade === 0) return ''
  const most = evidence.stuck.unmade
  const equal =
    most === undefined
      ? ''
      : `, ${number(most.count)} of them equal calls of \`${printedName(most.tool)}\` in one step (from ${evidence.repeatedAt(most)})`
  return `${counted(unmade, 'call stands', 'calls stand')} in a step after which the run ended, without any result, and ${unmade === 1 ? 'was' : 'were'} probably never made${equal}.`
}

const MAX_UNREAD_SHARE = 0.05

/** That most calls have no result, in words. */
export const noResults = ({ calls, unanswered }: Audit): string =>
  `No result could be read of ${number(unanswered)} of ${counted(calls, 'call')}, so this says nothing about what came of them`

/** That conversations are empty, in words. */
export const noMessages = ({ transcripts }: Findings): string =>
  `Nothing was read: ${counted(transcripts, 'conversation holds', 'conversations hold')} no message.`

/** That nothing of a log could be read, and why, in words. */
export const nothingRead = ({ audit: { unreadable, unrecorded }, brokenLines, broken }: Findings): string => {
  const unread = unreadable + brokenLines
  if (unreadable === 0 && broken.every(({ reason }) => reason.startsWith('calls_')))
    return `Nothing could be read: ${counted(unread, 'transcript keeps', 'transcripts keep')} calls in prose`
  return unrecorded === unread
    ? `Nothing could be read: of ${counted(unread, 'call')} the log holds a name and no arguments`
    : `Nothing could be read: ${counted(unread, 'entry', 'entries')} ${unread === 1 ? 'is' : 'are'} of no known form`
}

/** That a report is of a part, and of which. */
const partIn = ({ stopped, skipped, skippedShare }: AuditSummary, isPart: boolean): string =>
  sentences(
    stopped && `Stopped after ${number(stopped.files)} of ${counted(stopped.of, 'file')}: this is a part.`,
    isPart &&
      `${counted(skipped.length, 'file')} with ${percent(skippedShare)} of the bytes could not be read: no transcript of a known form is in ${skipped.length === 1 ? 'it' : 'them'}.`
  )

/** Why there is nothing to conclude; undefined where there is. */
const nothingIn = (total: Findings): string | undefined => {
  const { audit, transcripts, messages, brokenLines, broken } = total
  const isSeveral = broken.length > 0 && broken.every(({ reason }) => reason === 'several_transcripts')
  if (isUnread(total))
    return isSeveral && audit.unreadable === 0
      ? `Nothing was read: ${counted(brokenLines, 'document holds', 'documents hold')} transcripts at several places.`
      : `${nothingRead(total)}, so this says nothing about them.`
  if (transcripts === 0) return 'Nothing was read: there is no transcript.'
  return messages === 0 ? noMessages(total) : undefined
}

/** What went wrong in the calls, in a sentence; without a word where no result was read. */
const foundIn = (audit: Audit, evidence: AuditEvidence, of: string, isPart: boolean): string => {
  const { unchanged } = audit.repeats
  const { doubles, context, unanswered, displayed } = audit
  const open = doublesOf(audit) - doubles.sure
  const useless = context.wastedCalls
  // Others wrote in between, or it is of an earlier turn.
  const earlier = unchanged === 0 && audit.badResults === 0 ? useless : 0
  const parts = [
    ...countedParts([
      [doubles.sure, counted(doubles.sure, 'write happened twice', 'repeats of writes that had worked')]
    ]),
    ...badIn(audit, evidence.given.failedCommands.count),
    ...countedParts([
      [unchanged, `${counted(unchanged, 'call')} brought the same result again`],
      [earlier, `${counted(useless, 'call')} brought an earlier result again`],
      [open, `the log does not tell the outcome of ${counted(open, 'repeated write')}`]
    ])
  ]
  if (parts.length > 0) return `Of ${of}, ${joined(parts, ', and')}.`
  if (lacksResults(audit)) return ''
  const silent = (n: number, what: string): string =>
    n > MAX_UNREAD_SHARE * audit.calls ? `, ${number(n)} of which ${n === 1 ? 'has' : 'have'} ${what}` : ''
  const unjudged = `${silent(unanswered, 'no result')}${silent(displayed, 'a result that is only displayed')}`
  return `In ${isPart ? 'what could be read, ' : ''}${of}${unjudged}, no repeated write, no bad result and no useless call was found.`
}

/** What went wrong, in a sentence. */
export const conclusionOf = (summary: AuditSummary): string => {
  const { total, skippedShare, evidence } = summary
  const { audit, transcripts, messages, brokenLines, proseLines } = total
  const isPart = transcripts > 0 && skippedShare > MAX_UNREAD_SHARE
  const part = partIn(summary, isPart)
  const nothing = nothingIn(total)
  const ended = sentences(
    evidence.ends.said(transcripts, (place) => evidence.placed(place).at),
    evidence.steps.rejected()
  )
  if (nothing !== undefined) return sentences(part, nothing, spentIn(summary), ended)
  if (audit.calls === 0) {
    const rest = isPart ? 'The rest: ' : ended === '' ? 'Nothing to find: ' : ''
    return sentences(
      part,
      `${rest}${counted(transcripts, 'conversation')} without a call of a tool.`,
      spentIn(summary),
      ended
    )
  }
  const calling = Math.min(evidence.calling, transcripts)
  // Where much is missing, the figures are of a part.
  const unread = audit.unreadable + brokenLines - proseLines
  return sentences(
    part,
    stuckIn(evidence),
    lacksResults(audit) && `${noResults(audit)}.`,
    foundIn(audit, evidence, `${counted(audit.calls, 'call')} in ${counted(calling, 'conversation')}`, isPart),
    ranIn(summary),
    repeatingIn(audit, evidence, transcripts),
    ended,
    unmadeIn(audit, evidence),
    doublesOf(audit) === 0 && untoldIn(evidence),
    audit.doubles.later > 0 && `${laterOf(audit.doubles.later)}.`,
    unread > MAX_UNREAD_SHARE * (messages + brokenLines) &&
      `${counted(unread, 'entry', 'entries')} could not be read, and no figure includes ${unread === 1 ? 'it' : 'them'}.`
  )
}

// -- around it

/** `2 files without a transcript (a.json, b.json)` */
const filesOf = (paths: ReadonlyArray<string>, what: string): string =>
  `${counted(paths.length, 'file')} ${what} (${fewOf(paths, MAX_NAMES, (path) => printedPath(path, 60))})`

/** The part of the useless tokens that the money is for, where some logs state no price. */
const priced = ({ context, paid }: Audit, { by }: Cost): string => {
  if (by === 'price' || paid.unpriced === 0) return ''
  const tokens = context.wasted - paid.unpriced
  return ` for the ${counted(tokens, 'token')} (${percent(tokens / context.wasted)}) whose log states a price`
}

const ofAll = ({ total, atMost }: Cost, isPart: boolean): string =>
  total === undefined || isPart ? '' : ` of ${atMost === true ? 'at most ' : ''}${money(total)} in all`

/** What would make the price one, or a closer one. */
const priceNews = (cost: Cost | undefined, { usage }: Audit): string => {
  if (cost === undefined) return ' Their price is unknown: `--price in=3,out=15` states what a million tokens cost.'
  return cost.atMost === true
    ? ` A cache supplied ${number(usage.cached)} of the ${counted(usage.input, 'token')} of input, whose price \`cached=\` states beside \`in=\`.`
    : ''
}

/** What the useless calls cost, in two sentences; undefined where there are none. */
export const wasteOf = (summary: AuditSummary): string | undefined => {
  const { context } = summary.total.audit
  const waiting = toldWaiting(summary.total.audit)
  if (context.wastedCalls === 0) return undefined
  const cost = costIn(summary)
  const isOne = context.wastedCalls === 1
  const about = context.measured === context.read ? '' : 'about '
  const isPart = summary.evidence.steps.unstated() !== undefined
  const parts = applicable(
    `${about}${counted(context.wasted, 'token')} (${percent(context.wasted / context.read)} of what all calls took)`,
    cost &&
      `${cost.atMost === true ? 'at most ' : ''}${money(cost.wasted)}${ofAll(cost, isPart)}${priced(summary.total.audit, cost)}`,
    waiting > 0 && `${duration(waiting)} of waiting`
  )
  const read = `${isOne ? 'Its result holds' : 'Their results hold'} ${counted(context.wastedChars, 'character')}; read again by every later step, and with the arguments, ${isOne ? 'it' : 'they'} cost`
  return `${counted(context.wastedCalls, 'call')} brought nothing: a failure, a web page, or the same result again. ${read} ${joined(parts)}.${priceNews(cost, summary.total.audit)}`
}

/** Paths behind which nothing was read, the first few with their reason. */
const closedIn = (files: ReadonlyArray<FileReport>): string => {
  const why = (file: FileReport): string =>
    'error' in file ? `${printedPath(file.path, 60)}: ${printedName(file.error, 200)}` : ''
  return `${counted(files.length, 'path')} without a readable file (${fewOf(files, MAX_NAMES, why, '; ')})`
}

/** Where results end at a limit of the log, which no guard repairs. */
const limitsIn = ({ limited }: Findings): ReadonlyArray<string> =>
  limited
    .slice(0, MAX_NAMES)
    .map(
      ({ path, chars, results }) =>
        `${counted(results, 'result')} in ${printedPath(path, 60)} end after exactly ${number(chars)} characters, and none there is longer: the log, or what stands between tool and model, cuts there, so they do not count as cut.`
    )

/** What no figure includes, with counts; undefined where nothing was left out. */
export const leftOutOf = ({ total, skipped, unopened, files }: AuditSummary): string | undefined => {
  if (isUnread(total)) return undefined
  const { audit, brokenLines, broken, proseLines } = total
  const several = broken.filter(({ reason }) => reason === 'several_transcripts').length
  const faulty = brokenLines - several - proseLines
  const closed = files.filter((file) => !isAudited(file))
  const unknown = audit.unreadable - audit.unrecorded
  const left = countedParts([
    [unknown, counted(unknown, 'entry of no known form', 'entries of no known form')],
    [
      audit.unrecorded,
      counted(audit.unrecorded, 'call without recorded arguments', 'calls without recorded arguments')
    ],
    [faulty, counted(faulty, 'line that could not be read', 'lines that could not be read')],
    [proseLines, counted(proseLines, 'line that is no part of a log', 'lines that are no part of a log')],
    [several, `${counted(several, 'document')} with transcripts at several places (\`--path\` names one)`],
    [skipped.length, filesOf(skipped, 'without a transcript')],
    [unopened.length, filesOf(unopened, 'with another ending than .json, .jsonl, .ndjson, .log or .traj')],
    [closed.length, closedIn(closed)],
    [
      total.copies,
      `${counted(total.copies, 'copy of a conversation', 'copies of conversations')} (the same calls with the same results)`
    ],
    [audit.hosted, `${counted(audit.hosted, 'call')} that the provider ran itself`],
    [audit.displayed, `${counted(audit.displayed, 'result')} that the log holds only as displayed to a person`]
  ])
  const said = sentences(
    left.length > 0 && `Not counted: ${joined(left)}.`,
    audit.splitTurns > 0 &&
      `In ${counted(audit.splitTurns, 'conversation')} a message of the user stands between all calls (some frameworks write one by themselves): no repeat within a turn is seen there.`,
    ...elsewhereIn(unopened),
    ...limitsIn(total)
  )
  return said === '' ? undefined : said
}
