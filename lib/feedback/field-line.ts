/** The line by which a model is told what is wrong with a field of its structured output. */
import { dottedPath } from '../core/argument-line.js'
import { issueSentence, receivedText, type Issue } from '../core/issue.js'
import { oneLine } from '../core/text.js'

const MAX_LINE = 400

const expectation = (issue: Issue): string => {
  const { kind, expected, received, shown, suggestion } = issue
  if (kind === 'missing') return `required field is missing, expected ${expected}.`
  if (kind === 'unknown_field') return 'unknown field, remove it.'
  const value = shown === undefined || shown === received ? received : `${received} ${receivedText(issue)}`
  const meant = suggestion === undefined ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`
  // What the codec has to say itself, beyond what is made of the issue's own fields.
  const own = issue.message === issueSentence(issue) ? '' : ` ${issue.message}`
  return `expected ${expected}, got ${value}.${meant}${own}`
}

/** Writes one issue as a bullet: `  - Field 'priority': expected integer, got string 'high'.` */
export const fieldLine = (issue: Issue): string =>
  `  - ${oneLine(`Field '${dottedPath(issue.path)}': ${expectation(issue)}`, MAX_LINE)}`
