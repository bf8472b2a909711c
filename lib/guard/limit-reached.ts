/** The refusal of a call where a ceiling of its turn or tool is reached: what was used, what is left. */
import { type Ceiling, type Ceilings, type CeilingUse, leftOf } from '../core/calls/index.js'
import { type ToolError, count, schemaMismatch } from '../core/errors/index.js'
import type { Call } from './call.js'

const OTHERS = 'Use what this tool returned so far, or another tool.'

const are = (n: number): string => (n === 1 ? 'is' : 'are')

const leftForOthers = ({ calls, chars }: Ceilings, used: CeilingUse): string => {
  const left = [
    calls === undefined ? [] : count(leftOf(used.calls, calls) ?? 0, 'call'),
    chars === undefined ? [] : count(leftOf(used.chars, chars) ?? 0, 'character')
  ].flat()
  return left.length === 0 ? '' : `; left for other tools: ${left.join(' and ')}`
}

/** The refusal by a ceiling. */
export const limitReached = <Args, A>(call: Call<Args, A>, by: Ceiling): ToolError => {
  const { tool, turn, ceilings = {} } = call
  const { calls = 0, chars = 0, ofTool = 0 } = ceilings
  const used = turn.used(tool.name)
  if (by === 'ofTool')
    return schemaMismatch({
      code: 'turn_limit_reached',
      detail: `${used.ofTool} of ${count(ofTool, 'call')} of ${tool.name} ${are(ofTool)} made in this turn${leftForOthers(ceilings, used)}. The tool was not run.`,
      hint: OTHERS
    })
  const what =
    by === 'calls'
      ? `${used.calls} of ${count(calls, 'call')} of this turn ${are(calls)} made`
      : `The responses of this turn have ${used.chars} of ${count(chars, 'character')}`
  return schemaMismatch({
    code: 'turn_limit_reached',
    detail: `${what}; no further call is left. The tool was not run.`
  })
}
