/** How the text of a failure begins. */

// The texts of `strerror`, and those of shells in the same place: `tee: /dev/full: No space left on device`
const ERRNO =
  'no (?:space left on device|such device|child processes)|read-only file system|(?:i/o|input/output) error|disk quota exceeded|(?:text file|device or resource|target is) busy|too many open files|resource temporarily unavailable|cannot allocate memory|stale file handle|(?:argument list|file name) too long|file too large|operation not (?:permitted|supported)|invalid (?:argument|cross-device link)|bad file descriptor|broken pipe|directory not empty|connection (?:refused|timed out|reset by peer)|network is unreachable|no route to host|ambiguous redirect|unbound variable'

/** A pattern of how tools, shells, frameworks and languages begin an error message. */
export const OPENINGS = `(?:${[
  '[A-Za-z.]*(?:Error|Exception|Failure)\\b[^\\n:{}]{0,80}:',
  '(?:error|fatal|failure|failed|panic|abort(?:ed)?|critical(?: error)?|e)\\s*(?:\\[[^\\]]*\\]\\s*)?[:!-]\\s',
  '(?:an |internal |unexpected |unknown |api |http |server |mcp )+error\\b',
  'error (?:executing|calling|running|in|while|occurred|during|processing|fetching|searching|transitioning|\\d)',
  'traceback \\(most recent call last\\)',
  'an exception (?:occurred|was|happened)',
  '(?:failed|unable|not able|refused) to\\b',
  "(?:can ?not|can't|could not|couldn't) ",
  'sorry\\b',
  '(?:access|permission|request) (?:was |is )?(?:denied|refused|rejected)',
  // A count may begin a text, too: `429 rows`.
  '(?:status(?: code)?:? ?)?[45]\\d\\d:? (?:bad |unauthor|payment |forbidden|[\\w ]{0,20}not found|method |conflict|gone\\b|too many req|internal |service |gateway |client error|server error|request |unprocess|error\\b)',
  'http(?:/[\\d.]+)? [45]\\d\\d\\b',
  '(?:unauthori[sz]ed|forbidden|not found|bad request|too many requests|rate limit(?:ed| exceeded)|service unavailable|bad gateway|gateway time-?out|conflict|method not allowed)\\b',
  '(?:exit|return) ?code:? ?[1-9]',
  '<(?:returncode|exit_code)>\\s*[1-9]',
  '<(?:tool_use_)?error>',
  `[\\w./-]+: (?:[^:\\n]{1,80}: ){0,4}(?:command not found(?! \\w)|(?:is|not) a directory|file exists|permission denied|no such file|error:|fatal:|(?:${ERRNO})[.!)]{0,2}$)`,
  '\\S[^:\\n]{0,200}: cannot open [`\'"]?[^\\n]{1,200}\\(no such file or directory\\)',
  '(?:graphql|git|gh|aws|docker|kubectl|pip|psql|curl|wget|ssh|terraform): ',
  'npm err(?:or)?!?:? ',
  'err_[a-z_]{4,} ',
  '\\(error\\) ',
  'net::err_',
  // Playwright: `✗ page.evaluate: TypeError: …`, and what a shell says of a line that it cannot read.
  '✗ [\\w.]+: ',
  '\\S+: (?:-c: )?line \\d+: (?:syntax error|unexpected eof)',
  '\\S+: no module named ',
  'at line:\\d+ char:\\d+',
  'uncaught \\w*(?:error|exception)',
  // .NET, Mono, Dart
  'unhandled exception[.:]',
  'segmentation fault',
  'killed$',
  "thread '[^']*' panicked at",
  'make(?:\\[\\d+\\])?: \\*\\*\\*',
  '(?:the )?(?:command|process|request|task|tool|call|execution|operation|connection|transfer|transaction|query|job|upload|download|payment|booking|order|login|action)s? (?:call |execution )?(?:has )?(?:failed|timed out|(?:was )?(?:refused|aborted|declined)|exited with (?:exit )?code [1-9])',
  // What runtimes and clients say of a request that broke off.
  '(?:(?:fetch|load|network request) failed|network error|networkerror when attempting to fetch resource|connection (?:closed|error|reset by peer)|socket hang up|other side closed|premature close|this operation was aborted)\\W*$',
  '(?:read|write|connect|getaddrinfo) E(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|PIPE|HOSTUNREACH|AI_AGAIN)(?: [\\w.:-]+)?$',
  '(?:input |output |request )?validation error',
  '\\d+ validation errors?(?::| for| in| detected)',
  // Editors: SWE-agent, OpenHands, Anthropic, Desktop Commander.
  'expected \\d+ [\\w ]{1,30} but (?:found|got) |(?:exact|search) (?:block|content|match|string|text) (?:was )?not found',
  'no replacement was performed\\b',
  'invalid `\\w+`(?: parameter)?: ',
  '\\W?your proposed edit has introduced new syntax error',
  '(?:php )?(?:fatal|parse|syntax|compilation|runtime|execution) error\\b(?! (?:rate|analys|handl))',
  '(?:no healthy upstream|(?:the )?upstream[ _](?:\\w+ )?(?:connect|did not|error|fail|re(?:quest|set)|time))',
  'code: \\d+\\. db::',
  'please (?:run|log ?in|sign in|authenticate)\\b',
  'no (?:[\\w-]+ ){0,2}(?:access|leader|permission)\\b',
  '[\\w()\'"./-]+ (?:has )?failed due to\\b',
  // Phrases of RFC 9110, section 15, that mean other things amid other words.
  '(?:gone|not acceptable|request time-?out|unprocessable (?:entity|content)|(?:payload|content) too large|precondition failed|expectation failed|not implemented|payment required)\\W*$',
  'resource not found',
  // Bare messages of Python's exceptions, and of servers that shout.
  "'\\w+' object (?:has no attribute|is not|does not)\\b",
  '(?:list|tuple|string) index(?:es)? (?:out of range|must be)\\b',
  "mcp tool '[^']*' reported tool error",
  'retry later',
  'something went wrong\\b',
  // A count may follow: `Tests failed: 0`.
  '(?:[\\w-]+ ){1,4}failed: (?!\\d|no\\b|none\\b|\\W)',
  '[a-z\\d_]+\\.errors\\.[a-z]+: ',
  "\\{'error': ",
  'no such [a-z]+: ',
  'missing required (?:parameter|argument|field)',
  'your session has expired',
  'you are not (?:allowed|authori[sz]ed|permitted) to ',
  '\\[errno -?\\d+\\] ',
  'quota exceeded ',
  'object of type \\w+ is not json serializable'
].join('|')})`
const OPENING = new RegExp(`^${OPENINGS}`, 'i')

/** The replies of Redis that begin with the code of an error. */
export const REDIS_ERROR =
  '-?(?:(?:BUSY(?:GROUP|KEY)|CLUSTERDOWN|CROSSSLOT|EXECABORT|MASTERDOWN|MISCONF|NO(?:AUTH|GROUP|PERM|REPLICAS|SCRIPT|TBUSY)|TRYAGAIN|UNKILLABLE|WRONG(?:PASS|TYPE)) \\w|(?:BUSY|LOADING) (?:Redis|Valkey)|OOM command|READONLY You|(?:ASK|MOVED) \\d+ \\S+:\\d)'

// `ENOENT: no such file` and Redis's `-MISCONF`, where `Event: launch` and `-verbose` are words of a listing.
const SIGN = new RegExp(`^(?:E[A-Z\\d]{3,15}: [a-z]|-[A-Z]{3,} |${REDIS_ERROR})`)

/** Whether the first line of a text begins as an error message does. */
export const opensAsFailure = (line: string): boolean => OPENING.test(line) || SIGN.test(line)
