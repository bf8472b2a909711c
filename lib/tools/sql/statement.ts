/** Checks that `query(args)` gave one text and its parameters. */
import * as E from 'fp-ts/lib/Either.js'
import { isProxy } from '#platform'
import { abandon, copyData, describeNotData } from '../../core/foreign/index.js'
import { type ToolError, schemaMismatch, semanticGarbage } from '../../core/errors/index.js'
import { failed, verdictOf } from '../../guard/kernel.js'

/** One statement: `$1`, `$2`, … in the text stand for the values. @category SQL @since 0.1.0 */
export interface Statement {
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
}

const refused = (error: ToolError): E.Either<unknown, never> => E.left(failed(error, { executed: 'no' }))
const broken = (detail: string): E.Either<unknown, never> => refused(schemaMismatch({ code: 'tool_threw', detail }))
const rejected = (detail: string): E.Either<unknown, never> =>
  refused(semanticGarbage({ code: 'rejected_arguments', detail }))

/** Calls `query` and checks what it gave, before anything is sent; `Left` is what the tool answers instead. */
export const toStatement = <Args>(
  query: (args: Args) => Statement,
  args: Args
): E.Either<unknown, Required<Statement>> => {
  let given: Partial<Statement> | null | undefined
  let text: unknown
  let values: unknown
  try {
    given = query(args)
    abandon(given)
    ;({ text, values = [] } = given ?? {})
  } catch (thrown) {
    return verdictOf(thrown) === undefined ? broken('The query of the tool threw; nothing was sent.') : E.left(thrown)
  }
  if (verdictOf(given) !== undefined) return E.left(given)
  if (typeof text !== 'string' || !Array.isArray(values))
    return broken('The query of the tool gave no { text, values }; nothing was sent.')
  if (text.trim() === '') return rejected('The query is empty.')
  // A NUL ends the text early on the wire, and what follows it would be read as the rest of the message.
  if (text.includes('\0')) return rejected('The query holds a NUL character.')
  const copied = copyData(values, { isProxy })
  return E.isLeft(copied)
    ? rejected(`The values of the query cannot be sent: ${describeNotData(copied.left)}.`)
    : E.right({ text, values: copied.right as ReadonlyArray<unknown> })
}
