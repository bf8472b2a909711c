/** Writes drafts as TypeScript that a person would have written: objects have names, and what the evidence was stands beside it. */
import { isIdentifier } from '../../core/issue.js'
import { count, visible } from '../../core/text.js'
import { byPresence, type Draft, type DraftField } from './draft.js'

// -- model

/** A drafted codec, and what it was drafted of. */
export interface Drafted {
  readonly tool: string
  readonly draft: Draft
  readonly answers: number
  readonly from: string
  readonly to: string
}

// -- names

const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

// What TypeScript and the drafted file itself already call something.
const TAKEN: ReadonlySet<string> = new Set([
  'Array',
  'Boolean',
  'Date',
  'Error',
  'Function',
  'IsoDateTime',
  'Map',
  'Number',
  'Object',
  'Promise',
  'Record',
  'RegExp',
  'SafeInteger',
  'Set',
  'String',
  'Symbol'
])

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** A name as codecs are written: `search_orders` becomes `SearchOrders`. */
const codecName = (text: string): string => {
  const name = (text.match(WORDS) ?? []).map(capital).join('')
  if (name === '') return 'Answer'
  return /^\d/.test(name) ? `Answer${name}` : name
}

/** The name of one element of a list: `line_items` becomes `line_item`. */
const elementKey = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

/** Gives each name once; the second `User` is `User2`. */
class Names {
  readonly #given = new Set<string>(TAKEN)

  give(wanted: string): string {
    let name = wanted
    for (let n = 2; this.#given.has(name); n++) name = `${wanted}${n}`
    this.#given.add(name)
    return name
  }
}

// -- parts

const keyText = (key: string): string => (isIdentifier(key) ? key : quote(key))

const quote = (text: string): string =>
  `'${visible(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'"))}'`

const indented = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.map((line) => `  ${line}`)

// -- writing

class Writer {
  readonly names = new Names()
  readonly used = new Set<string>()
  /** Named objects, those that others are made of first. */
  readonly consts: Array<string> = []
  /** Objects that are alike share a name. */
  readonly #known = new Map<string, string>()

  write(draft: Draft, key: string): string {
    switch (draft.kind) {
      case 'unknown':
        return 't.unknown'
      case 'null':
        return 't.null'
      case 'boolean':
        return 't.boolean'
      case 'number':
        return 't.number'
      case 'integer':
        return this.#library('SafeInteger')
      case 'text':
        return draft.form === 'date and time' ? this.#library('IsoDateTime') : 't.string'
      case 'enumeration':
        return `t.keyof({ ${draft.members.map((member) => `${keyText(member)}: null`).join(', ')} })`
      case 'array':
        return `t.array(${this.write(draft.element, elementKey(key))})`
      case 'record':
        return `t.record(t.string, ${this.write(draft.element, elementKey(key))})`
      case 'union':
        return `t.union([${draft.members.map((member) => this.write(member, key)).join(', ')}])`
      case 'object':
        return this.#object(draft.fields, key)
    }
  }

  #library(name: string): string {
    this.used.add(name)
    return name
  }

  #object(fields: ReadonlyArray<DraftField>, key: string): string {
    if (fields.length === 0) return 't.UnknownRecord'
    const text = this.objectText(fields)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const name = this.names.give(codecName(key))
    this.#known.set(text, name)
    this.consts.push(`const ${name} = ${text}`)
    return name
  }

  objectText(fields: ReadonlyArray<DraftField>): string {
    const { required, optional } = byPresence(fields)
    if (optional.length === 0) return this.#props('t.type', required).join('\n')
    if (required.length === 0) return this.#props('t.partial', optional).join('\n')
    const [type, partial] = [this.#props('t.type', required), this.#props('t.partial', optional)]
    return ['t.intersection([', ...indented([...type.slice(0, -1), `${type.at(-1)},`, ...partial]), '])'].join('\n')
  }

  #props(combinator: string, fields: ReadonlyArray<DraftField>): ReadonlyArray<string> {
    const lines = fields.map(
      (field, i) =>
        `${keyText(field.key)}: ${this.write(field.draft, field.key)}${i < fields.length - 1 ? ',' : ''}${evidence(field)}`
    )
    return [`${combinator}({`, ...indented(lines), '})']
  }
}

const formOf = (draft: Draft): string | undefined => {
  switch (draft.kind) {
    case 'text':
      return draft.form === 'date and time' ? undefined : draft.form
    case 'union':
      return draft.members.map(formOf).find((form) => form !== undefined)
    default:
      return undefined
  }
}

/** What a reader would want to know of a field. */
const evidence = ({ draft, count: times, of }: DraftField): string => {
  const form = formOf(draft)
  const notes = [
    ...(form === undefined ? [] : [form]),
    ...(times < of ? [`in ${times} of ${of}`] : []),
    ...(draft.kind === 'unknown' ? ['only null came, or what cannot be told'] : [])
  ]
  return notes.length === 0 ? '' : ` // ${notes.join('; ')}`
}

// Names of tools may come from a remote server. To leave the end of a comment out would join what stands around it to a new one.
const inComment = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 80)

const exported = (name: string, { tool, draft, answers, from, to }: Drafted, writer: Writer): string => {
  const text =
    draft.kind === 'object' && draft.fields.length > 0 ? writer.objectText(draft.fields) : writer.write(draft, tool)
  const consts = writer.consts.splice(0)
  return [
    ...consts,
    `/** What \`${inComment(tool)}\` answers, drafted from ${count(answers, 'answer')} of ${from} to ${to}. */\nexport const ${name} = ${text}`
  ].join('\n\n')
}

const listOf = (names: ReadonlyArray<string>, drafts: ReadonlyArray<Drafted>): string => {
  const tools = drafts.map(({ tool }, i) => `  { name: ${quote(tool)}, codec: ${names[i] ?? ''} }`)
  return `/** All of them, as \`guarded-call calibrate --tools\` takes them. */\nexport const tools = [\n${tools.join(',\n')}\n]`
}

/** A module with one exported codec a tool, and a list of them all. It is TypeScript, and JavaScript as it stands. */
export const draftText = (drafts: ReadonlyArray<Drafted>): string => {
  const writer = new Writer()
  // What is exported is called as its tool is, whatever its parts are called.
  const names = drafts.map(({ tool }) => writer.names.give(codecName(tool)))
  const bodies = drafts.map((drafted, i) => exported(names[i] ?? '', drafted, writer))
  const own = [...writer.used].sort()
  return `${[
    '/** Codecs drafted from recorded traffic: as strict as what came, and no stricter. Read them before you trust them. */',
    [
      "import * as t from 'io-ts'",
      ...(own.length === 0 ? [] : [`import { ${own.join(', ')} } from 'guarded-call'`])
    ].join('\n'),
    '',
    [...bodies, ...(drafts.length === 0 ? [] : [listOf(names, drafts)])].join('\n\n')
  ].join('\n')}\n`
}
