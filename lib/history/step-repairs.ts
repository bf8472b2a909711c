/** Puts a history in order, step by step: calls, then their results, then notes. */
import type { Fields } from '../core/foreign/index.js'
import { canonicalText } from '../core/json/index.js'
import type { MessageChange, HistoryItem, Lens } from './lens.js'
import type { HistoryEntry, PairedResult, PairedHistory, PairedCall, PairStep } from './pair.js'
import { shownId, type Repair } from './repairs.js'
import { INTERRUPTED, resultNote } from './texts.js'

// -- model

/** The options of a repair, all resolved. */
export interface RepairSettings {
  readonly frontier: 'closed' | 'open'
  readonly orphanResults: 'note' | 'drop'
  readonly unansweredCalls: 'synthesize' | 'remove'
  readonly collapseRepeats: boolean
}

/** The fate of a call: it has its result, waits for one, gets a synthetic one, or is removed. */
type CallFate = 'answered' | 'left' | 'synthesized' | 'removed'

/** The repair of a step that is out of order. */
interface StepPlan {
  /** The message that the results follow: the last one whose calls are kept. */
  readonly anchor: HistoryEntry | undefined
  /** Some call still waits for its result: nothing may come between, so notes go before the step. */
  readonly waits: boolean
}

// -- ids: given by position, so that the same history always gets the same

const rawIds = ({ entries }: PairedHistory): Set<string> => {
  const taken = new Set<string>()
  for (const { view } of entries) {
    for (const { id } of [...view.calls, ...view.results]) if (typeof id === 'string') taken.add(id)
  }
  return taken
}

/** New ids for the calls that `keeps` selects, where the provider does not accept the present ones. */
const planIds = (
  lens: Lens,
  paired: PairedHistory,
  keeps: (call: PairedCall) => boolean
): ReadonlyMap<PairedCall, string> => {
  const plan = new Map<PairedCall, string>()
  const counters = new Map<string, number>()
  let used = new Set<string>()
  let taken: Set<string> | null = null

  const fresh = (base: string): string => {
    taken ??= rawIds(paired)
    // Cut, so that the number does not make the id too long for its provider.
    const stem = base.slice(0, lens.stem ?? 48)
    let id = base
    for (let n = counters.get(stem) ?? 2; taken.has(id); n++) {
      id = `${stem}_${n}`
      counters.set(stem, n + 1)
    }
    taken.add(id)
    return id
  }

  for (const step of paired.steps) {
    if (lens.unique === 'step') used = new Set()
    for (const call of step.calls) {
      if (!keeps(call)) continue
      const raw = typeof call.call.id === 'string' ? call.call.id : ''
      const base = lens.acceptable(raw)
      const stands = raw.trim() !== '' && base === raw && !used.has(raw)
      const id = stands ? raw : fresh(base.trim() === '' ? `call_${call.entry.index}_${call.order}` : base)
      if (!stands) plan.set(call, id)
      used.add(id)
    }
  }
  return plan
}

/** New names for tools, where the provider does not accept the present ones: another one for each. */
const planNames = ({ tool }: Lens, { steps }: PairedHistory): ReadonlyMap<string, string> => {
  const plan = new Map<string, string>()
  if (tool === undefined) return plan
  const used = new Set(steps.flatMap(({ calls }) => calls.map(({ call }) => call.name)))
  for (const name of used) {
    const base = tool(name)
    if (base === name) continue
    let to = base
    for (let n = 2; used.has(to); n++) to = `${base}_${n}`
    used.add(to)
    plan.set(name, to)
  }
  return plan
}

// Of parallel calls, no two have one id. In later steps some servers give it again, to a call that may have run.
const copiesIn = ({ steps }: PairedHistory): ReadonlySet<PairedCall> => {
  const copies = new Set<PairedCall>()
  for (const { calls } of steps) {
    if (calls.length < 2 || calls.every(({ answer }) => answer !== null)) continue
    const known = new Set<string>()
    for (const one of calls) {
      const { id, name, args } = one.call
      if (typeof id !== 'string' || id.trim() === '') continue
      const text = canonicalText([id, name, args])
      if (one.answer === null && known.has(text)) copies.add(one)
      known.add(text)
    }
  }
  return copies
}

