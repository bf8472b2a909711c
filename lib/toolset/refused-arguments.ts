/** Arguments that a framework's own schema refused, said as the guard would. */
import { argumentLine } from '../core/argument-line.js'
import { MAX_DETAIL, semanticGarbage } from '../core/tool-error.js'
import { cut } from '../core/text.js'
import { failed } from '../guard/tool.js'

interface IssueLike {
  readonly path: ReadonlyArray<unknown>
  readonly message: string
}

const isIssue = (issue: unknown): issue is IssueLike =>
  typeof issue === 'object' && issue !== null && 'message' in issue && typeof issue.message === 'string' && 'path' in issue && Array.isArray(issue.path)

const issuesOf = (thrown: unknown): ReadonlyArray<IssueLike> => {
  if (typeof thrown !== 'object' || thrown === null || !('issues' in thrown) || !Array.isArray(thrown.issues)) return []
  return thrown.issues.filter(isIssue)
}

const lineOf = ({ path, message }: IssueLike): string => argumentLine({
  path: path.map((key) => (typeof key === 'number' ? key : String(key))), kind: 'constraint', expected: '', received: '', message
})

/** What `invalid_arguments` says: the issues of a schema that refused, or what else is known. */
export const refusedArguments = (thrown: unknown, otherwise = 'The arguments do not fit the tool.'): unknown => {
  const lines = issuesOf(thrown).map(lineOf)
  const detail = lines.length === 0 ? otherwise : cut(lines.join('; '), MAX_DETAIL)
  return failed(semanticGarbage({ code: 'invalid_arguments', detail }), { executed: 'no' })
}
