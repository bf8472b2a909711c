/**
 * The length at which whatever wrote a file cuts results: several end there amid their data, and none is longer. Their
 * tools may have given more, so that no figure counts them as cut.
 */
import type { CallAnswer } from '../../audit/call-answer.js'
import type { Conversation } from '../../audit/conversation.js'
import { stopsAtLimit } from '../../audit/own-words.js'

const endsAmid = ({ outcome, code, text }: CallAnswer): boolean =>
  code === 'truncated_response' || (outcome === 'right' && stopsAtLimit(text, text.length))

const answersOf = ({ calls }: Conversation): ReadonlyArray<CallAnswer> =>
  calls.flatMap((call) => (call === null || call.answer === null ? [] : [call.answer]))

/** How many characters the results of conversations have. */
export const resultChars = (conversations: ReadonlyArray<Conversation>): number =>
  conversations.flatMap(answersOf).reduce((sum, { text }) => sum + text.length, 0)

// One or two may have the same length by chance.
const MIN_TEXTS = 3

/** Watches the results of a file. */
export class ResultLimit {
  #longest = 0
  readonly #ends = new Set<string>()

  /** Sees further results; whether one is longer than all before, so that no limit was known until now. */
  see(conversations: ReadonlyArray<Conversation>): boolean {
    const before = this.#longest
    for (const answer of conversations.flatMap(answersOf)) {
      const { length } = answer.text
      if (length > this.#longest) {
        this.#longest = length
        this.#ends.clear()
      }
      if (length === this.#longest && this.#ends.size < MIN_TEXTS && endsAmid(answer)) this.#ends.add(answer.text)
    }
    return this.#longest > before
  }

  /** Whether a result may end at the limit. */
  concerns(conversations: ReadonlyArray<Conversation>): boolean {
    return conversations.flatMap(answersOf).some((answer) => this.#isAtEnd(answer))
  }

  /** The limit in characters, if there is one. */
  get chars(): number | undefined {
    return this.#ends.size < MIN_TEXTS ? undefined : this.#longest
  }

  /** The conversation with its results at the limit marked, and how many they are. */
  marked(conversation: Conversation): { readonly conversation: Conversation; readonly results: number } {
    if (this.chars === undefined) return { conversation, results: 0 }
    let results = 0
    const calls = conversation.calls.map((call) => {
      if (call === null || call.answer === null || !this.#isAtEnd(call.answer)) return call
      results++
      return { ...call, answer: { ...call.answer, outcome: 'right' as const, code: null, cutByLog: true } }
    })
    return results === 0 ? { conversation, results } : { conversation: { ...conversation, calls }, results }
  }

  #isAtEnd(answer: CallAnswer): boolean {
    return answer.text.length === this.#longest && endsAmid(answer)
  }
}
