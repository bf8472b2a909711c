/** Counts calls that passed and calls that were, or would have been, refused, for the operator. */
import { type ToolError, count } from '../../core/errors/index.js'
import { shownName } from './definition.js'
import type { Mode, ProxySettings } from './settings.js'

interface Tally {
  calls: number
  /** Refused, by code. */
  readonly refused: Map<string, number>
  /** Failures and further pages that the server told of by itself, by code. */
  readonly said: Map<string, number>
  /** Whose client wanted no response any more. */
  givenUp: number
}

const bump = (counts: Map<string, number>, code: string): void => {
  counts.set(code, (counts.get(code) ?? 0) + 1)
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((total, one) => total + one, 0)

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([code, times]) => `${code} ${times}`).join(', ')

// A model may make up any number of names.
const MAX_TOOLS = 1_000
const OTHERS = '(other tools)'

export class Summary {
  readonly #mode: Mode
  readonly #tell: (line: string) => void
  readonly #hint: (line: string) => void
  readonly #now: () => number
  readonly #tools = new Map<string, Tally>()
  readonly #notes = new Map<string, number>()

  constructor({ mode, tell, note, now }: Pick<ProxySettings, 'mode' | 'tell' | 'note' | 'now'>) {
    this.#mode = mode
    this.#tell = mode === 'observe' ? note : tell
    this.#hint = note
    this.#now = now
  }

  passed(name: string): undefined {
    this.#tally(name).calls += 1
  }

  said(name: string, { code }: ToolError): undefined {
    const tally = this.#tally(name)
    tally.calls += 1
    bump(tally.said, code)
  }

  givenUp(name: string): void {
    const tally = this.#tally(name)
    tally.calls += 1
    tally.givenUp += 1
  }

  /** `shape`: of the arguments, as a person may see it. */
  refused(name: string, shape: string, error: ToolError): void {
    const tally = this.#tally(name)
    tally.calls += 1
    bump(tally.refused, error.code)
    this.#tell(this.#line(name, shape, this.#verb, error))
  }

  /** An answer that passes although it differs from what was learnt: which of the two is wrong is not known yet. */
  misfits(name: string, shape: string, error: ToolError): void {
    this.note('responses that do not fit what was learnt')
    this.#hint(this.#line(name, shape, 'does not fit what was learnt', error))
  }

  #line(name: string, shape: string, what: string, { code, detail }: ToolError): string {
    return `${new Date(this.#now()).toISOString()} ${shownName(name)} ${shape} ${what}: ${code}: ${detail}`
  }

  /** Something that happened to no tool: a line that is no JSON, an answer that came too late. */
  note(what: string, times = 1): void {
    if (times > 0) this.#notes.set(what, (this.#notes.get(what) ?? 0) + times)
  }

  get #verb(): string {
    return this.#mode === 'enforce' ? 'refused' : 'would have been refused'
  }

  #tally(name: string): Tally {
    const at = this.#tools.has(name) || this.#tools.size < MAX_TOOLS ? name : OTHERS
    const tally = this.#tools.get(at) ?? {
      calls: 0,
      refused: new Map<string, number>(),
      said: new Map<string, number>(),
      givenUp: 0
    }
    this.#tools.set(at, tally)
    return tally
  }

  /** The summary as lines of text: nothing in it comes from an answer. */
  lines(turns: number): ReadonlyArray<string> {
    const tallies = [...this.#tools]
    const calls = tallies.reduce((total, [, tally]) => total + tally.calls, 0)
    const refused = tallies.reduce((total, [, tally]) => total + sum(tally.refused), 0)
    const names = tallies.map(([name]) => shownName(name))
    const width = Math.max(0, ...names.map((name) => name.length))
    return [
      `${this.#mode}: ${count(calls, 'call')} of ${count(tallies.length, 'tool')} in ${count(turns, 'turn')}, ${refused} ${this.#verb}`,
      ...tallies.map(([, tally], at) =>
        [
          `  ${(names[at] as string).padEnd(width)}  ${count(tally.calls, 'call')}`,
          ...(tally.refused.size === 0 ? [] : [`${this.#verb}: ${list(tally.refused)}`]),
          ...(tally.said.size === 0 ? [] : [`said by the server: ${list(tally.said)}`]),
          ...(tally.givenUp === 0 ? [] : [`given up by the client: ${tally.givenUp}`])
        ].join('; ')
      ),
      ...[...this.#notes].map(([what, times]) => `  ${what}: ${times}`)
    ]
  }
}
