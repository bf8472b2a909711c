/** Words of a service that broke: what it was asked for may have been done before. */
import { holdsNetworkCode } from '../signs/network-codes.js'

// -- a request of its own

// It broke off, was never made, or its effect could not be taken back.
const BROKE_OFF =
  /(?:\b|_)(?:(?:socket hang ?up|deadline[ _]?exceeded|(?:connect|gateway|read|request|response|socket|upstream)[ _]?time(?:d )?-?out|bad gateway|status (?:code [45]|5)\d\d|lost (?:\w+ )?connection|connection (?:was |is |has been |prematurely |(?:\S{1,40} )?to [^.;]{1,60} )?(?:aborted|broken?|closed|could not be (?:established|made)|dropped|error|failed|interrupted|lost|refused|reset)|transport is closing|code = (?:aborted|internal|unavailable|unknown)|premature (?:close|end)|other side closed|(?:remote ?(?:end )?|socket )(?:closed|disconnected)|broken pipe|fetch failed|internal[ _]?(?:server[ _]?)?error|our connection|(?:closed (?:the|idle)|terminating) connection|unexpected end of stream|failed to respond|empty reply|received no bytes|transport-level|sending (?:the request|to the backend)|communications? link|communicating with|end-of-file on|(?:can['’]t|cannot) reconnect|while pushing to|service (?:\w+ ){0,2}unavailable|upstream)\b|(?:compensation|revert\w{0,9}|roll(?:ed|ing)? ?back|undo\w{0,9})\b[^.;]{0,40}\bfail)/i

// -- its program

const CRASH = new RegExp(
  [
    // Exceptions that a language throws by itself; those of services (Validation, NotFound, Argument, Format) refuse.
    /\b(?:Type|Reference|Range|Syntax(?!.{0,60} JSON)|Key|Index|Name|Attribute|Runtime|Assertion)(?:Error|Exception)\b|(?:ClassCast|IllegalState|JSONDecode|NoMethod|ZeroDivision)E|IndexOutOf|Null ?(?:Pointer|Reference)|\b(?:javax?|system)\.[\w.]{1,80}(?<!argument|format|validation)exception|\bNet::|traceback|\bpanic(?:ked at|:)/,
    // JavaScript. The JSON of a request is whole, and begins with no tag.
    /is not (?:a (?:function|constructor)|iterable|JSON serializable)|(?:^|: )(?:name )?[\w$.']+ is not defined$|cannot (?:(?:read|set) propert|destructure|set headers|access (?:'\w+' before|local var)|convert undefined)|assignment to (?:constant|entry)|circular structure|know how to serialize|invalid (?:array length|time value)|call stack|\. received (?:undefined|null|an instance|type)|unexpected end of JSON|(?:token|character) '?</,
    // Python
    /NoneType|object is not \w+able|(?:object|') has no attribute|indices must be int|operand type|referenced before|by (?:zero|0)\b|recursion depth|\[errno |^expecting value:|positional argument|values to unpack|\bindex (?:\S+ )?out of (?:bounds|range(?: \[|$))|^'\w+'$/,
    // Ruby, PHP
    /undefined (?:array|index|local|method|offset|property|variable)|for nil|no implicit conversion|uninitialized constant|not found: :|comparison of \w+ with|arguments \(given|stack (?:level|overflow)|execution expired|maximum execution|call to (?:a member|undefined)|\bon (?:null|value of type)\b|class "\w+\\|type \S+, \w+ given|(?:lookup|resolve) view|^view \[|SQLSTATE\[(?!2)/,
    // Go, Java, C#
    /runtime error|^sql: |^no value present|cannot (?:invoke "|be cast to)|^(?:for )?input string|sequence contains (?:no|more)|bounds of the array|object reference not|nullable object|null\. \(param|given key '|to cast object|^null$/,
    // Its file, mail server, cache or database.
    /\bENOENT|connect\(\)|(?:can(?:not|['’]t)|could not|unable to|failed to) (?:connect|resolve host)|\b(?:client|connection|pool|stream|socket) is(?: not|n['’]t)? (?:closed|connected|ready|writeable)|\bcurl: \(\d|\bHTTP Error [45]\d\d:|(?:client|server) error '[45]\d\d|response code [45]\d\d|\b[45]\d\d\b[^.;\n]{0,40} (?:for url|from (?:get|post|put|patch|delete)|during \[)|code does not indicate|sending request for|request to https?:|connection attempts failed|^network error|host is known|service not known|max retries|connection[^;\n]{0,40} closed|conn closed|unexpected(?:ly)? (?:socket )?close|no connection to|actively refused|dial tcp|client error: (?:[^:]{1,60} for url|`)|535.{1,4}5\.7/
  ]
    .map(({ source }) => source)
    .join('|'),
  'i'
)

// Words that name nothing but an error, whichever step it was of: "An error occurred on the server. Please try again."
const ONLY_ERROR =
  /^(?=[^]*(?:error|exception|failure|wrong))[^a-z]*(?:(?:an?|application|backend|been|error|exception|failed|failure|fatal|has|in|internal|occurred|on|processing|request|script|server|service|something|system|the|unexpected|unhandled|unknown|was|went|while|wrong|your)(?:[^a-z]+|$)){2,}(?:(?:if|please|try)\b|$)/i

// "An error occurred while saving the entity changes", but not while it read the request
const WHILE_AT_WORK =
  /\b(?:error|exception) (?:has )?(?:happened|occurred) (?:during|when|while) (?!(?:\w+ )?(?:authenticat|decod|deserializ|pars|read|validat))|\bsorry\W+(?:but )?something went wrong|\berror (?:while )?processing your\b/i

/** Whether words are those of a program that crashed, or of a request of its own that failed. */
export const saysBroke = (words: string): boolean =>
  CRASH.test(words) ||
  BROKE_OFF.test(words) ||
  ONLY_ERROR.test(words) ||
  WHILE_AT_WORK.test(words) ||
  holdsNetworkCode(words)
