/** What was found, by tool and kind: counts, and one redacted sample with its place, so that one can look. */
import type { CallMark, ConversationAudit } from '../../audit/audit.js'
import type { Audit } from '../../audit/counts.js'
import type { GivenFinding } from '../../audit/given.js'
import { asFields } from '../../../core/foreign/index.js'
import { isFreshName, isRemark, kindOf } from '../../../core/signs/index.js'
import { ownName } from '../../audit/known-tools.js'
import type { FormatName } from '../../audit/formats/formats.js'
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

/** Entries of one conversation that could not be read: how many, and what is known of the first. */
export interface UnreadEntries {
  readonly at: string
  readonly says: string
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

const said = (mark: CallMark | undefined, missing: string): string =>
  mark?.call?.answer === null || mark?.call === undefined || mark.call === null
    ? missing
    : printedValue(mark.call.answer?.text ?? '', MAX_WORDS) || '(nothing)'

type KeptDouble = Omit<ShownDouble, keyof ShownPlace> & { readonly place: ConversationPlace }

const keptDouble = (
  place: ConversationPlace,
  { marks, audit }: ConversationAudit,
  at: number
): KeptDouble | undefined => {
  const { call, double, refusable } = marks[at] ?? {}
  if (call === undefined || call === null || double === undefined) return undefined
  return {
    tool: printedName(call.tool),
    args: printedValue(call.args, MAX_WORDS),
    place,
    calls: [double.of + 1, at + 1],
    says: [marks[double.of], marks[at]].map((mark) => said(mark, missingIn(audit))),
    by: double.by,
    sure: double.sure,
    stopped: refusable !== null,
    later: double.later
  }
}

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

/** Collects what was found, in bounded memory. */
export class AuditEvidence {
  readonly wrong = new WrongCalls()
  readonly given = new GivenGroups()
  readonly faults = new ToolFaultCounts()
  readonly ends = new EarlyEnds()
  readonly steps = new ModelSteps()
  readonly stuck = new StuckRuns()
  readonly news = new RepeatNews()
  /** The smallest context by which one was judged. */
  contextTokens = Infinity
  #doubles: Array<KeptDouble> = []
  /** Files with more than one conversation. */
  readonly #several = new Set<string>()
  readonly #repeats = new Map<string, KeptSample>()
  readonly #loops: Array<KeptSample> = []
  readonly #empties = new Map<string, string>()
  readonly #unread: Array<{ readonly place: ConversationPlace; readonly says: string }> = []
  readonly #formats = new Map<string, Set<FormatName>>()
  readonly #subjects = new Map<string, Set<string>>()
  readonly #numbered = new Set<string>()

