/** The judgement of a call that is not made yet: a person is asked only about one that could run. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, fixedError } from '../core/errors/index.js'
import { isAborted } from '../core/foreign/index.js'
import { argumentsFromModel, type CallArguments } from './arguments.js'
import { ruleAt } from './call.js'
import { isUsedUp } from './decision.js'
import { identified } from './identified.js'
import { callDenied, callMade } from './refused-repeat.js'
import type { CheckedTool } from './tool.js'
import { NO_TURN, stateOf, type HasTurn } from './turn.js'
import { namedIn, stepOf } from './within-turn.js'

const CANCELLED = fixedError('schema_mismatch', 'cancelled', 'The turn is over; the tool was not run.')

const refusedBefore = <Args>(
  tool: CheckedTool<Args>,
  { identity, key }: CallArguments<Args>,
  environment: HasTurn
): ToolError | undefined => {
  const turn = stateOf(environment)
  if (turn === undefined) return NO_TURN
  if (turn.closed || isAborted(turn.signals)) return CANCELLED
  const of = turn.log.of((identity ?? key).inTurn(namedIn(environment, tool.name)))
  if (of === undefined) return undefined
  if (of.isDenied) return callDenied(tool.name)
  const rule = ruleAt(stepOf(environment), tool, turn.settings)
  return isUsedUp(of, rule) ? callMade(tool.name, of) : undefined
}

/** The arguments as the tool would get them, or why the call cannot run. Counts nothing, and never throws. */
export const checkCall = <Args>(
  tool: CheckedTool<Args>,
  input: unknown,
  environment?: HasTurn
): E.Either<ToolError, Args> => {
  const plain = argumentsFromModel(input, tool)
  const taken = tool.effect === 'read' ? plain : identified(tool, plain, stepOf(environment))
  if (E.isLeft(taken.value) || environment === undefined) return taken.value
  const refusal = refusedBefore(tool, taken, environment)
  return refusal === undefined ? taken.value : E.left(refusal)
}
