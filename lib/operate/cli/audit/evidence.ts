/** What was found, by tool and kind: counts, and one redacted sample with its place, so that one can look. */
import type { CallMark, ConversationAudit } from '../../audit/audit.js'
import type { CallAnswer } from '../../audit/call-answer.js'
import type { ReadableCall } from '../../audit/conversation.js'
import type { Audit } from '../../audit/counts.js'
import { asFields } from '../../../core/foreign/index.js'
import { isFreshName, isRemark, kindOf } from '../../../core/signs/index.js'
import { ownName } from '../../audit/known-tools.js'
import type { FormatName } from '../../audit/formats/formats.js'
import { CappedMap } from './capped-map.js'
import { EarlyEnds } from './early-ends.js'
import { GivenGroups, type GivenGroup } from './given-groups.js'
import {
  conversationAt,
  keptSample,
  type ConversationPlace,
  type KeptSample,
  type Sample,
  type ShownPlace
} from './place.js'
import { ToolFaultCounts } from './faults.js'
import { ModelSteps } from './model-steps.js'
import { printedName, printedValue } from './printed-name.js'
import { RepeatNews } from './repeat-news.js'
import { StuckRuns, type RepeatedCall } from './stuck-runs.js'
import { WrongCalls } from './wrong-calls.js'

// -- model

/** A write that may have had its effect more than once. */
export interface ShownDouble extends ShownPlace {
  readonly tool: string
  readonly args: string
  /** The calls, from 1; the first twenty of them. */
  readonly calls: ReadonlyArray<number>
  /** What came back of each. */
  readonly says: ReadonlyArray<string>
  readonly by: 'equal' | 'alike'
  readonly sure: boolean
  readonly stopped: boolean
  /** Messages of the user stand between the calls. */
  readonly later: boolean
}

// -- collecting

const MAX_GROUPS = 2_000
const MAX_DOUBLES = 200
const MAX_WORDS = 160
const MAX_UNREAD = 10
const MAX_SUBJECTS = 50
const MAX_LOOPS = 3

/** What is said of a call without a response: an entry that could not be read may be it. */
export const missingIn = ({ unreadable }: Pick<Audit, 'unreadable'>): string =>
  unreadable === 0 ? 'no response' : 'no response among what could be read'

const said = (answer: CallAnswer | null | undefined, missing: string): string =>
  answer == null ? missing : printedValue(answer.text, MAX_WORDS) || '(nothing)'

type KeptDouble = Omit<ShownDouble, keyof ShownPlace> & { readonly place: ConversationPlace }

const keptDouble = (
  place: ConversationPlace,
  { marks, audit }: ConversationAudit,
  at: number,
  { tool, args }: ReadableCall,
  { of, by, sure, later }: NonNullable<CallMark['double']>
): KeptDouble => ({
  tool: printedName(tool),
  args: printedValue(args, MAX_WORDS),
  place,
  calls: [of + 1, at + 1],
  says: [marks[of], marks[at]].map((mark) => said(mark?.call?.answer, missingIn(audit))),
  by,
  sure,
  stopped: (marks[at]?.refusable ?? null) !== null,
  later
})

const MAX_CALLS = 20

const merged = (one: KeptDouble, other: KeptDouble): KeptDouble => ({
  ...one,
  calls: [...one.calls, ...other.calls.slice(1)].slice(0, MAX_CALLS),
  says: [...one.says, ...other.says.slice(1)].slice(0, MAX_CALLS),
  sure: one.sure || other.sure,
  stopped: one.stopped && other.stopped
})

const weightOf = ({ by, sure, stopped, later }: KeptDouble): number =>
  (later ? 0 : 8) + (sure ? 4 : 0) + (by === 'equal' ? 2 : 0) + (stopped ? 0 : 1)

/** Those of most weight; of equals the first. */
const heaviest = (doubles: ReadonlyArray<KeptDouble>): Array<KeptDouble> =>
  doubles.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, MAX_DOUBLES)

