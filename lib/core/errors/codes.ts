/** Every code of a `ToolError`, with its class and its next move for the model. CONTRIBUTING.md says how to add one. */

// -- model

/** The three kinds of fault in a tool's response. @category ToolError @since 0.1.0 */
export type ErrorClass = 'schema_mismatch' | 'partial_data' | 'semantic_garbage'

/** A next move for the model. Its variants are separate texts, so that rewording one never changes another. */
export interface Hint {
  readonly hint: string
  /** In the refusal of a repeat: `hint` points to a response that is gone, or asks for another call. @default hint */
  readonly repeated?: string
  /** For an error that carries no data, where `hint` speaks of them. @default hint */
  readonly unusable?: string
}

/**
 * Where on the way of a call a code arises: in what the model sent, in the guard that refused it, in the tool's run, in
 * its report of a failure, in reading the response, in the codec, in a check, or in the text for the model.
 */
export type Stage = 'arguments' | 'guard' | 'run' | 'report' | 'reading' | 'codec' | 'check' | 'model'

/** The level of a call's line in the log. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

interface CodeEntry extends Hint {
  readonly class: ErrorClass
  readonly stage: Stage
  /** Where it differs from its class's level: an author's mistake is an error, a service in trouble a warning. */
  readonly level?: LogLevel
}

// -- hints that several places give

const BROKEN = 'This call will fail the same way again. Use another tool, or tell the user.'
const SMALLER = 'Ask for less: a smaller page, fewer fields or a narrower filter.'

/** For a fault that the tool's quoted words explain. */
export const AS_THE_TOOL_SAYS: Hint = {
  hint: 'Change what the tool names, use another tool, or tell the user.',
  repeated: 'Change what the last response named, use another tool, or tell the user.'
}

/** For arguments of which nobody can say what is wrong with them. */
export const UNNAMED_ARGUMENTS: Hint = {
  hint: 'Compare each argument with the schema of the tool, and call again with ones that fit.',
  repeated: 'Compare each argument with the schema of the tool.'
}

/** For arguments that are no JSON. */
export const UNREADABLE_ARGUMENTS: Hint = { hint: 'Send the arguments as one whole JSON object.' }

/** For a service that cannot be reached, where waiting changes nothing. */
export const OUT_OF_REACH: Hint = {
  hint: 'Do not repeat this call; use another tool, or tell the user.',
  repeated: 'Use another tool, or tell the user.'
}

/** After a write that ran and whose response is lost to the model: a smaller request would run it again. */
export const EXECUTED: Hint = {
  hint: 'It was executed: do not repeat it; verify its effect with a read.',
  repeated: 'It was executed: verify its effect with a read.'
}

/** After a write that may have run. */
export const MAY_HAVE_RUN: Hint = {
  hint: 'It is unknown whether it was executed: verify with a read before doing anything else.'
}

// -- the classes and the codes

/** The next move if neither the author nor the code names one. */
export const CLASS_HINTS: Readonly<Record<ErrorClass, Hint>> = {
  schema_mismatch: {
    hint: 'Do not repeat this call. Use another tool, ask the user, or say that it cannot be done.',
    repeated: 'Use another tool, ask the user, or say that it cannot be done.'
  },
  partial_data: {
    hint: 'Go on with the data that came, or call with other parameters: a smaller page or a narrower filter.',
    unusable: SMALLER
  },
  semantic_garbage: { hint: 'Think again: use other arguments or another tool, or ask the user.' }
}

// Explanations for operators stand in spec/docs/codes: a running agent does not need them, and they would weigh more
// than the rest of `toModelText` in a bundle.
const entriesOf =
  <C extends ErrorClass>(errorClass: C) =>
  <S extends Stage>(stage: S, hint: string, more: Omit<CodeEntry, 'class' | 'stage' | 'hint'> = {}) => ({
    class: errorClass,
    stage,
    hint,
    ...more
  })
const mismatch = /* @__PURE__ */ entriesOf('schema_mismatch')
const partial = /* @__PURE__ */ entriesOf('partial_data')
const garbage = /* @__PURE__ */ entriesOf('semantic_garbage')

