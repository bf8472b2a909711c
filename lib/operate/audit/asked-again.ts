/** Whether a result itself asks for its call once more: a step of confirmation, which is no double effect. */
import { canonicalText } from '../../core/json/index.js'
import type { ReadableCall } from './conversation.js'
import { ownName } from './known-tools.js'

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
    '\\b(?:requires?|needs?|awaiting|awaits|pending|waiting[ _]for)[ _-](?:your |user |a |further |explicit )?confirm\\w*',
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

/** Whether the result of a call asks to make it again, as in `Run the submit command again to confirm`. */
export const asksAgain = ({ args, answer }: ReadableCall): boolean => {
  if (answer === null) return false
  const asking = sentencesOf(answer.text)
    .map(askingIn)
    .filter((words) => words !== undefined)
  if (asking.length === 0) return false
  // A response may repeat what it was sent.
  const sent = canonicalText(args)
  return asking.some((words) => !sent.includes(words))
}

/** The sentences of a result that ask for a call again, of whatever tool. */
export const sentencesThatAsk = ({ answer }: ReadableCall): ReadonlyArray<string> => {
  const text = (answer?.text ?? '').slice(0, READ_CHARS)
  return AGAIN.test(text)
    ? sentencesOf(text).filter((sentence) => AGAIN.test(sentence) && askingIn(sentence) !== undefined)
    : []
}

/** Whether one of them names a tool. */
export const nameTool = (sentences: ReadonlyArray<string>, tool: string): boolean => {
  const name = ownName(tool)
  const spaced = name.replace(/[_-]+/g, ' ')
  return sentences.some((sentence) => sentence.includes(name) || sentence.includes(spaced))
}
