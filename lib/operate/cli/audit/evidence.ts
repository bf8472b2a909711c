/** What was found, by tool and kind: counts, and one redacted sample with its place, so that one can look. */
import type { CallMark, ConversationAudit } from '../../audit/audit.js'
import type { Audit } from '../../audit/counts.js'
import type { GivenFinding, GivenKind } from '../../audit/given.js'
import { asFields } from '../../../core/foreign/index.js'
import { isFreshName, isWording } from '../../../core/signs/index.js'
import { printedName, printedValue } from './printed-name.js'

// -- model

/** A result: `file:line`, the place of the call in its conversation, and the tool's words. */
export interface Sample {
  readonly at: string
  readonly call: number
  readonly says: string
}

/** What the model was given by one tool, of one kind and code. */
export interface GivenGroup {
  readonly tool: string
  readonly kind: GivenKind
  readonly code: string
  readonly count: number
  /** The first of them. */
  readonly sample: Sample
}

/** A write that may have had its effect more than once. */
export interface ShownDouble {
  readonly tool: string
  readonly args: string
  readonly at: string
  /** The calls, from 1; the first twenty of them. */
  readonly calls: ReadonlyArray<number>
  /** What came back of each. */
  readonly says: ReadonlyArray<string>
  readonly by: 'equal' | 'alike'
  readonly sure: boolean
  readonly stopped: boolean
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
const MAX_BESIDES = 20

/** What is said of a call without a response: an entry that could not be read may be it. */
export const missingIn = ({ unreadable }: Pick<Audit, 'unreadable'>): string =>
  unreadable === 0 ? 'no response' : 'no response among what could be read'

const said = (mark: CallMark | undefined, missing: string): string =>
  mark?.call?.answer === null || mark?.call === undefined || mark.call === null
    ? missing
    : printedValue(mark.call.answer?.text ?? '', MAX_WORDS) || '(nothing)'

const shownDouble = (at: string, { marks, audit }: ConversationAudit, place: number): ShownDouble | undefined => {
  const { call, double, refusable } = marks[place] ?? {}
  if (call === undefined || call === null || double === undefined) return undefined
  return {
    tool: printedName(call.tool),
    args: printedValue(call.args, MAX_WORDS),
    at: printedName(at, 200),
    calls: [double.of + 1, place + 1],
    says: [marks[double.of], marks[place]].map((mark) => said(mark, missingIn(audit))),
    by: double.by,
    sure: double.sure,
    stopped: refusable !== null
  }
}

const MAX_CALLS = 20

const merged = (one: ShownDouble, other: ShownDouble): ShownDouble => ({
  ...one,
  calls: [...one.calls, ...other.calls.slice(1)].slice(0, MAX_CALLS),
  says: [...one.says, ...other.says.slice(1)].slice(0, MAX_CALLS),
  sure: one.sure || other.sure,
  stopped: one.stopped && other.stopped
})

const weightOf = ({ by, sure, stopped }: ShownDouble): number =>
  (sure ? 4 : 0) + (by === 'equal' ? 2 : 0) + (stopped ? 0 : 1)

interface Group {
  count: number
  readonly first: GivenGroup
}

/** Collects what was found, in bounded memory. */
export class AuditEvidence {
  readonly #groups = new Map<string, Group>()
  #doubles: Array<ShownDouble> = []
  readonly #besides = new Map<string, Set<string>>()
  readonly #repeats = new Map<string, Sample>()
  readonly #unread: Array<UnreadEntries> = []
  readonly #subjects = new Map<string, Set<string>>()

  add(at: string, audited: ConversationAudit): void {
    const { marks } = audited
    this.#addUnread(at, audited)
    this.#addTools(marks)
    for (const [place, mark] of marks.entries()) {
      for (const finding of mark.given) this.#addGiven(at, place, mark, finding)
      if (mark.repeat === 'unchanged') this.#addRepeat(at, place, mark)
      if (mark.double !== undefined) this.#addDouble(at, audited, place)
    }
  }

