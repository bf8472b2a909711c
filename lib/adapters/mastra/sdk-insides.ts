/**
 * Where this adapter depends on how Mastra works inside. There is no public way: Mastra is never imported here, and it
 * marks its own things for itself. A spec in spec/sdk/src/insides holds each of them against the installed SDK.
 */
import { isObject } from '../../core/foreign/index.js'
import { copyWith } from '../../toolset/copy.js'
import type { StandardSchemaLike } from '../../codec/is-codec.js'
import { repairing } from './repaired-input.js'

/**
 * Whether Mastra made a tool: such a tool checks its input itself, any other leaves that to whoever runs it. Only
 * Mastra's own mark tells, and its symbol is not exported. Last seen with `@mastra/core` 1.71.0.
 */
export const isMadeByMastra = (tool: object): boolean => Symbol.for('mastra.core.tool.Tool') in tool

const isSchema = (schema: unknown): schema is StandardSchemaLike =>
  isObject(schema) && '~standard' in schema && typeof schema['~standard'] === 'object' && schema['~standard'] !== null

/**
 * The `inputSchema` for a copy of a tool that Mastra made, which describes the input and accepts any. An agent checks
 * by the copy's schema before it runs the tool, and its refusal would reach no guard; the tool's own `execute` still
 * checks, by the schema that the tool was made with. Mastra has no option to leave the agent's check out. Last seen
 * with `@mastra/core` 1.71.0.
 */
export const acceptingInput = (tool: object): { readonly inputSchema?: unknown } => {
  const schema = 'inputSchema' in tool ? tool.inputSchema : undefined
  return isSchema(schema)
    ? { inputSchema: { '~standard': copyWith(schema['~standard'], { validate: (value: unknown) => ({ value }) }) } }
    : {}
}

/**
 * The `inputSchema` of a tool that Mastra made, which makes of the input what the tool's own function gets: where the
 * schema refuses it, Mastra asks again with JSON texts read, nulls left out, or another field as the `prompt`. Last
 * seen with `@mastra/core` 1.71.0.
 */
export const repairedInput = (tool: object): unknown => {
  const schema = 'inputSchema' in tool ? tool.inputSchema : undefined
  if (!isSchema(schema)) return undefined
  const standard = schema['~standard']
  return { '~standard': copyWith(standard, { validate: repairing((value) => standard.validate(value)) }) }
}

/**
 * A copy of a context. Mastra remembers by the context's identity, where nobody else can look, that an agent has
 * checked the input; with the context itself, the tool would not check. Last seen with `@mastra/core` 1.71.0.
 */
export const uncheckedContext = <C extends object>(context: C, replaced: Readonly<Record<string, unknown>>): C =>
  copyWith(context, replaced)

/** The messages about a value, and about its fields. */
export interface FieldErrors {
  readonly errors?: ReadonlyArray<unknown>
  readonly fields?: Readonly<Record<string, FieldErrors>>
}

/** The response by which Mastra refuses what a tool was given, or gave. */
export interface MastraValidationError {
  readonly message: string
  readonly validationErrors: FieldErrors
}

/**
 * Whether an answer is a validation error of Mastra, which it answers in the place of a tool. The function that
 * recognizes one is not exported. Last seen with `@mastra/core` 1.71.0.
 */
export const isValidationError = (answer: unknown): answer is MastraValidationError =>
  isObject(answer) &&
  'error' in answer &&
  answer.error === true &&
  'message' in answer &&
  typeof answer.message === 'string' &&
  'validationErrors' in answer &&
  isObject(answer.validationErrors)

const BEGINNINGS = [
  ['Tool input', 'input'],
  ['Tool output', 'output'],
  ['Request context', 'context']
] as const

/**
 * Which value a validation error is about: the input of the tool with this id, its output or the host's own request
 * context. Only the beginning of the message tells. Last seen with `@mastra/core` 1.71.0.
 */
export const refusedIn = (
  { message }: MastraValidationError,
  id: unknown
): 'input' | 'output' | 'context' | undefined =>
  BEGINNINGS.find(([words]) => message.startsWith(`${words} validation failed for ${String(id)}. `))?.[1]

const READ = Symbol('guarded-call')

/**
 * A copy of a context that tells when a tool of Mastra reads it whole. Between the checks of the input and the tool's
 * own function, Mastra copies the fields of the context; nothing else happens there that can be seen from outside. Last
 * seen with `@mastra/core` 1.71.0.
 */
export const watchedContext = <C extends object>(context: C, onRead: () => void): C =>
  Object.defineProperty(copyWith(context, {}), READ, {
    enumerable: true,
    get: () => {
      onRead()
      return undefined
    }
  })
