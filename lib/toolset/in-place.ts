/** Guards existing tools, in their framework's own form. */
import * as E from 'fp-ts/lib/Either.js'
import type { SmallerCall } from '../core/errors/index.js'
import * as o from '../core/options.js'
import { RESULTS, type ResultHandles, effectOf } from '../core/calls/index.js'
import { returnsText } from '../core/signs/index.js'
import {
  Context,
  declaresTag,
  failedJudgement,
  noteExecution,
  perform,
  refuse,
  smallerCall,
  twinOf,
  argumentsAs,
  argumentsFromData,
  argumentsFromModel,
  copiedArguments,
  type CallArguments,
  type CallContext,
  type ErrorWords,
  type Judgement,
  type PerformOptions,
  type Stages,
  type ToolTraits
} from '../guard/kernel.js'
import { answerWith, pageOf, type ToolReply } from './answer.js'
import { argsAsData, filledBy, identityAsData, knownHere } from './args-as-data.js'
import { handedBeside } from './beside-words.js'
import { Control, ControlReturn, controlReturned } from './control.js'
import { readingOf } from './for-model.js'
import { ledgerFormFor } from './ledger-form.js'
import { answerAsHandle, errorWithHandle, resultsOf, type HandleOptions } from './answer-handles.js'
import { repairedArguments } from './repaired-arguments.js'
import { MAX_CHARS, TURN_SOURCE, expectNothingHidden, turnOf, type ModelCall, type TurnSource } from './model-call.js'
import { pageAgain, type PageAgain } from './page-again.js'
import { expectNames, ruled, type CheckedRule, type RulesOf } from './rules.js'
import { judgeFramework, type Framework, type FrameworkAnswer } from './framework.js'
import { namingStandIn } from './stand-in.js'
import type { Untyped } from './tool-types.js'

// -- model

/** The options for guarding existing tools. @category Adapters @since 0.1.0 */
export interface GuardToolsOptions<Tools = Untyped, Outputs = Untyped> {
  /**
   * The turn of the calls, or a function that returns it by what the framework hands a tool.
   * @default the turn of `withTurn`
   */
  readonly turn?: TurnSource
  /** Rules of tools, by their names: whether one reads or writes, the codec of its responses. */
  readonly rules?: RulesOf<Tools, Outputs>
  /** Milliseconds until a call is given up. @default 30_000 */
  readonly timeoutMs?: number
  /** The author's words for what any of the tools throws; those of its rule come first. @default the session's */
  readonly errors?: ErrorWords<unknown>
  /**
   * Longest response for the model, in UTF-16 units; of a longer one it reads the first whole elements.
   * @default no limit
   */
  readonly maxChars?: number
  /**
   * Keeps answers that are too long for a model, which reads a handle in their place and any part by the tool
   * `read_result`.
   * @default those of the session, where `turn` is a turn of it
   */
  readonly results?: ResultHandles
}

/** A call of a tool in place, in its framework's form, and how it is run. @category Adapters @since 0.1.0 */
export interface Invocation extends ModelCall {
  /**
   * Runs the tool: `sent` are the arguments in the model's form, repaired where a rule says so, and `decoded` are those
   * as their codec decoded them.
   */
  readonly execute: (context: CallContext, sent: unknown, decoded: unknown) => unknown
}

/** Makes a call, and returns the framework's own value or an error. @category Adapters @since 0.1.0 */
export type Guarded = (invocation: Invocation) => Promise<ToolReply>

/** The same of one tool, which knows its pages in a saved history. @category Adapters @since 0.1.0 */
export type GuardedTool = Guarded & { readonly again: PageAgain }

// -- guarding

interface Making {
  readonly invocation: Invocation
  isLate: boolean
}

const goesOn = (result: Judgement<FrameworkAnswer>['result']): boolean =>
  E.isRight(result) && result.right.classified.kind === 'other' && result.right.classified.goesOn === true

const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + text.length, 0)

// What is kept may be long: the model reads its handle.
const MAX_KEPT = 64 * 1024 * 1024

const expectCodec = (name: string, coerce: boolean, args: unknown): void =>
  o.expectOption(!coerce || args !== undefined, `rules.${name}.coerce`, 'given beside `args`, by which it repairs')

