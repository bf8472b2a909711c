/**
 * The model's text of a tool's output. A page with more to come is an output like any other, which people see; its note
 * is added for the model alone.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type MaybePromise, asFields, isFields, isObject, isThenable } from '../../core/foreign/index.js'
import { type ToolError, toModelText } from '../../core/errors/index.js'
import type { PageAgain } from '../../toolset/page-again.js'

// -- model

type Json = null | string | number | boolean | Array<Json> | { [key: string]: Json }

/** The output of a tool as the AI SDK hands it to a model. @category Adapters @since 0.1.0 */
export type ToolModelOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: Json }
  | { readonly type: 'content'; readonly value: Array<{ readonly type: 'text'; readonly text: string }> }

// -- notes of this process

interface NotedAnswer {
  readonly output: unknown
  readonly error: ToolError | undefined
}

// The SDK hands `toModelOutput` the very values of the call, but for an old one, which it read from a history. Version
// 5 leaves the input out.
const noted = new WeakMap<object, NotedAnswer>()

/** Keeps what was found of an output, until the model is sent it. */
export const note = (input: unknown, output: unknown, error?: ToolError): void => {
  for (const key of [input, output]) if (isObject(key)) noted.set(key, { output, error })
}

const notedOf = (input: unknown, output: unknown): NotedAnswer | undefined => {
  const key = isObject(input) ? input : output
  const kept = isObject(key) ? noted.get(key) : undefined
  return kept?.output === output ? kept : undefined
}

/** Keeps of an output that it is whole, where no note of it was kept. */
export const noteWhole = <A>(input: unknown, output: A): A => {
  if (notedOf(input, output) === undefined) note(input, output)
  return output
}

// -- output and note

const writtenAsJson = (output: unknown): Json => {
  try {
    return (JSON.parse(JSON.stringify(output) ?? 'null') ?? null) as Json
  } catch {
    return output as Json
  }
}

const bySdk = (output: unknown): ToolModelOutput =>
  typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: writtenAsJson(output) }

const withNote = (made: ToolModelOutput, { data: _, ...error }: ToolError): ToolModelOutput => {
  const text = toModelText(E.left(error as ToolError))
  switch (made.type) {
    case 'text':
      return { ...made, value: `${made.value}\n${text}` }
    case 'json': {
      const { error_class, code, detail, hint, ...more } = JSON.parse(text) as { [key: string]: Json }
      return { ...made, value: { error_class, code, detail, hint, data: made.value, ...more } as Json }
    }
    case 'content':
      return { ...made, value: [...made.value, { type: 'text', text }] }
    default:
      return made
  }
}

// Version 5 hands over the output itself.
const givenIn = (given: unknown): { readonly input?: unknown; readonly output?: unknown } =>
  isFields(given) && 'toolCallId' in given && 'input' in given && 'output' in given ? given : { output: given }

/**
 * A `toModelOutput`: the tool's own, or the SDK's, and the note of a page beside it. A page of a saved history, of
 * which nothing is kept, is judged `again`.
 */
export const toModelOutputOf = (tool: object, again: PageAgain) => {
  const { toModelOutput: own } = asFields(tool)
  return (given: unknown): MaybePromise<ToolModelOutput> => {
    const { input, output } = givenIn(given)
    const made: unknown = typeof own === 'function' ? own.call(tool, given) : bySdk(output)
    const kept = notedOf(input, output)
    const error = kept === undefined ? again(input, output) : kept.error
    if (error === undefined) return made as ToolModelOutput
    return isThenable(made)
      ? made.then((one) => withNote(one as ToolModelOutput, error))
      : withNote(made as ToolModelOutput, error)
  }
}
