/** Conversations in no format at all: what happened, one piece after the other. */
import * as fc from 'fast-check'

export interface CallPiece {
  readonly id: unknown
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** The arguments were cut while they streamed. */
  readonly cut?: boolean
}

/** An empty list, blank text, data, no content, texts in a list, or a picture beside the text. */
export type ResultForm = 'empty' | 'blank' | 'data' | 'missing' | 'texts' | 'picture'

export type Piece =
  | { readonly kind: 'user'; readonly text: string; readonly name?: string }
  | {
      readonly kind: 'model'
      readonly text: string
      readonly reasoning: string
      readonly calls: ReadonlyArray<CallPiece>
      /** Damage that only some formats can show. */
      readonly emptyCalls?: boolean
      readonly textLast?: boolean
      readonly reasoningLast?: boolean
      readonly hosted?: boolean
      /** Only this half of the provider's own call is left. */
      readonly half?: 'call' | 'result'
      readonly empty?: boolean
      /** The message whose ids it has, too. */
      readonly twin?: Piece
    }
  | {
      readonly kind: 'result'
      readonly id: unknown
      readonly name: string
      readonly text: string
      readonly failed: boolean
      /** What the tool gave, where it was no text alone. */
      readonly form?: ResultForm
      /** Stands in a message of its own where the format puts several into one. */
      readonly apart?: boolean
      /** What the user says in the same message, where the format allows that. */
      readonly beside?: { readonly text: string; readonly first: boolean }
    }

export type Story = ReadonlyArray<Piece>

const words = fc.constantFrom(
  'Hello',
  'And now?',
  'Refund it, please.',
  'What about order 7?',
  'Thanks',
  'Let me look.',
  'Done.'
)
const names = fc.constantFrom('get_order', 'refund', 'search')
const args = fc.dictionary(
  fc.constantFrom('id', 'query', 'page'),
  fc.oneof(fc.nat(9), fc.constantFrom('a', 'b "quoted"', 'ü')),
  { maxKeys: 2 }
)

interface StepPlan {
  readonly text: string
  readonly reasoning: boolean
  readonly hosted: boolean
  readonly calls: ReadonlyArray<{
    readonly name: string
    readonly args: Readonly<Record<string, unknown>>
    readonly failed: boolean
  }>
}

const step: fc.Arbitrary<StepPlan> = fc.record({
  text: fc.oneof(fc.constant(''), words),
  reasoning: fc.boolean(),
  hosted: fc.nat(9).map((n) => n === 0),
  calls: fc.array(fc.record({ name: names, args, failed: fc.nat(4).map((n) => n === 0) }), {
    minLength: 1,
    maxLength: 3
  })
})

const turn = fc.record({ says: words, steps: fc.array(step, { maxLength: 3 }), ends: words })

/** Whole conversations: every call is answered in place, parallel ones in any order. */
export const stories: fc.Arbitrary<Story> = fc
  .tuple(fc.array(turn, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([turns, reversed]) => {
    let made = 0
    return turns.flatMap(({ says, steps, ends }): Story => [
      { kind: 'user', text: says },
      ...steps.flatMap(({ text, reasoning, hosted, calls }): Story => {
        const called = calls.map((call) => ({ ...call, id: `call_${++made}` }))
        const results = called.map(({ id, name, failed }): Piece => ({
          kind: 'result',
          id,
          name,
          text: `${failed ? 'Error: ' : ''}result of ${id}.`,
          failed
        }))
        return [
          { kind: 'model', text, reasoning: reasoning ? `thought ${made}` : '', hosted, calls: called },
          ...(reversed ? results.reverse() : results)
        ]
      }),
      { kind: 'model', text: ends, reasoning: '', calls: [] }
    ])
  })
