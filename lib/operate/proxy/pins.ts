/** Holds what a server says of its tools against what it said when they were accepted. */
import type { Fields } from '../../core/foreign/index.js'
import { type ToolError, schemaMismatch } from '../../core/errors/index.js'
import {
  redefinedFields,
  quotedName,
  changeForLog,
  changesBetween,
  toolDefinition,
  redefined,
  wordsForLog,
  type Definition
} from './definition.js'
import { exactSortedText } from './exact-json.js'
import type { ProxySettings } from './settings.js'

export type PinnedDefinitions = ReadonlyMap<string, Definition>

/** The definitions that all sessions of a proxy are held against: undefined until a first whole list. */
export interface AcceptedTools {
  definitions: PinnedDefinitions | undefined
  /** Whether they could not be kept: the next session would accept whatever it is shown. */
  isLost?: boolean
}

export interface PinRules {
  /** The definitions that were accepted; undefined before the first list, which is accepted unchecked. */
  readonly accepted: PinnedDefinitions | undefined
  /** `refuse`: a tool that changed is not called, and clients read its accepted definition. */
  readonly onDrift: 'warn' | 'refuse'
  /** Keeps the first whole list; `false` where that failed. */
  readonly accept: (definitions: PinnedDefinitions) => boolean
}

// A name that no list had may be a model's own.
const STRANGER = schemaMismatch({
  code: 'denied',
  detail: 'This tool is not among the accepted ones of its server.',
  hint: 'Do not call it again. Use a tool that is listed, or tell the user.'
})

const refusalOf = (fields: ReadonlyArray<string>): ToolError =>
  schemaMismatch({
    code: 'denied',
    detail:
      fields.length === 0
        ? 'This tool was not there when the tools of this server were accepted.'
        : `Its server changed this tool since it was accepted: ${fields.join(', ')}.`,
    hint: 'Do not call it again. Tell the user that the tool changed: the log of guarded-call has the words, and guarded-call mcp pin accepts them.'
  })

const UNPINNED = schemaMismatch({
  code: 'denied',
  detail: 'The tools of this server are not pinned: it has not listed them, or the list could not be kept.',
  hint: 'Do not call its tools. Tell the user that they are not pinned yet, or could not be.'
})

const UNHEARD = schemaMismatch({
  code: 'denied',
  detail: 'Its server has not listed this tool, so that nobody knows whether it is as it was accepted.',
  hint: 'Call it again later, use another tool, or tell the user.'
})

const isOneOf =
  (...values: ReadonlyArray<unknown>) =>
  (value: unknown): boolean =>
    values.includes(value)

/** The fields of a list that hold no words for a model: clients send the cursor back, and show it nobody. */
const IS_NO_WORD: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['tools', () => true],
  ['nextCursor', (value: unknown) => typeof value === 'string'],
  ['resultType', isOneOf('complete')],
  ['ttlMs', Number.isFinite],
  ['cacheScope', isOneOf('public', 'private')]
])

export class Pins {
  readonly #rules: PinRules | undefined
  readonly #tell: (line: string) => void
  /** Whether it refuses calls of tools that changed. */
  readonly refuses: boolean
  readonly #first = new Map<string, Definition>()
  readonly #accepted: AcceptedTools
  /** The tools that are as they were accepted, by what is listed now. */
  readonly #same = new Set<string>()
  /** The tools that are not as they were accepted, each with its definition in canonical form. */
  readonly #drifted = new Map<string, { readonly is: string | undefined; readonly refusal: ToolError }>()
  /** The tools of the list under way, by whether each entry of their name is as it was accepted. */
  readonly #listed = new Map<string, boolean>()
  /** The cursor by which that list goes on, if it does: a page that another one brought is none of it. */
  #next: string | undefined
  #isOfList = false
  readonly #told = new Set<string>()

  constructor({ pin, mode, tell }: Pick<ProxySettings, 'pin' | 'mode' | 'tell'>, accepted: AcceptedTools) {
    this.#rules = pin
    this.#tell = tell
    this.refuses = mode === 'enforce' && pin?.onDrift === 'refuse'
    this.#accepted = accepted
  }

