/**
 * What the pages show of the codes: a section each in docs/codes.md, a row for each class in the README, a line in
 * llms.txt.
 */
import { CODES, type Code, type ErrorClass, type ToolError } from '#core/errors'
import type { CodeNote } from './codes/code-note.js'
import { PARTIAL_DATA } from './codes/partial-data.js'
import { SCHEMA_MISMATCH } from './codes/schema-mismatch.js'
import { SEMANTIC_GARBAGE } from './codes/semantic-garbage.js'

export const CODE_NOTES: Readonly<Record<Code, CodeNote>> = { ...SCHEMA_MISMATCH, ...PARTIAL_DATA, ...SEMANTIC_GARBAGE }

interface ClassNote {
  /** What it means. */
  readonly means: string
  /** What the model should do. */
  readonly should: string
}

const CLASS_NOTES: Readonly<Record<ErrorClass, ClassNote>> = {
  schema_mismatch: {
    means: 'what arrived is not what was promised',
    should: 'stop: use another tool, ask the user, or give up'
  },
  partial_data: {
    means: 'not all of it arrived',
    should: 'go on with `data`, or call with other parameters'
  },
  semantic_garbage: {
    means: 'it arrived whole and does not fit this call',
    should: 'think again: other arguments, another tool, the user'
  }
}

const classes = Object.entries(CLASS_NOTES) as ReadonlyArray<readonly [ErrorClass, ClassNote]>

const quoted = (codes: ReadonlyArray<string>, between: string): string =>
  codes.map((code) => `\`${code}\``).join(between)

// -- docs/codes.md

/** The hint of most codes, which the page says once. */
const STOP = 'This call will fail the same way again. Use another tool, or tell the user.'

const HEAD = `# The codes

Every error that a model reads has one of three classes and one of these codes, or one of your own tools and checks. A spec provokes each and writes this page. A tool's \`narrow\`, a wait that the service asks for and, of a write, whether it was executed replace the \`hint\`, which is, where none stands here:

> ${STOP}
`

const FORMS_HEAD = `## Forms of failure

The model reads the code, and the tool's words quoted behind our own ([the rule](failing-tools.md)).
`

const fieldsOf = ({ error_class: _class, code: _code, ...fields }: ToolError): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== STOP)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')

const section = (code: Code, error: ToolError): string => `### ${code}

${CODE_NOTES[code].happened}

\`\`\`text
${fieldsOf(error)}
\`\`\`

**Operator:** ${CODE_NOTES[code].operator}
`

const sentence = ({ means, should }: ClassNote): string =>
  `${means.charAt(0).toUpperCase()}${means.slice(1)}. The model should ${should}.`

/** The page; `errors` are those that a model reads, `read` gives the one that it reads of a form of failure. */
export const codesPage = (errors: Readonly<Record<Code, ToolError>>, read: (answer: string) => ToolError): string =>
  [
    HEAD,
    ...classes.flatMap(([name, note]) => [
      `## ${name}\n\n${sentence(note)}\n`,
      ...CODES[name].map((code) => section(code, errors[code]))
    ]),
    FORMS_HEAD,
    formsTable(read),
    ''
  ].join('\n')

// -- README.md and llms.txt

export const codesTable = (): string =>
  [
    '| class | it means | the model should | codes |',
    '|---|---|---|---|',
    ...classes.map(
      ([name, { means, should }]) => `| \`${name}\` | ${means} | ${should} | ${quoted(CODES[name], ' ')} |`
    )
  ].join('\n')

export const codesList = (): string =>
  classes
    .map(([name, { means, should }]) => `- \`${name}\`: ${means}; ${should}. ${quoted(CODES[name], ', ')}`)
    .join('\n')

// -- forms of failure

/**
 * Answers as real services and tools write them, shortened; where a codec asks for something else, the model reads the
 * error beside them.
 */
