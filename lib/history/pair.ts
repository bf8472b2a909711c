/** The one ordered walk over a history: which result answers which call. */
import type { Call, Item, Lens, Result, View } from './lens.js'
import { textOf } from './plain.js'
import { isSynthetic } from './texts.js'

// -- model

export interface Entry extends Item {
  readonly view: View
  /** The step that it belongs to, or stands directly behind. */
  step: Step | null
  /** Its calls, in order. */
  calls: ReadonlyArray<PairedCall>
  /** Its results, in order. */
  found: ReadonlyArray<Found>
}

/** What a result turned out to be. `hosted` ones answer the provider's own calls, or calls that are stored elsewhere. */
export type Fate = 'answers' | 'duplicate' | 'superseded' | 'orphan' | 'hosted'

export interface Found {
  readonly entry: Entry
  readonly result: Result
  readonly synthetic: boolean
  /** Position among all results. */
  readonly place: number
  /** The step that it stands directly behind, if any. */
  readonly behind: Step | null
  fate: Fate
  call: PairedCall | null
}

export interface PairedCall {
  readonly call: Call
  readonly entry: Entry
  readonly step: Step
  /** Position among the calls of the step. */
  readonly order: number
  answer: Found | null
}

/** Messages of the model that belong together, and the results directly behind them. */
export interface Step {
  readonly members: Array<Entry>
  readonly calls: Array<PairedCall>
  /** The member behind which the results belong. */
  lastCaller: Entry | null
  readonly region: Array<Entry>
}

export interface Paired {
  readonly entries: ReadonlyArray<Entry>
  readonly steps: ReadonlyArray<Step>
  /** The step that the history ends in, if nobody has spoken since. */
  readonly frontier: Step | null
}

// -- open calls

const keyOf = (id: unknown): string => (typeof id === 'string' ? id.trim() : '')

interface Frame {
  readonly step: Step
  readonly queue: Array<PairedCall>
  head: number
}

/** Open calls by id: of the nearest step first, and within it the first. A reused id is told apart by position alone. */
class OpenCalls {
  private readonly frames = new Map<string, Array<Frame>>()

  add(call: PairedCall): void {
    const { id, alias } = call.call
    const raw = typeof id === 'string' ? id : ''
    const trimmed = raw.trim()
    this.put(raw, call)
    if (trimmed !== raw) this.put(trimmed, call)
    if (alias !== undefined && alias !== raw) this.put(alias, call)
  }

  private put(key: string, call: PairedCall): void {
    const frames = this.frames.get(key)
    const last = frames?.at(-1)
    if (last?.step === call.step) last.queue.push(call)
    else if (frames === undefined) this.frames.set(key, [{ step: call.step, queue: [call], head: 0 }])
    else frames.push({ step: call.step, queue: [call], head: 0 })
  }

  /** The call that a result with this id answers: an id that is written just so comes before one that differs in its spaces. */
  take(id: unknown): PairedCall | null {
    const raw = typeof id === 'string' ? id : ''
    return this.open(raw) ?? this.open(raw.trim())
  }

  private open(key: string): PairedCall | null {
    const frames = this.frames.get(key)
    if (frames === undefined) return null
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const call = frame.queue[frame.head]
      if (call === undefined) frames.pop()
      else if (call.answer === null) return call
      else frame.head++
    }
    return null
  }
}

// -- the walk

class Walk {
  readonly steps: Array<Step> = []
  private readonly open = new OpenCalls()
  private readonly answered = new Map<string, PairedCall>()
  private readonly stubs = new Map<string, Array<PairedCall>>()
  private readonly hosted = new Set<string>()
  private references = false
  private places = 0
  /** The step that the walk stands directly behind. */
  private behind: Step | null = null
  private held: Array<Found> = []
  private previous: View['side'] = 'other'
  interrupted = true

  private readonly positional: Array<{ readonly step: Step | null; readonly held: ReadonlyArray<Found> }> = []

  constructor(private readonly lens: Lens, private readonly live: boolean) {}

