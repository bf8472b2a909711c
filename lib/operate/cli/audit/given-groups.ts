/** What the model was given, by tool, kind and code: counts, and samples of the most frequent words. */
import type { ReadableCall } from '../../audit/conversation.js'
import { CUT_BY_CLIENT, type GivenFinding, type GivenKind } from '../../audit/given.js'
import { isShellCall } from '../../audit/known-tools.js'
import { alike } from '../../../core/errors/index.js'
import { keptSample, type ConversationPlace, type KeptSample, type Sample } from './place.js'
import { printedName, printedValue } from './printed-name.js'

// -- model

/** A sample, and how many are like it: those that differ in ids and figures alone. */
export interface CountedSample extends Sample {
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

interface Group extends Omit<GivenGroup, 'count' | 'samples'> {
  count: number
  thrown: number
  readonly key: string
  readonly samples: Map<string, { count: number; readonly sample: KeptSample }>
}

// -- collecting

const MAX_GROUPS = 2_000
const MAX_WORDS = 240
const MAX_CAUSE = 1_000
const MAX_SAMPLES = 3
const MAX_LIKE = 20

// The class of an exception, of Python or JavaScript; a bare `Error: ` may be the words of the tool.
const THROWN = /^(?:[A-Za-z_]\w*\.){0,10}[A-Za-z_]\w*(?:Error|Exception)\b: /

// What follows is of the one call, and so is a path, or a selector in quotes; a single word in them may be a field.
const CAUSE_CHARS = 40
const QUOTED = /'[^'\s]{1,200}'|"[^"\s]{1,200}"|`[^`\s]{1,200}`/g
const PATH = /(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g

/** What failures with one cause have in common: their first line, or lines, but for ids, figures and paths. */
const causeOf = (words: string): string => {
  let cause = ''
  for (const line of words.slice(0, MAX_CAUSE).split('\n')) if (cause.length < CAUSE_CHARS) cause += `${line.trim()} `
  return alike(cause.replace(QUOTED, (quoted) => (/^\W\w+\W$/.test(quoted) ? quoted : '#')).replace(PATH, '#'))
}

const byCount = (one: { readonly count: number }, other: { readonly count: number }): number => other.count - one.count

/** Counts them, in bounded memory. */
export class GivenGroups {
  readonly #groups = new Map<string, Group>()
  /** How many commands of a shell failed: their output may be what they were asked for. */
  failedCommands = 0

  add(place: ConversationPlace, at: number, call: ReadableCall, { kind, code, says }: GivenFinding): void {
    // What a person refused never ran.
    if (kind === 'failed' && code !== 'denied' && isShellCall(call.tool, call.args)) this.failedCommands++
    const key = JSON.stringify([call.tool, kind, code])
    const known = this.#groups.get(key)
    if (known === undefined && this.#groups.size >= MAX_GROUPS) return
    const group = known ?? {
      key: call.tool,
      tool: printedName(call.tool),
      kind,
      code,
      count: 0,
      thrown: 0,
      samples: new Map()
    }
    this.#groups.set(key, group)
    group.count++
    if (THROWN.test(says)) group.thrown++
    const words = says === '' ? (call.answer?.text ?? '') : says
    // Of anything else, one sample says as much as three.
    const digest = kind === 'failed' ? causeOf(words) : ''
    const like = group.samples.get(digest)
    if (like !== undefined) {
      like.count++
      return
    }
    const rarest = [...group.samples].toSorted(([, one], [, other]) => byCount(one, other)).at(-1)
    if (rarest !== undefined && group.samples.size >= MAX_LIKE) group.samples.delete(rarest[0])
    const sample = keptSample(place, at, call, printedValue(words, MAX_WORDS) || '(nothing)')
    group.samples.set(digest, { count: 1, sample })
  }

  /** The largest first. */
  listed(shown: (sample: KeptSample) => Sample): ReadonlyArray<GivenGroup> {
    return [...this.#groups.values()]
      .map(({ key: _, thrown: __, samples, ...group }) => ({
        ...group,
        samples: [...samples.values()]
          .toSorted(byCount)
          .slice(0, MAX_SAMPLES)
          .map(({ count, sample }) => ({ count, ...shown(sample) }))
      }))
      .toSorted(byCount)
  }

  /** How many results of a tool report a failure in their own words, by which nothing was thrown. */
  returnedFailuresOf(tool: string): number {
    return this.#of(tool)
      .filter(({ kind, code }) => kind === 'failed' && code !== 'flagged_by_log')
      .reduce((sum, { count, thrown }) => sum + count - thrown, 0)
  }

  /** How many results of a tool its client cut, at a limit of its own. */
  cutByClientOf(tool: string): number {
    return this.#of(tool).find(({ code }) => code === CUT_BY_CLIENT)?.count ?? 0
  }

  #of(tool: string): ReadonlyArray<Group> {
    return [...this.#groups.values()].filter(({ key }) => key === tool)
  }
}
