/**
 * Structured content that says nothing but the text beside it. The SDKs of Python and C# and fastmcp put a value that
 * is no object into a field `result`, because structured content had to be an object, and declare a schema for that.
 */
import * as O from 'fp-ts/lib/Option.js'
import { asList, isFields } from '../core/foreign/index.js'
import { dataOf } from '../core/json/index.js'
import { isTextBlock } from './content.js'
import { PLAIN, type ResultParts } from './whole-result.js'

const FIELD = 'result'
// No tool returns deeper lists; a hostile one would exhaust the stack.
const MAX_LISTS = 10

// A server writes both from the same data, in the same order.
const says = (text: string, value: unknown): boolean => {
  if (text === value) return true
  const key = PLAIN.textOf(value)
  return key !== undefined && PLAIN.textOf(dataOf(text)) === key
}

// Python writes a text for each element of nested lists, and none for null; fastmcp one for the list.
const areSaid = (texts: ReadonlyArray<string>, value: unknown): boolean => {
  const [only] = texts
  if (texts.length === 1 && only !== undefined && says(only, value)) return true
  const each = [value].flat(MAX_LISTS).filter((element) => element !== null)
  return each.length === texts.length && texts.every((text, at) => says(text, each[at]))
}

/** The value that the structured content of a result wraps. */
export const wrappedIn = ({ content, structuredContent }: ResultParts): O.Option<unknown> => {
  if (!isFields(structuredContent) || Object.keys(structuredContent).join() !== FIELD) return O.none
  const blocks = asList(content)
  const texts = blocks.filter(isTextBlock).map(({ text }) => text)
  const value = structuredContent[FIELD]
  return texts.length === blocks.length && areSaid(texts, value) ? O.some(value) : O.none
}