const TABLE = {
  // -- schema_mismatch: what arrived is not what was promised
  empty_body: mismatch('reading', 'Empty does not mean that nothing was found. Use another tool, or tell the user.'),
  html_response: mismatch(
    'reading',
    'Often this is a login or an error page. Do not repeat this call; use another tool, or tell the user.',
    { repeated: 'Often this is a login or an error page. Use another tool, or tell the user.' }
  ),
  not_json: mismatch('reading', BROKEN),
  invalid_json: mismatch('reading', BROKEN),
  truncated_response: mismatch('reading', `The same call will be cut again. ${SMALLER}`),
  leading_data: mismatch('reading', BROKEN),
  trailing_data: mismatch('reading', BROKEN),
  multiple_documents: mismatch('reading', BROKEN),
  nan_or_infinity: mismatch('reading', BROKEN),
  double_encoded: mismatch('reading', BROKEN),
  not_text: mismatch('reading', BROKEN),
  too_deep: mismatch('reading', BROKEN),
  too_large: mismatch('reading', SMALLER),
  not_data: mismatch('reading', BROKEN, { level: 'error' }),
  schema_violation: mismatch('codec', BROKEN),
  tool_threw: mismatch('run', 'Do not repeat this call. Use another tool, or tell the user.', {
    repeated: 'Use another tool, or tell the user.',
    level: 'error'
  }),
  denied: mismatch(
    'report',
    'This call was refused by a person or a rule. Do not make it again: do something else, or ask the user.',
    { repeated: 'This call was refused by a person or a rule. Do something else, or ask the user.' }
  ),
  unauthorized: mismatch('report', 'Ask the user for access, or use another tool.'),
  cancelled: mismatch('run', 'The call was cancelled. Stop, unless the user asks to go on.'),
  codec_threw: mismatch('codec', BROKEN, { level: 'error' }),
  check_threw: mismatch('check', BROKEN, { level: 'error' }),
  store_unavailable: mismatch(
    'guard',
    'Tell the user that this tool is unavailable, and that an earlier run may have done it.',
    { level: 'error' }
  ),
  retry_budget_exceeded: mismatch(
    'guard',
    'Do not make this call again in this turn. Use other arguments or another tool, or tell the user.'
  ),
  turn_limit_reached: mismatch(
    'guard',
    'Call no more tools in this turn: answer with what came so far, and say what is missing.'
  ),
  outcome_unknown: mismatch('guard', MAY_HAVE_RUN.hint),
  executed_with_other_arguments: mismatch(
    'guard',
    'The first call stands. Do not call again: use its answer, or tell the user that it was not changed.',
    { unusable: 'The first call stands. Do not call again; tell the user that it was not changed.' }
  ),
  validation_cap_exceeded: mismatch(
    'guard',
    'Stop: the output could not be made valid. Tell the user what is missing.'
  ),

  // -- partial_data: not all of it arrived
  timeout: partial('run', SMALLER, { level: 'warn' }),
  rate_limited: partial('report', 'Go on with other work first, and call this service less often.', { level: 'warn' }),
  tool_unavailable: partial('report', 'Go on with other work, use another tool, or tell the user.', { level: 'warn' }),
  more_pages_available: partial('check', 'Go on with the data that came, or ask for the next page.', {
    unusable: 'Ask for the next page, or tell the user that there is more.'
  }),
  incomplete_response: partial('reading', 'Go on with the data that came, or ask for less at a time.', {
    unusable: `Nothing of the response can be used. ${SMALLER}`
  }),
  too_long_for_model: partial('model', SMALLER),

  // -- semantic_garbage: it arrived whole and does not fit this call
  invalid_arguments: garbage('arguments', 'Correct the arguments that are named and call again.', {
    repeated: 'Correct the arguments that the last response named.'
  }),
  fabricated_id: garbage('arguments', 'Use an id that an earlier result or the user gave; never make one up.'),
  unknown_tool: garbage('arguments', 'Call a tool from the given list by its exact name.'),
  not_found: garbage('report', 'Check the id or the name, or search for it first.'),
  rejected_arguments: garbage('report', 'Change the arguments, use another tool, or ask the user.'),
  forbidden_url: garbage('run', 'Nothing was sent. Use an allowed address or another tool.'),
  empty_first_page: garbage(
    'check',
    'Nothing matched. Widen or correct the filter, or tell the user that nothing was found.'
  ),
  empty_result: garbage(
    'check',
    'Nothing matched. Widen or correct the filter, or tell the user that nothing was found.'
  ),
  count_mismatch: garbage('check', 'Do not rely on these counts. Ask in another way, or tell the user.'),
  wrong_entity: garbage('check', 'Check the id or the name before calling again.'),
  out_of_range: garbage('check', 'Check the units and the arguments, or use another tool.'),
  stale_data: garbage('check', 'Use another source, or say how old it is.'),
  error_in_body: garbage('report', 'Change the arguments, use another tool, or tell the user.'),
  unsafe_integer: garbage(
    'codec',
    'Do not use this number, least of all as an id. Use another tool, or tell the user.'
  ),
  loop_detected: garbage('guard', 'Do something else: use other arguments or another tool, or ask the user.')
} as const satisfies Record<string, CodeEntry>

