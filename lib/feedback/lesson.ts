/** One mistake of a model in general words: where, what it wrote, what was expected. */
import * as t from 'io-ts'
import { printableKey, renderSteps, type Issue } from '../core/issue.js'
import { cut, oneLine } from '../core/text.js'

// -- model

const Scalar = t.union([t.string, t.number, t.boolean, t.null])

/** The codec of a lesson's wire form, for lessons that outlive a process. @category Feedback @since 0.1.0 */
export const Lesson = t.exact(
  t.intersection([
    t.type({
      kind: t.keyof({ missing: null, type: null, enum: null, format: null, unknown_field: null, constraint: null }),
      /** Positions in arrays are `*`: what goes wrong in one element goes wrong in the next. */
      path: t.string,
      expected: t.string,
      received: t.string
    }),
    t.partial({
      /** What was written, shortened, where it is no array and no object. */
      value: Scalar,
      model: t.string,
      codec: t.string
    })
  ]),
  'Lesson'
)

/** One mistake, in general words. @category Feedback @since 0.1.0 */
export type Lesson = Readonly<t.TypeOf<typeof Lesson>>

/** Whose mistake it was: a lesson goes to steps of the same model and the same codec, as far as both sides name them. @category Feedback @since 0.1.0 */
export interface LessonScope {
  readonly model?: string
  readonly codec?: string
}

// -- constructors

const MAX_KEY = 40
const MAX_VALUE = 30
const MAX_EXPECTED = 120

const shapeOf = ({ path, declared = [] }: Issue): string =>
  path.length === 0
    ? '<root>'
    : renderSteps(path, (part, depth) =>
        typeof part === 'number' ? '*' : oneLine(printableKey(part, declared.includes(depth)), MAX_KEY)
      ).join('.')

const scalarIn = (shown: string | undefined): { readonly value?: t.TypeOf<typeof Scalar> } => {
  if (shown === undefined) return {}
  try {
    const value: unknown = JSON.parse(shown)
    if (!Scalar.is(value)) return {}
    return { value: typeof value === 'string' ? cut(value, MAX_VALUE) : value }
  } catch {
    // A long array or object is shown as far as it fits.
    return {}
  }
}

/** What can be learned from an issue. */
export const lessonOf = (issue: Issue, scope: LessonScope): Lesson => ({
  kind: issue.kind,
  path: shapeOf(issue),
  expected: oneLine(issue.expected, MAX_EXPECTED),
  received: issue.received,
  ...scalarIn(issue.shown),
  ...scope
})

// -- destructors

const isNullText = ({ value, expected }: Lesson): boolean => value === 'null' && /\bnull\b/.test(expected)

/** Equal for the same mistake, whatever the value was. */
export const mistakeOf = (lesson: Lesson): string =>
  JSON.stringify([
    lesson.kind,
    lesson.path,
    lesson.expected,
    lesson.received,
    isNullText(lesson),
    lesson.model,
    lesson.codec
  ])

const written = ({ value, received }: Lesson): string => {
  if (value === null) return 'null'
  if (value !== undefined) return `the ${received} ${JSON.stringify(value)}`
  return `${/^[aeiou]/.test(received) ? 'an' : 'a'} ${received}`
}

const MAX_NOTE = 240

/** The mistake in words: values quoted as data, never the error as it was. */
export const noteOn = (lesson: Lesson): string => {
  const at = `\`${lesson.path.replaceAll('`', "'")}\``
  const note = (): string => {
    if (lesson.kind === 'missing') return `leaves out ${at}`
    if (lesson.kind === 'unknown_field') return `adds ${at}, which does not exist`
    if (isNullText(lesson)) return `writes the string "null" for null in ${at}`
    return `writes ${written(lesson)} where ${lesson.expected} is expected, in ${at}`
  }
  return oneLine(note(), MAX_NOTE)
}
