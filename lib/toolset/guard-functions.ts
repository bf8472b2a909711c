/** Guards existing functions, without a framework. */
import type * as t from 'io-ts'
import { asCodec, type CodecLike } from '../codec/standard-schema.js'
import { isFields, isObject } from '../core/foreign/index.js'
import { expectOption } from '../core/options.js'
import type { CallContext } from '../guard/kernel.js'
import { withToolError, ToolCallError, type ToolReply } from './answer.js'
import { copyWith } from './copy.js'
import type { Framework } from './framework.js'
import { inPlace, type Guarded, type GuardToolsOptions } from './in-place.js'
import type { OutputsOf, ToolRule } from './rules.js'
import type { AnswerOf, ArgsOfFunction, ResultOf, Untyped } from './tool-types.js'

// -- model

/**
 * A tool as an object: `execute` gets the arguments as `parameters` took them and, where its caller gives no second
 * argument, the context of the call.
 * @category Guard @since 0.1.0
 */
export interface ToolObject {
  readonly description?: string
  /**
   * Checks the model's arguments: a codec, or a schema of zod, valibot, arktype. Without it the function checks its
   * arguments itself.
   */
  readonly parameters?: CodecLike<unknown>
  readonly execute: (args: never, context: never) => unknown
}

type OutputAt<Outputs, Name> = Name extends keyof Outputs ? Outputs[Name] : unknown

type GuardedObject<T, Run, Output> = Omit<T, 'execute'> & {
  readonly execute: Run extends (args: infer Args, ...rest: infer _) => infer R
    ? (args: Args, context?: unknown) => Promise<ResultOf<Awaited<R>, Output>>
    : Run
}

type WithFields<F, Run> = [keyof F] extends [never] ? Run : Run & Pick<F, keyof F>

type GuardedFunction<F, Output> = F extends (...args: infer Args) => infer R
  ? WithFields<F, (...args: Args) => Promise<ResultOf<Awaited<R>, Output>>>
  : F

/**
 * The same functions, each of which returns a promise: of what the `output` of its rule makes, else of its own answer,
 * and of `unknown` where the guard reads a Response, a stream or bytes. Values that are neither functions nor tools
 * stay unchanged. @category Guard @since 0.1.0
 */
export type GuardedFunctions<T, Outputs = unknown> = {
  readonly [Name in keyof T]: T[Name] extends { readonly execute: infer Run }
    ? GuardedObject<T[Name], Run, OutputAt<Outputs, Name>>
    : GuardedFunction<T[Name], OutputAt<Outputs, Name>>
}

/** The rules of functions, by their names. */
type FunctionRules<T, Outputs> = {
  readonly [Name in keyof Outputs]: Name extends keyof T
    ? ToolRule<ArgsOfFunction<T[Name]>, AnswerOf<T[Name]>, Outputs[Name]>
    : string extends Name
      ? ToolRule
      : never
}

/** The turn of the calls, and the rules of each function. @category Guard @since 0.1.0 */
export type GuardFunctionsOptions<T, Outputs = unknown> = Omit<GuardToolsOptions, 'rules' | 'results'> & {
  readonly rules?: FunctionRules<T, Outputs>
}

// -- finding them

type AnyFunction = (...args: ReadonlyArray<unknown>) => unknown

const isTool = (value: unknown): value is ToolObject =>
  isObject(value) && 'execute' in value && typeof value.execute === 'function'

// Not what every object, or every class, has.
const ROOTS: ReadonlySet<object> = new Set([Object.prototype, Function.prototype])

/**
 * The fields of an object of tools, by their names: methods of a class stand on its prototypes, and getters are not
 * called.
 */
export const fieldsOf = (tools: object): ReadonlyMap<string, unknown> => {
  const fields = new Map<string, unknown>()
  for (let holder: object | null = tools; holder !== null && !ROOTS.has(holder);) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder)))
      if (name !== 'constructor' && !fields.has(name)) fields.set(name, value)
    holder = Object.getPrototypeOf(holder) as object | null
  }
  return fields
}

// -- guarding

const FUNCTIONS = 'an object of functions by their names'

const PROGRAM: Framework = { sharesAnswers: true, answersProgram: true }

const valueOrThrow = (settled: ToolReply): unknown => {
  if (settled.kind === 'value') return settled.value
  throw withToolError(new ToolCallError(settled.text), settled)
}

/** Gives a function the name, the length and the fields of another, by which libraries describe it. */
const lookingLike = (original: AnyFunction, run: AnyFunction): AnyFunction => {
  for (const key of ['name', 'length'] as const)
    Object.defineProperty(run, key, { value: original[key], writable: true })
  return Object.assign(run, original)
}

