/** Walks a JSON text to its end or first fault, and reports the place: strict as `JSON.parse`, not recursive. */
import type { Path } from '../errors/issue.js'
import { OpenContainers, type JsonPlace } from './place.js'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  continuesNumber,
  CUT,
  faultAt,
  faultOf,
  isDelimiter,
  literalEnd,
  numberEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipWhite,
  startsNumber,
  stringEnd,
  type TokenEnd
} from './tokens.js'

// -- model

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'literal'

/** The token that was open at the end; `colon` and `value` are due and have not begun. */
export type OpenToken = ValueKind | 'key' | 'colon' | 'value'

/** The tokens that would have been valid at a fault. */
export type ExpectedToken =
  | 'a value'
  | 'a value or a closing bracket'
  | 'a key'
  | 'a key or a closing brace'
  | 'a colon'
  | 'a comma or a closing bracket'
  | 'a comma or a closing brace'
  | 'the rest of a string'
  | 'a digit'
  | 'the end of a number'

/** The text ends inside a value; `path` names the innermost incomplete one. */
export interface CutScan {
  readonly kind: 'cut'
  readonly path: Path
  readonly open: OpenToken
}

/** The text breaks at `position`; `path` names the innermost incomplete value. */
export interface FaultScan {
  readonly kind: 'fault'
  readonly position: number
  readonly path: Path
  readonly expected: ExpectedToken
  /** Whether the first key of an object was due, after nothing but openers. */
  readonly atFirstKey: boolean
}

/** The result of a scan: one whole value, one followed by something else at `position`, a cut or a fault. */
export type Scan =
  { readonly kind: 'whole' } | { readonly kind: 'after_root'; readonly position: number } | CutScan | FaultScan

/** Callbacks of the walk: each whole key, and each value as it begins, and as it ends if its end is certain. */
export interface JsonVisitor {
  readonly key?: (start: number, end: number, place: JsonPlace) => void
  readonly begin: (kind: ValueKind, start: number, place: JsonPlace) => void
  /** `end` lies behind the value's last character. */
  readonly end: (kind: ValueKind, end: number, place: JsonPlace) => void
}

// -- scanning

/** Scans the value at `from`. A number at the end of the text is complete only as the root. */
export const scanJson = (text: string, from = 0, visitor?: JsonVisitor): Scan => new Scanner(text, from, visitor).run()

/** The next token. */
type DueToken = 'value' | 'element or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

class Scanner {
  readonly #text: string
  readonly #visitor: JsonVisitor | undefined
  readonly #place: OpenContainers
  #at: number
  #due: DueToken = 'value'

  constructor(text: string, from: number, visitor: JsonVisitor | undefined) {
    this.#text = text
    this.#visitor = visitor
    this.#place = new OpenContainers(text)
    this.#at = from
  }

  run(): Scan {
    for (;;) {
      this.#at = skipWhite(this.#text, this.#at)
      const scan = this.#at < this.#text.length ? this.#step(this.#text.charCodeAt(this.#at)) : this.#ended()
      if (scan !== undefined) return scan
    }
  }

  // -- the grammar: each part gives the result, or nothing where the walk goes on