// -- repairing

class StepRepairer {
  readonly repairs: Array<Repair> = []
  private readonly items: Array<HistoryItem> = []
  private readonly copies: ReadonlySet<PairedCall>
  private readonly ids: ReadonlyMap<PairedCall, string>
  private readonly names: ReadonlyMap<string, string>

  constructor(
    private readonly lens: Lens,
    private readonly paired: PairedHistory,
    private readonly settings: RepairSettings
  ) {
    this.copies = copiesIn(paired)
    this.ids = planIds(lens, paired, (call) => !['left', 'removed'].includes(this.outcome(call)))
    this.names = planNames(lens, paired)
  }

  run(): ReadonlyArray<HistoryItem> {
    const plans = new Map<PairStep, StepPlan>()
    for (const step of this.paired.steps) if (!this.isRegular(step)) plans.set(step, this.plan(step))
    for (const entry of this.paired.entries) {
      const plan = entry.step === null ? undefined : plans.get(entry.step)
      if (entry.view.side === 'tool') {
        if (entry.step !== null && plan === undefined) this.put(entry, this.readdressed(entry))
        else this.dissolve(entry, plan)
        continue
      }
      if (plan?.waits === true && entry === entry.step?.members[0]) this.tell(entry.step.region)
      this.put(entry, entry.calls.length === 0 ? entry.message : this.member(entry))
      if (entry.step !== null && entry === plan?.anchor) this.gather(entry.step, entry)
    }
    return this.items
  }

  private put(at: HistoryItem, message: unknown): void {
    if (message !== undefined) this.items.push(message === at.message ? at : { message, index: at.index })
  }

  private report(repair: Repair): void {
    this.repairs.push(repair)
  }

  private outcome(one: PairedCall): CallFate {
    const { answer, call, step } = one
    if (answer !== null) return 'answered'
    if (step === this.paired.frontier && (call.pending === true || this.settings.frontier === 'open')) return 'left'
    const synthesizes =
      this.settings.unansweredCalls === 'synthesize' && call.unanswerable !== true && !this.copies.has(one)
    return synthesizes ? 'synthesized' : 'removed'
  }

  private isRegular(step: PairStep): boolean {
    return (
      step.calls.every((call) =>
        call.answer === null ? this.outcome(call) === 'left' : call.answer.behind === step
      ) &&
      step.region.every(({ found }) =>
        found.every(({ fate, call, behind }) => fate === 'hosted' || (behind === step && call?.step === step))
      )
    )
  }

  private plan(step: PairStep): StepPlan {
    // While a step may continue, results follow all of its messages so far.
    const last =
      this.settings.frontier === 'open'
        ? step.members.at(-1)
        : step.calls.findLast((call) => this.outcome(call) !== 'removed')?.entry
    return { anchor: last, waits: step.calls.some((call) => this.outcome(call) === 'left') }
  }

  // -- calls

  private member(entry: HistoryEntry): unknown {
    const changes = entry.calls.map((call): MessageChange => {
      const outcome = this.outcome(call)
      const about = { id: shownId(call.call.id), index: entry.index }
      if (outcome === 'removed') {
        this.report({ kind: this.copies.has(call) ? 'duplicate_dropped' : 'call_removed', ...about })
        return 'remove'
      }
      const id = this.ids.get(call)
      // Whoever answers the call still looks for its tool by this name.
      const name = outcome === 'left' ? undefined : this.names.get(call.call.name)
      if (id !== undefined) this.report({ kind: 'id_renamed', ...about, to: id })
      if (name !== undefined) this.report({ kind: 'tool_renamed', ...about, to: name })
      return id === undefined && name === undefined ? 'keep' : { id, name }
    })
    if (changes.every((change) => change === 'keep')) return entry.message
    const changed = this.lens.change(entry.message, (slot) => changes[slot] as MessageChange)
    if (changed === undefined) this.report({ kind: 'message_removed', id: null, index: entry.index })
    return changed
  }

