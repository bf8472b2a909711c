/** The symptom at an unexpected place, finer than an issue's kind: rules and suggestions depend on it. */
import { expectationOf } from '../../codec/expectation.js'
import { type Issue, typeName } from '../../core/errors/index.js'
import type { CodecPlace } from './place.js'

/** The symptom at an unexpected place. @category Traffic @since 0.1.0 */
export type Symptom =
  /** `null` in place of a value. */
  | 'null'
  /** The key is absent. */
  | 'absent'
  /** A value of the right type that the enumeration lacks. */
  | 'new_member'
  /** An empty array or string in place of content. */
  | 'empty'
  /** A number outside a range, or with a fraction. */
  | 'number_outside'
  /** An undeclared key of a closed type. */
  | 'new_key'
  | 'wrong_type'
  /** Text in another form than the expected one. */
  | 'format'
  /** A value of the right type that a refinement or a check refuses. */
  | 'constraint'
  /** The body was unreadable. */
  | 'unreadable'

const isMember = (value: unknown, place: CodecPlace): boolean =>
  place.codecs.some((codec) =>
    expectationOf(codec).literals.some((literal) => literal !== null && typeof literal === typeof value)
  )

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

const reads = (type: string, place: CodecPlace): boolean =>
  place.codecs.some((codec) => expectationOf(codec).types?.includes(type) ?? true)

/** Derives the symptom of an issue; `value` is the received one. */
export const symptomOf = (issue: Pick<Issue, 'kind' | 'received'>, value: unknown, place: CodecPlace): Symptom => {
  if (issue.kind === 'unknown_field') return 'new_key'
  if (issue.kind === 'missing') return 'absent'
  if (value === null) return 'null'
  if (isEmpty(value) && reads(typeName(value), place)) return 'empty'
  if (isMember(value, place)) return 'new_member'
  if (typeof value === 'number' && reads('number', place)) return 'number_outside'
  if (!reads(typeName(value), place)) return 'wrong_type'
  return typeof value === 'string' ? 'format' : 'constraint'
}