  /** The largest groups first. */
  get groups(): ReadonlyArray<GivenGroup> {
    return [...this.#groups.values()]
      .map(({ count, first }) => ({ ...first, count }))
      .toSorted((one, other) => other.count - one.count)
  }

  get doubles(): ReadonlyArray<ShownDouble> {
    return this.#doubles
  }

  /** The tools that share a conversation with this one, which are those of its agent; the tool itself first. */
  besides(tool: string): ReadonlyArray<string> {
    return [...new Set([printedName(tool), ...(this.#besides.get(tool) ?? [])])]
  }

  /** The first result of a tool that came again. */
  repeatOf(tool: string): Sample | undefined {
    return this.#repeats.get(tool)
  }

  /** The first conversations of which not all could be read. */
  get unread(): ReadonlyArray<UnreadEntries> {
    return this.#unread
  }

  /** The arguments by which alike writes of a tool were equal. */
  subjectOf(tool: string): ReadonlyArray<string> {
    return [...(this.#subjects.get(tool) ?? [])]
  }

  #addTools(marks: ReadonlyArray<CallMark>): void {
    const tools = new Set(marks.flatMap(({ call }) => (call === null ? [] : [call.tool])))
    for (const tool of tools) {
      const known = this.#besides.get(tool) ?? new Set<string>()
      if (!this.#besides.has(tool) && this.#besides.size < MAX_GROUPS) this.#besides.set(tool, known)
      for (const other of tools) if (known.size < MAX_BESIDES) known.add(printedName(other))
    }
  }

  #addRepeat(at: string, place: number, { call }: CallMark): void {
    if (call === null || this.#repeats.size >= MAX_GROUPS || this.#repeats.has(call.tool)) return
    const says = printedValue(call.answer?.text ?? '', MAX_WORDS) || '(nothing)'
    this.#repeats.set(call.tool, { at: printedName(at, 200), call: place + 1, says })
  }

  #addGiven(at: string, place: number, { call }: CallMark, { kind, code, says }: GivenFinding): void {
    if (call === null) return
    const key = JSON.stringify([call.tool, kind, code])
    const known = this.#groups.get(key)
    if (known !== undefined) {
      known.count++
      return
    }
    if (this.#groups.size >= MAX_GROUPS) return
    const words = printedValue(says === '' ? (call.answer?.text ?? '') : says, MAX_WORDS)
    const sample = { at: printedName(at, 200), call: place + 1, says: words }
    this.#groups.set(key, { count: 1, first: { tool: printedName(call.tool), kind, code, count: 1, sample } })
  }

  #addUnread(at: string, { audit: { unreadable }, marks, unknown }: ConversationAudit): void {
    if (unreadable === 0 || this.#unread.length >= MAX_UNREAD) return
    const call = marks.findIndex(({ call: one }) => one === null)
    const first =
      unknown !== undefined
        ? `entry ${unknown.place} is of no known form: ${printedName(unknown.shape, MAX_WORDS)}`
        : call >= 0
          ? `the name or the arguments of call ${call + 1} cannot be read`
          : 'of no known form'
    const all = unreadable === 1 ? '' : `${unreadable} entries; the first: `
    this.#unread.push({ at: printedName(at, 200), says: `${all}${first}` })
  }

  #addDouble(at: string, audited: ConversationAudit, place: number): void {
    const { marks } = audited
    const shown = shownDouble(at, audited, place)
    if (shown === undefined) return
    const index = this.#doubles.findLastIndex((one) => one.at === shown.at && one.calls[0] === shown.calls[0])
    const same = this.#doubles[index]
    if (same === undefined) this.#doubles.push(shown)
    else this.#doubles[index] = merged(same, shown)
    if (this.#doubles.length > MAX_DOUBLES * 2) this.#settle()
    const mark = marks[place]
    if (mark?.double?.by !== 'alike' || mark.call === null) return
    const names = Object.keys(asFields(mark.call.args)).filter((name) => !isWording(name) && !isFreshName(name))
    const known = this.#subjects.get(mark.call.tool) ?? new Set<string>()
    for (const name of names) known.add(name)
    this.#subjects.set(mark.call.tool, known)
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
