/** How the calls of a tool are counted and its responses judged: by the config's rules, else by its server's words. */
import * as t from 'io-ts'
import { policyFor, type ResponsePolicy, type ToolTraits } from '../../guard/kernel.js'
import { type Fields, asFields, asList, isFields } from '../../core/foreign/index.js'
import { effectOf } from '../../core/calls/index.js'
import { kindOf, returnsText } from '../../core/signs/index.js'
import { quotedName } from './definition.js'
import { cursorOf } from './message.js'
import { mirroredIn, type MirroredParam } from './mirrored-params.js'
import { Pins, type AcceptedTools } from './pins.js'
import { declaredTraits } from './rule-traits.js'
import type { ProxySettings, ToolRules } from './settings.js'

// -- model

/** A tool's entry in the server's `tools/list`. */
export interface Declaration {
  readonly outputSchema: Fields | undefined
  readonly effect: 'read' | 'write' | undefined
  readonly idempotent: boolean
  /** The arguments that the headers of a call repeat. */
  readonly mirrored: ReadonlyArray<MirroredParam>
}

export interface ProxyPolicy {
  readonly tool: ToolTraits<unknown>
  readonly timeoutMs: number
  /** The author's words for failures, by their codes. */
  readonly errors: NonNullable<ToolRules['errors']>
  /** Judges its answers; undefined where nothing is known of them. */
  readonly judge: ResponsePolicy<unknown, unknown> | undefined
  /** Whether the server itself promised structured content. */
  readonly promised: boolean
  /** Why it cannot be checked: its answers pass. */
  readonly unusable: string | undefined
  /** Whether neither the rules nor the server say what it answers. */
  readonly isUndescribed: boolean
  /** Judges answers by what was learnt of earlier ones; they pass all the same. */
  readonly learnt: ResponsePolicy<unknown, unknown> | undefined
  /** Whether a text may be anything, half a JSON document too: that of a file is no answer of its tool's own. */
  readonly anyText: boolean
}

/** A proxy stands where 10 MB are no surprise. */
const MAX_BYTES = 64 * 1024 * 1024

// -- what an effect and a budget are

// `idempotentHint` and `destructiveHint` mean something only where a tool writes.
const saysThatItWrites = ({ readOnlyHint, idempotentHint, destructiveHint }: Fields): boolean =>
  readOnlyHint === false ||
  (readOnlyHint === undefined && (idempotentHint !== undefined || destructiveHint !== undefined))

const traitsOf = (
  name: string,
  rules: ToolRules,
  declared: Declaration | undefined,
  trusted: boolean
): ToolTraits<unknown> => {
  const { effect, idempotent } = rules
  const known = effect ?? declared?.effect
  const writes = declared?.effect === 'write'
  // Of a write that the rules declare, the server's word says nothing more. Whether a write may be repeated is no
  // stranger's to say: it counts as what nobody declared, so that neither an edit that is made again after it was
  // undone is refused nor a loop goes on.
  const isUntrusted = effect === undefined && idempotent === undefined && writes && !trusted
  const repeatable = idempotent ?? (isUntrusted || (effect === undefined && writes && declared.idempotent))
  return {
    name,
    ...effectOf(name, known, repeatable),
    ...(repeatable ? { idempotent: true } : {}),
    ...(isUntrusted ? { kind: 'writes' as const } : {}),
    // Who calls is not known: sub-agents share a connection.
    countsReturned: true,
    ...declaredTraits(rules)
  }
}

// -- what an answer must be

type Output = Pick<ProxyPolicy, 'judge' | 'promised' | 'unusable'>

const judgeOf = (codec: t.Decoder<unknown, unknown>, reads: 'json' | 'text'): ResponsePolicy<unknown, unknown> =>
  policyFor<unknown, unknown>({ codec, reads, maxBytes: MAX_BYTES })

const promisedBy = (schema: Fields, codecOfSchema: ProxySettings['codecOfSchema']): Output => {
  try {
    return { judge: judgeOf(codecOfSchema(schema), 'json'), promised: true, unusable: undefined }
  } catch (thrown) {
    // One try: the schema is a stranger's, and compiling it may throw anything. Its results pass: a client may well
    // read what we cannot, and the call was made.
    return { judge: undefined, promised: false, unusable: thrown instanceof Error ? thrown.message : 'unknown reason' }
  }
}

const outputOf = (rules: ToolRules, declared: Declaration | undefined, { codecOfSchema }: ProxySettings): Output => {
  const { output, reads } = rules
  if (output !== undefined && output !== false)
    return { judge: judgeOf(output, reads ?? 'json'), promised: false, unusable: undefined }
  if (output === undefined && declared?.outputSchema !== undefined)
    return promisedBy(declared.outputSchema, codecOfSchema)
  return { judge: reads === 'json' ? judgeOf(t.unknown, 'json') : undefined, promised: false, unusable: undefined }
}

// -- one tool

export const declaredOf = (tool: Fields): Declaration => {
  const said = asFields(tool['annotations'])
  return {
    outputSchema: isFields(tool['outputSchema']) ? tool['outputSchema'] : undefined,
    effect: saysThatItWrites(said) ? 'write' : said['readOnlyHint'] === true ? 'read' : undefined,
    idempotent: said['idempotentHint'] === true,
    mirrored: mirroredIn(tool['inputSchema']).params
  }
}

