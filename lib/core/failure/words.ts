/** Maps the words of a failure to a code of ours. */
import type { FailureCode } from '../errors/codes.js'
import { inLine } from '../errors/text.js'

/** The words of a text or a name in lower case: `orderCreated` and `order_created` as "order created". */
export const spaced = (text: string): string =>
  inLine(text.slice(0, 600))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-.:/]+/g, ' ')
    .replace(/[’`]/g, "'")
    .toLowerCase()

// A person, or a rule that a person set, said no to this call: no service's refusal of a request.
const WHO = '(?:user|human|operator|person|reviewer|approver|admin|administrator)'
const WHAT = '(?:tool|tools|call|command|action|operation|execution|edit|patch|step)'
const NO = '(?:denied|declined|rejected|refused|blocked|cancell?ed|vetoed|interrupted|disallowed)'
const DENIED = new RegExp(
  [
    `\\b${WHO}(?: has)? (?:explicitly |manually )?${NO}\\b.{0,40}\\b${WHAT}\\b`,
    `\\b${WHO} (?:did not|didn't|does not|doesn't|has not|hasn't) (?:want|(?:approve|allow|confirm|permit)(?:t?ed|d)?)\\b.{0,40}\\b${WHAT}\\b`,
    `\\b(?:${WHAT}|request|permission|use)\\b.{0,80}\\b${NO} by (?:the |a |an |your )?(?:[a-z]+ ){0,2}(?:${WHO}|polic(?:y|ies)|hooks?|permission (?:rules?|settings?))\\b`,
    `\\b${WHAT} (?:use |call |execution )?(?:request )?(?:was |has been |is )?(?:denied|declined|rejected|not approved)\\b`,
    // Claude Code, of a shell.
    '\\b(?:this [a-z ]{0,20}command|following parts?) requires? approval\\b|\\bblocked +for security\\b',
    '\\bpermission to use \\S.{0,300}\\b(?:has been|was) denied\\b',
    "\\brequested permissions? to\\b.{0,300}\\bhaven't granted\\b"
  ].join('|')
)

/** Whether a text says that a person or a policy refused the call. */
export const isDenial = (text: string): boolean => DENIED.test(spaced(text))

// The first match wins: `Rate limit exceeded for this token` is a rate limit, `Invalid API key` lacks access,
// `Unknown user` is not found.
const PHRASES: ReadonlyArray<readonly [code: FailureCode, phrases: ReadonlyArray<RegExp>]> = [
  ['denied', [DENIED]],
  // Notion: `body failed validation: body.parent should be not present`; of a parser, a token is no credential.
  ['rejected_arguments', [/\bfailed validation|unexpected token\b/]],
  [
    'rate_limited',
    [
      /\brate ?limit/,
      /too ?many ?(?:(?:api )?requests|attempts|outstanding|login)/,
      /throttl|quota violation|resource exhausted|retry later|e0000047|rate exceeded|current limit is/,
      /exceeded (?:your|the) .{0,40}quota/,
      /(?:limit|request) rate/,
      /slow ?down\b/,
      /too (?:frequently|often|quickly)\b/,
      /(?:over query|request|concurrency) limit/,
      /(?:calls|requests|credits|weight) per (?:\d+ )?(?:sec|minute|hour|day)/,
      /(?:hourly|daily|monthly) (?:limit|quota)/,
      /\bquota\b.{0,60}exceeded/
    ]
  ],
  [
    'unauthorized',
    [
      /\b(?:api ?key|token|credentials?)(?: (?:was|were))?(?: not)? (?:found|provided|supplied)\b/,
      /should be authori[sz]ed/
    ]
  ],
  [
    'not_found',
    [
      /\bno(?:t|n)? ?found\b/,
      /\bno ?such/,
      /n(?:'t|ot|o longer) exist/,
      /\bnon ?exist/,
      /unknown (?:object|channel|user|member|resource|issue|item|entity|id|index|table|key|repository|file|command)\b/,
      /(?:cannot|can't|could not|couldn't|unable to) (?:find|locate|be found|resolve to)/,
      /\bno (?:[\w'-]+ ){1,4}(?:was |were )?(?:found|exists?\b)/,
      /\bis (?:not |un)known\b/,
      /(?:resource|document) missing/,
      /no (?:matching|available|(?:query )?results)/,
      /not (?:match any|present)/,
      /\bno (?:[\w'-]+ ){1,3}match(?:es)?\b/,
      /\bno (?:[\w'-]+ ){1,3}(?:is|are) (?:currently |yet )?(?:loaded|open|opened|selected)\b/,
      /no .{0,40} with (?:this|that|id|the)\b/,
      /there is no\b/,
      /(?:n't|not) have a (?:resource|provider)/,
      /not recognized as|cannot get |did not appear|manifest unknown|hasn't returned any/,
      /(?:unknown|unrecognized) (?:tool|function|database|column|bucket|location|city|symbol)\b/
    ]
  ],
  [
    'unauthorized',
    [
      /(?:un|\bnot ?(?:an )?)authori[sz]/,
      /forbidden|permission|authenticat|missing scope|account inactive|read only mode|must have admin|admin rights|need the role/,
      /(?:invalid|expired|missing|bad|wrong|incorrect|revoked|no|inactive) (?:[\w'/]+ ){0,2}(?:api ?key|app(?:lication)? id|tokens?|credentials?|session|auth\w*|login|password|signature|grant|client)\b/,
      /(?:token|session|key|credentials?|grant)(?: is| has| was)? (?:invalid|expired|revoked|not valid|inactive)/,
      /not ?authed|invalidauth/,
      /\bauth(?:orization)? (?:has )?failed/,
      /log(?:ged)? ?in\b/,
      /not (?:allowed to|permitted)/,
      /(?:action|operation|access|page) is not allowed/,
      /\bdenied\b/,
      /insufficient (?:scope|privilege|access)/,
      /\be00000(?:04|06|11|15)\b/,
      /(?:api ?key|access ?(?:key|token)|app ?id|oauth|jwt)[\w' ]{0,40}(?:required|invalid|missing|expired|not valid|revoked|wrong)/,
      /(?:invalid|wrong|missing) (?:[\w']+ ){0,2}(?:app ?id|access ?key|access licen[cs]e|oauth|client secret|secret)\b/,
      /\bno(?:t have)? access/,
      /not in (?:the )?(?:channel|room)/,
      /credentials\b.{0,30}(?:configure|required)/
    ]
  ],
  [
    'tool_unavailable',
    [
      /un(?:available|reachable)/,
      /timed? ?out\b/,
      /internal (?:error|failure)/,
      /service (?:is )?(?:down|gone)/,
      /connection (?:was |to the server .{0,60})?(?:refused|reset|closed|broken|timed|aborted|error)/,
      /e(?:connre(?:fused|set)|notfound)/,
      /overloaded|shutting down|unknown error|maintenance|temporarily|bad gateway|server error|connecterror|resolve host|gone away|not be contacted|node is not ready|try again later|healthy upstream|is currently loading|err name not|max retries|retries exceeded/,
      /serv(?:ice|name).{0,14} not known/,
      /upstream (?:connect|error|timed|fail|reset)/,
      /is (?:the )?docker daemon running/,
      // Puppeteer and Playwright: what follows is of their environment.
      /failed to (?:launch|spawn|start) (?:the |a )?(?:[\w'-]+ )?(?:browser|process|server|container|kernel)\b/,
      /no .{0,20}leader/,
      /(?:can't|unable to|failed to|not?) connect/
    ]
  ],
  [
    'rejected_arguments',
    [
      /\binvalid/,
      /bad ?(?:request|data|parameter|value|input)/,
      /\b(?:missing|required?)\b/,
      /\bmust (?:be|have|pass|not|give|provide|specify|contain|include|match)/,
      /can(?:'t| ?not) be (?:blank|empty|null|negative|written|modified)/,
      /malformed|syntax|illegal|undeclared|mandatory|unprocessable|validation|out of range|no command|undefined field|at least one/,
      /\bpars(?:e|ing)\b/,
      /unknown (?:query|field|parameter|argument|option|flag|search|asset|property|variable|method)/,
      /unrecogni[sz]ed/,
      /(?:un|not )supported/,
      /too (?:long|short|large|big|small|many|early|late)\b/,
      /should (?:be|specify)\b/,
      /expect(?:ed|ing)/,
      /is not (?:a|valid|filterable|allowed)\b/,
      /wrong (?:type|format)/,
      /not (?:well formed|a valid)/
    ]
  ]
]

const RULES = /* @__PURE__ */ PHRASES.map(
  ([code, phrases]) => [code, new RegExp(phrases.map(({ source }) => source).join('|'))] as const
)

// `account_recovery_session_context` and `permissionIds` name things, whose kind is their last word. Taken apart are
// those that judge, as `record_not_found` does, and credentials, which are meant by their names.
const IDENTIFIER = /(?<![\w$-])[a-z][a-z\d]*(?:(?:_[a-z\d]+)+|(?:[A-Z][a-z\d]*)+)(?![\w-])/g
const JUDGES =
  /\b(?:again|bad|denied|error|exceeded|exhausted|expired|failed|forbidden|in(?:active|sufficient|valid)|limit(?:ed)?|malformed|missing|no(?:nexistent|t)?|only|out|refused|required|reset|revoked|slow|throttl[a-z]+|timed|timeout|too|un[a-z]{4,}|wrong|keys?|tokens?|secret|credentials?)\b/

const withoutNames = (text: string): string =>
  text
    .slice(0, 600)
    .replace(IDENTIFIER, (name) =>
      name === text || JUDGES.test(spaced(name)) ? name : spaced(name).replace(/.* /, '')
    )

/** The code that fits the words of a failure. */
export const codeOfWords = (text: string): FailureCode | undefined => {
  const words = spaced(withoutNames(text))
  return RULES.find(([, pattern]) => pattern.test(words))?.[0]
}

const MISFIT = /^(?:MCP error -?\d+: ?)*output validation (?:error|failed)\b/i

/** Whether a server says that its own response does not fit: whatever the arguments were, its tool is at fault. */
export const saysMisfit = (text: string): boolean => MISFIT.test(text)
