/** Whether a response itself asks for its call once more: a first step, which waits for its caller. */

const DO = '(?:call|execute|invoke|issue|make|perform|press|re-?enter|repeat|run|send|submit|try|type|use)'
const REDO = '(?:repeat|re-?(?:call|issue|invoke|run|send|submit|enter))'

const AGAIN = new RegExp(
  [
    `\\b${DO}\\b.{0,80}\\b(?:again|once more|one more time|(?:a )?second time|twice)\\b`,
    `\\b${REDO}\\b.{0,60}\\b(?:to|command|call|request|tool|it|this)\\b`
  ].join('|'),
  'i'
)

const CONFIRMS = new RegExp(
  [
    '\\bconfirmation["\']?[ _-]?(?:is )?(?:required|needed|pending|expected)\\b',
    '\\b(?:requires?|needs?|awaiting|awaits|pending|waiting[ _]for)[ _-]?(?:your |user |a |further |explicit )?confirm\\w*',
    '\\b(?:requires|needs)_?(?:[a-z]{1,20}_)?(?:action|input|otp|mfa|payment_method)\\b|\\b(?:[a-z]{1,20}_)?(?:action|input|otp|mfa)_?(?:required|needed)\\b|\\bauthentication_required\\b',
    '\\b(?:pass|set|use|with)\\b.{0,40}\\b(?:confirm(?:ed)?|force)["\']?(?:\\s?[:=]\\s?["\']?| to )true\\b',
    '\\bare you sure\\b',
    '\\b(?:please|must|to) (?:re-?)?confirm\\b(?! (?:that|whether|with)\\b)'
  ].join('|'),
  'i'
)

// A word about what must not, or need not, be done; a flag that is down.
const DENIED = /\b(?:not|never|no need|without|avoid|already)\b|n['’]t\b/i
const IS_DOWN = /^["']?\s*[:=]\s*(?:false|null|0\b|no\b|"")/i

const READ_CHARS = 20_000

const sentencesOf = (text: string): ReadonlyArray<string> =>
  text
    .slice(0, READ_CHARS)
    .replaceAll('\\n', '\n')
    .split(/(?<=[.!?;])\s|\n|(?<=[^\\]"),/)

/** The words of a sentence that ask. */
const askingIn = (sentence: string): string | undefined =>
  [AGAIN, CONFIRMS]
    .map((pattern) => {
      const found = pattern.exec(sentence)
      if (found === null) return undefined
      const end = found.index + found[0].length
      return DENIED.test(sentence.slice(0, end)) || IS_DOWN.test(sentence.slice(end)) ? undefined : found[0]
    })
    .find((words) => words !== undefined)

/**
 * Whether a response asks to make its call again, as in `Run the submit command again to confirm`; what stands in the
 * text that was sent may repeat it.
 */
export const asksAgain = (text: string, sent: string): boolean =>
  sentencesOf(text).some((sentence) => {
    const words = askingIn(sentence)
    // A word alone is one of the call's only where it is a whole argument: not of `handle_requires_action`.
    return words !== undefined && !sent.includes(/\s/.test(words) ? words : `"${words}"`)
  })

/** The sentences of a response that ask for a call again, of whatever tool. */
export const sentencesThatAsk = (text: string): ReadonlyArray<string> =>
  AGAIN.test(text.slice(0, READ_CHARS))
    ? sentencesOf(text).filter((sentence) => AGAIN.test(sentence) && askingIn(sentence) !== undefined)
    : []