  #step(c: number): Scan | undefined {
    switch (this.#due) {
      case 'value':
        return this.#value(c)
      case 'element or end':
        return c === CLOSE_BRACKET ? this.#close() : this.#value(c)
      case 'key':
        return this.#key(c)
      case 'key or end':
        return c === CLOSE_BRACE ? this.#close() : this.#key(c)
      case 'colon':
        return c === COLON ? this.#expect('value', this.#at + 1) : this.#unexpected()
      case 'comma or end':
        return this.#commaOrEnd(c)
    }
  }

  #value(c: number): Scan | undefined {
    switch (c) {
      case OPEN_BRACE:
        return this.#open('object')
      case OPEN_BRACKET:
        return this.#open('array')
      case QUOTE:
        return this.#scalar('string', stringEnd(this.#text, this.#at))
      default:
        return startsNumber(c)
          ? this.#scalar('number', numberEnd(this.#text, this.#at))
          : this.#scalar('literal', literalEnd(this.#text, this.#at))
    }
  }

  #open(kind: 'object' | 'array'): undefined {
    this.#visitor?.begin(kind, this.#at, this.#place)
    this.#place.open(kind === 'array')
    this.#expect(kind === 'array' ? 'element or end' : 'key or end', this.#at + 1)
  }

  #close(): undefined {
    const kind = this.#place.isArray ? 'array' : 'object'
    this.#place.close()
    this.#expect('comma or end', this.#at + 1)
    this.#visitor?.end(kind, this.#at, this.#place)
  }

  #scalar(kind: 'string' | 'number' | 'literal', end: TokenEnd): Scan | undefined {
    if (end === faultAt(this.#at)) return this.#unexpected()
    this.#visitor?.begin(kind, this.#at, this.#place)
    if (end === CUT || (kind === 'number' && end === this.#text.length && this.#place.depth > 0)) return this.#cut(kind)
    if (end < 0) return this.#fault(faultOf(end), kind === 'string' ? 'the rest of a string' : 'a digit')
    this.#expect('comma or end', end)
    if (kind === 'number') {
      const next = this.#text.charCodeAt(end)
      if (continuesNumber(next)) return this.#fault(end, 'the end of a number')
      if (this.#place.depth > 0 && !isDelimiter(next)) return undefined
    }
    this.#visitor?.end(kind, end, this.#place)
    return undefined
  }

  #key(c: number): Scan | undefined {
    if (c !== QUOTE) return this.#unexpected()
    const end = stringEnd(this.#text, this.#at)
    if (end === CUT) return { kind: 'cut', path: this.#place.containerPath(), open: 'key' }
    if (end < 0) return this.#fault(faultOf(end), 'the rest of a string', this.#place.containerPath())
    this.#visitor?.key?.(this.#at, end, this.#place)
    this.#place.enter(this.#at)
    return this.#expect('colon', end)
  }

  #commaOrEnd(c: number): Scan | undefined {
    if (this.#place.depth === 0) return { kind: 'after_root', position: this.#at }
    const { isArray } = this.#place
    if (c === (isArray ? CLOSE_BRACKET : CLOSE_BRACE)) return this.#close()
    if (c !== COMMA) return this.#unexpected()
    this.#place.next()
    return this.#expect(isArray ? 'value' : 'key', this.#at + 1)
  }

  #expect(due: DueToken, at: number): undefined {
    this.#due = due
    this.#at = at
  }

  // -- results

  #ended(): Scan {
    if (this.#due === 'comma or end' && this.#place.depth === 0) return { kind: 'whole' }
    if (this.#due === 'value' || this.#due === 'colon') return this.#cut(this.#due)
    return { kind: 'cut', path: this.#place.containerPath(), open: this.#place.isArray ? 'array' : 'object' }
  }

  #cut(open: OpenToken): Scan {
    return { kind: 'cut', path: this.#place.path(), open }
  }

  #unexpected(): Scan {
    const isInField = this.#due === 'value' || this.#due === 'colon'
    return this.#fault(this.#at, this.#expected(), isInField ? this.#place.path() : this.#place.containerPath())
  }

  #fault(position: number, expected: ExpectedToken, path: Path = this.#place.path()): Scan {
    return {
      kind: 'fault',
      position,
      path,
      expected,
      atFirstKey: expected === 'a key or a closing brace' && this.#place.hasOnlyOpeners
    }
  }

  #expected(): ExpectedToken {
    switch (this.#due) {
      case 'value':
        return 'a value'
      case 'element or end':
        return 'a value or a closing bracket'
      case 'key':
        return 'a key'
      case 'key or end':
        return 'a key or a closing brace'
      case 'colon':
        return 'a colon'
      case 'comma or end':
        return this.#place.isArray ? 'a comma or a closing bracket' : 'a comma or a closing brace'
    }
  }
}
