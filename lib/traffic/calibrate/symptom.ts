/** What exactly is unexpected at a place, told finer than by an issue's kind: this is what rules and suggestions go by. */
import { expectationOf } from '../../codec/expectation.js'
import { typeName, type Issue } from '../../core/issue.js'
import type { CodecPlace } from './place.js'

/** What is unexpected at a place. @category Traffic @since 0.1.0 */
export type Symptom =
  /** `null` where something is due. */
  | 'null'
  /** The key is not there. */
  | 'absent'
  /** A value of the right type that the enumeration does not list. */
  | 'new_member'
  /** An empty array or an empty string where something is due. */
  | 'empty'
  /** A number outside a range, or with a fraction. */
  | 'number_outside'
  /** A key that a closed type does not know. */
  | 'new_key'
  | 'wrong_type'
  /** Text of another form than is due. */
  | 'format'
  /** A value of the right type that a refinement or a check does not take. */
  | 'constraint'
  /** The body could not be read. */
  | 'unreadable'

const isMember = (value: unknown, place: CodecPlace): boolean =>
  place.codecs.some((codec) =>
    expectationOf(codec).literals.some((literal) => literal !== null && typeof literal === typeof value)
  )

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

const reads = (type: string, place: CodecPlace): boolean =>
  place.codecs.some((codec) => expectationOf(codec).types?.includes(type) ?? true)

/** Tells the symptom of an issue; `value` is what came. */
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
