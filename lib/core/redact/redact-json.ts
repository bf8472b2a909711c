/**
 * Removes secrets from a response and keeps it readable: JSON stays JSON of the same types, a cut text stays cut at the
 * same place, so that a codec treats the recording like the original.
 */
import { scanJson, type JsonVisitor, type ValueKind } from '../json/scan.js'
import { afterMark } from '../json/tokens.js'
import { plainName } from '../signs/names.js'
import { Edits, type Edit } from './edits.js'
import type { Container, Quoted } from './json-container.js'
import { cleanString, valueOf } from './json-string.js'
import {
  FLAG,
  headsOf,
  isFlat,
  isHeads,
  nameOf,
  NAMES,
  PARAMETERS,
  PLACES,
  QUOTED,
  STATEMENTS,
  VALUES
} from './named-values.js'
import { isVaultField, isVaultKind } from './manifests.js'
import { isHarmlessSibling, isHarmlessValue, isModelToken, maybeSecret, REDACTED } from './secret-keys.js'
import { redactMatches, redactRunning } from './secret-text.js'
import { parameterNames } from './statement-values.js'
import { KNOWN, secretsOf, type SecretOptions, type Secrets } from './secrets.js'

// -- model

export interface RedactedText {
  readonly text: string
  /** How many values were replaced. */
  readonly count: number
}

const MAX_NAMES = 64
const NONE: ReadonlyArray<never> = []

// Most elements have none.
const named = (names: ReadonlyArray<string>, at: number, name: string): ReadonlyArray<string> => [
  ...names,
  ...Array.from({ length: at - names.length }, () => ''),
  name
]
const MAX_QUOTED = 8

// -- a whole text

class JsonRedactor implements JsonVisitor {
  /** Where the current value begins, and the field or element around it. */
  #start = 0
  #member = 0
  #hasContainers = false
  readonly #edits = new Edits()
  readonly #open: Array<Container> = []
  #key: string | undefined

  constructor(
    readonly text: string,
    readonly secrets: Secrets
  ) {}

  run(): RedactedText {
    const { text } = this
    let scan = scanJson(text, afterMark(text), this)
    // One value after the other, as in a log of JSON lines.
    while (scan.kind === 'after_root') {
      this.#member = scan.position
      scan = scanJson(text, scan.position, this)
    }
    if (scan.kind === 'fault') this.#asText()
    else if (scan.kind === 'cut') {
      if (scan.open === 'string' || scan.open === 'number') this.#scalar(scan.open, text.length, false)
      else if (scan.open === 'key') this.#asText()
    }
    return { text: this.#edits.written(text), count: this.#edits.count }
  }

  // -- the visitor

  key(start: number, end: number): void {
    const token = this.text.slice(start, end)
    this.#replace({ at: start, end, by: this.#cleaned(token, true) })
    this.#key = valueOf(token)
    this.#member = start
  }

  begin(kind: ValueKind, start: number): void {
    this.#start = start
    if (this.#key === undefined) this.#member = start
    if (kind !== 'object' && kind !== 'array') return
    const isObject = kind === 'object'
    const key = plainName(this.#key ?? '')
    const outer = this.#open.at(-1)
    const given = PARAMETERS.has(key) ? outer?.parameters : undefined
    this.#hasContainers = true
    this.#open.push({
      isHidden: this.#isSecret(this.#plain),
      isVault: outer?.isVault === true,
      vaulted: [],
      isObject,
      key,
      heads: given ?? (outer?.isObject === true && !isHeads(key) ? outer.heads : undefined),
      isRow: given !== undefined,
      parameters: undefined,
      named: '',
      place: '',
      quoted: NONE,
      count: 0,
      names: NONE
    })
    this.#key = undefined
  }

  end(kind: ValueKind, end: number): void {
    if (kind === 'object' || kind === 'array') this.#close()
    else this.#scalar(kind, end, true)
    const inner = this.#open.at(-1)
    if (inner !== undefined) inner.count++
    this.#key = undefined
  }

  #close(): void {
    const closed = this.#open.pop()
    const outer = this.#open.at(-1)
    if (closed === undefined || outer === undefined) return
    if (closed.isObject) {
      if (!outer.isObject && isHeads(outer.key) && outer.count < MAX_NAMES)
        outer.names = named(outer.names, outer.count, closed.named)
    } else if (outer.isObject) {
      if (isHeads(closed.key)) outer.heads = headsOf(closed.names, this.secrets.isSecret)
      if (PLACES.has(closed.key)) this.#speakOf(outer, closed.names.at(-1) ?? '')
    } else if (outer.count === 0) outer.heads ??= headsOf(closed.names, this.secrets.isSecret)
  }

  // -- names

  #isSecret(plain: string): boolean {
    const own = plainName(this.#key ?? '')
    return (
      this.secrets.isSecret(plain) ||
      this.secrets.isSecret(own) ||
      this.#vault?.isVault === true ||
      (this.#open.at(-1)?.isHidden === true && !isHarmlessSibling(own))
    )
  }

  // The object whose data this value is among.
  get #vault(): Container | undefined {
    const inner = this.#open.at(-1)
    return inner?.isObject === true && isVaultField(inner.key) ? this.#open.at(-2) : undefined
  }

