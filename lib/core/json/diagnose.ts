/** Finds out how a text fails to be JSON, and where: the first code of the table that fits. */
import { formatPath, type Path } from '../errors/issue.js'
import { scanJson, type CutScan, type ExpectedToken, type FaultScan, type OpenToken, type Scan } from './scan.js'
import { afterMark, skipWhite } from './tokens.js'
import { isXssiPrefix, markupAt, otherFormat } from './other-formats.js'
import { count } from '../errors/text.js'
import { schemaMismatch, type SchemaMismatch } from '../errors/tool-error.js'

// -- model

export interface DiagnoseOptions {
  /** How many bytes arrived. */
  readonly bytes: number
  /** Whether the bytes end inside a UTF-8 sequence, which `text` then lacks. */
  readonly cutInsideCharacter?: boolean
  /** Writes a path of the text. @default formatPath */
  readonly pathText?: (path: Path) => string
}

// -- constructors

const error = (code: string, detail: string): SchemaMismatch => schemaMismatch({ code, detail })

/** Diagnoses a text that `JSON.parse` refused. */
export const diagnoseJson = (text: string, diagnosed: DiagnoseOptions): SchemaMismatch => {
  const { bytes, pathText = formatPath } = diagnosed
  const start = skipWhite(text, afterMark(text))
  const markup = markupAt(text, start)
  if (markup === 'page') return webPage(bytes)
  const scan = scanJson(text, start)
  const place = 'path' in scan ? pathText(scan.path) : '$'
  if (scan.kind === 'fault' && isNotFinite(text, scan)) return notFinite(text, scan, place)
  const json = isFence(text, start) ? undefined : leadingData(text, start, scan)
  if (json !== undefined)
    return error(
      'leading_data',
      `The JSON begins only at ${whereIs(text, json)}; ${isXssiPrefix(text, start) ? 'a prefix against script inclusion (XSSI)' : 'something else'} comes before it.`
    )
  // Checked last: a warning in HTML before the JSON does not make it a web page.
  if (markup === 'tag') return webPage(bytes)
  return scan.kind === 'fault'
    ? (notJson(text, start, scan) ?? invalid(text, scan, place))
    : unfinished(text, scan, diagnosed, place)
}

const webPage = (bytes: number): SchemaMismatch =>
  error('html_response', `The response is a web page (HTML, ${count(bytes, 'byte')}) where JSON was expected.`)

// -- positions

/** `position 17 (line 2)`: the position counts from 0, the line from 1. */
const whereIs = (text: string, position: number): string => {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++
  return `position ${position} (line ${line})`
}

const inside = (place: string): string => (place === '$' ? '' : ` in ${place}`)

// -- faults

const NOT_FINITE = /-?(?:NaN|Infinity)(?![\w$])/y
// As the root it must be alone on its line: prose may begin with such a word.
const NOT_FINITE_ROOT = /-?(?:NaN|Infinity)[ \t\r]*(?:\n|$)/y

const isNotFinite = (text: string, { expected, path, position }: FaultScan): boolean => {
  if (expected !== 'a value' && expected !== 'a value or a closing bracket') return false
  const token = expected === 'a value' && path.length === 0 ? NOT_FINITE_ROOT : NOT_FINITE
  token.lastIndex = position
  return token.test(text)
}

const notFinite = (text: string, { position }: FaultScan, place: string): SchemaMismatch =>
  error(
    'nan_or_infinity',
    `NaN or Infinity, which JSON does not allow, is at ${whereIs(text, position)}${inside(place)}.`
  )

const isFence = (text: string, start: number): boolean => text.startsWith('```', start) || text.startsWith('~~~', start)

const isPunctuation = (text: string, position: number): boolean => '}],:'.includes(text.charAt(position))

const notJson = (text: string, start: number, { position, atFirstKey }: FaultScan): SchemaMismatch | undefined => {
  if (isFence(text, start)) return error('not_json', 'The response is a fenced block of code, not bare JSON.')
  const found = foundAt(text, position)
  if (position === start && !isPunctuation(text, position)) {
    const format = otherFormat(text, start)
    const what = format === undefined ? 'does not begin as JSON' : `is ${format}, not JSON`
    return error('not_json', `The response ${what}: found ${found} at ${whereIs(text, position)}.`)
  }
  if (atFirstKey && isKeyLike(text, position)) {
    return error(
      'not_json',
      `The response is a literal of Python or JavaScript, not JSON: its first key begins with ${found} instead of a double quote, at ${whereIs(text, position)}.`
    )
  }
  return undefined
}

