/** Writes drafts as a module that a person would have written: objects have names, and what the evidence was stands beside it. */
import * as t from 'io-ts'
import { propsOf } from '../../codec/inspect.js'
import { count } from '../../core/text.js'
import { codecSource, quotedText, type SourceLayout } from '../codec-source.js'
import { wordsOfName, type Draft } from './draft.js'

// -- model

/** A drafted codec, and what it was drafted of. */
export interface DraftedCodec extends Draft {
  readonly tool: string
  readonly answers: number
  readonly from: string
  readonly to: string
}

// -- names

// Names that TypeScript and the drafted file itself have already.
const TAKEN =
  'Array Boolean Date Error Function IsoDateTime Map Number Object Promise Record RegExp SafeInteger Set String Symbol'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** A name as codecs are written: `search_orders` becomes `SearchOrders`. */
const codecName = (text: string): string => {
  const name = wordsOfName(text).map(capital).join('')
  if (name === '') return 'Answer'
  return /^\d/.test(name) ? `Answer${name}` : name
}

/** Gives each name once; the second `User` is `User2`. */
class Names {
  readonly #given = new Set<string>(TAKEN.split(' '))

  give(wanted: string): string {
    let name = wanted
    for (let n = 2; this.#given.has(name); n++) name = `${wanted}${n}`
    this.#given.add(name)
    return name
  }
}

// -- layout

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/** The tag of one kind of objects among others. */
const tagOf = (codec: t.Mixed): string => {
  const literal = Object.values(propsOf(codec) ?? {}).find((field) => field instanceof t.LiteralType)
  return literal === undefined ? '' : String(literal.value)
}

class ModuleWriter {
  readonly names = new Names()
  readonly imports = new Set<string>()
  /** Named objects, those that others are made of first. */
  readonly consts: Array<string> = []
  /** Objects that are alike share a name. */
  readonly #known = new Map<string, string>()

  write({ codec, notes, tool }: DraftedCodec): string {
    const layout: SourceLayout = {
      maxDepth: Infinity,
      fields: (texts, whole, keys) => {
        const lines = texts.map((text, i) => {
          const note = notes.get(whole)?.[keys[i] ?? ''] ?? ''
          return `${text}${i < texts.length - 1 ? ',' : ''}${note === '' ? '' : ` // ${note}`}`
        })
        return `{\n${indented(lines.join('\n'))}\n}`
      },
      parts: (parts) => `[\n${indented(parts.join(',\n'))}\n]`,
      // The whole answer is exported, by the name of its tool.
      object: (part, key, text) => (part === codec ? text() : this.#named(codecName(`${tagOf(part)} ${key}`), text())),
      imported: (name) => this.imports.add(name)
    }
    return codecSource(codec, layout, tool)
  }

  #named(wanted: string, text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const name = this.names.give(wanted)
    this.#known.set(text, name)
    this.consts.push(`const ${name} = ${text}`)
    return name
  }
}

// Names of tools may come from a remote server. To leave the end of a comment out would join what stands around it to a new one.
const inComment = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 80)

const exported = (name: string, drafted: DraftedCodec, writer: ModuleWriter): string => {
  const { tool, answers, from, to } = drafted
  const text = writer.write(drafted)
  return [
    ...writer.consts.splice(0),
    `/** What \`${inComment(tool)}\` answers, drafted from ${count(answers, 'answer')} of ${from} to ${to}. */\nexport const ${name} = ${text}`
  ].join('\n\n')
}

const listOf = (names: ReadonlyArray<string>, drafts: ReadonlyArray<DraftedCodec>): string => {
  const tools = drafts.map(({ tool }, i) => `  { name: ${quotedText(tool)}, codec: ${names[i] ?? ''} }`)
  return `/** All of them, as \`guarded-call calibrate --tools\` takes them. */\nexport const tools = [\n${tools.join(',\n')}\n]`
}

/** A module with one exported codec a tool, and a list of them all. It is TypeScript, and JavaScript as it stands. */
export const draftModule = (drafts: ReadonlyArray<DraftedCodec>): string => {
  const writer = new ModuleWriter()
  // The codec of a tool has the tool's name, whatever its parts are called.
  const names = drafts.map(({ tool }) => writer.names.give(codecName(tool)))
  const bodies = drafts.map((drafted, i) => exported(names[i] ?? '', drafted, writer))
  const own = [...writer.imports].sort()
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
