/** Finds secrets in JSON by its structure while it is read, and replaces them by values of the same types. */
import { scanJson, type JsonVisitor, type ValueKind } from '../json/scan.js'
import { afterMark } from '../json/tokens.js'
import { plainName } from '../signs/names.js'
import { editWords, readWord } from './command-words.js'
import { programOf } from './commands.js'
import { Edits, type Edit } from './edits.js'
import { named, openContainer, type Container, type QuotedPair } from './json-container.js'
import { cleanString, valueOf } from './json-string.js'
import {
  FLAG,
  headsOf,
  isFlat,
  isHeads,
  isKeyType,
  KEY_PARTS,
  MARKED,
  marksSecret,
  nameOf,
  NAMES,
  PARAMETERS,
  PLACES,
  QUOTED,
  STATEMENTS,
  VALUES
} from './named-values.js'
import { isVaultField, isVaultKind } from './manifests.js'
import {
  isHarmlessSibling,
  isHarmlessValue,
  isModelToken,
  isSecretVariable,
  isTokenIn,
  maybeSecret,
  REDACTED
} from './secret-keys.js'
import { redactRunning } from './secret-text.js'
import { parameterNames, withoutParameters } from './statement-values.js'
import type { Secrets } from './secrets.js'

const MAX_NAMES = 64
const MAX_QUOTED = 12

// -- a whole text

export interface RedactedText {
  readonly text: string
  /** How many values were replaced. */
  readonly count: number
}

export class JsonRedactor implements JsonVisitor {
  /** Where the current value begins, and the field or element around it. */
  #start = 0
  #member = 0
  #hasContainers = false
  readonly #edits = new Edits()
  readonly #open: Array<Container> = []
  #key: string | undefined

  constructor(
    readonly text: string,
    readonly secrets: Secrets,
    /** Redacts a text within a string. */
    readonly redactText: (text: string, secrets: Secrets) => string
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
    this.#open.push(
      openContainer({
        isHidden: this.#isSecret(this.#plain),
        isVault: outer?.isVault === true,
        isObject,
        key,
        heads: given ?? (outer?.isObject === true && !isHeads(key) ? outer.heads : undefined),
        isRow: given !== undefined
      })
    )
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
      editWords(closed, outer.program, this.secrets, this.#edits)
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
      (this.#open.at(-1)?.isKey === true && KEY_PARTS.has(own)) ||
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
    if (this.#isSecret(plain)) return !isHarmlessValue(plain, value)
    const list = this.#open.at(-1)
    return (
      isSecretVariable(this.#key ?? '', value) ||
      maybeSecret(plain, value) ||
      (list?.isObject === false && isTokenIn(list.key, value))
    )
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
    inner.program = programOf(key, value, inner.key) ?? inner.program
    if (STATEMENTS.has(key)) inner.parameters ??= parameterNames(value, this.secrets.isSecret)
    if (key === 'kind' && isVaultKind(value)) {
      inner.isVault = true
      for (const each of inner.vaulted ?? []) this.#replace(each)
    }
    if (key === 'kty' && isKeyType(value)) {
      inner.isKey = true
      this.#hideQuoted(inner, MARKED, KEY_PARTS)
    }
    if (NAMES.has(key) && !this.secrets.isSecret(inner.named)) inner.named = nameOf(value)
    if (NAMES.has(key)) this.#hideQuoted(inner, inner.named, VALUES)
    if (PLACES.has(key)) this.#speakOf(inner, nameOf(value))
    this.#mark(inner, key, value)
  }

  // `{"type": "CONCEALED", "value": …}`, `{"sensitive": true, "value": …}`
  #mark(inner: Container, key: string, value: unknown): void {
    if (!marksSecret(key, value)) return
    inner.named = MARKED
    this.#hideQuoted(inner, MARKED, VALUES)
  }

  #hideQuoted({ quoted }: Container, name: string, among: ReadonlySet<string>): void {
    if (!this.secrets.isSecret(name)) return
    for (const each of quoted) if (among.has(each.key) && !isHarmlessValue(name, each.value)) this.#replace(each)
  }

  #speakOf(inner: Container, name: string): void {
    if (this.secrets.isSecret(name)) inner.place = name
    this.#hideQuoted(inner, name, QUOTED)
  }

  #quote(quoted: Omit<QuotedPair, 'key'>): void {
    const key = plainName(this.#key ?? '')
    const inner = this.#open.at(-1)
    const isKept = QUOTED.has(key) || VALUES.has(key) || KEY_PARTS.has(key)
    if (inner?.isObject === true && inner.quoted.length < MAX_QUOTED && isKept)
      inner.quoted = [...inner.quoted, { ...quoted, key }]
  }

  // -- replacements

  #scalar(kind: ValueKind, end: number, isWhole: boolean): void {
    const at = this.#start
    const token = this.text.slice(at, end)
    const inner = this.#open.at(-1)
    if (kind === 'literal') {
      if (inner?.isObject === true) this.#mark(inner, plainName(this.#key ?? ''), token === 'true')
      return
    }
    const plain = (kind === 'string' ? this.#pairName(end) : undefined) ?? this.#scalarName
    if (kind === 'number') {
      // An empty number would be another kind of cut: one digit stands for the rest.
      const hidden = { at, end, by: /\d$/.test(token) ? '0' : '-' }
      if (this.#isSecret(plain) && this.#hides(plain, token)) this.#replace(hidden)
      else this.#quote({ ...hidden, value: token })
      return
    }
    const value = token.slice(1, isWhole ? -1 : undefined)
    const text = valueOf(token)
    const given = inner?.isObject === true && PARAMETERS.has(plain) ? inner.parameters : undefined
    const word = { at, end, by: text ?? value }
    const secretAt = inner?.isObject === false ? readWord(inner, this.#open.at(-2)?.program, word) : -1
    const by = JSON.stringify(word.by.slice(0, Math.max(0, secretAt)) + REDACTED).slice(0, isWhole ? undefined : -1)
    const hidden = { at, end, by }
    if (secretAt >= 0 || (this.#hides(plain, value) && !isModelToken(plain, this.text, end))) this.#replace(hidden)
    else {
      this.#replace({ at, end, by: this.#cleaned(token, isWhole, given) })
      this.#quote({ ...hidden, value })
      const vault = this.#vault
      if (vault !== undefined) (vault.vaulted ??= []).push(hidden)
    }
    this.#name(text ?? '')
  }

  #cleaned(token: string, isWhole: boolean, given?: ReadonlyArray<string>): string {
    return cleanString(token, isWhole, (text) => this.redactText(withoutParameters(text, given), this.secrets))
  }

  #replace(edit: Edit): void {
    if (!this.text.startsWith(edit.by, edit.at) || edit.end - edit.at !== edit.by.length) this.#edits.add(edit)
  }

  /** What breaks as JSON is cleaned as a text: from the field that breaks on, or, as CSV, from its beginning. */
  #asText(): void {
    // `["password"]=> …`: a list of PHP that is shown, or a field of any language, begins like JSON.
    const isName = /^\s{0,8}[:=]/.test(this.text.slice(this.#member, this.#member + 20))
    const at = this.#hasContainers && !isName ? Math.max(this.#member, this.#edits.end) : 0
    if (at === 0) this.#edits.clear()
    const rest = this.text.slice(at)
    const redact = /^\s*[[{]/.test(rest) ? redactRunning : this.redactText
    this.#replace({ at, end: this.text.length, by: redact(rest, this.secrets) })
  }
}
