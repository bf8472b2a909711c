/** Writes docs/codes.md: for each code what happened, what the model reads, and what an operator does. */
import { CODES, type ErrorClass } from '../../lib/core/codes.js'
import type { ToolError } from '../../lib/core/tool-error.js'
import { CODE_NOTES } from './code-notes.js'

const CLASSES: Readonly<Record<ErrorClass, string>> = {
  schema_mismatch:
    'What arrived is not what was promised. The model should stop: use another tool, ask the user, or give up.',
  partial_data: 'Not all of it arrived. The model should go on with `data`, or call with other parameters.',
  semantic_garbage:
    'It arrived whole and does not fit this call. The model should think again: other arguments, another tool, the user.'
}

const HEAD = `# The codes

Every error that a model reads has one of three classes and one of these codes. Each section says what happened, what the model reads, and what somebody
who operates the agent does about it. The texts that a model reads are no inventions: the page is written by a spec that provokes each code.

An error of your own tool or check may have any other code in snake case. \`hint\` may differ from what stands here: a tool's \`narrow\`, a wait that the
service asked for, or, for a write, whether it was executed, go before the default.
`

const section = (code: keyof typeof CODE_NOTES, error: ToolError): string => `### ${code}

${CODE_NOTES[code].happened}

\`\`\`json
${JSON.stringify(error, undefined, 2)}
\`\`\`

**What an operator does.** ${CODE_NOTES[code].operator}
`

const index = (codes: ReadonlyArray<string>): string => codes.map((code) => `[\`${code}\`](#${code})`).join(' · ')

/** The page; `read` gives what a model reads of each code. */
export const codesPage = (read: (code: string) => ToolError): string => {
  const classes = Object.keys(CLASSES) as ReadonlyArray<ErrorClass>
  return [
    HEAD,
    ...classes.flatMap((name) => [
      `## ${name}\n\n${CLASSES[name]}\n\n${index(CODES[name])}\n`,
      ...CODES[name].map((code) => section(code, read(code)))
    ])
  ].join('\n')
}