// A server that lists a write as anything else afterwards would have it made again.
const sinceThen = (before: Declaration | undefined, now: Declaration): Declaration =>
  before?.effect === 'write'
    ? { ...now, effect: 'write', idempotent: before.idempotent && (now.effect !== 'write' || now.idempotent) }
    : now

export const proxyPolicyOf = (
  name: string,
  declared: Declaration | undefined,
  settings: ProxySettings
): ProxyPolicy => {
  const rules = settings.tools.get(name) ?? {}
  const anyText = rules.reads === 'text' || (rules.reads === undefined && returnsText(name))
  const isUndescribed = rules.output === undefined && !anyText && declared?.outputSchema === undefined
  const learnt = isUndescribed ? settings.learnt.get(name) : undefined
  return {
    tool: traitsOf(name, rules, declared, settings.trusted),
    timeoutMs: rules.timeoutMs ?? settings.timeoutMs,
    errors: rules.errors ?? {},
    ...outputOf(rules, declared, settings),
    isUndescribed,
    learnt: learnt && judgeOf(learnt, 'json'),
    anyText
  }
}

// -- the tools of a server

// A server may list any number, page after page.
const MAX_TOOLS = 10_000

const UNHEARD: Declaration = { outputSchema: undefined, effect: 'write', idempotent: false, mirrored: [] }

// A server that was not heard yet, or that does not say, may mean a write by any name that does not tell of reading.
const unlisted = (name: string): Declaration | undefined => (kindOf(name) === 'reads' ? undefined : UNHEARD)

/** Remembers a server's list of tools, and the policy of each. */
export class Catalog {
  readonly pins: Pins
  readonly #settings: ProxySettings
  readonly #declared = new Map<string, Declaration>()
  readonly #policies = new Map<string, ProxyPolicy>()
  #isWhole = false
  #wasWhole = false
  #isCut = false
  #isUnlisted = false

  constructor(settings: ProxySettings, accepted: AcceptedTools = { definitions: settings.pin?.accepted }) {
    this.#settings = settings
    this.pins = new Pins(settings, accepted)
  }

  knows(name: string): boolean {
    return this.#declared.has(name)
  }

  /** Whether all was listed that a call of this tool waits for: another page may hold its name, changed. */
  hasHeard(name: string): boolean {
    return this.knows(name) && (this.#isWhole || !this.pins.refuses)
  }

  /** Whether the server has no other tool: a name that it does not list is one that a model made up. */
  set isWhole(isWhole: boolean) {
    this.#isWhole = isWhole
    this.#policies.clear()
    if (isWhole) this.pins.whole()
    else this.pins.stale()
    if (isWhole) this.#tellOfStrangers()
  }

  /** Rules under a name that is misspelt hold for nothing. */
  #tellOfStrangers(): void {
    if (this.#wasWhole || this.#isCut) return
    this.#wasWhole = true
    const strangers = [...this.#settings.tools.keys()].filter((name) => !this.knows(name))
    if (strangers.length > 0)
      this.#settings.tell(
        `the config has rules for tools that the server does not list: ${strangers.map((name) => quotedName(name)).join(', ')}`
      )
  }

  /** The server lists more tools than are read: nobody knows what it says of the others. */
  cut(): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#policies.clear()
    this.#settings.tell(
      `the server lists more tools than the ${this.#declared.size} that were read: the results of the others pass unchecked`
    )
  }

  /** The server has given no list in which this tool would be. */
  unlisted(name: string): void {
    if (this.#isUnlisted || this.knows(name)) return
    this.#isUnlisted = true
    this.#settings.tell('the server has not listed its tools: until it does, their results pass unchecked')
  }

  /** Takes in the result of a `tools/list` of this cursor; `exact` is the same as `exactData`. */
  learn(result: Fields, exact: Fields = result, cursor?: unknown): void {
    const { tools, nextCursor } = result
    this.pins.pageBegins(cursorOf(cursor), cursorOf(nextCursor))
    if (!Array.isArray(tools)) return
    const exactTools = asList(exact['tools'])
    for (const [at, tool] of tools.entries()) {
      if (!isFields(tool) || typeof tool['name'] !== 'string') continue
      const { name } = tool
      if (!this.knows(name) && this.#declared.size >= MAX_TOOLS) {
        this.cut()
        continue
      }
      this.pins.see(name, asFields(exactTools[at]))
      this.#declared.set(name, sinceThen(this.#declared.get(name), declaredOf(tool)))
      this.#policies.delete(name)
    }
    this.pins.pageEnded()
  }

  mirroredBy(name: string): ReadonlyArray<MirroredParam> {
    return this.#declared.get(name)?.mirrored ?? []
  }

  #declaredOf(name: string): Declaration | undefined {
    const declared = this.#declared.get(name)
    if (declared !== undefined) return declared
    if (this.#isCut) return UNHEARD
    return this.#isWhole ? undefined : unlisted(name)
  }

  policy(name: string): ProxyPolicy {
    const known = this.#policies.get(name)
    if (known !== undefined) return known
    const policy = proxyPolicyOf(name, this.#declaredOf(name), this.#settings)
    // A name that no tool has is not kept: a model may make up any number.
    if (!this.knows(name) && !this.#settings.tools.has(name)) return policy
    if (policy.unusable !== undefined)
      this.#settings.tell(
        `the output schema of ${quotedName(name)} cannot be used, and its results pass unchecked: ${policy.unusable}`
      )
    this.#policies.set(name, policy)
    return policy
  }
}
