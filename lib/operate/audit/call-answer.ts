/** What came of a call: the text that the model read, and how the call ended. */
import { sha256 } from '#platform'
import { asFields, type Fields, isFields } from '../../core/foreign/index.js'
import { canonicalText, dataOf } from '../../core/json/index.js'
import { stringOf, textOf } from '../../history/content.js'
import { isRefusal, outcomeOf, type ResultOutcome } from '../../history/exchanges.js'
import { endsInFailure } from './cause.js'
import { isCancelled, unquoted, wrappedText } from './own-words.js'
import { printedResult } from './python-text.js'
import { printedIn } from './shell-words.js'

// -- model

/** The outcome of a call. */
export interface CallAnswer extends ResultOutcome {
  readonly text: string
  /** A guard, or the agent itself, responded in place of the tool. */
  readonly refused: boolean
  /** Whatever wrote the log cut it, as it cut others after as many characters. @default false */
  readonly cutByLog?: boolean
  /** The log holds more than the model read of it. @default false */
  readonly isMore?: boolean
  /** The log holds what a person was shown, and not what the model read. @default false */
  readonly isDisplay?: boolean
  /** The result of an earlier equal call, where this one only says that it is unchanged. @default text */
  readonly seenAs?: string
}

// -- what a server of MCP returned: its result, a list of blocks or a single one, as data or as their JSON

const BLOCKS = /^\s*(?:\[\s*)?\{\s*"(?:type|text|annotations|_?meta|content|isError|structuredContent)"\s*:/

// A record of data has an id, a time or a name as well.
const countWords = (fields: Fields): number =>
  Object.values(fields).filter((value) => typeof value === 'string' || typeof value === 'number').length

const isTextBlock = (part: unknown): part is Fields =>
  isFields(part) && part['type'] === 'text' && typeof part['text'] === 'string' && countWords(part) === 2

const blocksOf = (data: unknown): unknown => {
  if (isTextBlock(data)) return [data]
  return isFields(data) && countWords(data) === 0 ? data['content'] : data
}

interface McpResult {
  readonly text: string
  readonly failed: boolean
}

const mcpResult = (content: unknown): McpResult | undefined => {
  const printed = typeof content === 'string' ? printedResult(content) : undefined
  if (printed !== undefined) {
    const inner = mcpResult(printed.text)
    return { text: inner?.text ?? printed.text, failed: printed.failed || inner?.failed === true }
  }
  const data = typeof content === 'string' && BLOCKS.test(content) ? dataOf(content) : content
  const blocks = blocksOf(data)
  if (!Array.isArray(blocks) || blocks.length === 0 || !blocks.every(isTextBlock)) return undefined
  const text = textOf(blocks)
  const inner = mcpResult(text)
  // Where only some blocks are marked, they are what a program wrote about its work.
  const failed = blocks.every(({ error }) => error === true) || (isFields(data) && data['isError'] === true)
  return { text: inner?.text ?? text, failed: failed || inner?.failed === true }
}

// -- constructors

const MEDIA = /image|audio|video|file|media|document/

// A document of plain text, as Anthropic's, is that text.
const plainTextIn = (part: unknown): string | undefined => {
  const { type, data } = asFields(asFields(part)['source'])
  return type === 'text' && typeof data === 'string' ? data : undefined
}

// Two screenshots are not the same result.
const withMarks = (content: unknown): unknown =>
  Array.isArray(content)
    ? content
        .map((part: unknown) => ({ part, text: plainTextIn(part) }))
        .map(({ part, text }) => (text === undefined ? part : { type: 'text', text }))
        .map((part: unknown) =>
          isFields(part) && MEDIA.test(stringOf(part['type'])) && typeof part['text'] !== 'string'
            ? { type: 'text', text: `[${stringOf(part['type'])} ${sha256(canonicalText(part)).slice(0, 8)}]` }
            : part
        )
    : content

/**
 * The answer of a command that ended well, as the log states: words of a failure before other output are no more than
 * words. Of a command behind a pipe, the log states nothing: what ends in a failure is one.
 */
export const endedWell = (answer: CallAnswer): CallAnswer =>
  answer.outcome === 'failed' && answer.code === null && !endsInFailure(answer.text)
    ? { ...answer, outcome: 'right' }
    : answer

/** Classifies a result as a live one would be; `failed` is the format's own flag. */
export const callAnswer = (content: unknown, failed = false): CallAnswer => {
  const own = mcpResult(content)
  const given = own?.text ?? textOf(withMarks(content))
  const printed = printedIn(given)
  const text = unquoted(printed?.text ?? given)
  const wrapped = /^\s*\{/.test(text) ? wrappedText(dataOf(text)) : undefined
  const outcome = outcomeOf({
    content: wrapped ?? text,
    failed: failed || own?.failed === true || printed?.failed === true
  })
  const answer = { ...outcome, text, refused: isRefusal(outcome) || isCancelled(text) }
  return printed?.failed === false && !failed ? endedWell(answer) : answer
}

/** Classifies what a command printed by the code of its exit, where that stands beside it. */
export const commandAnswer = (content: unknown, exit: unknown, failed = false): CallAnswer => {
  if (typeof exit === 'number' && exit > 0) return callAnswer(`Exit code ${exit}\n${textOf(content)}`, true)
  const answer = callAnswer(content, failed)
  return exit === 0 && !failed ? endedWell(answer) : answer
}