const guardFunction = (run: AnyFunction, tools: object, guarded: Guarded, isParsed: boolean): AnyFunction =>
  lookingLike(run, async (...args) => {
    // An array by itself would look like several arguments.
    const isOne = args.length < 2 && !Array.isArray(args[0])
    const given = isOne ? args[0] : args
    const argsOf = (value: unknown) => (value === given ? args : isOne || !Array.isArray(value) ? [value] : value)
    const execute = (_: CallContext, sent: unknown, decoded: unknown): unknown =>
      Reflect.apply(run, tools, argsOf(isParsed ? decoded : sent))
    return valueOrThrow(await guarded({ args: given, execute }))
  })

const guardTool = (tool: ToolObject, guarded: Guarded, isParsed: boolean): ToolObject => {
  const run = (...args: ReadonlyArray<unknown>): unknown => Reflect.apply(tool.execute as AnyFunction, tool, args)
  return copyWith(tool, {
    execute: async (args: unknown, context?: unknown) =>
      valueOrThrow(
        await guarded({
          args,
          context,
          execute: (own: CallContext, sent, decoded) =>
            run(isParsed ? decoded : sent, context === undefined ? own : context)
        })
      )
  })
}

/**
 * Guards plain functions, methods and `{ parameters, execute }` objects, and gives them back by the same names. A
 * failed call rejects with a `ToolCallError`, whose message is the JSON of the `ToolError`, written for the model, and
 * whose `cause` is the value that the function threw. A rule says of a function whether it reads or writes, and what
 * its `output` must be; a function with `args` or `parameters` gets the arguments as those parsed them. The arguments
 * of a function that is called with several, or with an array, are the array of them all: keep what differs from call
 * to call (a framework's context) out of them, or say with `identity` what makes two calls the same. Instances are
 * compared by their fields and entries, or what the `toJSON` of their class says; functions, symbols and instances
 * whose class may hide state are the same only if they are identical, and a write that is remembered beyond this
 * process is refused with them, unless its `identity` leaves them out. A generator is handed on before any of it ran:
 * its call counts as executed, and nothing that it yields is judged. A function that is returned is handed on too, and
 * never called: run a `TaskEither` yourself.
 *
 * @throws TypeError for a rule that names no function, and where there is none.
 * @category Guard @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardFunctions, openTurn } from 'guarded-call'
 *
 * const Order = t.type({ id: t.number, total: t.number })
 * const tools = guardFunctions(
 *   { getOrder: async (id: number) => ({ id, total: id === 8 ? null : 12 }) },
 *   { turn: openTurn(), rules: { getOrder: { effect: 'read', output: Order } } }
 * )
 * assert.deepEqual(await tools.getOrder(7), { id: 7, total: 12 })
 * await assert.rejects(tools.getOrder(8), /"code":"schema_violation","detail":"total: expected number, received null/)
 */
export const guardFunctions = <T extends Readonly<Record<string, Untyped>>, Outputs extends OutputsOf<T>>(
  tools: T,
  options: GuardFunctionsOptions<T, Outputs> = {}
): GuardedFunctions<T, Outputs> => {
  // The static methods of a class are functions by their names, too.
  expectOption(typeof tools === 'function' || isFields(tools), 'tools', FUNCTIONS)
  const fields = fieldsOf(tools)
  const names = [...fields].filter(([, value]) => typeof value === 'function' || isTool(value)).map(([name]) => name)
  expectOption(fields.size === 0 || names.length > 0, 'tools', FUNCTIONS)
  const guard = inPlace(options as GuardToolsOptions, names)
  expectOption(
    !('results' in options),
    'results',
    'left out: functions give their values to a program. Write what a model reads by `results.textOf(value)`'
  )
  const guardedOnes = names.map((name) => {
    const value = fields.get(name)
    const isRuled = (options as GuardToolsOptions).rules?.[name]?.args !== undefined
    if (!isTool(value)) return [name, guardFunction(value as AnyFunction, tools, guard(name, PROGRAM), isRuled)]
    const { parameters } = value
    const args = parameters === undefined ? undefined : asCodec(parameters, `${name}.parameters`)
    const guarded = guard(name, args === undefined ? PROGRAM : { ...PROGRAM, args: args as t.Type<unknown> })
    return [name, guardTool(value, guarded, isRuled || args !== undefined)]
  })
  return copyWith(tools, Object.fromEntries(guardedOnes) as Readonly<Record<string, unknown>>)
}
