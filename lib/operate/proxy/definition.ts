/**
 * The definition of a tool: what its server says of it to clients and models. And the difference between two of them.
 */
import { sortedJson } from '../../core/json/index.js'
import { type Fields, isFields } from '../../core/foreign/index.js'
import { cut, isIdentifier, oneLine, visible } from '../../core/errors/index.js'
import { REDACTED, redactText } from '../../core/redact/index.js'
import { exactSortedText, exactText } from './exact-json.js'

const MAX_NAME = 64

/** The name of a tool in a log, with escapes for what is not seen. A server, or a model, may make up any. */
export const shownName = (name: string, max = MAX_NAME): string => oneLine(visible(redactText(name)), max)

/** The same, in quotes. */
export const quotedName = (name: string): string => `"${shownName(name).replaceAll('"', '\\"')}"`

/**
 * All that is said of a tool beside its name, as `exactData`: clients hand models whatever they like of it.
 */
export type Definition = Fields

export const toolDefinition = ({ name: _, ...definition }: Fields): Definition => definition

/** A listed tool with another definition, and nothing else that its server says of it. */
export const redefined = ({ name }: Fields, definition: Definition): Fields => ({ name, ...definition })

/** One place in which two definitions differ; undefined where one of them has nothing. */
export interface DefinitionChange {
  readonly path: string
  readonly keys: ReadonlyArray<string>
  readonly was: unknown
  readonly is: unknown
}

// Deeper than schemas that people write. What differs below it is shown whole.
const MAX_DEPTH = 30

const pathTo = (path: string, key: string): string =>
  isIdentifier(key) ? `${path}${path === '' ? '' : '.'}${key}` : `${path}[${JSON.stringify(key)}]`

// What stands in a canonical text for anything below its depth.
const CUT_OFF = /"\[(?:Array|Object)\]"/

// Of nothing, a canonical text is that of no fields. Of data deeper than the stack nobody knows whether they are equal.
const isSame = (was: unknown, is: unknown): boolean => {
  if (was === undefined || is === undefined) return was === is
  const text = sortedJson(was)
  if (text === undefined || text !== sortedJson(is)) return false
  return !CUT_OFF.test(text) || (exactText(was) ?? was) === (exactText(is) ?? is)
}

const changesAt = (keys: ReadonlyArray<string>, was: unknown, is: unknown): ReadonlyArray<DefinitionChange> => {
  if (isSame(was, is)) return []
  if (!isFields(was) || !isFields(is) || keys.length === MAX_DEPTH)
    return [{ path: keys.reduce(pathTo, ''), keys, was, is }]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    changesAt([...keys, key], was[key], is[key])
  )
}

/** The places in which two definitions differ: the order of keys is no difference. */
export const changesBetween = (was: Definition, is: Definition): ReadonlyArray<DefinitionChange> =>
  changesAt([], was, is)

// Of MCP: a server may make up others, to say something by their names.
const FIELDS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', 'execution', '_meta']

/** The fields that differ, by name: all that a model reads of a change, because the new words may be written for it. */
export const redefinedFields = (changes: ReadonlyArray<DefinitionChange>): ReadonlyArray<string> => {
  const fieldOf = ({ path }: DefinitionChange): string =>
    FIELDS.find((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)) ?? 'others'
  const changed = new Set(changes.map(fieldOf))
  return [...FIELDS, 'others'].filter((field) => changed.has(field))
}

// No description that people wrote is as long.
const MAX_WORDS = 10_000

const words = (value: unknown): string =>
  value === undefined ? 'nothing' : cut(exactSortedText(value) ?? '…', MAX_WORDS)

/** A change, word for word. */
export const changeLine = ({ path, was, is }: DefinitionChange): string => `${path}: was ${words(was)}, is ${words(is)}`

// -- for a log, which must hold no secrets

// A secret that begins before the cut has to be seen whole to be known as one.
const MARGIN = 1_024

/** `keys`: the place of the value, which may say that it is a secret. */
export const wordsForLog = (value: unknown, keys: ReadonlyArray<string> = []): string => {
  if (value === undefined) return 'nothing'
  const place = keys.map((key) => `{${JSON.stringify(key)}:`).join('')
  const text = redactText(place + (exactSortedText(value) ?? '…').slice(0, MAX_WORDS + MARGIN))
  return text.startsWith(place) ? cut(text.slice(place.length), MAX_WORDS) : REDACTED
}

export const changeForLog = ({ path, keys, was, is }: DefinitionChange): string =>
  `${redactText(path)}: was ${wordsForLog(was, keys)}, is ${wordsForLog(is, keys)}`
