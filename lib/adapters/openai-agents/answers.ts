/** What function tools of OpenAI's Agents SDK answer, and what they throw. */
import { asFields, isObject } from '../../core/foreign/index.js'
import { blocksBeside } from '../../toolset/beside-words.js'
import { contentText, isTextBlock, classifyContent } from '../../toolset/content.js'
import { ownAnswer, ownFailure } from '../../toolset/own-failure.js'
import { refusedAnswer, refusedArguments } from '../../toolset/refusals.js'
import { dataItself, type ClassifiedResponse } from '../../toolset/framework.js'
import { isInvalidInput, isInvalidOutput, isSwallowed, type CallProgress } from './sdk-insides.js'

// -- answers

// What the SDK reads of a part. Rows of data may have a type of their own.
const MEDIA: ReadonlyMap<unknown, ReadonlyArray<string>> = new Map([
  ['image', ['image', 'imageUrl', 'fileId', 'data']],
  ['file', ['file', 'fileData', 'fileUrl', 'fileId']]
])

const isMedia = (answer: unknown): boolean => {
  const fields = asFields(answer)
  return MEDIA.get(fields['type'])?.some((name) => fields[name] != null) === true
}

const isPart = (answer: unknown): boolean => isTextBlock(answer) || isMedia(answer)

// Content of an MCP server carries the result's flag with it.
const isFlagged = (answer: unknown): boolean => isObject(answer) && 'isError' in answer && answer.isError === true

/** Classifies what a tool answered: content parts by their text, anything else as data. */
export const classify = (answer: unknown): ClassifiedResponse => {
  if (isSwallowed(answer)) return { kind: 'failure', says: '' }
  if (Array.isArray(answer)) {
    if (isFlagged(answer))
      return { kind: 'failure', says: contentText(answer), beside: { blocks: blocksBeside(answer) } }
    return answer.length > 0 && answer.every(isPart) ? classifyContent(answer) : dataItself(answer)
  }
  // It is judged as it is, and no model reads it as text.
  if (isMedia(answer)) return { kind: 'data', data: answer, rebuild: ({ value }) => value, texts: [] }
  return isTextBlock(answer)
    ? classifyContent([answer], (content) => (content as ReadonlyArray<unknown>)[0])
    : dataItself(answer)
}

// -- throws

/** An answer in the place of what a tool threw: content that is flagged, as that of an MCP server is. */
export const swallowedAnswer = (answer: unknown): unknown =>
  Object.assign(typeof answer === 'string' ? [{ type: 'text', text: answer }] : [answer].flat(), { isError: true })

/**
 * What a tool threw, as what it means; any other throw stays what it was. A tool that calls another of the SDK throws
 * the same errors for the other's schemas: those of its own come before its function begins, or after it has returned.
 */
export const thrownByTool = (thrown: unknown, tool: string, { taken, begun }: CallProgress): unknown => {
  if (taken && !begun && isInvalidInput(thrown)) return refusedArguments(thrown.originalError)
  return begun && isInvalidOutput(thrown, tool) ? refusedAnswer() : thrown
}

/** A refusal before the tool was reached: arguments that are no JSON, an approval or a guardrail that said no. */
export const refusedBeforehand = (refusal: unknown): unknown => {
  if (isInvalidInput(refusal)) return refusedArguments(refusal.originalError)
  return ownAnswer(ownFailure(refusal instanceof Error ? refusal.message : ''), 'no')
}
