/** What a result holds beside the part of it that is judged: its structured content, or its one text. */
import { type Fields, asFields, asList, isObject } from '../../core/foreign/index.js'
import { sortedJson } from '../../core/json/index.js'
import { isTextBlock } from '../../toolset/content.js'
import { exactData, exactResult, exactText, losesDigits } from './exact-json.js'

/**
 * What servers write as texts beside structured content for clients that do not read it: all of it, one of its fields,
 * or a text for each element of a field.
 */
const partsOf = (structured: unknown): ReadonlySet<unknown> => {
  const fields = Object.values(asFields(structured))
  return new Set([structured, ...fields, ...fields.flatMap(asList)])
}

/** The blocks that say something else than the structured content. */
export const besideStructured = (structured: unknown, content: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const plain = exactText(structured)
  const parts = partsOf(structured)
  // Sorting takes ten times as long as writing: most servers write the same text, or prose.
  let sorted: ReadonlySet<string | undefined> | undefined
  const isCopy = (text: string): boolean => {
    if (text === plain) return true
    const value = exactData(text)
    if (!isObject(value)) return parts.has(value === undefined ? text : value)
    sorted ??= new Set([...parts].filter(isObject).map((part) => sortedJson(part)))
    return sorted.has(sortedJson(value))
  }
  return content.filter((block) => !(isTextBlock(block) && isCopy(block.text)))
}

/**
 * The whole of a result, where a part of it is judged; undefined where that is all. `line`: as the server sent it.
 * Where that has numbers that data cannot hold, the whole of structured content is a text.
 */
export const wholeOf = ({ content, structuredContent }: Fields, line?: Buffer): unknown => {
  const blocks = asList(content)
  if (structuredContent === undefined) return blocks.length === 1 && isTextBlock(blocks[0]) ? undefined : content
  const isLossy = line !== undefined && losesDigits(line.toString('utf8'))
  const { structuredContent: exact } = isLossy ? exactResult(line) : {}
  const structured = exact ?? structuredContent
  const others = besideStructured(structured, blocks)
  const whole = others.length === 0 ? structured : { structuredContent: structured, content: others }
  return exact === undefined ? (whole === structured ? undefined : whole) : exactText(whole)
}