const guardOne = (
  name: string,
  { args: ruledArgs, codec, judges, checks, coerce, traits }: CheckedRule,
  options: GuardToolsOptions,
  framework: Framework,
  exists: (name: string) => boolean
): GuardedTool => {
  const { maxChars = Infinity, timeoutMs, errors } = options
  const results = framework.answersProgram === true ? undefined : resultsOf(options)
  const declared = framework.declares?.read()
  const argsCodec = ruledArgs ?? framework.args ?? declared?.args
  const judging = codec ?? (judges ? declared?.output : undefined)
  const { effect, kind } = effectOf(name, traits.effect ?? framework.effect, traits.idempotent)
  const { salvage, respondsWhenDone, maxBytes = results === undefined ? undefined : MAX_KEPT } = traits
  const judged = { name, effect, salvage, maxBytes, respondsWhenDone, mayBeCut: judges && !returnsText(name) }
  const judge = judgeFramework(judging, checks, framework, judged)
  const tool: ToolTraits<unknown> = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(framework.idempotent === true && traits.effect === undefined ? { idempotent: true } : {}),
    ...(traits as Partial<ToolTraits<unknown>>),
    ...(traits.identity === undefined ? {} : { identity: identityAsData(traits.identity) }),
    ...(errors === undefined ? {} : { sharedErrors: errors }),
    ...(codec === undefined ? { twinOf } : { readsData: true }),
    ...(judging !== undefined && declaresTag(judging) ? { declaresTag: true } : {}),
    inPlace: true,
    name,
    effect,
    ...(argsCodec === undefined ? {} : { args: argsCodec }),
    ...(declared?.judgedArgs === undefined ? {} : { judgedArgs: declared.judgedArgs }),
    ...(kind === undefined ? {} : { kind }),
    ledgerForm: ledgerFormFor(framework, codec !== undefined)
  }
  const filling = tool.args === undefined ? declared?.filledArgs : undefined

  const run = async (decoded: unknown, context: CallContext): Promise<unknown> => {
    const { invocation, isLate } = Context.inputOf(context) as Making
    // A program may use its object again, once the call was made; what is filled in is, again, by the framework.
    const sent = isLate && tool.args === undefined && filling === undefined ? decoded : invocation.args
    try {
      return await invocation.execute(context, sent, decoded)
    } catch (thrown) {
      if (ControlReturn.is(thrown) || framework.isControl?.(thrown) === true) return new Control(thrown)
      throw thrown
    }
  }

  const stopped = ({ thrown }: Control): Judgement<never> => {
    const error = framework.failureIn?.(thrown)
    if (error !== undefined) return failedJudgement(error, 'no', { controlReturned: { thrown, counts: true } })
    return controlReturned(thrown, effect === 'write' && framework.endsCall?.(thrown) === true)
  }

  const argumentsFrom = ({ args }: Pick<Invocation, 'args'>): CallArguments<unknown> => {
    if (tool.args !== undefined) return argumentsFromModel(args, tool)
    const filled = filling && filledBy(filling, args)
    if (filled !== undefined) return filled
    // The framework has checked them already.
    const data = argsAsData(args)
    if (E.isLeft(data)) return refuse(data.left, args)
    if (data.right === args) return argumentsFromData(args)
    // What stands for a value in the key is not what the tool gets.
    return { ...argumentsAs(copiedArguments(args), data.right), ...knownHere(data.right) }
  }
  const stages: Stages<Making, unknown, FrameworkAnswer> = {
    tool: { ...tool, run },
    argumentsFrom: ({ invocation }) => argumentsFrom(invocation),
    // Values of a framework may name the call that they are of.
    shared: framework.sharesAnswers === true ? tool : null,
    judge: (args, answer) => {
      if (Control.is(answer)) return stopped(answer)
      const judgement = judge(answer, args)
      return goesOn(judgement.result) ? stopped(new Control(new ControlReturn(answer))) : judgement
    },
    payloadOf: ({ shown }) => shown,
    passes: (answer) => Control.is(answer)
  }

  const settled = (answer: FrameworkAnswer, smaller: SmallerCall): ToolReply => {
    const { value, classified, payload } = answer
    const most = readingOf(framework.forModel, answer) === undefined ? maxChars : Infinity
    const isKnownShort = classified.kind === 'data' && classified.texts && lengthOf(classified.texts) <= most
    if (classified.kind !== 'data' || (codec === undefined && (most === Infinity || isKnownShort)))
      return { kind: 'value', value }
    const written = answerWith(codec, E.right(payload), { maxChars: most, effect, smallerCall: smaller })
    if (written.kind === 'error') return written
    return { kind: 'value', value: codec === undefined ? value : classified.rebuild(written) }
  }

  const asHandle = async (handles: HandleOptions, { classified, payload }: FrameworkAnswer) => {
    const isContent = classified.kind === 'data' && classified.texts !== undefined
    if (framework.forModel !== undefined || classified.kind !== 'data' || isContent) return undefined
    const valid = await answerAsHandle(handles, answerWith(codec, E.right(payload), { maxChars: Infinity }))
    return valid && { ...valid, value: classified.rebuild(valid) }
  }

  const again = pageAgain({
    effect,
    checks,
    argumentsFrom: (args) => argumentsFrom({ args }),
    judge: (args, value) => judge(value, args)
  })

  const call = async (asked: Invocation): Promise<ToolReply> => {
    const repaired = coerce && tool.args !== undefined ? repairedArguments(tool.args, asked.args) : undefined
    const invocation = repaired === undefined ? asked : { ...asked, args: repaired.data }
    const turn = turnOf(options.turn, invocation.context, name)
    if (framework.showsThrown === true) expectNothingHidden(turn, name)
    const { callId, signal, message, approved } = invocation
    const callOptions: PerformOptions = {
      callId,
      signal: signal ?? undefined,
      message,
      // A framework that says nothing, or no, has asked nobody.
      approved: approved === true || undefined,
      repair: repaired && { outcome: 'no_retry', retries: 0, usage: [], repaired: repaired.repairs }
    }
    const making: Making = { invocation, isLate: false }
    const performing = perform(stages, making, { turn }, callOptions, (whole) => whole)
    making.isLate = true
    const judgement = await performing
    declared?.tellSkipped(name, turn)
    if (judgement.controlReturned !== undefined) {
      const { thrown } = judgement.controlReturned
      if (ControlReturn.is(thrown)) return { kind: 'value', value: thrown.answer }
      throw thrown
    }
    const { result, payload, thrown } = judgement
    const smaller = smallerCall(tool, { turn }, () => argumentsFrom(invocation))
    const handles = results && { results, maxChars, turn }
    const shown = async (answer: FrameworkAnswer): Promise<ToolReply> =>
      (handles && (await asHandle(handles, answer))) ?? settled(answer, smaller)
    if (E.isRight(result)) return shown(result.right)
    const said = namingStandIn(tool, exists, result.left)
    const error = handles === undefined ? said : await errorWithHandle(handles, said)
    noteExecution(judgement, error)
    const page = payload && pageOf(error, () => shown(payload.value))
    // Of an error, guarded calls' limit is the default here too.
    const limit = options.maxChars === undefined ? {} : { maxChars }
    const { text } = answerWith(codec, E.left(error), { ...limit, smallerCall: smaller })
    return { kind: 'error', text, error, thrown, page, beside: handedBeside(judgement, tool, turn) }
  }
  return Object.assign(call, { again })
}