  /** A page begins. The first was asked for by no cursor, and the last names none. */
  pageBegins(asked: string | undefined, next: string | undefined): void {
    this.#isOfList = asked === undefined || asked === this.#next
    if (asked === undefined) this.#listed.clear()
    if (this.#isOfList) this.#next = next
  }

  /** Takes in a tool as it is listed now. */
  see(name: string, tool: Fields): void {
    if (this.#rules === undefined) return
    const definition = toolDefinition(tool)
    const { definitions } = this.#accepted
    // A second entry of the name, unlike it, is no more accepted in a first list than in any later one.
    if (definitions === undefined && !this.#first.has(name)) {
      this.#first.set(name, definition)
      return
    }
    const pinned = (definitions ?? this.#first).get(name)
    const changes = pinned === undefined ? [] : changesBetween(pinned, definition)
    if (pinned !== undefined && changes.length === 0) {
      this.#same.add(name)
      if (this.#isOfList && !this.#listed.has(name)) this.#listed.set(name, true)
      return
    }
    this.#listed.set(name, false)
    const is = exactSortedText(definition)
    if (this.#drifted.get(name)?.is === is) return
    this.#drifted.set(name, { is, refusal: refusalOf(redefinedFields(changes)) })
    const shown = `the tool ${quotedName(name)}`
    if (pinned === undefined) this.#tell(`${shown} is not among the accepted ones: ${wordsForLog(definition)}`)
    else for (const change of changes) this.#tell(`${shown} has changed: ${changeForLog(change)}`)
  }

  /** A page was seen. A list takes changes back once it was, from its first page to its last. */
  pageEnded(): void {
    if (!this.#isOfList || this.#next !== undefined) return
    for (const [name, isSame] of this.#listed) if (isSame) this.#drifted.delete(name)
    this.#listed.clear()
  }

  /** What was listed may hold no longer. */
  stale(): void {
    const { definitions } = this.#accepted
    this.#same.clear()
    this.#next = undefined
    if (definitions === undefined) this.#drifted.clear()
    if (definitions !== this.#first) this.#first.clear()
  }

  /** All tools were listed. */
  whole(): void {
    if (this.#rules === undefined || this.#accepted.definitions === this.#first) return
    if (this.#accepted.definitions === undefined) {
      this.#accepted.definitions = this.#first
      this.#accepted.isLost = !this.#rules.accept(this.#first)
      for (const name of this.#first.keys()) this.#same.add(name)
      return
    }
    // Another session's list was accepted while this one was read.
    for (const [name, definition] of this.#first) if (!this.#drifted.has(name)) this.see(name, definition)
    this.#first.clear()
  }

  /** Why a tool may not be called, if so: nothing runs that was not accepted. */
  refusal(name: string): ToolError | undefined {
    if (!this.refuses) return undefined
    const { definitions, isLost } = this.#accepted
    if (definitions === undefined || isLost === true) return UNPINNED
    const drifted = this.#drifted.get(name)?.refusal
    if (drifted !== undefined || this.#same.has(name)) return drifted
    return definitions.has(name) ? UNHEARD : STRANGER
  }

  /**
   * A list as it was accepted: changed definitions would be read by a model before anything could refuse a call.
   * Entries without a name can be held against nothing. The same list where nothing changed.
   */
  listed(tools: ReadonlyArray<Fields>): ReadonlyArray<Fields> {
    if (!this.refuses) return tools
    const named = tools.filter(({ name }) => typeof name === 'string')
    if (named.length < tools.length) this.#tellOnce('entries of the list that are no tools are left out')
    const { definitions } = this.#accepted
    const listed = named.flatMap((tool) => {
      const name = String(tool['name'])
      if (definitions === undefined || !this.#drifted.has(name)) return [tool]
      const pinned = definitions.get(name)
      return pinned === undefined ? [] : [redefined(tool, pinned)]
    })
    return listed.length === tools.length && listed.every((tool, at) => tool === tools[at]) ? tools : listed
  }

  /**
   * A result without what it says beside the list, which nobody accepted. Another one in any case, to be written anew:
   * of a key that stands twice, some readers take the value that was not judged. The same where nothing is refused.
   */
  beside(result: Fields): Fields {
    if (!this.refuses) return result
    const entries = Object.entries(result)
    const kept = entries.filter(([key, value]) => IS_NO_WORD.get(key)?.(value) === true)
    if (kept.length < entries.length) this.#tellOnce('words beside the tools of the list are left out')
    return Object.fromEntries(kept)
  }

  #tellOnce(line: string): void {
    if (!this.#told.has(line)) this.#tell(line)
    this.#told.add(line)
  }
}