const KEY_LIKE = /['`‘’“”\p{L}\d_$.+-]/uy

const isKeyLike = (text: string, position: number): boolean => {
  KEY_LIKE.lastIndex = position
  return KEY_LIKE.test(text)
}

const invalid = (text: string, { position, expected }: FaultScan, place: string): SchemaMismatch =>
  error(
    'invalid_json',
    `The response breaks at ${whereIs(text, position)}${inside(place)}: expected ${expected}, found ${foundIn(text, position, expected)}.`
  )

const foundIn = (text: string, position: number, expected: ExpectedToken): string => {
  switch (expected) {
    case 'the rest of a string':
      return foundInString(text, position)
    case 'the end of a number':
      return 'more of it'
    default:
      return foundAt(text, position)
  }
}

// -- ends

const unfinished = (
  text: string,
  scan: Exclude<Scan, FaultScan>,
  { bytes, cutInsideCharacter = false }: DiagnoseOptions,
  place: string
): SchemaMismatch => {
  switch (scan.kind) {
    case 'cut':
      return truncated(scan, bytes, place)
    case 'after_root':
      return behindRoot(text, scan.position)
    case 'whole':
      return cutInsideCharacter
        ? error('truncated_response', `The response ends after ${count(bytes, 'byte')}, inside a character.`)
        : error('invalid_json', `The response of ${count(bytes, 'byte')} cannot be read as JSON.`)
  }
}

const OPEN: Readonly<Record<OpenToken, string>> = {
  object: '(an object)',
  array: '(an array)',
  string: '(a string)',
  number: '(a number)',
  literal: '(a literal)',
  key: '(a key)',
  colon: '(before its value)',
  value: '(before its value)'
}

const truncated = ({ open }: CutScan, bytes: number, place: string): SchemaMismatch =>
  error('truncated_response', `The response ends after ${count(bytes, 'byte')} inside ${place} ${OPEN[open]}.`)

const behindRoot = (text: string, position: number): SchemaMismatch =>
  scanJson(text, position).kind === 'fault'
    ? error(
        'trailing_data',
        `A whole JSON value comes first, and then something else, at ${whereIs(text, position)}: found ${foundAt(text, position)}.`
      )
    : error(
        'multiple_documents',
        `The response holds more than one JSON value: the second begins at ${whereIs(text, position)}.`
      )

// -- what is found: the kind of a token, in our own words; the text itself is never quoted

const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'a literal'],
  ['false', 'a literal'],
  ['null', 'a literal'],
  ['True', 'a Python literal'],
  ['False', 'a Python literal'],
  ['None', 'a Python literal'],
  ['NaN', 'NaN or Infinity'],
  ['Infinity', 'NaN or Infinity'],
  ['undefined', 'undefined']
])

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['{', 'an opening brace'],
  ['}', 'a closing brace'],
  ['[', 'an opening bracket'],
  [']', 'a closing bracket'],
  [',', 'a comma'],
  [':', 'a colon'],
  ['"', 'a string'],
  ["'", 'a single quote'],
  ['`', 'a backquote'],
  ['#', 'a comment'],
  ['-', 'a minus sign'],
  ['+', 'a plus sign'],
  ['<', 'a tag'],
  ['(', 'a parenthesis'],
  [')', 'a parenthesis']
])

// Sticky patterns are bounded by their matches: none reads more than 40 characters.
const KINDS: ReadonlyArray<readonly [RegExp, (match: string) => string]> = [
  [/[A-Za-z_$][\w$]{0,39}/y, (word) => WORDS.get(word) ?? 'a word'],
  [/[+-]?(?:NaN|Infinity)/y, () => 'NaN or Infinity'],
  [/-?\d/y, () => 'a number'],
  [/[+-]?\.?\d/y, () => 'a number that JSON does not allow'],
  [/\/[/*]/y, () => 'a comment'],
  [/[‘’“”„«»]/y, () => 'a typographic quote'],
  [/\s/y, () => 'white space that JSON does not allow'],
  [/[\u0000-\u001f]/y, () => 'a control character']
]

/** A reader's name for the token at `position`. */
export const foundAt = (text: string, position: number): string => {
  for (const [pattern, name] of KINDS) {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (match !== null) return name(match[0])
  }
  return CHARACTERS.get(text.charAt(position)) ?? 'another character'
}

/** The character that breaks a string at `position`. */
const foundInString = (text: string, position: number): string => {
  const c = text.charAt(position)
  if (c === '\\') return 'an unknown escape'
  return c === '\n' || c === '\r' ? 'a raw line break' : 'a raw control character'
}

// -- JSON that begins on a later line, behind log lines, a warning or an anti-hijacking prefix

/** Bounds the time for a hostile text of very short lines; a log of 4 MB has fewer. */
const MAX_SCANS = 200_000

/** The first token, from `from` on, that begins a line after the first. */
const nextLineStart = (text: string, from: number): number => {
  const line = text.lastIndexOf('\n', from - 1)
  const first = line < 0 ? -1 : skipWhite(text, line + 1)
  if (first >= from) return first
  const next = text.indexOf('\n', from)
  return next < 0 ? text.length : skipWhite(text, next + 1)
}

/**
 * The position from which the rest of the text is one whole JSON value, at the start of a line; `scan` is the scan from
 * `from`. Undefined if the text is a plain sequence of JSON values, or is cut inside one. One pass is enough: if a scan
 * from one line breaks at a later place, no line in between can begin a value that is whole at the end, because the
 * same tokens follow there in the same order. A cut scan has seen the end of the text.
 */
export const leadingData = (text: string, from: number, scan: Scan): number | undefined => {
  let at = skipWhite(text, from)
  let onlyValues = true
  let result = scan
  for (let scans = 0; scans < MAX_SCANS; scans++) {
    switch (result.kind) {
      case 'cut':
        return undefined
      case 'whole':
        return onlyValues ? undefined : at
      case 'after_root':
        // Values in a row are read on from the start of the next one.
        at = onlyValues ? result.position : nextLineStart(text, result.position)
        break
      case 'fault':
        onlyValues = false
        at = nextLineStart(text, Math.max(result.position, at + 1))
    }
    if (at >= text.length) return undefined
    result = scanJson(text, at)
  }
  return undefined
}