  add(place: ConversationPlace, audited: ConversationAudit): void {
    const { marks, ended, contextTokens } = audited
    this.contextTokens = Math.min(this.contextTokens, contextTokens)
    this.ends.add(ended)
    this.steps.add(audited)
    if (place.conversation > 1) this.#several.add(place.file)
    this.#addUnread(place, audited)
    this.#addFormat(place, marks)
    this.wrong.add(place.format, marks)
    this.stuck.add(place, marks, ended)
    for (const [at, mark] of marks.entries()) {
      for (const finding of mark.given) this.#addGiven(place, at, mark, finding)
      const { call, given } = mark
      this.news.add(mark)
      if (call?.answer?.refused === false && given.every(({ kind }) => kind !== 'failed' && kind !== 'web_page'))
        this.faults.addWorked(call)
      if (mark.beginsLoop && mark.call !== null && this.#loops.length < MAX_LOOPS)
        this.#loops.push(keptSample(place, at, mark.call, ''))
      if (mark.repeat === 'unchanged') this.#addRepeat(place, at, mark)
      if (mark.double !== undefined) this.#addDouble(place, audited, at)
      this.#addSubject(mark)
    }
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

  get doubles(): ReadonlyArray<ShownDouble> {
    return this.#doubles.map(({ place, ...double }) => ({ ...this.placed(place), ...double }))
  }

  /** The text of a tool's first empty result. */
  emptyOf(tool: string): string {
    return this.#empties.get(tool) ?? ''
  }

  /** Whether a tool stands in logs of these formats alone. */
  isOnlyOf(tool: string, ...formats: ReadonlyArray<FormatName>): boolean {
    const its = this.#formats.get(tool)
    return its !== undefined && [...its].every((format) => formats.includes(format))
  }

  /** The first result of a tool that came again. */
  repeatOf(tool: string): Sample | undefined {
    const found = this.#repeats.get(tool)
    return found === undefined ? undefined : this.#sample(found)
  }

  /** Where a call begins that one run made most often. */
  repeatedAt({ sample }: RepeatedCall): string {
    return `call ${sample.call} of ${this.placed(sample.place).at}`
  }

  /** Where the first loops begin. */
  get loops(): ReadonlyArray<Sample> {
    return this.#loops.map((loop) => this.#sample(loop))
  }

  /** The first conversations of which not all could be read. */
  get unread(): ReadonlyArray<UnreadEntries> {
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

  #addFormat({ format }: ConversationPlace, marks: ReadonlyArray<CallMark>): void {
    const tools = new Set(marks.flatMap(({ call }) => (call === null ? [] : [call.tool])))
    for (const tool of tools) {
      const formats = this.#formats.get(tool) ?? new Set<FormatName>()
      if (this.#formats.size < MAX_GROUPS) this.#formats.set(tool, formats)
      formats.add(format)
    }
  }

  #addRepeat(place: ConversationPlace, at: number, { call }: CallMark): void {
    if (call === null || this.#repeats.size >= MAX_GROUPS || this.#repeats.has(call.tool)) return
    const says = printedValue(call.answer?.text ?? '', MAX_WORDS) || '(nothing)'
    this.#repeats.set(call.tool, keptSample(place, at, call, says))
  }

  #addGiven(place: ConversationPlace, at: number, { call }: CallMark, finding: GivenFinding): void {
    if (call === null) return
    this.given.add(place, at, call, finding)
    this.faults.add(call, finding)
    if (finding.kind === 'empty' && this.#empties.size < MAX_GROUPS && !this.#empties.has(call.tool))
      this.#empties.set(call.tool, call.answer?.text ?? '')
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

  #addDouble(place: ConversationPlace, audited: ConversationAudit, at: number): void {
    const shown = keptDouble(place, audited, at)
    if (shown === undefined) return
    const index = this.#doubles.findLastIndex(
      (one) => one.place === shown.place && one.calls[0] === shown.calls[0] && one.later === shown.later
    )
    const same = this.#doubles[index]
    if (same === undefined) this.#doubles.push(shown)
    else this.#doubles[index] = merged(same, shown)
    if (this.#doubles.length > MAX_DOUBLES * 2) this.#settle()
  }

  // Of all calls: what stands in one of them alone makes it another order.
  #addSubject({ call }: CallMark): void {
    if (call === null) return
    const tool = ownName(call.tool)
    const known = this.#subjects.get(call.tool) ?? new Set<string>()
    if (kindOf(tool) === 'reads' || (known.size === 0 && this.#subjects.size >= MAX_GROUPS)) return
    for (const [name, value] of Object.entries(asFields(call.args)).slice(0, MAX_SUBJECTS))
      if (isRemark(name, tool)) {
        if (typeof value === 'string' && /\p{N}/u.test(value)) this.#numbered.add(call.tool)
      } else if (known.size < MAX_SUBJECTS && !isFreshName(name)) known.add(name)
    this.#subjects.set(call.tool, known)
  }

  #settle(): void {
    this.#doubles = this.#doubles.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, MAX_DOUBLES)
  }

  /** The most certain doubles first. */
  settled(): this {
    this.#settle()
    return this
  }
}
