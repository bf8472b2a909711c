/** One conversation, to be written in every form: what a form reads of it must be the same everywhere. */

export interface StoryCall {
  readonly name: unknown
  /** Data; a text stands for itself, also where a form writes JSON. */
  readonly args: unknown
  readonly id: unknown
  /** `null` where none was recorded. */
  readonly answer: string | null
  readonly failed: boolean
}

export type Story = ReadonlyArray<StoryCall>

const call = (n: number, name: string, args: object, answer: string | null, failed = false): StoryCall => ({
  name,
  args,
  id: `call_${n}`,
  answer,
  failed
})

/**
 * A repeat that is unchanged, one that has changed, a failure, an answer that was cut, and a call that nobody answered.
 */
export const STORY: Story = [
  call(1, 'get_order', { id: 7, all: true }, '{"state":"open"}'),
  call(2, 'get_order', { all: true, id: 7 }, '{"state":"open"}'),
  call(3, 'get_order', { id: 7, all: true }, '{"state":"sent"}'),
  call(4, 'search', { q: 'bag' }, 'Error: 503 Service Unavailable', true),
  call(5, 'search', { q: 'box' }, '{"results":['),
  call(6, 'refund', { id: 7 }, null)
]

export const ASKED = 'Where is order 7?'

/** What an audit must say of the story. */
export const TRUTH = {
  calls: 6,
  unreadable: 0,
  repeats: { unchanged: 1, rechecked: 0, changed: 1, unknown: 0 },
  given: { web_page: 0, cut: 1, failed: 1, more_pages: 0, empty: 0, too_long: 0 },
  unanswered: 1,
  orphaned: 0,
  refusable: { calls: 0, unchanged: 0 }
}