/** Collects what was found, in bounded memory. */
export class AuditEvidence {
  readonly wrong = new WrongCalls()
  readonly given = new GivenGroups()
  readonly faults = new ToolFaultCounts()
  readonly ends = new EarlyEnds()
  readonly steps = new ModelSteps()
  readonly stuck = new StuckRuns()
  readonly news = new RepeatNews()
  /** The conversations with a call, of a log that is read in parts each part. */
  calling = 0
  /** The smallest context by which one was judged. */
  contextTokens = Infinity
  #doubles: Array<KeptDouble> = []
  #display: { readonly chars: number; readonly tool: string; readonly sample: KeptSample } | undefined
  /** Files with more than one conversation. */
  readonly #several = new Set<string>()
  readonly #repeats = new CappedMap<KeptSample>(MAX_GROUPS)
  readonly #loops: Array<KeptSample> = []
  readonly #empties = new CappedMap<string>(MAX_GROUPS)
  readonly #unread: Array<{ readonly place: ConversationPlace; readonly says: string }> = []
  readonly #formats = new CappedMap<Set<FormatName>>(MAX_GROUPS)
  readonly #subjects = new CappedMap<Set<string>>(MAX_GROUPS)
  readonly #numbered = new Set<string>()

  add(place: ConversationPlace, audited: ConversationAudit): void {
    const { marks, ended, contextTokens } = audited
    this.contextTokens = Math.min(this.contextTokens, contextTokens)
    if (marks.length > 0) this.calling++
    this.ends.add(place, audited)
    this.steps.add(audited)
    if (place.conversation > 1) this.#several.add(place.file)
    this.#addUnread(place, audited)
    this.wrong.add(place.format, marks)
    this.stuck.add(place, marks, ended)
    for (const [at, mark] of marks.entries()) if (mark.call !== null) this.#addCall(place, audited, at, mark, mark.call)
  }

