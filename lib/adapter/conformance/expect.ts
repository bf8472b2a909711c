/** What the promises of an adapter are told by: each throws a sentence where something is not as it must be. */
import { asFields } from '../../core/foreign/index.js'
import { ToolError } from '../../core/errors/index.js'
import { expectSame } from '../../stores/conformance/case.js'
import type { ReplyToModel } from './under-test.js'

/** Fails with a sentence. */
export const fail = (sentence: string): never => {
  throw new Error(sentence)
}

export function expectThat(ok: boolean, sentence: string): asserts ok {
  if (!ok) fail(sentence)
}

/** Compares the fields that are expected, and no others. */
export const expectFields = (found: unknown, expected: Readonly<Record<string, unknown>>, of: string): void => {
  const fields = asFields(found)
  expectSame(Object.fromEntries(Object.keys(expected).map((key) => [key, fields[key]])), expected, of)
}

export const expectMatch = (text: unknown, pattern: RegExp, of: string): void =>
  expectThat(typeof text === 'string' && pattern.test(text), `Expected ${of} to match ${pattern}: ${String(text)}`)

/** Expects that nothing of this kind stands in a text. */
export const expectNone = (text: string, pattern: RegExp, of: string): void =>
  expectThat(!pattern.test(text), `Expected ${of} to have nothing that matches ${pattern}: ${text}`)

export const expectTypeError = async (act: () => unknown, message: string): Promise<void> => {
  let thrown: unknown
  try {
    await act()
  } catch (error) {
    thrown = error
  }
  expectThat(
    thrown instanceof TypeError && thrown.message.includes(message),
    `Expected a TypeError that says “${message}”: ${String(thrown)}`
  )
}

// -- replies

const expectFlag = ({ isError, text }: ReplyToModel, flag: boolean): void =>
  expectThat(
    isError === null || isError === flag,
    `Expected a reply ${flag ? 'with' : 'without'} an error flag: ${text}`
  )

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return fail(`Expected JSON: ${text}`)
  }
}

/** The error that a text is, all of it. */
export const errorIn = (reply: ReplyToModel): ToolError => {
  expectFlag(reply, true)
  const error = ToolError.decode(parsed(reply.text))
  if (error._tag === 'Left') return fail(`Expected a ToolError: ${reply.text}`)
  expectSame(JSON.stringify(error.right), reply.text, 'the text of an error')
  return error.right
}

export const codeIn = (reply: ReplyToModel): string => errorIn(reply).code

/** The error beside a valid page. */
export const pageErrorIn = (reply: ReplyToModel, handsPages = false): ToolError => {
  if (handsPages) expectSame(reply.isError, false, 'the error flag of a valid page')
  return errorIn(handsPages ? { ...reply, isError: true } : reply)
}

export const goodIn = (reply: ReplyToModel): string => {
  expectFlag(reply, false)
  return reply.text
}

export const payloadIn = (reply: ReplyToModel): unknown => parsed(goodIn(reply))