export const FORMS: ReadonlyArray<readonly [from: string, answer: string]> = [
  ['a shop', 'Error: the voucher covers 40.00, the basket costs 55.10'],
  ['a shop', 'Error: order not found'],
  ['a shop', 'Not enough stock: requested 10, available 3'],
  ['a shop', 'This order has already been shipped, so its address cannot be changed.'],
  ['git', "error: pathspec 'nope' did not match any file(s) known to git"],
  ['git', 'fatal: not a git repository (or any of the parent directories): .git'],
  ['gh', 'gh: Bad credentials (HTTP 401)'],
  ['kubectl', 'Error from server (NotFound): pods "web" not found'],
  ['kubectl', 'Unable to connect to the server: net/http: TLS handshake timeout'],
  ['pip', 'ERROR: Could not find a version that satisfies the requirement nope (from versions: none)'],
  ['Python', 'Traceback (most recent call last):\n  File "a.py", line 2\nTimeoutError: Connection timed out'],
  ['a shell', 'bash: jqq: command not found'],
  ['MCP', '{"content":[{"type":"text","text":"Failed to fetch: status code 404"}],"isError":true}'],
  ['MCP', 'MCP error -32602: Invalid arguments for tool fetch'],
  ['Slack', '{"ok":false,"error":"ratelimited"}'],
  ['Slack', '{"ok":false,"error":"channel_not_found"}'],
  ['JSON-RPC', '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}'],
  ['RFC 9457', '{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid request content."}'],
  ['AWS', '{"__type":"ResourceNotFoundException","message":"Requested resource not found"}'],
  ['AWS', '{"Error":{"Code":"AccessDenied","Message":"Access Denied"}}'],
  ['S3', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>'],
  [
    'SOAP',
    '<soap:Envelope><soap:Body><soap:Fault><faultstring>Service unavailable</faultstring></soap:Fault></soap:Body></soap:Envelope>'
  ],
  ['Google', '{"error":{"code":403,"message":"The caller does not have permission","status":"PERMISSION_DENIED"}}'],
  ['Google', '{"error":{"code":403,"message":"Rate Limit Exceeded","errors":[{"reason":"rateLimitExceeded"}]}}'],
  ['Google Places', '{"results":[],"status":"REQUEST_DENIED","error_message":"The provided API key is invalid."}'],
  ['Stripe', '{"error":{"code":"card_declined","type":"card_error","message":"Your card has insufficient funds."}}'],
  [
    'Stripe',
    '{"error":{"code":"parameter_missing","type":"invalid_request_error","message":"Missing required param: currency."}}'
  ],
  ['GitHub', '{"message":"Not Found","documentation_url":"https://docs.example/rest","status":"404"}'],
  ['GitLab', '{"message":{"name":["can\'t be blank"]}}'],
  ['Jira', '{"errorMessages":["Issue does not exist or you do not have permission to see it."],"errors":{}}'],
  ['Okta', '{"errorCode":"E0000047","errorSummary":"API call exceeded rate limit due to too many requests."}'],
  ['OAuth', '{"error":"invalid_grant","error_description":"expired access/refresh token"}'],
  ['Salesforce', '[{"message":"Session expired or invalid","errorCode":"INVALID_SESSION_ID"}]'],
  [
    'FHIR',
    '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-found","diagnostics":"Patient/9 is not known"}]}'
  ],
  ['Elasticsearch', '{"error":{"type":"index_not_found_exception","reason":"no such index [nope]"},"status":404}'],
  ['Kraken', '{"error":["EService:Unavailable"]}'],
  ['Reddit', '{"json":{"errors":[["BAD_URL","you should check that url","url"]]}}'],
  ['GraphQL', '{"errors":[{"message":"Rate limit exceeded","extensions":{"code":"RATELIMITED"}}]}'],
  [
    'Shopify',
    '{"data":{"productCreate":{"product":null,"userErrors":[{"field":["title"],"message":"Title can\'t be blank"}]}}}'
  ],
  ['a bulk call', '{"issues":[{"id":"1"}],"errors":[{"status":400,"message":"project is required"}]}']
]

const cell = (text: string): string => `\`${text.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|')}\``

// Of each author, the first: all forty are read.
const formsTable = (read: (answer: string) => ToolError): string =>
  [
    '| from | response | code |',
    '|---|---|---|',
    ...[...new Map(FORMS.toReversed())]
      .toReversed()
      .map(([from, answer]) => `| ${from} | ${cell(answer)} | \`${read(answer).code}\` |`)
  ].join('\n')