  visit(entry: Entry): void {
    const { view } = entry
    if (view.side === 'model') this.model(entry)
    else if (view.side === 'tool') this.tool(entry)
    else this.leave()
    if (view.hosted !== undefined) for (const id of view.hosted) this.hosted.add(id)
    if (view.reference === true) this.references = true
    this.previous = view.side
  }

  private model(entry: Entry): void {
    const { continues } = this.lens
    const last = this.steps.at(-1)
    const goesOn = last !== undefined && this.previous === 'model' && continues?.(entry.view) === true
    if (!goesOn) this.leave()
    if (continues === null && entry.view.calls.length === 0) return
    const step = goesOn ? last : { members: [entry], calls: [], lastCaller: null, region: [] }
    if (goesOn) step.members.push(entry)
    else this.steps.push(step)
    entry.step = step
    if (entry.view.calls.length > 0) {
      entry.calls = entry.view.calls.map((call, slot): PairedCall => ({ call, entry, step, order: step.calls.length + slot, answer: null }))
      step.lastCaller = entry
      for (const call of entry.calls) {
        step.calls.push(call)
        this.open.add(call)
      }
    }
    // Only behind the last call is a result in its place; a live step may still be speaking.
    this.behind = step.lastCaller === entry || (this.live && step.lastCaller !== null) ? step : null
    this.interrupted = false
  }

  private tool(entry: Entry): void {
    const { behind } = this
    behind?.region.push(entry)
    entry.step = behind
    entry.found = entry.view.results.map((result): Found => ({
      entry, result, synthetic: isSynthetic(result), place: this.places++, behind: entry.view.late === true ? null : behind, fate: 'orphan', call: null
    }))
    for (const one of entry.found) this.judge(one)
    if (entry.view.speaks === true) this.leave()
  }

  private judge(found: Found): void {
    const key = keyOf(found.result.id)
    const call = this.open.take(found.result.id)
    if (call !== null) return this.assign(found, call)
    const previous = key === '' ? undefined : this.answered.get(key)
    if (previous !== undefined) return this.again(found, key, previous)
    if (this.hosted.has(key)) found.fate = 'hosted'
    else if (this.behind !== null) this.held.push(found)
    else if (this.references) found.fate = 'hosted'
  }

  private assign(found: Found, call: PairedCall): void {
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

  // The first real result wins, and over a synthetic one even when it comes late.
  private again(found: Found, key: string, previous: PairedCall): void {
    const same = previous.answer !== null && textOf(previous.answer.result.content) === textOf(found.result.content)
    const stub = found.synthetic || same ? undefined : this.stubs.get(key)?.pop()
    if (stub?.answer == null) {
      found.fate = 'duplicate'
      return
    }
    stub.answer.fate = 'superseded'
    stub.answer.call = null
    this.assign(found, stub)
  }

  /** Leaves the place behind a step. */
  leave(): void {
    if (this.held.length > 0) this.positional.push({ step: this.behind, held: this.held })
    this.held = []
    this.behind = null
    this.interrupted = true
  }

  /** Results without an id, or for calls without one, are told by their position, if that is clear once all others have found their calls. */
  finish(): void {
    for (const { step, held } of this.positional) {
      const open = step?.calls.filter(({ answer }) => answer === null) ?? []
      const matches = open.length === held.length && open.every((call, at) =>
        keyOf(call.call.id) === '' || keyOf(held[at]?.result.id) === '')
      for (const [at, found] of held.entries()) {
        const call = open[at]
        if (matches && call !== undefined) this.assign(found, call)
        else if (this.references) found.fate = 'hosted'
      }
    }
  }
}

const NONE: ReadonlyArray<never> = []

/** Pairs calls and results. In a `live` history the last step may still be going on. */
export const pair = (lens: Lens, items: ReadonlyArray<Item>, live = false): Paired => {
  const walk = new Walk(lens, live)
  const entries = items.map(({ message, index }): Entry => ({ message, index, view: lens.read(message), step: null, calls: NONE, found: NONE }))
  for (const entry of entries) walk.visit(entry)
  const frontier = walk.interrupted ? null : (walk.steps.at(-1) ?? null)
  walk.leave()
  walk.finish()
  return { entries, steps: walk.steps, frontier }
}