  // The name of a value: its column's, that of a field beside it or before it, its own.
  get #plain(): string {
    const plain = plainName(this.#key ?? '')
    const inner = this.#open.at(-1)
    if (inner === undefined) return plain
    const table = inner.isObject ? undefined : inner.isRow ? inner : this.#open.at(-2)
    const head = table?.isObject === false ? table.heads?.[inner.count] : undefined
    if (head !== undefined && head !== '') return head
    return inner.named !== '' && (this.#key === undefined || VALUES.has(plain)) ? inner.named : plain
  }

  // Of what holds no others: a tool has a path and an input, too.
  get #scalarName(): string {
    const place = this.#open.at(-1)?.place ?? ''
    return place !== '' && QUOTED.has(plainName(this.#key ?? '')) ? place : this.#plain
  }

  #hides(plain: string, value: string): boolean {
    return this.#isSecret(plain) ? !isHarmlessValue(plain, value) : maybeSecret(plain, value)
  }

  // `[["X-Api-Key", …]]`
  #pairName(end: number): string | undefined {
    const inner = this.#open.at(-1)
    const isPair =
      inner?.isObject === false &&
      inner.count === 1 &&
      this.#open.at(-2)?.isObject === false &&
      /^\s*\]/.test(this.text.slice(end, end + 80))
    const name = isPair ? inner.names[0] : undefined
    return name !== undefined && this.secrets.isSecret(name) ? name : undefined
  }

  // `{"name": "X-Api-Key", "value": …}`, `["--password", …]`
  #name(value: string): void {
    const inner = this.#open.at(-1)
    if (inner === undefined) return
    if (!inner.isObject) {
      if (inner.count < MAX_NAMES) inner.names = named(inner.names, inner.count, nameOf(value))
      inner.named = FLAG.test(value) || (isFlat(inner.key) && inner.count % 2 === 0) ? plainName(value) : ''
      return
    }
    const key = plainName(this.#key ?? '')
    if (STATEMENTS.has(key)) inner.parameters ??= parameterNames(value, this.secrets.isSecret)
    if (key === 'kind' && isVaultKind(value)) {
      inner.isVault = true
      for (const each of inner.vaulted) this.#replace(each)
    }
    if (NAMES.has(key) && !this.secrets.isSecret(inner.named)) inner.named = nameOf(value)
    if (NAMES.has(key)) this.#hideQuoted(inner, inner.named, VALUES)
    if (PLACES.has(key)) this.#speakOf(inner, nameOf(value))
  }

  #hideQuoted({ quoted }: Container, name: string, among: ReadonlySet<string>): void {
    if (!this.secrets.isSecret(name)) return
    for (const each of quoted) if (among.has(each.key) && !isHarmlessValue(name, each.value)) this.#replace(each)
  }

  #speakOf(inner: Container, name: string): void {
    if (this.secrets.isSecret(name)) inner.place = name
    this.#hideQuoted(inner, name, QUOTED)
  }

  #quote(quoted: Omit<Quoted, 'key'>): void {
    const key = plainName(this.#key ?? '')
    const inner = this.#open.at(-1)
    if (inner?.isObject === true && inner.quoted.length < MAX_QUOTED && (QUOTED.has(key) || VALUES.has(key)))
      inner.quoted = [...inner.quoted, { ...quoted, key }]
  }

  // -- replacements

  #scalar(kind: ValueKind, end: number, isWhole: boolean): void {
    if (kind === 'literal') return
    const at = this.#start
    const token = this.text.slice(at, end)
    const plain = (kind === 'string' ? this.#pairName(end) : undefined) ?? this.#scalarName
    if (kind === 'number') {
      // An empty number would be another kind of cut: one digit stands for the rest.
      const hidden = { at, end, by: /\d$/.test(token) ? '0' : '-' }
      if (this.#isSecret(plain) && this.#hides(plain, token)) this.#replace(hidden)
      else this.#quote({ ...hidden, value: token })
      return
    }
    const value = token.slice(1, isWhole ? -1 : undefined)
    const hidden = { at, end, by: `"${REDACTED}${isWhole ? '"' : ''}` }
    if (this.#hides(plain, value) && !isModelToken(plain, this.text, end)) this.#replace(hidden)
    else {
      this.#replace({ at, end, by: this.#cleaned(token, isWhole) })
      this.#quote({ ...hidden, value })
      this.#vault?.vaulted.push(hidden)
    }
    this.#name(valueOf(token) ?? '')
  }

  #cleaned(token: string, isWhole: boolean): string {
    return cleanString(token, isWhole, (text) => redactText(text, this.secrets))
  }

  #replace(edit: Edit): void {
    if (!this.text.startsWith(edit.by, edit.at) || edit.end - edit.at !== edit.by.length) this.#edits.add(edit)
  }

  /**
   * What breaks as JSON is cleaned as running text, from the field that breaks on; what holds no JSON but quotes, as
   * CSV does, from its beginning.
   */
  #asText(): void {
    const at = this.#hasContainers ? Math.max(this.#member, this.#edits.end) : 0
    if (at === 0) this.#edits.clear()
    this.#replace({ at, end: this.text.length, by: redactRunning(this.text.slice(at), this.secrets) })
  }
}

// -- constructors

const redactJson = (text: string, secrets: Secrets): RedactedText => new JsonRedactor(text, secrets).run()

/** Replaces every secret of a text, of JSON by its structure: what a text within it holds is read the same way. */
export const redactText = (text: string, secrets: Secrets = KNOWN): string =>
  /^\s*[[{]/.test(text) ? redactMatches(redactJson(text, secrets).text, secrets.patterns) : redactRunning(text, secrets)

/** Makes a redactor of responses: linear, total, and without a limit of its own. */
export const responseRedactor = (options: SecretOptions = {}): ((text: string) => RedactedText) => {
  const secrets = secretsOf(options)
  return (text) => redactJson(text, secrets)
}
