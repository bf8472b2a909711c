/** Every code of a `ToolError`: its class, and the next move that it asks of the model when no better one is known. */

/** The three things that can be wrong with a tool's answer. @category ToolError @since 0.1.0 */
export type ErrorClass = 'schema_mismatch' | 'partial_data' | 'semantic_garbage'

/** The next move when neither author nor code names one. */
export const CLASS_HINTS: Readonly<Record<ErrorClass, string>> = {
  schema_mismatch: 'Do not repeat this call. Use another tool, ask the user, or say that it cannot be done.',
  partial_data: 'Go on with the data that came, or call with other parameters: a smaller page or a narrower filter.',
  semantic_garbage: 'Think again: use other arguments or another tool, or ask the user.'
}

const BROKEN =
  'The tool is broken for this call, and the same call will give the same answer. Use another tool, or tell the user.'
/** The hint where less would come through. */
export const SMALLER = 'Ask for less at a time: a smaller page, fewer fields or a narrower filter.'
/** The hint where an answer was cut and nothing of it is whole: the code's own says to go on with the data that came. */
export const NOTHING_CAME = `Nothing of the answer can be used. ${SMALLER}`
const FIX_ARGUMENTS = 'Correct the arguments that are named and call again.'
/** The hint where what is wrong stands in the quoted words of the tool itself. */
export const AS_THE_TOOL_SAYS = 'Change what the tool names, use another tool, or tell the user.'

/** What the model is told of a write that ran and whose answer it cannot have: to ask for less of it would run it again. */
export const EXECUTED = 'It was executed: do not repeat it; verify its effect with a read.'
/** The same of one that may have run. */
export const MAY_HAVE_RUN = 'It is unknown whether it was executed: verify with a read before doing anything else.'

/** Default hints by code; a code that is not listed takes the hint of its class. */
export const CODE_HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    empty_body:
      'The tool answered nothing, which does not mean that nothing was found. Use another tool, or tell the user.',
    html_response:
      'The tool answered with a web page, often a login or an error page. Do not repeat this call; use another tool, or tell the user.',
    not_json: BROKEN,
    invalid_json: BROKEN,
    truncated_response: `The same call will be cut at the same place. ${SMALLER}`,
    leading_data: BROKEN,
    trailing_data: BROKEN,
    multiple_documents: BROKEN,
    nan_or_infinity: BROKEN,
    double_encoded: BROKEN,
    not_text: BROKEN,
    too_deep: BROKEN,
    too_large: SMALLER,
    not_data: BROKEN,
    schema_violation:
      'The answer is not what this tool promises, and the same call will give the same answer. Use another tool, or tell the user.',
    tool_threw: 'The tool failed. Do not repeat this call; use another tool, or tell the user.',
    unauthorized:
      'This tool may not do that for you. Do not repeat this call; ask the user for access, or use another tool.',
    cancelled: 'The call was cancelled. Stop, unless the user asks to go on.',
    codec_threw: BROKEN,
    check_threw: BROKEN,
    store_unavailable: 'Nothing was executed. Tell the user that this tool cannot be used for the moment.',
    retry_budget_exceeded:
      'Do not make this call again in this turn. Use other arguments or another tool, or tell the user.',
    validation_cap_exceeded: 'Stop: the output could not be made valid. Tell the user what is missing.',
    timeout: `The tool did not answer in time. ${SMALLER}`,
    rate_limited: 'The service limits how often it is called. Go on with other work first, and call it less often.',
    tool_unavailable:
      'The service is not available for the moment. Go on with other work, use another tool, or tell the user.',
    more_pages_available: 'More exists than came. Go on with the data that came, or ask for the next page.',
    incomplete_response: 'Not all of the answer came. Go on with the data that came, or ask for less at a time.',
    too_long_for_model: SMALLER,
    invalid_arguments: FIX_ARGUMENTS,
    fabricated_id: 'Use an id that an earlier result or the user gave; never make one up.',
    unknown_tool: 'Call a tool of the given list by its exact name.',
    not_found: 'What was asked for does not exist. Check the id or the name, search for it first, or ask the user.',
    rejected_arguments: 'The service refused these arguments. Change them, use another tool, or ask the user.',
    forbidden_url: 'This address is not allowed and nothing was sent. Use an allowed address or another tool.',
    empty_first_page: 'Nothing matched. Widen or correct the filter, or tell the user that nothing was found.',
    empty_result: 'Nothing matched. Widen or correct the filter, or tell the user that nothing was found.',
    count_mismatch: 'The answer contradicts itself; do not rely on its counts. Ask in another way, or tell the user.',
    wrong_entity:
      'The answer is about something else than was asked for. Check the id or the name before calling again.',
    out_of_range: 'A value of the answer is not plausible. Check the units and the arguments, or use another tool.',
    stale_data: 'The answer is too old to rely on. Use another source, or say how old it is.',
    error_in_body:
      'The service reported an error inside its answer. Change the arguments, use another tool, or tell the user.',
    unsafe_integer:
      'A number of the answer is too large to be read exactly. Do not use it, least of all as an id; use another tool, or tell the user.',
    loop_detected:
      'These calls repeat without progress. Do something else: other arguments, another tool, or ask the user.'
  })
)

const ON_ITS_OWN: ReadonlyMap<string, string> = new Map([
  [FIX_ARGUMENTS, 'Correct the arguments that the last answer named.'],
  [AS_THE_TOOL_SAYS, 'Change what the last answer named, use another tool, or tell the user.']
])

/** An answer's hint for a refusal that repeats it: what it points to is not there any more, and the refusal itself says not to call again. */
export const repeated = (hint: string): string =>
  (ON_ITS_OWN.get(hint) ?? hint)
    .replace(EXECUTED, 'It was executed: verify its effect with a read.')
    .replace(/Do not repeat this call[.;] (\w)/, (_text, first: string) => first.toUpperCase())

/** Whether a hint says nothing of its own: it is the code's or the class's, or there is none. */
export const isDefaultHint = ({
  error_class,
  code,
  hint
}: {
  readonly error_class: ErrorClass
  readonly code: string
  readonly hint: string | null
}): boolean => hint === null || hint === CODE_HINTS.get(code) || hint === CLASS_HINTS[error_class]

/** Every code that the library itself gives, and the class it comes with most often (`error_in_body` may also be partial_data). @category ToolError @since 0.1.0 */
export const CODES = {
  schema_mismatch: [
    'empty_body',
    'html_response',
    'not_json',
    'invalid_json',
    'truncated_response',
    'leading_data',
    'trailing_data',
    'multiple_documents',
    'nan_or_infinity',
    'double_encoded',
    'not_text',
    'too_deep',
    'too_large',
    'not_data',
    'schema_violation',
    'tool_threw',
    'unauthorized',
    'cancelled',
    'codec_threw',
    'check_threw',
    'store_unavailable',
    'retry_budget_exceeded',
    'validation_cap_exceeded'
  ],
  partial_data: [
    'timeout',
    'rate_limited',
    'tool_unavailable',
    'more_pages_available',
    'incomplete_response',
    'too_long_for_model'
  ],
  semantic_garbage: [
    'invalid_arguments',
    'fabricated_id',
    'unknown_tool',
    'not_found',
    'rejected_arguments',
    'forbidden_url',
    'empty_first_page',
    'empty_result',
    'count_mismatch',
    'wrong_entity',
    'out_of_range',
    'stale_data',
    'error_in_body',
    'unsafe_integer',
    'loop_detected'
  ]
} as const satisfies Record<ErrorClass, ReadonlyArray<string>>
