/** What was found, by tool and kind: counts, and one redacted sample with its place, so that one can look. */
import type { CallMark, ConversationAudit } from '../../audit/audit.js'
import type { GivenFinding, GivenKind } from '../../audit/given.js'
import { asFields } from '../../../core/foreign/index.js'
import { isFreshName, isWording } from '../../../core/signs/index.js'
import { printedName, printedValue } from './printed-name.js'

// -- model

/** What the model was given by one tool, of one kind and code. */
export interface GivenGroup {
  readonly tool: string
  readonly kind: GivenKind
  readonly code: string
  readonly count: number
  /** The first of them: `file:line`, the place of the call in its conversation, and the tool's words. */
  readonly sample: { readonly at: string; readonly call: number; readonly says: string }
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

// -- collecting

const MAX_GROUPS = 2_000
const MAX_DOUBLES = 200
const MAX_WORDS = 160

const said = (mark: CallMark | undefined): string =>
  mark?.call?.answer === null || mark?.call === undefined || mark.call === null
    ? 'no response'
    : printedValue(mark.call.answer?.text ?? '', MAX_WORDS) || '(nothing)'

const shownDouble = (at: string, marks: ReadonlyArray<CallMark>, place: number): ShownDouble | undefined => {
  const { call, double, refusable } = marks[place] ?? {}
  if (call === undefined || call === null || double === undefined) return undefined
  return {
    tool: printedName(call.tool),
    args: printedValue(call.args, MAX_WORDS),
    at: printedName(at, 200),
    calls: [double.of + 1, place + 1],
    says: [said(marks[double.of]), said(marks[place])],
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
  readonly #subjects = new Map<string, Set<string>>()

  add(at: string, { marks }: ConversationAudit): void {
    for (const [place, mark] of marks.entries()) {
      for (const finding of mark.given) this.#addGiven(at, place, mark, finding)
      if (mark.double !== undefined) this.#addDouble(at, marks, place)
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

  /** The arguments by which alike writes of a tool were equal. */
  subjectOf(tool: string): ReadonlyArray<string> {
    return [...(this.#subjects.get(tool) ?? [])]
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

  #addDouble(at: string, marks: ReadonlyArray<CallMark>, place: number): void {
    const shown = shownDouble(at, marks, place)
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
