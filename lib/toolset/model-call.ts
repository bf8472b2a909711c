/** Runs the calls that a model requests, by name, each in the turn. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type ToolError, cut, looksLikeName, oneLine, semanticGarbage } from '../core/errors/index.js'
import * as o from '../core/options.js'
import { RESULTS, type ResultHandles } from '../core/calls/index.js'
import {
  failed,
  guardedCall,
  opensTurns,
  payloadBeside,
  smallerCall,
  ToolWarnings,
  stateOf,
  turnsOpened,
  turnWithin,
  warnDeveloper,
  type AnyGuardedCall,
  type Turn
} from '../guard/kernel.js'
import { answerOf, pageOf, type Answer } from './answer.js'
import { explainedBy, parseArguments, type ParsedArguments } from './arguments-text.js'
import { answerAsHandle, errorWithHandle, resultsOf } from './answer-handles.js'
import { nearestTool } from './nearest-tool.js'
import { namingStandIn } from './stand-in.js'
import { toolsetOf, type Toolset } from './toolset.js'

// -- model

/** A call that a model requests, in its framework's form. @category Adapters @since 0.1.0 */
export interface ModelCall {
  readonly args: unknown
  readonly callId?: string | undefined
  readonly signal?: AbortSignal | null | undefined
  /** The framework's context for the tool, by which a turn may be found. */
  readonly context?: unknown
  /** Stands for the model's message that requests the call, where the adapter sees one. */
  readonly message?: object | undefined
  /** The framework asked a person, who let the call through. */
  readonly approved?: boolean | undefined
}

/** A call of one of the tools. @category Adapters @since 0.1.0 */
export interface NamedCall extends ModelCall {
  readonly name: string
  /** The arguments come as JSON text. */
  readonly isText?: boolean
}

/**
 * A turn; or for tools that live longer than a turn, a function that gives it by the context that the framework hands a
 * tool: LangChain's config, an MCP request's extra, the options of the AI SDK.
 *
 * @category Adapters @since 0.1.0
 */
export type TurnSource = Turn | ((context: unknown) => Turn)

const NOT_OPENED =
  'Expected `turn` to give a turn that was opened before: this one is new at each call, so nothing is counted. Open one for each run of the agent, and run that by `withTurn(turn, () => …)`.'

const told = new ToolWarnings()

// Frameworks hand what a tool throws to their model, and show people none of it: the process is warned once a tool.
const misused = (tool: string, text: string): never => {
  if (told.isNew(tool)) warnDeveloper(text)
  throw new TypeError(text)
}

// A function that keeps what it opened gives the same turn again; a store counts over all turns of an id.
const turnFrom = (source: (context: unknown) => Turn, context: unknown, tool: string): Turn => {
  const before = turnsOpened()
  const turn = source(context)
  const state = stateOf({ turn })
  if (state === undefined || state.number <= before) return turn
  const again = source(context)
  if (again === turn || (state.shared !== undefined && again.id === turn.id)) return turn
  return misused(tool, NOT_OPENED)
}

/** The turn of a call: the one that is given, or within which the call is made. A TypeError where there is none. */
export const turnOf = (source: TurnSource | undefined, context: unknown, tool: string): Turn => {
  const turn = typeof source === 'function' ? turnFrom(source, context, tool) : (source ?? turnWithin())
  return (
    turn ??
    misused(
      tool,
      `Expected \`${oneLine(tool, 100)}\` to be called within \`withTurn(turn, () => …)\`, or to be guarded with a \`turn\` of its own. It did not run.`
    )
  )
}

/** A session that changes what people do not see needs a framework that shows its model nothing else. */
export const expectNothingHidden = (turn: Turn, name: string): void => {
  if ((stateOf({ turn })?.settings.hidden ?? 'keep') !== 'keep')
    throw new TypeError(
      `Expected \`hidden\` of the session to be 'keep' for \`${oneLine(name, 100)}\`: its framework shows the model what it throws, whatever its adapter says. It did not run.`
    )
}

const SOURCE = o.optional(
  o.kind<TurnSource>(
    (turn) => typeof turn === 'function' || typeof (turn as Partial<Turn> | null | undefined)?.run === 'function',
    'a turn of `openTurn` or `session.openTurn`, or a function that gives one'
  )
)

/** A turn, or a function that gives one; none where the host runs its agent by `withTurn`. */
export const TURN_SOURCE: typeof SOURCE = (value, name) => {
  o.expectOption(!opensTurns(value), name, 'a turn, not the function that opens one: call it once for each run')
  return SOURCE(value, name)
}

/** One that limits something, and does not refuse everything. */
export const MAX_CHARS = o.optional(
  o.kind<number>((value) => typeof value === 'number' && value > 0, 'a positive number')
)

/** The turn of calls, and the length of their results. @category Adapters @since 0.1.0 */
export interface RunOptions {
  /** @default the turn of `withTurn` */
  readonly turn?: TurnSource
  /**
   * Longest text for the model, in UTF-16 units; of a longer payload it reads the first whole elements.
   * @default 60_000
   */
  readonly maxChars?: number
  /**
   * Keeps results that are too long for a model, which reads a handle in their place; `read_result` is added to the
   * tools.
   * @default those of the session, where `turn` is a turn of it
   */
  readonly results?: ResultHandles
  /** Aborts the calls. */
  readonly signal?: AbortSignal | null | undefined
}

