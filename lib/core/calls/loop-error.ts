/** Describes a loop, and suggests a different move. */
import { CODE_HINTS, EXECUTED, MAY_HAVE_RUN, onRepeat, type Hint } from '../errors/codes.js'
import type { Loop } from './loop.js'
import { count, oneLine } from '../errors/text.js'
import { isCode, semanticGarbage, type ToolError } from '../errors/tool-error.js'

const describe = ({ kind, calls, code, turns, place }: Loop): string => {
  // A stored conversation may hold anything in place of a code.
  const name = code !== null && isCode(code) ? code : undefined
  const told = calls.map(({ tool, times }) => `${oneLine(tool, 64)} ${count(times, 'time')}`).join(', ')
  const span = turns > 1 ? ` over ${turns} turns` : ''
  const answer = code === null ? 'the same result' : `the same error${name === undefined ? '' : ` (${name})`}`
  if (place !== undefined)
    return `${told}${span}, and this ${place} did not answer${name === undefined ? '' : ` (${name})`}, whatever else was asked of it.`
  if (kind === 'same_error')
    return `${told}${span}, with ${name ?? 'the same error'} each time, whatever the arguments.`
  if (kind === 'repeat') return `${told}${span} with the same arguments, and ${answer} each time.`
  return calls.length === 1
    ? `${told}${span} with the same arguments, and its responses alternate: nothing is new.`
    : `The same ${count(calls.length, 'call')} repeat in a circle without a new result${span}: ${told}.`
}

// Calls with other arguments are other orders than the one that is refused.
const EARLIER_EXECUTED: Hint = {
  hint: 'This call was not executed; earlier ones were: verify their effects with a read.'
}
const EARLIER_UNKNOWN: Hint = {
  hint: 'This call was not executed. Whether earlier ones were is unknown: verify with a read before doing anything else.'
}

const moveOf = ({ kind, code = null, executed }: Partial<Loop>): Hint => {
  if (executed !== undefined && kind === 'same_error') return executed === 'yes' ? EARLIER_EXECUTED : EARLIER_UNKNOWN
  if (executed !== undefined) return executed === 'yes' ? EXECUTED : MAY_HAVE_RUN
  if (code === null && kind === 'repeat')
    return { hint: 'Use the results so far, other arguments or another tool, or ask the user.' }
  const known = code === null ? undefined : CODE_HINTS.get(code)
  return (
    known ?? {
      hint:
        kind === 'same_error'
          ? 'Use another tool, or ask the user.'
          : 'Use other arguments or another tool, or ask the user.'
    }
  )
}

const elsewhere = (loop: Loop): string => {
  const { calls, place, executed } = loop
  const [first, second] = calls
  const [tools, whose] = second === undefined ? [oneLine(first?.tool ?? '', 64), 'its'] : ['these tools', 'their']
  const other =
    place === 'address'
      ? 'Do not use this address again for now. Another address may work.'
      : `Do not call ${tools} again for now: ${whose} service does not answer. Another tool may work.`
  return executed === undefined ? other : `${moveOf(loop).hint} ${other}`
}

const nextMove = (loop: Loop): string | undefined => {
  if (loop.place !== undefined) return elsewhere(loop)
  const [first, second] = loop.calls
  if (first === undefined) return undefined
  if (second !== undefined)
    return loop.executed === undefined ? undefined : `These calls repeat without progress. ${moveOf(loop).hint}`
  const again = loop.kind === 'same_error' ? 'again for now' : 'with these arguments again'
  return `Do not call ${oneLine(first.tool, 64)} ${again}. ${onRepeat(moveOf(loop))}`
}

/**
 * Makes the error that refuses the next call of a loop: the calls, how often they were made, and a different move.
 * @category Loops @since 0.1.0
 */
export const loopError = (loop: Loop): ToolError => {
  const hint = nextMove(loop)
  return semanticGarbage({ code: 'loop_detected', detail: describe(loop), ...(hint === undefined ? {} : { hint }) })
}
