/** Writes drafts as a module that a person could have written: objects have names, and notes state the evidence. */
import * as t from 'io-ts'
import { propsOf } from '../../../codec/inspect.js'
import { count } from '../../../core/errors/index.js'
import { codecSource, quotedText, type SourceLayout } from '../codec-source.js'
import { ofPeriod, type Period } from '../period.js'
import { wordsOfName, type Draft } from './draft.js'
import { MANY_ANSWERS } from './shape-stats.js'

// -- model

/** A drafted codec and its source. */
export interface DraftedCodec extends Draft, Period {
  readonly tool: string
  readonly answers: number
  /** How many of them differ, or answer different requests; counted up to `MANY_ANSWERS`. */
  readonly different: number
  /** How many responses its present codec refused, and how many are no JSON: neither is in the draft. */
  readonly refused: number
  readonly plain: number
}

// -- names

// Names that TypeScript or the drafted file already uses.
const TAKEN =
  'Array Boolean Date Error Function IsoDateTime Map Number Object Promise Record RegExp SafeInteger Set String Symbol'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** A codec's name: `search_orders` becomes `SearchOrders`. */
const codecName = (text: string): string => {
  const name = wordsOfName(text).map(capital).join('')
  if (name === '') return 'Answer'
  return /^\d/.test(name) ? `Answer${name}` : name
}

/** Gives unique names; the second `User` is `User2`. */
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
  /** Named objects, before the objects that use them. */
  readonly consts: Array<string> = []
  /** Equal objects share a name. */
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
      // The whole response is exported under the name of its tool.
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

// A remote server may choose tool names. Deleting the end of a comment could join its neighbours to a new one, so a
// space splits it.
export const inComment = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 80)

const exported = (name: string, drafted: DraftedCodec, writer: ModuleWriter): string => {
  const { tool, answers, different } = drafted
  // Few make its keys optional.
  const repeated = different < Math.min(answers, MANY_ANSWERS) ? `, ${different} of them different` : ''
  const text = writer.write(drafted)
  return [
    ...writer.consts.splice(0),
    `/** What \`${inComment(tool)}\` answers, drafted from ${count(answers, 'answer')}${ofPeriod(drafted)}${repeated}. */\nexport const ${name} = ${text}`
  ].join('\n\n')
}

const listOf = (names: ReadonlyArray<string>, drafts: ReadonlyArray<DraftedCodec>): string => {
  const tools = drafts.map(({ tool }, i) => `  { name: ${quotedText(tool)}, codec: ${names[i] ?? ''} }`)
  return `/** All of them, as \`guarded-call calibrate --tools\` takes them. */\nexport const tools = [\n${tools.join(',\n')}\n]`
}

/** The source of one exported codec for each tool, with its imports, and their names in the order of the drafts. */
export const writeCodecs = (drafts: ReadonlyArray<DraftedCodec>) => {
  const writer = new ModuleWriter()
  // The codec of a tool gets the tool's name before any of its parts.
  const names = drafts.map(({ tool }) => writer.names.give(codecName(tool)))
  const bodies = drafts.map((drafted, i) => exported(names[i] ?? '', drafted, writer))
  const own = [...writer.imports].sort()
  return {
    names,
    imports: [
      "import * as t from 'io-ts'",
      ...(own.length === 0 ? [] : [`import { ${own.join(', ')} } from 'guarded-call'`])
    ].join('\n'),
    source: bodies.join('\n\n')
  }
}

/** A module with one exported codec for each tool, and a list of them all. It is valid TypeScript and JavaScript. */
export const draftModule = (drafts: ReadonlyArray<DraftedCodec>): string => {
  const { names, imports, source } = writeCodecs(drafts)
  return `${[
    '/** Codecs drafted from recorded traffic: as strict as what came, and no stricter. Read them before you trust them. */',
    imports,
    '',
    [source, ...(drafts.length === 0 ? [] : [listOf(names, drafts)])].join('\n\n')
  ].join('\n')}\n`
}