// -- by class and by stage

/** A code of this library. */
export type Code = keyof typeof TABLE

type CodeOf<C extends ErrorClass> = { [K in Code]: (typeof TABLE)[K]['class'] extends C ? K : never }[Code]

const codesOf = <C extends ErrorClass>(wanted: C): ReadonlyArray<CodeOf<C>> =>
  (Object.keys(TABLE) as Array<Code>).filter((code): code is CodeOf<C> => TABLE[code].class === wanted)

/** The codes of failures that a tool itself reports. */
export type FailureCode = { [K in Code]: (typeof TABLE)[K]['stage'] extends 'report' ? K : never }[Code]

/** The class of a code; undefined for an author's own. */
export const classOf = (code: string): ErrorClass | undefined =>
  Object.hasOwn(TABLE, code) ? TABLE[code as Code].class : undefined

/** The codes that arise in a stage. */
export const codesOfStage = (stage: Stage): ReadonlySet<string> =>
  new Set((Object.keys(TABLE) as Array<Code>).filter((code) => TABLE[code].stage === stage))

const CLASS_LEVELS: Readonly<Record<ErrorClass, LogLevel>> = {
  partial_data: 'info',
  semantic_garbage: 'warn',
  schema_mismatch: 'warn'
}

/** The level at which the error of a call is logged. */
export const levelOf = (code: string, errorClass: ErrorClass): LogLevel =>
  (Object.hasOwn(TABLE, code) ? (TABLE[code as Code] as CodeEntry).level : undefined) ?? CLASS_LEVELS[errorClass]

/**
 * Every code of this library with its most frequent class (`error_in_body` may also be partial_data).
 * @category ToolError @since 0.1.0
 */
export const CODES: { readonly [C in ErrorClass]: ReadonlyArray<CodeOf<C>> } = {
  schema_mismatch: /* @__PURE__ */ codesOf('schema_mismatch'),
  partial_data: /* @__PURE__ */ codesOf('partial_data'),
  semantic_garbage: /* @__PURE__ */ codesOf('semantic_garbage')
}

// -- looking hints up

/** The hint of a code in the refusal of a repeat. */
export const onRepeat = ({ hint, repeated = hint }: Hint): string => repeated

/** The hint of each code; an unlisted code has the hint of its class. */
export const CODE_HINTS: ReadonlyMap<string, Hint> = new Map(Object.entries(TABLE))

const DEFAULTS: ReadonlyArray<Hint> = [...CODE_HINTS.values(), ...Object.values(CLASS_HINTS)]

// An error is plain data: checks and tools pass on copies, engines store them. Only its text shows whose hint it
// carries, so both maps are keyed by the table's texts.
const DEFAULT_TEXTS: ReadonlySet<string> = new Set(DEFAULTS.flatMap(({ hint, unusable = hint }) => [hint, unusable]))
const REPEATED: ReadonlyMap<string, string> = new Map(
  [...DEFAULTS, AS_THE_TOOL_SAYS, UNNAMED_ARGUMENTS, OUT_OF_REACH].map((hint) => [hint.hint, onRepeat(hint)])
)
const WITHOUT_DATA: ReadonlyMap<string | null, string> = new Map(
  DEFAULTS.flatMap(({ hint, unusable }) => (unusable === undefined ? [] : [[hint, unusable]]))
)

/**
 * The repeat variant of an error's hint. An author's own stays unchanged but for its first words, which would
 * contradict "Do not make this call again".
 */
export const hintOnRepeat = (hint: string): string =>
  REPEATED.get(hint) ??
  hint.replace(/^Call again with /, 'Call it with ').replace(/^The service asks for a wait of [^.]+\. /, '')

/** The hint for the same error without data; undefined where it does not speak of them. */
export const hintWithoutData = (hint: string | null): string | undefined => WITHOUT_DATA.get(hint)

/** Whether a hint is a default: a code's, a class's, or missing. */
export const isDefaultHint = ({ hint }: { readonly hint: string | null }): boolean =>
  hint === null || DEFAULT_TEXTS.has(hint)
