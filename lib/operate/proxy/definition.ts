/**
 * The definition of a tool: what its server says of it to clients and models. And the difference between two of them.
 */
import { sortedJson } from '../../core/json/index.js'
import { type Fields, isFields } from '../../core/foreign/index.js'
import { cut, isIdentifier, oneLine } from '../../core/errors/index.js'
import { redactText } from '../../core/redact/index.js'

const MAX_NAME = 64

/** The name of a tool in a log. A server, or a model, may make up any. */
export const shownName = (name: string): string => oneLine(redactText(name), MAX_NAME)

/** The fields that models and people read, or that decide how a call is made. */
const FIELDS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const

export type Definition = Fields

export const toolDefinition = (tool: Fields): Definition =>
  Object.fromEntries(FIELDS.flatMap((field) => (tool[field] === undefined ? [] : [[field, tool[field]]])))

/** A listed tool with another definition, and nothing else that its server says of it. */
export const redefined = ({ name }: Fields, definition: Definition): Fields => ({ name, ...definition })

/** One place in which two definitions differ; undefined where one of them has nothing. */
export interface DefinitionChange {
  readonly path: string
  readonly was: unknown
  readonly is: unknown
}

// Deeper than schemas that people write. What differs below it is shown whole.
const MAX_DEPTH = 30

const pathTo = (path: string, key: string): string =>
  isIdentifier(key) ? `${path}${path === '' ? '' : '.'}${key}` : `${path}[${JSON.stringify(key)}]`

// Of nothing, a canonical text is that of no fields.
const isSame = (was: unknown, is: unknown): boolean =>
  (was === undefined) === (is === undefined) && sortedJson(was) === sortedJson(is)

const changesAt = (path: string, was: unknown, is: unknown, depth: number): ReadonlyArray<DefinitionChange> => {
  if (isSame(was, is)) return []
  if (!isFields(was) || !isFields(is) || depth === MAX_DEPTH) return [{ path, was, is }]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    changesAt(pathTo(path, key), was[key], is[key], depth + 1)
  )
}

/** The places in which two definitions differ: the order of keys is no difference. */
export const changesBetween = (was: Definition, is: Definition): ReadonlyArray<DefinitionChange> =>
  changesAt('', was, is, 0)

/** The fields that differ, by name: all that a model reads of a change, because the new words may be written for it. */
export const redefinedFields = (changes: ReadonlyArray<DefinitionChange>): ReadonlyArray<string> =>
  FIELDS.filter((field) =>
    changes.some(({ path }) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`))
  )

// No description that people wrote is as long.
const MAX_WORDS = 10_000

const words = (value: unknown): string => (value === undefined ? 'nothing' : cut(sortedJson(value) ?? '…', MAX_WORDS))

/** A change, word for word. */
export const changeLine = ({ path, was, is }: DefinitionChange): string => `${path}: was ${words(was)}, is ${words(is)}`