  // -- results

  private idOf(call: PairedCall): string {
    return this.ids.get(call) ?? (call.call.id as string)
  }

  private block({ result, entry }: PairedResult, call: PairedCall): Fields {
    const id = this.idOf(call)
    const name = result.name === '' ? undefined : this.names.get(result.name)
    const about = { id: shownId(result.id), index: entry.index }
    if (result.id !== id) this.report({ kind: 'id_renamed', ...about, to: id })
    if (name !== undefined) this.report({ kind: 'tool_renamed', ...about, to: name })
    return result.id === id && name === undefined ? result.block : this.lens.address(result.block, id, name)
  }

  private readdressed(entry: HistoryEntry): unknown {
    const { found } = entry
    const blocks = found.map((one) => (one.call === null ? one.result.block : this.block(one, one.call)))
    return blocks.every((block, slot) => block === found[slot]?.result.block)
      ? entry.message
      : this.lens.swap(entry.message, blocks)
  }

  private gather(step: PairStep, anchor: HistoryEntry): void {
    const blocks: Array<Fields> = []
    const indexes: Array<number> = []
    let furthest = -1
    let host: HistoryEntry | null = null
    // If the last call is removed, results no longer follow the last message of the step.
    const anchored = anchor === step.members.at(-1) || anchor === step.lastCaller
    for (const call of step.calls) {
      const outcome = this.outcome(call)
      if (outcome === 'synthesized') {
        this.report({ kind: 'result_synthesized', id: shownId(call.call.id), index: call.entry.index })
        blocks.push(this.lens.answer(call.call, this.idOf(call), call.call.missing ?? INTERRUPTED))
        indexes.push(call.entry.index)
      }
      const { answer } = call
      if (answer === null) continue
      indexes.push(answer.entry.index)
      host ??= answer.entry
      const stays =
        anchored && answer.behind === step && answer.place > furthest && (!this.lens.groups || answer.entry === host)
      if (!stays) this.report({ kind: 'result_moved', id: shownId(answer.result.id), index: answer.entry.index })
      else furthest = answer.place
      blocks.push(this.block(answer, call))
    }
    if (blocks.length === 0) return
    for (const [n, message] of this.lens.gather(blocks).entries())
      this.items.push({ message, index: indexes[n] ?? anchor.index })
  }

  /** Removes the results of a message: those with a call already follow it, notes quote the others. */
  private dissolve(entry: HistoryEntry, plan: StepPlan | undefined): void {
    const { found } = entry
    if (plan?.waits !== true) this.tell([entry])
    const rest =
      found.length === 0
        ? entry.message
        : this.lens.swap(
            entry.message,
            found.map(({ fate, result }) => (fate === 'hosted' ? result.block : undefined))
          )
    this.put(entry, rest)
  }

  private tell(entries: ReadonlyArray<HistoryEntry>): void {
    for (const { found } of entries) for (const one of found) this.tellOf(one)
  }

  private tellOf({ fate, result, entry, synthetic }: PairedResult): void {
    const about = { id: shownId(result.id), index: entry.index }
    if (fate === 'duplicate') this.report({ kind: 'duplicate_dropped', ...about })
    if (fate === 'superseded') this.report({ kind: 'synthetic_replaced', ...about })
    if (fate !== 'orphan' && fate !== 'later') return
    // A result that an earlier repair synthesized is no evidence.
    const noted = this.settings.orphanResults === 'note' && !synthetic
    this.report({ kind: noted ? 'result_noted' : 'result_dropped', ...about })
    if (noted) this.put(entry, this.lens.note(resultNote(result, fate), result.content))
  }
}

/** The messages in order, and the repairs. */
export const repairSteps = (
  lens: Lens,
  paired: PairedHistory,
  settings: RepairSettings
): { readonly items: ReadonlyArray<HistoryItem>; readonly repairs: ReadonlyArray<Repair> } => {
  const repairing = new StepRepairer(lens, paired, settings)
  return { items: repairing.run(), repairs: repairing.repairs }
}
