/** The line that tells a model how to correct one argument. */
import { receivedText, renderSteps, type Issue, type Path } from './issue.js'
import { oneLine } from './text.js'

const MAX_KEY = 60
const MAX_LINE = 400

/** Writes a path as a model reads it: `items.0.qty`, the root as `<root>`. */
export const dottedPath = (path: Path): string =>
  path.length === 0
    ? '<root>'
    : renderSteps(path, (part) => oneLine(String(part), MAX_KEY).replaceAll("'", "\\'")).join('.')

// Both `string` and `string (at least 1 character)` expect a string first.
const asksFor = (issue: Issue, what: string): boolean =>
  (issue.kind === 'type' || issue.kind === 'format') &&
  (issue.expected === what || issue.expected.startsWith(`${what} (`))

const whatToDo = (issue: Issue): string => {
  if (issue.kind === 'missing') return 'required field is missing — provide a value'
  if (issue.kind === 'unknown_field') return 'unknown field — remove it'
  if (asksFor(issue, 'string') && issue.received !== 'string') return `expected string, got ${issue.received}`
  if (asksFor(issue, 'array') && issue.received !== 'array') return `expected list/array, got ${issue.received}`
  if (asksFor(issue, 'integer')) return `expected integer, got ${receivedText(issue)}`
  if (asksFor(issue, 'ISO datetime'))
    return `expected ISO datetime (e.g. '2026-05-03T00:00:00'), got ${receivedText(issue)}`
  return issue.message
}

/** Writes one issue of a model's arguments as its correction: `- 'qty': expected integer, got 'two'`. */
export const argumentLine = (issue: Issue): string =>
  oneLine(`- '${dottedPath(issue.path)}': ${whatToDo(issue)}`, MAX_LINE)
