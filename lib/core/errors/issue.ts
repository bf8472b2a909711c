/** One fault of a value, and its path. */
import { looksRandom } from '../redact/random-text.js'
import { oneLine } from './text.js'

// -- model

/** A place in a value: keys from the root; array positions are numbers. @category Issues @since 0.1.0 */
export type Path = ReadonlyArray<string | number>

/** The kind of a fault. @category Issues @since 0.1.0 */
export type IssueKind = 'missing' | 'type' | 'enum' | 'format' | 'unknown_field' | 'constraint'

/**
 * One fault of a value: its place, the expectation, and the JSON type of the received value.
 * @category Issues @since 0.1.0
 */
export interface Issue {
  /** Keys from the root; array positions are numbers. */
  readonly path: Path
  readonly kind: IssueKind
  /** The codec's expectation, in its own words. */
  readonly expected: string
  /** JSON type name: `string`, `number`, `boolean`, `null`, `array`, `object`, or such as `undefined`. */
  readonly received: string
  /** The value itself, escaped and at most 80 characters; only where the values are the model's own. */
  readonly shown?: string
  /** Safe facts about a tool's value, for a model too: a number, a length, the form of a text. */
  readonly came?: string
  /** Undeclared keys beside a missing one, one of which may be meant. At most three. */
  readonly beside?: ReadonlyArray<string>
  /**
   * The codec's own message, else a sentence made of the fields above. May quote the value: not for a model, unless the
   * value is the model's own.
   */
  readonly message: string
  /** The member of an enumeration nearest to the value: for operators, and for the model's own arguments. */
  readonly suggestion?: string
  /** Positions in `path` of keys that do not look like names and may be printed because the codec declares them. */
  readonly declared?: ReadonlyArray<number>
}

// -- paths

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/
const NAME_LIKE = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/

const UNPRINTABLE = '[key]'

/** Whether a key can be written without quotes. */
export const isIdentifier = (key: string): boolean => IDENTIFIER.test(key)

/** Whether a key may be printed, whoever wrote it: an id made at random may be that of a session. */
export const looksLikeName = (key: string): boolean =>
  NAME_LIKE.test(key) && !key.split(/[_-]/).some((part) => looksRandom(part) && /\d.*\d.*\d/.test(part))

/** An undeclared key that does not look like a name is foreign text, and never printed. */
export const printableKey = (key: string, declared: boolean): string =>
  declared || looksLikeName(key) ? key : UNPRINTABLE

const step = (key: string, declared: boolean): string => {
  if (!declared && !looksLikeName(key)) return UNPRINTABLE
  return isIdentifier(key) ? `.${key}` : `[${oneLine(JSON.stringify(key), 80)}]`
}

const SHOWN_STEPS = 12

/** Renders each step of a path, without the middle of a long one: a path may be 100,000 steps deep. */
export const renderSteps = (
  path: Path,
  render: (part: string | number, depth: number) => string
): ReadonlyArray<string> => {
  if (path.length <= SHOWN_STEPS) return path.map(render)
  const tail = path.length - SHOWN_STEPS / 2
  return [
    ...path.slice(0, SHOWN_STEPS / 2).map(render),
    `…(${path.length - SHOWN_STEPS} more levels)`,
    ...path.slice(tail).map((part, i) => render(part, tail + i))
  ]
}

/**
 * Writes a path as `orders[0].total`, the root as `$`; `isDeclared` says which keys are the codec's own.
 * @category Issues @since 0.1.0
 */
export const formatPath = (path: Path, isDeclared: (key: string, depth: number) => boolean = () => false): string => {
  const text = renderSteps(path, (part, depth) =>
    typeof part === 'number' ? `[${part}]` : step(part, isDeclared(part, depth))
  ).join('')
  if (text === '') return '$'
  return text.startsWith('.') ? text.slice(1) : `$${text}`
}

/** Says for `formatPath` which keys of an issue's path are the codec's own. */
export const declaredIn =
  ({ declared = [] }: Issue) =>
  (_key: string, depth: number): boolean =>
    declared.includes(depth)

// -- constructors

/** The JSON type name of a value; values outside JSON keep their JavaScript name. */
export const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  try {
    if (Array.isArray(value)) return 'array'
    return value instanceof Date ? 'date' : 'object'
  } catch {
    // A revoked proxy throws on every access.
    return 'object'
  }
}

// A JSON string's own quotes become single ones, so that a sentence shows whether it quotes a value or a member of an
// enumeration.
const requote = (shown: string): string =>
  shown.startsWith('"')
    ? `'${shown
        .slice(1, shown.endsWith('"') ? -1 : undefined)
        .replaceAll('\\"', '"')
        .replaceAll("'", "\\'")}'`
    : shown

/** The received value, for a sentence: the value if it may be shown (`'two'`, `5`), else its type. */
export const receivedText = ({ shown, received }: Pick<Issue, 'shown' | 'received'>): string =>
  shown === undefined ? received : requote(shown)

/** The message of an issue whose codec has none of its own. */
export const issueSentence = (issue: Omit<Issue, 'message'>): string => {
  switch (issue.kind) {
    case 'missing':
      return `required field is missing (expected ${issue.expected})`
    case 'unknown_field':
      return 'unknown field'
    default: {
      const sentence = `expected ${issue.expected}, got ${receivedText(issue)}`
      return issue.suggestion === undefined
        ? sentence
        : `${sentence}; did you mean ${JSON.stringify(issue.suggestion)}?`
    }
  }
}

// -- destructors

const besides = ({ beside = [] }: Issue): string =>
  beside.length === 0 ? '' : `; undeclared beside it: ${beside.join(', ')}`

const meantMember = ({ kind, suggestion, came = '' }: Issue): string =>
  kind === 'enum' && suggestion !== undefined && came.startsWith('"')
    ? `; did you mean ${JSON.stringify(suggestion)}?`
    : ''

/** Describes an issue of a tool's response: path, expectation, and the printable facts about the received value. */
export const describeIssue = (issue: Issue): string => {
  const path = formatPath(issue.path, declaredIn(issue))
  switch (issue.kind) {
    case 'missing':
      return `${path}: required field is missing (expected ${issue.expected})${besides(issue)}`
    case 'unknown_field':
      return `${path}: unknown field`
    default:
      return `${path}: expected ${issue.expected}, received ${issue.came ?? issue.received}${meantMember(issue)}`
  }
}
