/** Mends a history so that its provider takes it: every call is followed by its result, every result has a call, and no evidence is lost. */
import { collapseRepeats } from './collapse.js'
import { formatLens, type HistoryFormat } from './formats.js'
import { planIds } from './ids.js'
import { cleanMessages, type Change, type Item, type Lens, type Report } from './lens.js'
import { pair, type Entry, type Found, type Paired, type PairedCall, type Step } from './pair.js'
import type { Plain } from './plain.js'
import { shownId, type Repair } from './repairs.js'
import { INTERRUPTED, orphanNote } from './texts.js'

// -- model

/** How a history is mended. @category History @since 0.1.0 */
export interface RepairOptions {
  /** `open` leaves the unanswered calls of the last step alone: their results are still to come. @default 'closed' */
  readonly frontier?: 'closed' | 'open'
  /** A result without an earlier call is quoted in a note, because it may be the only evidence of a side effect, or dropped. @default 'note' */
  readonly orphanResults?: 'note' | 'drop'
  /** A call without a result gets a marked synthetic one, or is removed. @default 'synthesize' */
  readonly unansweredCalls?: 'synthesize' | 'remove'
  /** Folds runs of identical failed calls into the first and a note with the count: models imitate what their context repeats. @default false */
  readonly collapseRepeats?: boolean
}

/** A mended history: the same array where nothing was wrong. @category History @since 0.1.0 */
export interface Repaired<Messages> {
  readonly messages: Messages
  /** What was done, in the order of the messages that it concerns. */
  readonly repairs: ReadonlyArray<Repair>
}

type Settings = Required<RepairOptions>

// -- one step

/** What becomes of a call: it has its result, waits for one, gets a synthetic one, or goes. */
type Outcome = 'answered' | 'left' | 'synthesized' | 'removed'

/** What is to be done about a step that is not in order. */
interface Plan {
  /** The message behind which its results belong: the last whose calls are kept. */
  readonly anchor: Entry | undefined
  /** Some call is still to be answered: nothing may come between, so what there is to tell is told ahead of the step. */
  readonly waits: boolean
}

class Mending {
  readonly repairs: Array<Repair> = []
  private readonly items: Array<Item> = []
  private readonly ids: ReadonlyMap<PairedCall, string>

  constructor(private readonly lens: Lens, private readonly paired: Paired, private readonly settings: Settings) {
    this.ids = planIds(lens, paired, (call) => !['left', 'removed'].includes(this.outcome(call)))
  }

  run(): ReadonlyArray<Item> {
    const plans = new Map<Step, Plan>()
    for (const step of this.paired.steps) if (!this.isRegular(step)) plans.set(step, this.plan(step))
    for (const entry of this.paired.entries) {
      const plan = entry.step === null ? undefined : plans.get(entry.step)
      if (entry.view.side === 'tool') {
        if (entry.step !== null && plan === undefined) this.put(entry, this.readdressed(entry))
        else this.dissolve(entry, plan)
        continue
      }
      if (plan?.waits === true && entry === entry.step?.members[0]) for (const { found } of entry.step.region) found.forEach(this.tell, this)
      this.put(entry, entry.calls.length === 0 ? entry.message : this.member(entry))
      if (entry.step !== null && entry === plan?.anchor) this.gather(entry.step, entry)
    }
    return this.items
  }

  private put(at: Item, message: unknown): void {
    if (message !== undefined) this.items.push(message === at.message ? at : { message, index: at.index })
  }

  private report(repair: Repair): void {
    this.repairs.push(repair)
  }

  private outcome({ answer, call, step }: PairedCall): Outcome {
    if (answer !== null) return 'answered'
    if (step === this.paired.frontier && (call.pending || this.settings.frontier === 'open')) return 'left'
    return this.settings.unansweredCalls === 'synthesize' && call.answerable ? 'synthesized' : 'removed'
  }

  // Everything about the step is in its place; only ids may be wrong.
  private isRegular(step: Step): boolean {
    return step.calls.every((call) => (call.answer === null ? this.outcome(call) === 'left' : call.answer.behind === step)) &&
      step.region.every(({ found }) => found.every(({ fate, call, behind }) => fate === 'hosted' || (behind === step && call?.step === step)))
  }

  private plan(step: Step): Plan {
    // While a step may go on, results stand behind all that it said so far.
    const last = this.settings.frontier === 'open' ? step.members.at(-1) : step.calls.findLast((call) => this.outcome(call) !== 'removed')?.entry
    return { anchor: last, waits: step.calls.some((call) => this.outcome(call) === 'left') }
  }

  // -- calls

  private member(entry: Entry): unknown {
    const changes = entry.calls.map((call): Change => {
      const { id } = call.call
      if (this.outcome(call) === 'removed') {
        this.report({ kind: 'call_removed', id: shownId(id), index: entry.index })
        return 'remove'
      }
      const to = this.ids.get(call)
      if (to === undefined) return 'keep'
      this.report({ kind: 'id_renamed', id: shownId(id), index: entry.index, to })
      return { id: to }
    })
    if (changes.every((change) => change === 'keep')) return entry.message
    const changed = this.lens.change(entry.message, changes)
    if (changed === undefined) this.report({ kind: 'message_removed', id: null, index: entry.index })
    return changed
  }

  // -- results

  private idOf(call: PairedCall): string {
    return this.ids.get(call) ?? (call.call.id as string)
  }

