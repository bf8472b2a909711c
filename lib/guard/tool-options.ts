/** The options of a tool, as a table. */
import { asCodec } from '../codec/standard-schema.js'
import * as o from '../core/options.js'
import { IDEMPOTENCY } from './idempotency.js'
import type { CheckedTool, QuoteErrors, Tool } from './tool.js'

export const EFFECTS = o.choice('read', 'write')

export const QUOTES = o.choice<QuoteErrors>(true, false, 'returned')

// One that takes more would compare the first alone, or nothing.
const IDENTITY = o.kind<(args: never) => unknown>(
  (value) => o.func.is(value) && value.length < 2,
  'a function of one parameter: several arguments come as one array (`([id]) => id`)'
)

/** The options that a rule may set as well. */
export const TRAITS = {
  timeoutMs: o.optional(o.milliseconds),
  idempotent: o.optional(o.flag),
  maxIdenticalCalls: o.optional(o.nonNegative),
  maxCalls: o.optional(o.nonNegative),
  polls: o.optional(o.flag),
  identity: o.optional(IDENTITY),
  place: o.optional(o.func),
  verify: o.optional(o.func),
  idempotency: IDEMPOTENCY,
  transient: o.optional(o.func),
  errors: o.optional(o.func),
  quoteErrors: o.optional(QUOTES),
  respondsWhenDone: o.optional(o.flag),
  narrow: o.optional(o.func),
  alternatives: o.optional(o.namesOf('tools'))
}

/** Those of every tool but `run` and `reads`, which ready-made ones bring with them. */
export const TOOL = {
  name: o.required(o.name),
  effect: o.required(EFFECTS),
  description: o.optional(o.text),
  args: o.anything,
  maxBytes: o.optional(o.positive),
  salvage: o.optional(o.text),
  ...TRAITS
} satisfies o.TableOf<Omit<Tool<never>, 'run' | 'reads'>>

const readTool = o.options('tool', {
  ...TOOL,
  run: o.required(o.func),
  reads: o.optional(o.choice('json', 'text'))
} satisfies o.TableOf<Tool<never>>)

type Traits = Partial<Pick<Tool<never>, 'effect' | 'idempotent' | 'polls' | 'identity' | 'verify'>>

/** Refuses words of a tool, or of a rule for one, that contradict each other or would do nothing beside each other. */
export const expectAgreement = (traits: Traits, place = ''): void => {
  const { effect, idempotent = false, polls = false, identity } = traits
  for (const key of ['identity', 'verify'] as const)
    o.expectOption(
      traits[key] === undefined || effect === 'write',
      place + key,
      "given for a write alone: say `effect: 'write'`, or leave it out"
    )
  o.expectOption(
    identity === undefined || !idempotent,
    `${place}identity`,
    'given without `idempotent`: the one lets equal calls run once, the other again; leave one of them out'
  )
  o.expectOption(
    !polls || effect !== 'write' || idempotent,
    `${place}polls`,
    'given for a read, or beside `idempotent`: any other write runs once; `maxIdenticalCalls` lets it run more often'
  )
}

/** Refuses an invalid tool at construction. */
export const checkTool = <Args>(tool: Tool<Args>): CheckedTool<Args> => {
  readTool(tool)
  expectAgreement(tool)
  const args = tool.args === undefined ? undefined : asCodec(tool.args, 'args')
  if (args === tool.args) return tool as CheckedTool<Args>
  return derived(tool, { args: { value: args, enumerable: true } })
}

// Its methods may be those of a class.
const derived = <Args>(tool: Tool<Args> | CheckedTool<Args>, fields: PropertyDescriptorMap): CheckedTool<Args> =>
  Object.create(tool, { ...fields, run: { value: tool.run.bind(tool) } }) as CheckedTool<Args>

/** The tool whose codec reads a `_tag`. */
export const withTag = <Args>(tool: CheckedTool<Args>): CheckedTool<Args> =>
  derived(tool, { declaresTag: { value: true } })
