/** What the model was given, by tool, kind and code: counts, and samples of the most frequent words. */
import { addCounts } from '../../audit/add-counts.js'
import type { ReadableCall } from '../../audit/conversation.js'
import { CUT_BY_CLIENT, type GivenFinding, type GivenKind } from '../../audit/given.js'
import { isShellCall } from '../../audit/known-tools.js'
import { alike } from '../../../core/errors/index.js'
import { CappedMap } from './capped-map.js'
import { failureIn } from '../../../core/failure/index.js'
import { isThrottled } from '../../proxy/throttled.js'
import { keptSample, type ConversationPlace, type KeptSample, type Sample } from './place.js'
import { printedName, printedPart } from './printed-name.js'

// -- model

/** A sample, and how many are like it: those that differ in ids and figures alone. */
interface CountedSample extends Sample {
  readonly count: number
}

/** What the model was given by one tool, of one kind and code. */
export interface GivenGroup {
  readonly tool: string
  readonly kind: GivenKind
  readonly code: string
  readonly count: number
  /** Of failures up to three, the most frequent first. */
  readonly samples: ReadonlyArray<CountedSample>
}

/** Commands of a shell that failed, how long they ran where the log has times, and those that were stopped. */
export interface FailedCommands {
  readonly count: number
  readonly ms: number
  readonly stopped: number
  readonly stoppedMs: number
}

const STOPPED: ReadonlySet<string> = new Set(['timeout', 'cancelled'])

interface Group extends Omit<GivenGroup, 'count' | 'samples'> {
  count: number
  returned: number
  throttled: number
  readonly key: string
  readonly samples: Map<string, { count: number; readonly sample: KeptSample }>
}

// -- collecting

const MAX_GROUPS = 2_000
const MAX_WORDS = 240
const MAX_CAUSE = 1_000
const MAX_SAMPLES = 3
const MAX_LIKE = 20

/** The class of an exception, of Python or JavaScript; a bare `Error: ` may be the words of the tool. */
export const THROWN = /^(?:[A-Za-z_]\w*\.){0,10}[A-Za-z_]\w*(?:Error|Exception)\b: /

const isReturned = ({ answer }: ReadableCall, says: string): boolean =>
  !THROWN.test(says) && failureIn(answer?.text ?? '', { accepted: true }) !== undefined

// What follows is of the one call, and so is a path, or a selector in quotes; a single word in them may be a field.
const CAUSE_CHARS = 40
const QUOTED = /'[^'\s]{1,200}'|"[^"\s]{1,200}"|`[^`\s]{1,200}`/g
const PATH = /(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g

// No figure: another one is another failure.
const CODE = /\b(?:code|status)\W{1,3}\d{1,3}\b/gi
const inLetters = (code: string): string => code.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))

const generalOf = (line: string): string => {
  const general = line.replace(QUOTED, (quoted) => (/^\W\w+\W$/.test(quoted) ? quoted : '#')).replace(PATH, '#')
  return alike(general.replace(CODE, inLetters).trim())
}

/**
 * What failures with one cause have in common: their first line, or lines, but for ids, figures and paths. A line that
 * is only a place says nothing of the cause.
 */
const causeOf = (words: string): string => {
  let [cause, chars] = ['', 0]
  for (const line of words.slice(0, MAX_CAUSE).split('\n')) {
    if (chars >= CAUSE_CHARS) break
    const general = generalOf(line)
    cause += `${general} `
    if (/\p{L}/u.test(general)) chars += line.length
  }
  return cause
}

const byCount = (one: { readonly count: number }, other: { readonly count: number }): number => other.count - one.count

/** Counts them, in bounded memory. */
export class GivenGroups {
  readonly #groups = new CappedMap<Group>(MAX_GROUPS)
  /** The commands of a shell that failed: their output may be what they were asked for. */
  failedCommands: FailedCommands = { count: 0, ms: 0, stopped: 0, stoppedMs: 0 }

  add(place: ConversationPlace, at: number, call: ReadableCall, { kind, code, says }: GivenFinding): void {
    // What a person refused never ran.
    if (kind === 'failed' && code !== 'denied' && isShellCall(call.tool, call.args)) {
      const [ms, isStopped] = [call.ms ?? 0, STOPPED.has(code)]
      const its = { count: 1, ms, stopped: isStopped ? 1 : 0, stoppedMs: isStopped ? ms : 0 }
      this.failedCommands = addCounts(this.failedCommands, its)
    }
    const key = JSON.stringify([call.tool, kind, code])
    const group = this.#groups.at(key, () => ({
      key: call.tool,
      tool: printedName(call.tool),
      kind,
      code,
      count: 0,
      returned: 0,
      throttled: 0,
      samples: new Map()
    }))
    if (group === undefined) return
    group.count++
    if (kind === 'failed' && isReturned(call, says)) group.returned++
    if (kind === 'failed' && isThrottled(call.answer?.text ?? '')) group.throttled++
    const text = call.answer?.text ?? ''
    const words = says === '' ? text : says
    // Of anything else, one sample says as much as three.
    const digest = kind === 'failed' ? causeOf(words) : ''
    const like = group.samples.get(digest)
    if (like !== undefined) {
      like.count++
      return
    }
    const rarest = [...group.samples].toSorted(([, one], [, other]) => byCount(one, other)).at(-1)
    if (rarest !== undefined && group.samples.size >= MAX_LIKE) group.samples.delete(rarest[0])
    const sample = keptSample(place, at, call, printedPart(words, text, MAX_WORDS) || '(nothing)')
    group.samples.set(digest, { count: 1, sample })
  }

  /** The largest first. */
  listed(shown: (sample: KeptSample) => Sample): ReadonlyArray<GivenGroup> {
    return [...this.#groups.values()]
      .map(({ key: _, returned: __, throttled: ___, samples, ...group }) => ({
        ...group,
        samples: [...samples.values()]
          .toSorted(byCount)
          .slice(0, MAX_SAMPLES)
          .map(({ count, sample }) => ({ count, ...shown(sample) }))
      }))
      .toSorted(byCount)
  }

  /** How many results of a tool report a failure in words that a guard knows, by which nothing was thrown. */
  returnedFailuresOf(tool: string): number {
    return this.#of(tool).reduce((sum, { returned }) => sum + returned, 0)
  }

  /** How many results of a tool only say that its service was asked too often. */
  throttledOf(tool: string): number {
    return this.#of(tool).reduce((sum, { throttled }) => sum + throttled, 0)
  }

  /** How many results of a tool its client cut, at a limit of its own. */
  cutByClientOf(tool: string): number {
    return this.#of(tool).find(({ code }) => code === CUT_BY_CLIENT)?.count ?? 0
  }

  #of(tool: string): ReadonlyArray<Group> {
    return [...this.#groups.values()].filter(({ key }) => key === tool)
  }
}