  private block({ result, entry }: Found, call: PairedCall): Plain {
    const id = this.idOf(call)
    if (result.id === id) return result.block
    this.report({ kind: 'id_renamed', id: shownId(result.id), index: entry.index, to: id })
    return this.lens.address(result.block, id)
  }

  private readdressed(entry: Entry): unknown {
    const { found } = entry
    const blocks = found.map((one) => (one.call === null ? one.result.block : this.block(one, one.call)))
    return blocks.every((block, slot) => block === found[slot]?.result.block) ? entry.message : this.lens.swap(entry.message, blocks)
  }

  private gather(step: Step, anchor: Entry): void {
    const blocks: Array<Plain> = []
    let furthest = -1
    let host: Entry | null = null
    // Where the last call goes, results no longer follow the last message of the step.
    const anchored = anchor === step.members.at(-1) || anchor === step.lastCaller
    for (const call of step.calls) {
      const outcome = this.outcome(call)
      if (outcome === 'synthesized') {
        this.report({ kind: 'result_synthesized', id: shownId(call.call.id), index: call.entry.index })
        blocks.push(this.lens.answer(call.call, this.idOf(call), INTERRUPTED))
      }
      const { answer } = call
      if (answer === null) continue
      host ??= answer.entry
      const stays = anchored && answer.behind === step && answer.place > furthest && (!this.lens.groups || answer.entry === host)
      if (!stays) this.report({ kind: 'result_moved', id: shownId(answer.result.id), index: answer.entry.index })
      else furthest = answer.place
      blocks.push(this.block(answer, call))
    }
    if (blocks.length > 0) for (const message of this.lens.gather(blocks)) this.put(anchor, message)
  }

  /** Takes the results out of a message: those with a call stand behind it by now, the others are told of here. */
  private dissolve(entry: Entry, plan: Plan | undefined): void {
    const { found } = entry
    if (plan?.waits !== true) found.forEach(this.tell, this)
    const rest = found.length === 0
      ? entry.message
      : this.lens.swap(entry.message, found.map(({ fate, result }) => (fate === 'hosted' ? result.block : undefined)))
    this.put(entry, rest)
  }

  private tell({ fate, result, entry, synthetic }: Found): void {
    const about = { id: shownId(result.id), index: entry.index }
    if (fate === 'duplicate') this.report({ kind: 'duplicate_dropped', ...about })
    if (fate === 'superseded') this.report({ kind: 'synthetic_replaced', ...about })
    if (fate !== 'orphan') return
    // What a repair once put there is no evidence of anything.
    const noted = this.settings.orphanResults === 'note' && !synthetic
    this.report({ kind: noted ? 'result_noted' : 'result_dropped', ...about })
    if (noted) this.put(entry, this.lens.note(orphanNote(result)))
  }
}

// -- options

const CHOICES = {
  frontier: ['closed', 'open'],
  orphanResults: ['note', 'drop'],
  unansweredCalls: ['synthesize', 'remove'],
  collapseRepeats: [false, true]
} as const

const settle = (options: RepairOptions): Settings => {
  const settings = { frontier: 'closed', orphanResults: 'note', unansweredCalls: 'synthesize', collapseRepeats: false, ...options } as const
  for (const [name, choices] of Object.entries(CHOICES)) {
    const given: unknown = settings[name as keyof Settings]
    if (!choices.some((choice) => choice === given)) {
      throw new TypeError(`Expected \`${name}\` to be ${choices.map((choice) => JSON.stringify(choice)).join(' or ')}.`)
    }
  }
  return settings
}

// -- the verb

/**
 * Mends a history before it is sent: pairs calls and results in one ordered walk, answers what was interrupted, keeps a note of what lost its call.
 * Deterministic and idempotent; the input is never changed, and is given back as it is where nothing is wrong with it.
 *
 * Throws a `TypeError` for an unknown format or option, and for nothing else.
 *
 * @category History @since 0.1.0
 * @example
 * import { repairHistory } from 'guarded-call'
 *
 * const { messages, repairs } = repairHistory('openai', [
 *   { role: 'user', content: 'Refund order 7.' },
 *   { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'refund', arguments: '{"id":7}' } }] },
 *   { role: 'user', content: 'And?' }
 * ])
 *
 * assert.deepEqual(messages.map(({ role }) => role), ['user', 'assistant', 'tool', 'user'])
 * assert.deepEqual(repairs, [{ kind: 'result_synthesized', id: 'call_1', index: 1 }])
 */
export const repairHistory = <Messages extends ReadonlyArray<unknown>>(
  format: HistoryFormat, messages: Messages, options: RepairOptions = {}
): Repaired<Messages> => {
  const settings = settle(options)
  const lens = formatLens(format, messages)
  const live = settings.frontier === 'open'
  const repairs: Array<Repair> = []
  const report: Report = (kind, index, id) => {
    repairs.push({ kind, id: shownId(id), index })
  }

  const cleaned = cleanMessages(lens, messages, report)
  const mending = new Mending(lens, pair(lens, cleaned, live), settings)
  const mended = mending.run()
  repairs.push(...mending.repairs)
  const folded = settings.collapseRepeats ? collapseRepeats(lens, mended, live, (repair) => repairs.push(repair)) : mended
  const settled = lens.settle(folded, live, report)
  if (repairs.length === 0) return { messages, repairs }
  return {
    messages: settled.map(({ message }) => message) as unknown as Messages,
    repairs: repairs.sort((a, b) => a.index - b.index)
  }
}
