/**
 * Drafts the rule of one tool: each word of it with the reason for it, and those that only a person can decide as
 * comments.
 */
import { arraysIn, keysAt } from '../../../codec/lookup.js'
import { isPageName, isSizeName } from '../../../core/pages/index.js'
import { asFields } from '../../../core/foreign/index.js'
import { count, isIdentifier } from '../../../core/errors/index.js'
import { isFreshName, isPolled, isRepeatable, isWording, kindOf, wordSet } from '../../../core/signs/index.js'
import type { FoundTool } from './found-tool.js'
import type { RecordedTool } from './recorded-answers.js'
import { openLine, ruleLine, type RuleLine } from './rule-line.js'

// -- model

/** What is known of a tool besides what it says itself. */
export interface ToolEvidence {
  readonly recorded: RecordedTool | undefined
  /** The name of the codec that was drafted from its responses. */
  readonly codec: string | undefined
  /** It stands in the list of a server, whose word is a stranger's. */
  readonly isServer: boolean
  /** The module is TypeScript, where a parameter needs a type. */
  readonly isTypeScript: boolean
}

// -- effect

/** The effect that a rule declares for a tool; undefined where its name tells nothing. */
export const draftedEffect = ({ name, declared }: FoundTool): 'read' | 'write' | undefined => {
  if (declared.effect !== undefined) return declared.effect
  const kind = kindOf(name)
  return kind === 'none' ? undefined : kind === 'writes' ? 'write' : 'read'
}

const effectLine = (tool: FoundTool): RuleLine => {
  const effect = draftedEffect(tool)
  if (effect === undefined) return openLine('effect', "'write'", "or 'read': its name does not tell")
  const { declared, name } = tool
  const source = declared.effect === undefined ? 'by its name' : 'by its annotations'
  const remark =
    effect === 'write' && !declared.idempotent
      ? '; with the same arguments it runs once in a turn'
      : effect === 'read' && kindOf(name) === 'writes'
        ? ', though its name looks like a write'
        : ''
  return ruleLine('effect', `'${effect}'`, source + remark)
}

const idempotentLines = (tool: FoundTool, isServer: boolean): ReadonlyArray<RuleLine> => {
  if (draftedEffect(tool) !== 'write') return []
  if (tool.declared.idempotent)
    return [ruleLine('idempotent', 'true', isServer ? 'so its server says' : 'by its annotations')]
  return isRepeatable(tool.name)
    ? [openLine('idempotent', 'true', 'if it does no harm when it is repeated, after other writes too')]
    : []
}

// -- identity

// What cannot stand by itself in `({ name }) => ({ name })`.
const RESERVED = wordSet(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements
  import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield`
)

/** Whether a variable can have that name. */
export const isName = (name: string): boolean => isIdentifier(name) && !RESERVED.has(name)

/** Of a write, the arguments that say what is to be done, where the others are words about it. */
const identityLines = (tool: FoundTool, { recorded, isTypeScript }: ToolEvidence): ReadonlyArray<RuleLine> => {
  if (draftedEffect(tool) !== 'write' || tool.declared.idempotent) return []
  const all = [...new Set([...Object.keys(tool.args), ...(recorded?.args ?? [])])]
  const isOther = (name: string): boolean => isWording(name, tool.name) || isFreshName(name)
  const subject = all.filter((name) => !isOther(name))
  const words = all.filter(isOther)
  if (subject.length === 0 || words.length === 0 || !all.every(isName)) return []
  const picked = `{ ${subject.join(', ')} }`
  // Optional, so that arguments which may be left out fit as well.
  const typed = isTypeScript ? `: { ${subject.map((name) => `${name}?: unknown`).join('; ')} }` : ''
  const why = `if two calls that differ in ${words.join(', ')} alone are one and the same order: the second is refused`
  return [openLine('identity', `(${picked}${typed}) => (${picked})`, why)]
}

// -- output

const outputLines = ({ declared }: FoundTool, { recorded, codec }: ToolEvidence): ReadonlyArray<RuleLine> => {
  const draft = recorded?.draft
  if (declared.outputSchema !== undefined || draft === undefined || codec === undefined) return []
  const { answers, plain } = draft
  const why = `drafted from ${count(answers, 'answer')}`
  // A codec would refuse them.
  return plain === 0
    ? [ruleLine('output', codec, why)]
    : [openLine('output', codec, `${why}; ${plain} more ${plain === 1 ? 'was' : 'were'} no JSON`)]
}

// -- a cut answer

/** The one list of objects in an answer: whole rows of it are worth something without the rest. */
const salvageLines = (tool: FoundTool, evidence: ToolEvidence): ReadonlyArray<RuleLine> => {
  const [output] = outputLines(tool, evidence)
  const draft = evidence.recorded?.draft
  if (output === undefined || draft === undefined || evidence.isServer || draftedEffect(tool) === 'write') return []
  const [rows, ...more] = arraysIn(draft.codec)
    .map((path) => path.map(String))
    .filter((path) => path.every(isIdentifier) && keysAt(draft.codec, [...path, 0]).length > 0)
  if (rows === undefined || more.length > 0) return []
  const why = 'of an answer that was cut, its whole elements are handed on'
  return [ruleLine('salvage', `'${rows[0] ?? '$'}'`, why, output.isOpen)]
}

// -- a smaller request

const DEFAULT_SIZE = 20

const isNumber = (schema: unknown): boolean => ['number', 'integer'].includes(String(asFields(schema)['type']))

const narrowLines = (tool: FoundTool, { isServer }: ToolEvidence): ReadonlyArray<RuleLine> => {
  const names = Object.keys(tool.args)
  const [size, ...more] = names.filter((name) => isSizeName(name) && isName(name) && isNumber(tool.args[name]))
  if (size === undefined || more.length > 0 || draftedEffect(tool) === 'write') return []
  const { default: usual } = asFields(tool.args[size])
  const whole = typeof usual === 'number' && Number.isSafeInteger(usual) && usual > 0 ? usual : DEFAULT_SIZE
  const half = `Math.ceil(${size} / 2)`
  // Pages of another size begin elsewhere, and the proxy names no next call.
  const inWords = isServer || names.some(isPageName)
  const smaller = inWords ? `\`Ask for less, from the start: ${size}=\${${half}}.\`` : `({ ${size}: ${half} })`
  return [ruleLine('narrow', `({ ${size} = ${whole} }) => ${smaller}`, 'where an answer was cut or too long')]
}

// -- all of it

/** The words of the rule of a tool. */
export const draftRule = (tool: FoundTool, evidence: ToolEvidence): ReadonlyArray<RuleLine> => [
  effectLine(tool),
  ...idempotentLines(tool, evidence.isServer),
  ...identityLines(tool, evidence),
  ...(isPolled(tool.name) && draftedEffect(tool) !== 'write'
    ? [ruleLine('polls', 'true', 'by its name: asked again until its answer changes')]
    : []),
  ...outputLines(tool, evidence),
  ...salvageLines(tool, evidence),
  ...narrowLines(tool, evidence)
]
