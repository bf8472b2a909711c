/** The one ordered walk over a history: which result answers which call. */
import type { HistoryCall, HistoryItem, Lens, HistoryResult, MessageView } from './lens.js'
import { textOf } from './content.js'
import { isSynthetic } from './texts.js'

// -- model

export interface HistoryEntry extends HistoryItem {
  readonly view: MessageView
  /** The step that it belongs to or directly follows. */
  step: PairStep | null
  calls: ReadonlyArray<PairedCall>
  found: ReadonlyArray<PairedResult>
}

/**
 * The role of a result. `later` ones say something else than the first of their call. `hosted` ones answer the
 * provider's own calls, or calls that are stored elsewhere.
 */
export type Fate = 'answers' | 'duplicate' | 'later' | 'superseded' | 'orphan' | 'hosted'

export interface PairedResult {
  readonly entry: HistoryEntry
  readonly result: HistoryResult
  readonly synthetic: boolean
  /** Position among all results. */
  readonly place: number
  /** The step that it directly follows, if any. */
  readonly behind: PairStep | null
  fate: Fate
  call: PairedCall | null
}

export interface PairedCall {
  readonly call: HistoryCall
  readonly entry: HistoryEntry
  readonly step: PairStep
  /** Position among the calls of the step. */
  readonly order: number
  answer: PairedResult | null
}

/** Messages of the model that belong together, and the results directly behind them. */
export interface PairStep {
  readonly members: [HistoryEntry, ...Array<HistoryEntry>]
  readonly calls: Array<PairedCall>
  /** The member behind which the results belong. */
  lastCaller: HistoryEntry | null
  readonly region: Array<HistoryEntry>
  /** Results directly behind it whose ids match no call. */
  readonly untold: Array<PairedResult>
}

export interface PairedHistory {
  readonly entries: ReadonlyArray<HistoryEntry>
  readonly steps: ReadonlyArray<PairStep>
  /** The step at the end of the history, if nobody has spoken since. */
  readonly frontier: PairStep | null
}

// -- open calls

const keyOf = (id: unknown): string => (typeof id === 'string' ? id.trim() : '')

interface OpenFrame {
  readonly step: PairStep
  readonly queue: Array<PairedCall>
  head: number
}

/** Open calls by id: the nearest step first, in it the first call. Position alone tells reused ids apart. */
class OpenCalls {
  private readonly exact = new Map<string, Array<OpenFrame>>()
  /** By other spellings of the id: without its spaces, or the id of the item. */
  private readonly loose = new Map<string, Array<OpenFrame>>()

  add(call: PairedCall): void {
    const { id, alias } = call.call
    const raw = typeof id === 'string' ? id : ''
    const trimmed = raw.trim()
    put(this.exact, raw, call)
    if (trimmed !== raw) put(this.loose, trimmed, call)
    if (alias !== undefined) put(this.loose, alias, call)
  }

  /** The call that a result with this id answers. An exact match comes before a loose one. */
  take(id: unknown): PairedCall | null {
    const raw = typeof id === 'string' ? id : ''
    const trimmed = raw.trim()
    return (
      firstOpen(this.exact, raw) ??
      firstOpen(this.loose, raw) ??
      firstOpen(this.exact, trimmed) ??
      firstOpen(this.loose, trimmed)
    )
  }
}

const put = (frames: Map<string, Array<OpenFrame>>, key: string, call: PairedCall): void => {
  const known = frames.get(key)
  const last = known?.at(-1)
  if (last?.step === call.step) last.queue.push(call)
  else if (known === undefined) frames.set(key, [{ step: call.step, queue: [call], head: 0 }])
  else known.push({ step: call.step, queue: [call], head: 0 })
}

const firstOpen = (frames: ReadonlyMap<string, Array<OpenFrame>>, key: string): PairedCall | null => {
  const known = frames.get(key)
  if (known === undefined) return null
  for (let frame = known.at(-1); frame !== undefined; frame = known.at(-1)) {
    const call = frame.queue[frame.head]
    if (call === undefined) known.pop()
    else if (call.answer === null) return call
    else frame.head++
  }
  return null
}

// -- the walk

class Walk {
  readonly steps: Array<PairStep> = []
  private readonly open = new OpenCalls()
  private readonly answered = new Map<string, PairedCall>()
  private readonly stubs = new Map<string, Array<PairedCall>>()
  private readonly hosted = new Set<string>()
  private references: boolean
  private places = 0
  /** The step directly before the current position. */
  private behind: PairStep | null = null
  private previous: MessageView['side'] = 'other'
  frontier: PairStep | null = null

  constructor(
    private readonly lens: Lens,
    private readonly live: boolean,
    continues: boolean
  ) {
    this.references = continues
  }

