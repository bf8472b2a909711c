/** Shows a conversation as it went, and all of them in one table. */
import type { Conversation } from './conversations.js'
import type { Outcome, Played, Step } from './play.js'
import { bold, dim, fit, green, left, print, red, right, WIDTH, yellow } from './terminal.js'
import { readToolText } from './tool-text.js'

export interface Pair {
  readonly conversation: Conversation
  readonly without: Played
  readonly guarded: Played
}

// -- one conversation

const PAINT: Readonly<Record<Outcome, (text: string) => string>> = { right: green, wrong: red, 'told the user': yellow }

const argsOf = (args: Step['args']): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ')

interface Run {
  readonly first: number
  readonly last: number
  readonly step: Step
}

const headOf = (step: Step): string => {
  const seen = readToolText(step.text)
  return `${step.tool} ${argsOf(step.args)} ${seen.kind === 'error' ? seen.code : step.text}`
}

/** Neighbours that look alike become one line: `1-17`. */
const runsOf = (steps: ReadonlyArray<Step>): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (const [i, step] of steps.entries()) {
    const before = runs.at(-1)
    if (before !== undefined && headOf(before.step) === headOf(step)) runs[runs.length - 1] = { ...before, last: i + 1 }
    else runs.push({ first: i + 1, last: i + 1, step })
  }
  return runs
}

const INDENT = ' '.repeat(8)
const CALL_WIDTH = 36

const showRun = ({ first, last, step }: Run): void => {
  const number = first === last ? String(first) : `${first}-${last}`
  const call = `   ${left(number, 5)}${left(`${step.tool}(${argsOf(step.args)})`, CALL_WIDTH)}`
  const seen = readToolText(step.text)
  if (seen.kind !== 'error')
    return print(call + (seen.kind === 'vague' ? red : String)(fit(step.text, WIDTH - 8 - CALL_WIDTH)))
  print(call + yellow(seen.code) + (step.reached ? '' : dim('  refused, not run')))
  print(dim(INDENT + fit(seen.detail, WIDTH - INDENT.length)))
  if (seen.data !== undefined) print(dim(INDENT + fit(`data ${JSON.stringify(seen.data)}`, WIDTH - INDENT.length)))
  if (seen.hint !== '') print(`${INDENT}${fit(`> ${seen.hint}`, WIDTH - INDENT.length)}`)
}

const showPlayed = (title: string, played: Played): void => {
  print(dim(`   --- ${title}`))
  for (const run of runsOf(played.steps)) showRun(run)
  print(`   ${left('says', 5)}${left(played.says, WIDTH - 8 - 16)}${PAINT[played.outcome](right(played.outcome, 16))}`)
}

export const showConversation = (number: number, { conversation, without, guarded }: Pair): void => {
  print(bold(`${number}  ${conversation.title}`))
  print(`   ${dim('user')} ${conversation.question}`)
  showPlayed('without the guard', without)
  showPlayed('with the guard', guarded)
  print()
}

// -- all of them

const sum = (pairs: ReadonlyArray<Pair>, of: (pair: Pair) => number): number =>
  pairs.reduce((total, pair) => total + of(pair), 0)

const TITLE_WIDTH = 34
const FIGURE_WIDTHS: ReadonlyArray<number> = [7, 6, 7, 6, 8, 7]

const row = (title: string, figures: ReadonlyArray<string | number>): string =>
  left(title, TITLE_WIDTH) + figures.map((figure, i) => right(figure, FIGURE_WIDTHS[i] ?? 0)).join('')

const figuresOf = (pairs: ReadonlyArray<Pair>): ReadonlyArray<number> => [
  sum(pairs, (pair) => pair.without.modelSteps),
  sum(pairs, (pair) => pair.guarded.modelSteps),
  sum(pairs, (pair) => pair.without.toolCalls),
  sum(pairs, (pair) => pair.guarded.toolCalls),
  sum(pairs, (pair) => pair.without.bytesToModel),
  sum(pairs, (pair) => pair.guarded.bytesToModel)
]

const outcomes = ({ without, guarded }: Pair): string =>
  `  ${PAINT[without.outcome](without.outcome)} > ${PAINT[guarded.outcome](guarded.outcome)}`

export const showTable = (pairs: ReadonlyArray<Pair>): void => {
  print(
    bold(
      `${' '.repeat(TITLE_WIDTH)}${right('model steps', 13)}${right('tool calls', 13)}${right('bytes to model', 15)}  outcome`
    )
  )
  print(dim(`${row('', ['w/o', 'with', 'w/o', 'with', 'w/o', 'with'])}  w/o > with`))
  for (const [i, pair] of pairs.entries())
    print(row(`${i + 1}  ${pair.conversation.title}`, figuresOf([pair])) + outcomes(pair))
  print(row('   all', figuresOf(pairs)))
}