  #addCall(place: ConversationPlace, audited: ConversationAudit, at: number, mark: CallMark, call: ReadableCall): void {
    const { given, double, repeat, beginsLoop } = mark
    this.#formats.at(call.tool, () => new Set())?.add(place.format)
    for (const finding of given) {
      this.given.add(place, at, call, finding)
      this.faults.add(call, finding)
      if (finding.kind === 'empty') this.#empties.at(call.tool, () => call.answer?.text ?? '')
    }
    const chars = call.answer?.isDisplay === true ? call.answer.text.length : 0
    if (chars > (this.#display?.chars ?? 0))
      this.#display = { chars, tool: printedName(call.tool), sample: keptSample(place, at, call, '') }
    this.news.add(mark, call)
    if (call.answer?.refused === false && given.every(({ kind }) => kind !== 'failed' && kind !== 'web_page'))
      this.faults.addWorked(call)
    if (beginsLoop && this.#loops.length < MAX_LOOPS) this.#loops.push(keptSample(place, at, call, ''))
    if (repeat === 'unchanged')
      this.#repeats.at(call.tool, () => keptSample(place, at, call, said(call.answer, '(nothing)')))
    if (double !== undefined) this.#addDouble(keptDouble(place, audited, at, call, double))
    this.#addSubject(call)
  }

  /** A place in words. */
  placed(place: ConversationPlace): ShownPlace {
    const { file, conversation } = place
    return { at: conversationAt(place, !this.#several.has(file)), file: printedName(file, 200), conversation }
  }

  #sample({ place, ...sample }: KeptSample): Sample {
    return { ...this.placed(place), ...sample }
  }

  /** The largest groups first. */
  get groups(): ReadonlyArray<GivenGroup> {
    return this.given.listed((sample) => this.#sample(sample))
  }

  /** The most certain doubles first. */
  get doubles(): ReadonlyArray<ShownDouble> {
    return heaviest(this.#doubles).map(({ place, ...double }) => ({ ...this.placed(place), ...double }))
  }

  /** The text of a tool's first empty result. */
  emptyOf(tool: string): string {
    return this.#empties.get(tool) ?? ''
  }

  /** The formats of the logs in which a tool stands. */
  formatsOf(tool: string): ReadonlyArray<FormatName> {
    return [...(this.#formats.get(tool) ?? [])]
  }

  /** Whether a tool stands in logs of these formats alone. */
  isOnlyOf(tool: string, ...formats: ReadonlyArray<FormatName>): boolean {
    const its = this.formatsOf(tool)
    return its.length > 0 && its.every((format) => formats.includes(format))
  }

  /** The first result of a tool that came again. */
  repeatOf(tool: string): Sample | undefined {
    const found = this.#repeats.get(tool)
    return found === undefined ? undefined : this.#sample(found)
  }

  /** Where a call begins that one run made most often. */
  repeatedAt({ sample }: RepeatedCall): string {
    return this.#callAt(sample)
  }

  #callAt({ call, place }: KeptSample): string {
    return `call ${call} of ${this.placed(place).at}`
  }

  /** The longest of the results that a log only displays. */
  get longestDisplay(): { readonly chars: number; readonly tool: string; readonly at: string } | undefined {
    const found = this.#display
    return found && { chars: found.chars, tool: found.tool, at: this.#callAt(found.sample) }
  }

  /** Where the first loops begin. */
  get loops(): ReadonlyArray<Sample> {
    return this.#loops.map((loop) => this.#sample(loop))
  }

  /** The first conversations of which not all could be read: how many entries, and what is known of the first. */
  get unread(): ReadonlyArray<{ readonly at: string; readonly says: string }> {
    return this.#unread.map(({ place, says }) => ({ at: this.placed(place).at, says }))
  }

  /** The arguments of a tool that are no words about an order. */
  subjectOf(tool: string): ReadonlyArray<string> {
    return [...(this.#subjects.get(tool) ?? [])]
  }

  /** Whether words about its orders hold numbers, which may name another order. */
  hasNumbersInWords(tool: string): boolean {
    return this.#numbered.has(tool)
  }

  #addUnread(place: ConversationPlace, { audit: { unreadable, unrecorded }, marks, unknown }: ConversationAudit): void {
    if (unreadable === 0 || this.#unread.length >= MAX_UNREAD) return
    const call = marks.findIndex(({ call: one }) => one === null)
    const first =
      unknown !== undefined
        ? `entry ${unknown.place} is of no known form: ${printedName(unknown.shape, MAX_WORDS)}`
        : call >= 0
          ? unrecorded === unreadable
            ? `the arguments of call ${call + 1} were not recorded`
            : `the name or the arguments of call ${call + 1} cannot be read`
          : 'of no known form'
    const all = unreadable === 1 ? '' : `${unreadable} entries; the first: `
    this.#unread.push({ place, says: `${all}${first}` })
  }

  #addDouble(shown: KeptDouble): void {
    const index = this.#doubles.findLastIndex(
      (one) => one.place === shown.place && one.calls[0] === shown.calls[0] && one.later === shown.later
    )
    const same = this.#doubles[index]
    if (same === undefined) this.#doubles.push(shown)
    else this.#doubles[index] = merged(same, shown)
    if (this.#doubles.length > MAX_DOUBLES * 2) this.#doubles = heaviest(this.#doubles)
  }

  // Of all calls: what stands in one of them alone makes it another order.
  #addSubject(call: ReadableCall): void {
    const tool = ownName(call.tool)
    const known = kindOf(tool) === 'reads' ? undefined : this.#subjects.at(call.tool, () => new Set())
    if (known === undefined) return
    for (const [name, value] of Object.entries(asFields(call.args)).slice(0, MAX_SUBJECTS))
      if (isRemark(name, tool)) {
        if (typeof value === 'string' && /\p{N}/u.test(value)) this.#numbered.add(call.tool)
      } else if (known.size < MAX_SUBJECTS && !isFreshName(name)) known.add(name)
  }
}
