/** What the validators of all providers share: a list of the rules that a history breaks. */

export type Message = Readonly<Record<string, unknown>>

export interface ValidatorOptions {
  /** The calls of the last step may still be open. */
  readonly live?: boolean
}

export type Validator = (messages: ReadonlyArray<unknown>, options?: ValidatorOptions) => ReadonlyArray<string>

export const list = (value: unknown): ReadonlyArray<Message> =>
  Array.isArray(value) ? (value as ReadonlyArray<Message>) : []

export const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isId = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Ids that stand in a list more than once. */
export const repeated = (ids: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  ids.filter((id, at) => ids.indexOf(id) !== at)

export const sameIds = (one: ReadonlyArray<unknown>, other: ReadonlyArray<unknown>): boolean =>
  one.length === other.length &&
  one.every((id) => other.includes(id)) &&
  repeated(one).length === repeated(other).length
