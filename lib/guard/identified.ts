/** The stage that gives a write the key by which it counts: its identity, its step, or what its codec declares. */
import * as E from 'fp-ts/lib/Either.js'
import { declaredPart } from '../codec/declared-part.js'
import { runsOnce } from '../core/calls/index.js'
import { type ToolError, schemaMismatch } from '../core/errors/index.js'
import { abandon, asFields } from '../core/foreign/index.js'
import { argsText, callKeyOf, copiedArguments, type CallArguments } from './arguments.js'
import { ArgsKey } from './keys.js'
import { withFault } from './thrown/author-fault.js'
import type { ToolTraits } from './tool.js'
import type { TurnState } from './turn.js'

// JSON never begins with this word, so no arguments have such a key.
const identityKey = (text: string): ArgsKey => new ArgsKey(`identity ${text}`)

const noIdentity = (): ToolError =>
  schemaMismatch({
    code: 'check_threw',
    detail: 'The `identity` of the tool threw or gave no data, so its calls cannot be told apart; the tool was not run.'
  })

// What names no value: NaN as a program passes it as well.
const NO_VALUE = /"NaN"|"[^"]*":|null|[[\]{},]/g

// `{ cents: undefined }` would make one order of all, and so would `null`, which models send for what is optional, and
// the record that is left where no field has the name that was picked.
const isNothing = (same: unknown, text: string): boolean => same === undefined || text.replace(NO_VALUE, '') === ''

const without = (data: unknown, keys: ReadonlyArray<string>): unknown =>
  keys.length === 0 ? data : Object.fromEntries(Object.entries(asFields(data)).filter(([key]) => !keys.includes(key)))

// Whoever identifies an order by less may have defaults that are others each time: a random id, the time.
const declaredKey = <Args>(
  { args, identity }: ToolTraits<Args>,
  { data, key, filled = [] }: CallArguments<Args>,
  isOfStep: boolean
): ArgsKey => {
  const given = identity === undefined && !isOfStep ? data : without(data, filled)
  const declared = args === undefined ? given : declaredPart(args, given)
  if (declared === data) return key
  const keyed = callKeyOf(declared)
  return E.isLeft(keyed.value) ? key : keyed.key
}

// JSON never begins with this word either.
const OF_STEP = new ArgsKey('step')

const isRemembered = ({ goesOn, shared, settings }: TurnState): boolean =>
  goesOn || shared !== undefined || settings.ledger !== undefined

// What counts for no key reaches no tool: else an order of three would be refused as that of one.
const declaredOf = <Args>({ args }: ToolTraits<Args>, { value, data }: CallArguments<Args>): typeof value =>
  args === undefined || E.isLeft(value) || declaredPart(args, data) === data
    ? value
    : E.right(declaredPart(args, value.right) as Args)

/**
 * Gives a write its key: that of its step, in which its tool writes once; else of its identity or declared part. Where
 * other processes know of the writes of its turn, that has to be a key that they can make.
 */
export const identified = <Args>(
  tool: ToolTraits<Args>,
  given: CallArguments<Args>,
  step?: string,
  turn?: TurnState
): CallArguments<Args> => {
  const { here } = given
  const value = declaredOf(tool, given)
  if (E.isLeft(value)) return given
  const taken = value === given.value ? given : { ...given, value }
  const isOfStep = step !== undefined && runsOnce(tool)
  if (here !== undefined && !isOfStep && tool.identity === undefined)
    return turn !== undefined && isRemembered(turn) && runsOnce(tool)
      ? { ...taken, value: E.left(here.refusal()) }
      : taken
  const whole = here?.rest ?? declaredKey(tool, taken, isOfStep)
  if (isOfStep) return { ...taken, identity: OF_STEP, whole }
  if (tool.identity === undefined) return whole === taken.key ? taken : { ...taken, identity: whole, whole }
  try {
    const same: unknown = tool.identity(copiedArguments(value.right))
    const text = argsText(same)
    if (E.isRight(text) && !isNothing(same, text.right.text))
      return { ...taken, identity: identityKey(text.right.text), whole }
    abandon(same)
    return { ...taken, value: E.left(noIdentity()) }
  } catch (thrown) {
    return { ...taken, value: E.left(withFault(noIdentity(), 'The `identity`', thrown)) }
  }
}
