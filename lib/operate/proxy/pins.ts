/** Holds what a server says of its tools against what it said when they were accepted. */
import { sortedJson } from '../../core/json/index.js'
import type { Fields } from '../../core/foreign/index.js'
import { type ToolError, oneLine, schemaMismatch } from '../../core/errors/index.js'
import {
  redefinedFields,
  changeLine,
  changesBetween,
  toolDefinition,
  redefined,
  type Definition
} from './definition.js'

export type PinnedDefinitions = ReadonlyMap<string, Definition>

export interface PinRules {
  /** The definitions that were accepted; undefined before the first list, which is accepted unchecked. */
  readonly accepted: PinnedDefinitions | undefined
  /** `refuse`: a tool that changed is not called, and clients read its accepted definition. */
  readonly onDrift: 'warn' | 'refuse'
  /** Keeps the first whole list. */
  readonly accept: (definitions: PinnedDefinitions) => void
}

const MAX_NAME = 64

const refusalOf = (fields: ReadonlyArray<string>): ToolError =>
  schemaMismatch({
    code: 'denied',
    detail:
      fields.length === 0
        ? 'This tool was not there when the tools of this server were accepted.'
        : `Its server changed this tool since it was accepted: ${fields.join(', ')}.`,
    hint: 'Do not call it again. Tell the user that the tool changed: the log of guarded-call has the words, and guarded-call mcp pin accepts them.'
  })

export class Pins {
  readonly #rules: PinRules | undefined
  readonly #tell: (line: string) => void
  readonly #refuses: boolean
  readonly #first = new Map<string, Definition>()
  #accepted: PinnedDefinitions | undefined
  /** The tools that are not as they were accepted, each with its definition in canonical form. */
  readonly #drifted = new Map<string, { readonly is: string | undefined; readonly refusal: ToolError }>()

  /** `enforces`: whether anything is refused at all. */
  constructor(rules: PinRules | undefined, enforces: boolean, tell: (line: string) => void) {
    this.#rules = rules
    this.#tell = tell
    this.#refuses = enforces && rules?.onDrift === 'refuse'
    this.#accepted = rules?.accepted
  }

  /** Takes in a tool as it is listed now. */
  see(name: string, tool: Fields): void {
    if (this.#rules === undefined) return
    const definition = toolDefinition(tool)
    if (this.#accepted === undefined) {
      this.#first.set(name, definition)
      return
    }
    const pinned = this.#accepted.get(name)
    const changes = pinned === undefined ? [] : changesBetween(pinned, definition)
    if (pinned !== undefined && changes.length === 0) {
      this.#drifted.delete(name)
      return
    }
    const is = sortedJson(definition)
    if (this.#drifted.get(name)?.is === is) return
    this.#drifted.set(name, { is, refusal: refusalOf(redefinedFields(changes)) })
    const shown = `the tool ${JSON.stringify(oneLine(name, MAX_NAME))}`
    if (pinned === undefined) this.#tell(`${shown} is not among the accepted ones: ${is}`)
    else for (const change of changes) this.#tell(`${shown} has changed: ${changeLine(change)}`)
  }

  /** All tools were listed. */
  whole(): void {
    if (this.#rules === undefined || this.#accepted !== undefined) return
    this.#accepted = this.#first
    this.#rules.accept(this.#first)
  }

  /** Why a tool may not be called, if so. */
  refusal(name: string): ToolError | undefined {
    return this.#refuses ? this.#drifted.get(name)?.refusal : undefined
  }

  /**
   * A list as it was accepted: changed definitions would be read by a model before anything could refuse a call. The
   * same list where nothing changed.
   */
  listed(tools: ReadonlyArray<Fields>): ReadonlyArray<Fields> {
    const accepted = this.#accepted
    if (!this.#refuses || accepted === undefined || this.#drifted.size === 0) return tools
    return tools.flatMap((tool) => {
      const { name } = tool
      if (typeof name !== 'string' || !this.#drifted.has(name)) return [tool]
      const pinned = accepted.get(name)
      return pinned === undefined ? [] : [redefined(tool, pinned)]
    })
  }
}