  visit(entry: HistoryEntry): void {
    const { view } = entry
    if (view.side === 'model') this.model(entry)
    else if (view.side === 'tool') this.tool(entry)
    else this.leave()
    if (view.hosted !== undefined) for (const id of view.hosted) this.hosted.add(id)
    if (view.reference === true) this.references = true
    this.previous = view.side
  }

  private model(entry: HistoryEntry): void {
    const { continues } = this.lens
    const last = this.steps.at(-1)
    const goesOn = last !== undefined && this.previous === 'model' && continues?.(entry.view) === true
    if (!goesOn) this.leave()
    if (continues === null && entry.view.calls.length === 0) return
    const step: PairStep = goesOn ? last : { members: [entry], calls: [], lastCaller: null, region: [], untold: [] }
    if (goesOn) step.members.push(entry)
    else this.steps.push(step)
    entry.step = step
    if (entry.view.calls.length > 0) {
      entry.calls = entry.view.calls.map((call, slot): PairedCall => ({
        call,
        entry,
        step,
        order: step.calls.length + slot,
        answer: null
      }))
      step.lastCaller = entry
      for (const call of entry.calls) {
        step.calls.push(call)
        this.open.add(call)
      }
    }
    // A result is in its place only behind the last call; a live step may still be speaking.
    this.behind = step.lastCaller === entry || (this.live && step.lastCaller !== null) ? step : null
    this.frontier = step
  }

  private tool(entry: HistoryEntry): void {
    const { behind } = this
    behind?.region.push(entry)
    entry.step = behind
    entry.found = entry.view.results.map((result): PairedResult => ({
      entry,
      result,
      synthetic: isSynthetic(result),
      place: this.places++,
      behind: entry.view.late === true ? null : behind,
      fate: 'orphan',
      call: null
    }))
    for (const one of entry.found) this.judge(one)
    if (entry.view.speaks === true) this.leave()
  }

  private judge(found: PairedResult): void {
    const key = keyOf(found.result.id)
    const call = this.open.take(found.result.id)
    if (call !== null) return this.assign(found, call)
    const previous = key === '' ? undefined : this.answered.get(key)
    if (previous !== undefined) return this.again(found, key, previous)
    if (this.hosted.has(key)) found.fate = 'hosted'
    else if (this.behind !== null) this.behind.untold.push(found)
    else if (this.references) found.fate = 'hosted'
  }

  private assign(found: PairedResult, call: PairedCall): void {
    const key = keyOf(call.call.id)
    found.fate = 'answers'
    found.call = call
    call.answer = found
    this.answered.set(key, call)
    if (!found.synthetic) return
    const stubs = this.stubs.get(key)
    if (stubs === undefined) this.stubs.set(key, [call])
    else stubs.push(call)
  }

  // The first real result wins; over a synthetic one it wins even when it comes late.
  private again(found: PairedResult, key: string, previous: PairedCall): void {
    const same = previous.answer !== null && textOf(previous.answer.result.content) === textOf(found.result.content)
    const stub = found.synthetic || same ? undefined : this.stubs.get(key)?.pop()
    if (stub?.answer == null) {
      found.fate = same || found.synthetic ? 'duplicate' : 'later'
      return
    }
    stub.answer.fate = 'superseded'
    stub.answer.call = null
    this.assign(found, stub)
  }

  /** Somebody else has spoken: results that follow no longer belong to the step. */
  private leave(): void {
    this.behind = null
    this.frontier = null
  }

  /** Position matches results or calls without an id, if it is unambiguous after all others are matched. */
  finish(): void {
    for (const { untold, calls } of this.steps) {
      if (untold.length === 0) continue
      const open = calls.filter(({ answer }) => answer === null)
      const matches =
        open.length === untold.length &&
        open.every((call, at) => keyOf(call.call.id) === '' || keyOf(untold[at]?.result.id) === '')
      for (const [at, found] of untold.entries()) {
        const call = matches ? open[at] : undefined
        if (call !== undefined) this.assign(found, call)
        else if (this.references) found.fate = 'hosted'
      }
    }
  }
}

const NONE: ReadonlyArray<never> = []

export interface PairOptions {
  /** The last step may still continue. */
  readonly live?: boolean
  /** Earlier messages are stored elsewhere, and so are the calls of unmatched results. */
  readonly continues?: boolean
}

/** Pairs calls and results. */
export const pair = (
  lens: Lens,
  items: ReadonlyArray<HistoryItem>,
  { live = false, continues = false }: PairOptions = {}
): PairedHistory => {
  const walk = new Walk(lens, live, continues)
  const entries = items.map(({ message, index }): HistoryEntry => ({
    message,
    index,
    view: lens.read(message),
    step: null,
    calls: NONE,
    found: NONE
  }))
  for (const entry of entries) walk.visit(entry)
  walk.finish()
  return { entries, steps: walk.steps, frontier: walk.frontier }
}
