/** Gives each call that is kept an id that the provider takes, by position: the same history always gets the same ids. */
import type { Lens } from './lens.js'
import type { Paired, PairedCall } from './pair.js'

const rawIds = ({ entries }: Paired): Set<string> => {
  const taken = new Set<string>()
  for (const { view } of entries) {
    for (const { id } of [...view.calls, ...view.results]) if (typeof id === 'string') taken.add(id)
  }
  return taken
}

/** Ids of the calls that `keeps` holds for, wherever they differ from what stands there. */
export const planIds = (
  lens: Lens,
  paired: Paired,
  keeps: (call: PairedCall) => boolean
): ReadonlyMap<PairedCall, string> => {
  const plan = new Map<PairedCall, string>()
  const counters = new Map<string, number>()
  let used = new Set<string>()
  let taken: Set<string> | null = null

  const fresh = (base: string): string => {
    taken ??= rawIds(paired)
    // Cut, so that the number does not make an id longer than its provider takes.
    const stem = base.slice(0, 48)
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