// -- constructors

const NO_RULE: CheckedRule = ruled('', {})

// A framework may name any number of tools, one after the other.
const MAX_KNOWN = 10_000

const whenFirstCalled = (make: () => GuardedTool): GuardedTool => {
  let made: GuardedTool | undefined
  const tool = (): GuardedTool => (made ??= make())
  const again: PageAgain = (input, value) => tool().again(input, value)
  return Object.assign((invocation: Invocation) => tool()(invocation), { again })
}

const NAME = o.required(o.name)

const GUARD_TOOLS = {
  turn: TURN_SOURCE,
  // Each by its own table.
  rules: o.anything,
  timeoutMs: o.optional(o.milliseconds),
  errors: o.optional(o.func),
  maxChars: MAX_CHARS,
  results: RESULTS
} satisfies o.TableOf<GuardToolsOptions>

/**
 * Checks the options once, and returns the function that guards a tool by its name. Omit `names` where the tools are
 * not known yet; `own` are the framework's own options.
 * @category Adapters @since 0.1.0
 */
export const inPlace = (options: GuardToolsOptions = {}, names?: ReadonlyArray<string>, own: o.AnyTable = {}) => {
  o.options('options', { ...GUARD_TOOLS, ...own })(options)
  if (names !== undefined) expectNames('rules', Object.keys(options.rules ?? {}), names)
  // Tools that a provider runs itself have none.
  for (const name of names ?? []) if (name !== '') NAME(name, 'name')
  const rules = new Map(Object.entries(options.rules ?? {}).map(([name, rule]) => [name, ruled(name, rule)]))
  // Tools that are found later bring no codec of their own.
  if (names === undefined) for (const [name, { coerce, args }] of rules) expectCodec(name, coerce, args)
  const known = new Set(names)
  const exists = (name: string): boolean => known.has(name)
  return (name: string, framework: Framework = {}): GuardedTool => {
    if (known.size < MAX_KNOWN) known.add(name)
    const rule = rules.get(name) ?? NO_RULE
    const { args, declares } = framework
    expectCodec(name, rule.coerce, rule.args ?? args ?? (declares?.judgesArgs === true ? declares : undefined))
    const make = (): GuardedTool => guardOne(name, rule, options, framework, exists)
    // A path that leads nowhere is refused at once. Whatever else is looked up in a schema waits: many tools of a list
    // are never called.
    return rule.traits.salvage === undefined ? whenFirstCalled(make) : make()
  }
}