// -- tools that are not there

const MAX_LISTED = 200

const listed = (names: ReadonlyArray<string>): string =>
  names.length === 0
    ? 'there are none'
    : `there ${names.length === 1 ? 'is' : 'are'}: ${cut(names.join(', '), MAX_LISTED)}`

/** The error of a call of a tool that is not there, by the names of those that are. @category Adapters @since 0.1.0 */
export const unknownTool = (names: ReadonlyArray<string>, name: string): ToolError => {
  const nearest = nearestTool(names, name)
  return semanticGarbage({
    code: 'unknown_tool',
    detail: `There is no tool of this name; ${listed(names)}.`,
    ...(nearest === undefined ? {} : { hint: `Call ${nearest} instead, if that is what was meant.` })
  })
}

// A call of its own, so that asking for it again and again is counted, recorded and refused like any other.
const callOfUnknown = (toolset: Toolset, name: string): AnyGuardedCall =>
  guardedCall(
    {
      name: looksLikeName(name) ? name : 'no_such_tool',
      effect: 'read',
      args: t.unknown,
      run: () => failed(unknownTool([...toolset.keys()], name), { executed: 'no' })
    },
    t.unknown
  )

// -- running

const runCall = async (
  toolset: Toolset,
  { name, args: given, isText = false, callId, context, message, approved, signal: own }: NamedCall,
  running: RunOptions
): Promise<Answer> => {
  const { turn, maxChars, signal: all } = running
  const results = resultsOf(running)
  const call = toolset.get(name) ?? callOfUnknown(toolset, name)
  const { input, problem }: ParsedArguments =
    isText && typeof given === 'string' ? parseArguments(given) : { input: given }
  const signal = own ?? all ?? undefined
  // A framework that says nothing, or no, has asked nobody.
  const options = { callId: callId || undefined, signal, message, approved: approved === true || undefined }
  const within = turnOf(turn, context, name)
  const result = await within.run(call.fromModel(input, options))
  const writing = {
    ...(maxChars === undefined ? {} : { maxChars }),
    smallerCall: smallerCall(call.tool, { turn: within }, input)
  }
  const handles = results === undefined ? undefined : { results, maxChars, turn: within }
  const shown = async (valid: E.Either<ToolError, unknown>): Promise<Answer> =>
    (handles && (await answerAsHandle(handles, answerOf(call, valid, { maxChars: Infinity })))) ??
    answerOf(call, valid, writing)
  if (E.isRight(result)) return shown(result)
  const whole = payloadBeside(result.left)
  const said = namingStandIn(call.tool, (other) => toolset.has(other), explainedBy(problem, result.left))
  const error = handles === undefined ? said : await errorWithHandle(handles, said)
  const reply = answerOf(call, E.left(error), writing)
  if (whole === undefined || reply.kind === 'value') return reply
  return { ...reply, page: pageOf(error, () => shown(E.right(whole.value))) }
}

const RUN = {
  turn: TURN_SOURCE,
  maxChars: MAX_CHARS,
  results: RESULTS,
  signal: o.optional(o.kind<AbortSignal | null>((value) => value === null || o.signal.is(value), o.signal.wants))
} satisfies o.TableOf<RunOptions>

/** A call as it stands in a message that nobody has checked. */
interface FoundCall extends Omit<NamedCall, 'callId' | 'name'> {
  readonly callId: unknown
  readonly name: unknown
}

type MessageCall = NamedCall & { readonly callId: string }

// A name that is none names a tool that is not there; a call without an id cannot be answered.
const expectCall = (found: FoundCall): MessageCall => {
  const { callId, name } = found
  if (typeof callId === 'string') return { ...found, callId, name: typeof name === 'string' ? name : '' }
  throw new TypeError('Expected each tool call of the message to have its id, a string. No call of it was run.')
}

/** Answers those of a message's items that are calls, at once, in their order; none where one cannot be answered. */
const answerAll =
  (run: (call: NamedCall) => Promise<Answer>) =>
  async <Item, Reply>(
    items: ReadonlyArray<Item>,
    callIn: (item: Item) => FoundCall | undefined,
    replyTo: (callId: string, answer: Answer) => Reply
  ): Promise<Array<Reply>> => {
    const found = items.map(callIn).filter((call) => call !== undefined)
    return Promise.all(found.map(expectCall).map(async (call) => replyTo(call.callId, await run(call))))
  }

/**
 * Opens guarded calls for a framework, whose `own` options may stand beside the others: `run` makes the call that a
 * model requests, and returns its result; `answerAll` answers the calls among the items of a message. Throws a
 * TypeError for invalid calls, turns and options.
 *
 * @category Adapters @since 0.1.0
 */
export const openCalls = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions = {}, own: o.AnyTable = {}) => {
  o.options('options', { ...RUN, ...own })(options)
  const { reader } = resultsOf(options) ?? {}
  // A hand-written loop has described it already.
  const toolset = toolsetOf(reader === undefined || calls.includes(reader) ? calls : [...calls, reader])
  const run = (call: NamedCall): Promise<Answer> => runCall(toolset, call, options)
  return { toolset, run, answerAll: answerAll(run) }
}
