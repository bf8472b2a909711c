/** What the pages show of the codes: a section each in docs/codes.md, a row for each class in the README, a line in llms.txt. */
import { CODES, type Code, type ErrorClass } from '../../lib/core/codes.js'
import type { ToolError } from '../../lib/core/tool-error.js'
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

const HEAD = `# The codes

Every error that a model reads has one of three classes and one of these codes. Each section says what happened, what the model reads, and what somebody
who operates the agent does about it. The texts that a model reads are no inventions: the page is written by a spec that provokes each code.

An error of your own tool or check may have any other code in snake case. \`hint\` may differ from what stands here: a tool's \`narrow\`, a wait that the
service asked for, or, for a write, whether it was executed, go before the default.
`

const section = (code: Code, error: ToolError): string => `### ${code}

${CODE_NOTES[code].happened}

\`\`\`json
${JSON.stringify(error, undefined, 2)}
\`\`\`

**What an operator does.** ${CODE_NOTES[code].operator}
`

const index = (codes: ReadonlyArray<string>): string => codes.map((code) => `[\`${code}\`](#${code})`).join(' · ')

const sentence = ({ means, should }: ClassNote): string =>
  `${means.charAt(0).toUpperCase()}${means.slice(1)}. The model should ${should}.`

/** The page; `errors` are those that a model reads. */
export const codesPage = (errors: Readonly<Record<Code, ToolError>>): string =>
  [
    HEAD,
    ...classes.flatMap(([name, note]) => [
      `## ${name}\n\n${sentence(note)}\n\n${index(CODES[name])}\n`,
      ...CODES[name].map((code) => section(code, errors[code]))
    ])
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
