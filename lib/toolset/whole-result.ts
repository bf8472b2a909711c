/** What a result of MCP holds beside the part of it that is judged: its structured content, or its one text. */
import { asFields, asList, isObject } from '../core/foreign/index.js'
import { dataOf, sortedJson } from '../core/json/index.js'
import { isTextBlock } from './content.js'

export interface ResultParts {
  readonly content?: unknown
  readonly structuredContent?: unknown
}

/** How JSON is written and read; a text that is none is its own value. */
export interface JsonForm {
  readonly textOf: (data: unknown) => string | undefined
  readonly dataOf: (text: string) => unknown
}

export const PLAIN: JsonForm = {
  textOf: (data) => {
    try {
      return JSON.stringify(data)
    } catch {
      return undefined
    }
  },
  dataOf
}

/**
 * What servers write as texts beside structured content for clients that do not read it: all of it, one of its fields,
 * or a text for each element of a field. They may be more than a set holds.
 */
const eachPart = (structured: unknown, see: (part: unknown) => void): void => {
  see(structured)
  for (const field of Object.values(asFields(structured))) {
    see(field)
    for (const element of asList(field)) see(element)
  }
}

/** The texts that are copies of it, or of a part of it. */
const copiesIn = (structured: unknown, texts: ReadonlyArray<string>, form: JsonForm): ReadonlySet<string> => {
  const plain = texts.length === 0 ? undefined : form.textOf(structured)
  const values = new Map(texts.filter((text) => text !== plain).map((text) => [text, form.dataOf(text)]))
  // Sorting takes ten times as long as writing: most servers write the same text, or prose.
  const sorts = [...values.values()].some(isObject)
  const keyOf = (value: unknown): unknown => (isObject(value) ? sortedJson(value) : value)
  const keys = new Map([...values].map(([text, value]) => [text, keyOf(value)]))
  const [wanted, found] = [new Set(keys.values()), new Set<unknown>()]
  if (wanted.size > 0)
    eachPart(structured, (part) => {
      const key = sorts || !isObject(part) ? keyOf(part) : undefined
      if (wanted.has(key)) found.add(key)
    })
  return new Set(texts.filter((text) => text === plain || found.has(keys.get(text))))
}

/** The blocks that say something else than the structured content. */
export const besideStructured = (
  structured: unknown,
  content: ReadonlyArray<unknown>,
  form = PLAIN
): ReadonlyArray<unknown> => {
  const copies = copiesIn(
    structured,
    content.filter(isTextBlock).map(({ text }) => text),
    form
  )
  return content.filter((block) => !(isTextBlock(block) && copies.has(block.text)))
}

/** The whole of a result, where a part of it is judged; undefined where that is all. */
export const wholeOf = ({ content, structuredContent }: ResultParts, form?: JsonForm): unknown => {
  const blocks = asList(content)
  if (structuredContent === undefined) return blocks.length === 1 && isTextBlock(blocks[0]) ? undefined : content
  const others = besideStructured(structuredContent, blocks, form)
  return others.length === 0 ? undefined : { structuredContent, content: others }
}
