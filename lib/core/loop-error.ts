/** Says of a loop which calls go round, and names a different move. */
import { CODE_HINTS } from './codes.js'
import type { Loop } from './loop.js'
import { count, oneLine } from './text.js'
import { isCode, semanticGarbage, type ToolError } from './tool-error.js'

const describe = ({ kind, calls, code, turns }: Loop): string => {
  // A stored conversation may hold anything where a code was due.
  const name = code !== null && isCode(code) ? code : undefined
  const told = calls.map(({ tool, times }) => `${oneLine(tool, 64)} ${count(times, 'time')}`).join(', ')
  const span = turns > 1 ? ` over ${turns} turns` : ''
  const answer = code === null ? 'the same result' : `the same error${name === undefined ? '' : ` (${name})`}`
  if (kind === 'same_error') return `${told}${span}, with ${name ?? 'the same error'} each time, whatever the arguments.`
  if (kind === 'repeat') return `${told}${span} with the same arguments, and ${answer} each time.`
  return `The same ${count(calls.length, 'call')} go round without a new result${span}: ${told}.`
}

const nextMove = ({ kind, calls, code }: Loop): string | undefined => {
  const move = (code === null ? undefined : CODE_HINTS.get(code)) ?? 'Use what came so far, other arguments or another tool, or ask the user.'
  const [first] = calls
  if (kind === 'cycle' || first === undefined) return undefined
  const again = kind === 'repeat' ? 'with these arguments again' : 'again for now'
  return `Do not call ${oneLine(first.tool, 64)} ${again}. ${move}`
}

/** Refuses a call that would go on with a loop: says which calls and how often, and names a different move. @category Loops @since 0.1.0 */
export const loopError = (loop: Loop): ToolError => {
  const hint = nextMove(loop)
  return semanticGarbage({ code: 'loop_detected', detail: describe(loop), ...(hint === undefined ? {} : { hint }) })
}
