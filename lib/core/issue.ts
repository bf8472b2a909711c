/** One thing that is wrong with a value, and where. */
import { oneLine } from './text.js'

// -- model

export type Path = ReadonlyArray<string | number>

/** What kind of thing is wrong. @category Issues @since 0.1.0 */
export type IssueKind = 'missing' | 'type' | 'enum' | 'format' | 'unknown_field' | 'constraint'

/** One thing that is wrong with a value: where, what was expected, and the JSON type of what was received. @category Issues @since 0.1.0 */
export interface Issue {
  /** Keys from the root; array positions are numbers. */
  readonly path: Path
  readonly kind: IssueKind
  /** What the codec asks for, in its own words. */
  readonly expected: string
  /** JSON type name: `string`, `number`, `boolean`, `null`, `array`, `object`, or `undefined` and the like for what is no JSON. */
  readonly received: string
  /** The value itself, escaped and at most 80 characters; only where the values are the model's own. */
  readonly shown?: string
  /** The codec's own message where it has one, else a sentence made of the fields above. May quote the value: not for a model, unless the value is the model's own. */
  readonly message: string
}

// -- paths

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/
const NAME_LIKE = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/

/** A key that the codec does not declare and that does not look like a name is foreign text: it is not printed. */
export const printableKey = (key: string, declared: boolean): string => (declared || NAME_LIKE.test(key) ? key : '[key]')

const step = (key: string, declared: boolean): string => {
  if (IDENTIFIER.test(key)) return `.${key}`
  if (declared) return `[${oneLine(JSON.stringify(key), 80)}]`
  return NAME_LIKE.test(key) ? `["${key}"]` : '[key]'
}

// A path may be 100,000 steps deep: the middle of a long one is left out.
const SHOWN_STEPS = 12

/** Writes a path as `orders[0].total`, the root as `$`; `isDeclared` says which keys are the codec's own. @category Issues @since 0.1.0 */
export const formatPath = (path: Path, isDeclared: (key: string, depth: number) => boolean = () => false): string => {
  const render = (part: string | number, depth: number): string =>
    typeof part === 'number' ? `[${part}]` : step(part, isDeclared(part, depth))
  const steps = path.length <= SHOWN_STEPS
    ? path.map(render)
    : [
        ...path.slice(0, SHOWN_STEPS / 2).map(render),
        `…(${path.length - SHOWN_STEPS} more levels)`,
        ...path.slice(-SHOWN_STEPS / 2).map((part, i) => render(part, path.length - SHOWN_STEPS / 2 + i))
      ]
  const text = steps.join('')
  if (text === '') return '$'
  return text.startsWith('.') ? text.slice(1) : text.startsWith('[') ? `$${text}` : text
}

// -- constructors

/** The JSON type name of a value; what JSON cannot carry keeps its JavaScript name. */
export const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'date'
  return typeof value
}

// -- destructors

/** Says an issue of a tool's answer without quoting anything of it: path, expectation and the type received. */
export const describeIssue = (issue: Issue, isDeclared?: (key: string, depth: number) => boolean): string => {
  const path = formatPath(issue.path, isDeclared)
  switch (issue.kind) {
    case 'missing': return `${path}: required field is missing (expected ${issue.expected})`
    case 'unknown_field': return `${path}: unknown field`
    default: return `${path}: expected ${issue.expected}, received ${issue.received}`
  }
}
