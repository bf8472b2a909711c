/** What the page of codes says of each code besides what the library itself says. A code without a note, or a note without a code, does not compile. */
import type { CODES } from '../../lib/core/codes.js'

type Code = (typeof CODES)[keyof typeof CODES][number]

export interface CodeNote {
  /** What happened, in a sentence or two. */
  readonly happened: string
  /** What somebody who operates the agent does about it. */
  readonly operator: string
}

export const CODE_NOTES: Readonly<Record<Code, CodeNote>> = {
  empty_body: {
    happened: 'No bytes came, or white space alone; or the service said 204 and the codec does not take `null`.',
    operator:
      'If nothing is a proper answer of this tool, let its codec take `null`. Else ask why the service answers nothing: a proxy that gave up often does.'
  },
  html_response: {
    happened: 'A web page came where JSON was due: a login, a consent or an error page, mostly with status 200.',
    operator:
      'Look for a session that ended, a proxy in between, or an address that moved. The token or the URL is wrong more often than the service.'
  },
  not_json: {
    happened:
      'The text does not begin as JSON at all: prose, a fenced block of code, a literal of Python or JavaScript.',
    operator:
      "If the tool is a model or a script, make it print JSON (`json.dumps`, not `print`). If text is its proper answer, give the tool `reads: 'text'`."
  },
  invalid_json: {
    happened:
      'The text begins as JSON and breaks inside. The detail says at which position and line, and in which field.',
    operator: 'Something writes JSON by hand: a template, a string that is put together. The position leads to it.'
  },
  truncated_response: {
    happened:
      'The text ends inside a value, though the transport reported nothing. The detail names the field that was cut and how many bytes came.',
    operator:
      'Look for a cap on bytes between service and agent: 4,096, 32,768 and the like give it away. Give the tool `narrow`, so that the hint is the next call, and `salvage`, so that whole elements are kept.'
  },
  leading_data: {
    happened: 'Other text comes before the JSON: a warning, a log line, a banner.',
    operator:
      'Send warnings to the standard error or to the log, not into the answer. A deprecation notice of an interpreter is the usual one.'
  },
  trailing_data: {
    happened: 'A whole JSON value comes first, and then something that is none.',
    operator: 'Look for what is printed after the answer: a prompt, a footer, a second write to the same stream.'
  },
  multiple_documents: {
    happened: 'Several JSON values stand one after the other, as in JSON Lines.',
    operator: 'Ask the service for one document, or make an array of the lines in the tool.'
  },
  nan_or_infinity: {
    happened: '`NaN` or `Infinity` stands where a number is due. JSON knows neither.',
    operator: 'Python writes them unless told otherwise: `json.dumps(…, allow_nan=False)`, or `null` instead.'
  },
  double_encoded: {
    happened: 'The answer is a JSON string that holds another JSON text: somebody encoded it twice.',
    operator: "Take away one `JSON.stringify`; or, if it is the service's, parse once in the tool."
  },
  not_text: {
    happened: 'The bytes are not UTF-8: compressed, an image, another charset.',
    operator:
      'Look at `Content-Encoding` and `Content-Type`. `httpTool` decompresses what it asked for and decodes charsets that are named.'
  },
  too_deep: {
    happened: 'The value is nested more than 200 levels deep.',
    operator: 'No honest answer is. If this one is, flatten it in the tool.'
  },
  too_large: {
    happened: 'The answer is larger than `maxBytes` (4 MiB unless told), or has more than 2,000,000 values.',
    operator:
      'Let the tool ask for less, and give it `narrow`. A higher `maxBytes` costs memory and seldom helps the model.'
  },
  not_data: {
    happened:
      'The tool returned what is no data: a `Response`, a stream, a proxy, accessors, functions, cycles, an instance of a class. Or `toModelText` met a payload that JSON cannot carry: a `Date`, a bigint, `undefined`.',
    operator:
      "The tool's own code is to be mended: a line of the log says what it should return, mostly `await response.text()` or a plain object. Of a payload the record says `right`, since the call was fine: give `toModelText` the `encode` of the codec."
  },
  schema_violation: {
    happened:
      'The answer was read, and the codec refused it. The detail names the first field, what was expected and the type that came.',
    operator:
      'Run `calibrate` on recorded traffic: it says which fields are refused how often, and whether the codec or the service is wrong.'
  },
  tool_threw: {
    happened:
      'The tool threw or rejected, with something that is no network error. The model is told the kind of the error alone, never its message.',
    operator: 'The log line of the call has the error. To say more to the model, return `failed(…)` from the tool.'
  },
  unauthorized: {
    happened: 'The service answered 401, 402, 403 or 407, or the database refused the role.',
    operator: 'Renew the token, or grant what is missing. The model cannot mend this, and is told so.'
  },
  cancelled: {
    happened:
      'The caller gave up: the signal of the call, the turn or the session was aborted, or the turn was closed.',
    operator: 'Nothing. A write that was cancelled says whether it may have taken place.'
  },
  codec_threw: {
    happened: 'The codec threw instead of answering.',
    operator:
      'A codec of your own has a fault: io-ts codecs answer, they do not throw. `judge` with the recorded answer shows where.'
  },
  check_threw: {
    happened: 'A semantic check threw instead of answering. An answer that could not be checked is not handed on.',
    operator: 'Mend the check: most read a field that the codec declares optional.'
  },
  store_unavailable: {
    happened:
      'The shared store of budgets did not answer, and the call writes. It was not executed, because nobody could say whether it had been already.',
    operator:
      'Bring the store back; nothing needs a restart. `onStoreError` decides whether reads or writes may go on without it.'
  },
  retry_budget_exceeded: {
    happened:
      'The same tool was asked for with the same arguments too often in this turn: more than three times for a read, once for a write. The tool was not run.',
    operator:
      'Look at what the earlier calls came to: the detail names the last code. Many of these for one tool mean that its hints do not help: give it `narrow`. A tool that is asked until something changes wants `polls: true`.'
  },
  validation_cap_exceeded: {
    happened: 'Structured output of the model failed its codec too often in a row.',
    operator:
      'Look at the last issues: a field that the prompt does not explain, or a codec that is stricter than the task.'
  },
  timeout: {
    happened: "No answer came within `timeoutMs` (30 seconds unless told). The tool's signal was aborted.",
    operator: 'If the service is that slow, raise `timeoutMs`; if only some requests are, give the tool `narrow`.'
  },
  rate_limited: {
    happened:
      'The service throttles: 429, 403 with `Retry-After`, or an error that says so, also after the retries that were allowed.',
    operator:
      'Raise the quota, spread the calls, or let fewer agents share the key. The hint carries the wait that the service asked for.'
  },
  tool_unavailable: {
    happened: 'The service could not be reached, broke off, or failed: refused, reset, unresolvable, 408, 5xx.',
    operator: "It is the service's outage. For a write, the error says whether it may have taken place."
  },
  more_pages_available: {
    happened: 'The answer is whole and valid, and says that more rows exist. `data` is the page that came.',
    operator:
      "Nothing: this is how an agent pages. A cursor is never copied into the hint, since it is someone else's text."
  },
  incomplete_response: {
    happened:
      'Not all of it came, and that is known: 206, fewer bytes than declared, a torn connection; or the tool says so by `incomplete`; or whole elements were salvaged from a cut answer. `data` holds what is whole, where anything is.',
    operator: 'Look at the transport. With `salvage` the tool keeps the whole elements, and the model can go on.'
  },
  too_long_for_model: {
    happened:
      'The payload is valid and longer than `maxChars` (60,000 characters unless told; `guardTools` has no limit unless told). It is not cut: cut JSON reads as whole. The record of the call says `right`: it is its text that is refused.',
    operator: 'Let the tool return less, or a summary; raise `maxChars` only if the model has the room.'
  },
  invalid_arguments: {
    happened: "What the model sent does not fit the tool's `args`. The tool was not run.",
    operator:
      "`repairArguments` gives the model a second chance within bounds. If one field fails again and again, its description in the tool's schema is what to mend. If the `cause` of the log line says that the arguments are JSON text, whoever calls `fromModel` has to parse them."
  },
  fabricated_id: {
    happened:
      'An id in the arguments looks made up, says `checkIds`. The tool was not run, and the model is not asked again.',
    operator: 'Nothing, unless real ids look like that: then `checkIds` is too strict.'
  },
  unknown_tool: {
    happened: 'The model asked for a tool that does not exist. The nearest name is suggested.',
    operator: 'Look whether a prompt, an example or an old history still names the tool.'
  },
  not_found: {
    happened: 'The service answered 404 or 410.',
    operator: 'Nothing, unless the tool builds the address: then a 404 for everything is a wrong path, not a wrong id.'
  },
  rejected_arguments: {
    happened: 'The service refused the request: another 4xx, or the database refused the values or the statement.',
    operator:
      "If the model could have known, say it in the tool's `args`, so that the call is refused before it is made."
  },
  forbidden_url: {
    happened: 'The address, or one that it redirects to, is outside `allowOrigins`. Nothing was sent there.',
    operator: 'If the address is right, add its origin. If a model chose it, this is what the list is for.'
  },
  empty_first_page: {
    happened: 'The check `nonEmpty` found no rows on the first page of a listing.',
    operator: 'Nothing, if no rows is a fair answer: then leave `nonEmpty` out.'
  },
  empty_result: {
    happened: 'The check `nonEmpty` found no rows.',
    operator: 'As for `empty_first_page`.'
  },
  count_mismatch: {
    happened: 'The check `countMatches` found another number of rows than the answer itself claims.',
    operator: 'The service contradicts itself, or rows were dropped on the way: compare with a request of your own.'
  },
  wrong_entity: {
    happened: 'The check `echoes` found that the answer is about something else than was asked for.',
    operator: 'Look for a cache that ignores a parameter, or a search that answers the nearest match.'
  },
  out_of_range: {
    happened: 'The check `within` found a value that is not plausible.',
    operator: 'Units, mostly: cents for euros, Fahrenheit for Celsius, milliseconds for seconds.'
  },
  stale_data: {
    happened: 'The check `fresh` found that the answer is older than the tool may be.',
    operator: 'Look at what fills the source: a job that stopped leaves data that are valid and old.'
  },
  error_in_body: {
    happened:
      'The check `errorEnvelope` found an error inside a success: `{"ok":false}`, GraphQL `errors`. Where GraphQL gave `data` too, the class is `partial_data`.',
    operator: 'Nothing of the body is quoted to the model: the recorded answer says what the service meant.'
  },
  unsafe_integer: {
    happened:
      'A number has more digits than JavaScript can hold, and the codec reads that field as a number: its last digits are lost.',
    operator: 'Ask the service for ids as text, or read the field with a codec of text.'
  },
  loop_detected: {
    happened:
      'The same call, or the same cycle of calls, goes on without a new result, across the turns of the conversation. The tool was not run.',
    operator:
      'Look at what the model was told before: it did not help. A tool whose result changes by a clock or a counter wants `ignoreResultFields`.'
  }
}
