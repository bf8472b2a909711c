/** What a result of MCP holds beside the part of it that is judged: its structured content, or its one text. */
import { asFields, asList, isObject } from '../core/foreign/index.js'
import { dataOf, sortedJson } from '../core/json/index.js'
import { isTextBlock } from './content.js'

interface ResultParts {
  readonly content?: unknown
  readonly structuredContent?: unknown
}

/** How JSON is written and read; a text that is none is its own value. */
export interface JsonForm {
  readonly textOf: (data: unknown) => string | undefined
  readonly dataOf: (text: string) => unknown
}

const PLAIN: JsonForm = {
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
 * or a text for each element of a field.
 */
const partsOf = (structured: unknown): ReadonlySet<unknown> => {
  const fields = Object.values(asFields(structured))
  return new Set([structured, ...fields, ...fields.flatMap(asList)])
}

/** The blocks that say something else than the structured content. */
export const besideStructured = (
  structured: unknown,
  content: ReadonlyArray<unknown>,
  form = PLAIN
): ReadonlyArray<unknown> => {
  const plain = form.textOf(structured)
  const parts = partsOf(structured)
  // Sorting takes ten times as long as writing: most servers write the same text, or prose.
  let sorted: ReadonlySet<string | undefined> | undefined
  const isCopy = (text: string): boolean => {
    if (text === plain) return true
    const value = form.dataOf(text)
    if (!isObject(value)) return parts.has(value)
    sorted ??= new Set([...parts].filter(isObject).map((part) => sortedJson(part)))
    return sorted.has(sortedJson(value))
  }
  return content.filter((block) => !(isTextBlock(block) && isCopy(block.text)))
}

/** The whole of a result, where a part of it is judged; undefined where that is all. */
export const wholeOf = ({ content, structuredContent }: ResultParts, form?: JsonForm): unknown => {
  const blocks = asList(content)
  if (structuredContent === undefined) return blocks.length === 1 && isTextBlock(blocks[0]) ? undefined : content
  const others = besideStructured(structuredContent, blocks, form)
  return others.length === 0 ? undefined : { structuredContent, content: others }
}
