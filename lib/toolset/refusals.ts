/** Refusals by a framework's own schema, of arguments or a response, in the guard's words. */
import * as E from 'fp-ts/lib/Either.js'
import { isObject } from '../core/foreign/index.js'
import { explain } from '../codec/explain.js'
import { isSchema, type StandardSchemaLike } from '../codec/is-codec.js'
import { fromStandardSchema } from '../codec/standard-schema.js'
import { type ToolError, argumentLine, schemaMismatch, semanticGarbage } from '../core/errors/index.js'
import { failed, invalidArguments, joinLines } from '../guard/kernel.js'
import { unreadableArguments } from './arguments-text.js'

interface IssueLike {
  readonly path: ReadonlyArray<unknown>
  readonly message: string
}

const isIssue = (issue: unknown): issue is IssueLike =>
  isObject(issue) &&
  'message' in issue &&
  typeof issue.message === 'string' &&
  'path' in issue &&
  Array.isArray(issue.path)

const issuesOf = (thrown: unknown): ReadonlyArray<IssueLike> => {
  if (!isObject(thrown) || !('issues' in thrown) || !Array.isArray(thrown.issues)) return []
  return thrown.issues.filter(isIssue)
}

const lineOf = ({ path, message }: IssueLike): string =>
  argumentLine({
    path: path.map((key) => (typeof key === 'number' ? key : String(key))),
    kind: 'constraint',
    expected: '',
    received: '',
    message
  })

const refusal = (error: ToolError): unknown => failed(error, { executed: 'no' })

/**
 * The `invalid_arguments` of a value that a schema threw, with its issues, if it has any.
 * @category Adapters @since 0.1.0
 */
export const refusedArguments = (thrown: unknown): unknown => {
  const lines = issuesOf(thrown).map(lineOf)
  if (lines.length > 0) return refusal(semanticGarbage({ code: 'invalid_arguments', detail: joinLines(lines) }))
  // Of `JSON.parse`, mostly.
  return refusal(thrown instanceof SyntaxError ? unreadableArguments() : invalidArguments([]))
}

// A value that is not a schema, or throws when it is asked, explains nothing.
const explained = (schema: unknown, input: unknown): ToolError => {
  try {
    const decoded = fromStandardSchema(schema as StandardSchemaLike).decode(input)
    return invalidArguments(E.isLeft(decoded) ? explain(decoded.left, { values: true }) : [])
  } catch {
    return invalidArguments([])
  }
}

/**
 * The `invalid_arguments` of an input that a schema refused, with its issues if it is a Standard Schema.
 * @category Adapters @since 0.1.0
 */
export const refusedBySchema = (schema: unknown, input: unknown): unknown => refusal(explained(schema, input))

/**
 * Parses an input by a Standard Schema; throws the refusal of an input that the schema refuses.
 * @category Adapters @since 0.1.0
 */
export const parsedBySchema = (schema: unknown, input: unknown): unknown => {
  if (!isSchema(schema)) return input
  const decoded = fromStandardSchema(schema).decode(input)
  if (E.isRight(decoded)) return decoded.right
  throw refusal(invalidArguments(explain(decoded.left, { values: true })))
}

/**
 * An answer that the tool's own output schema refused: it leaves open whether a write was executed, as one does that
 * the codec of a rule refuses.
 * @category Adapters @since 0.1.0
 */
export const refusedAnswer = (): unknown =>
  failed(
    schemaMismatch({
      code: 'schema_violation',
      detail: 'The response does not fit the output schema that the tool declares.'
    }),
    { executed: 'unknown' }
  )
