/** A form in which transcripts are stored, and what all of them are written with. */
import type { Story, StoryCall } from '../story.js'

/** A form: how it is written, and what a count that knows nothing of the library counts. */
export interface Form {
  readonly name: string
  /** Where its shape is from. */
  readonly origin: string
  readonly format: string
  readonly write: (story: Story) => string
  /** What stands for a call in the text, and for an answer. */
  readonly call: RegExp
  readonly answer: RegExp
  /** Words without which calls, names, arguments or answers cannot be found. */
  readonly words: ReadonlyArray<string>
}

export type Data = Readonly<Record<string, unknown>>

export const json = (value: unknown): string => JSON.stringify(value, null, 1)

export const lines = (values: ReadonlyArray<unknown>): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Arguments where a form writes JSON into a text. */
export const written = (args: unknown): unknown => (typeof args === 'object' ? JSON.stringify(args) : args)

export const answered = (story: Story): Story => story.filter(({ answer }) => answer !== null)

export const when = <A>({ answer }: StoryCall, value: A): ReadonlyArray<A> => (answer === null ? [] : [value])

export const stamp = (at: number): string => `2026-11-02T09:00:${String(10 + at)}.000Z`
