/** `guarded-call audit`: says what went wrong in recorded transcripts, and mends copies of them. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { FormatName } from '../../audit/formats/formats.js'
import { CONFIG_OPTION } from '../config/config-files.js'
import type { ExitCode } from '../exit.js'
import type { AuditFlags } from '../run/audit.js'
import type { Terminal } from '../terminal.js'

const FORMATS: Readonly<Record<FormatName, true>> = {
  openai: true,
  'openai-responses': true,
  anthropic: true,
  'ai-sdk': true,
  langchain: true,
  'claude-code': true,
  codex: true,
  'swe-agent': true,
  langsmith: true,
  langfuse: true,
  otel: true
}

const HELP = `
Reads what agents leave behind, as it is stored: messages of OpenAI (Chat, Responses, function_call), Anthropic, the AI SDK and LangChain, in requests,
responses and batch files; session logs of Claude Code, rollouts of Codex, trajectories of SWE-agent; exports of LangSmith, Langfuse and OpenTelemetry.
Formats (${Object.keys(FORMATS).join(', ')}), the one place
that holds them, and gzip are detected. What cannot be read is counted, and nothing else is said of it.

Findings are broken lines, what is unreadable, repairs that are due, loops, and calls that a guard would have refused because they brought nothing new.
Of the config, budget.read, the options of loop, and what tools do count; of other tools nobody has said what they do.

Exit codes: 0 done, 1 a file could not be read or written, or none holds a transcript, 2 wrong usage, 3 findings (with --fail-on-findings).

Examples:
  $ guarded-call audit transcript.json
  $ guarded-call audit ~/.claude/projects/*/*.jsonl --html audit.html
  $ guarded-call audit results.json --path 'simulations[*].messages'
  $ guarded-call audit logs/*.jsonl.gz --json > audit.json
  $ guarded-call audit transcripts.jsonl --repair mended
  $ zcat archive.jsonl.gz | guarded-call audit - --fail-on-findings`

const positiveInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number of at least 1.')
  return value
}

export const registerAudit = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void => {
  program
    .command('audit')
    .summary('say what went wrong in transcripts, and mend copies of them')
    .description(
      'Counts the calls of recorded transcripts, their repeats, loops, errors and broken pairs, and what a guard would have refused of them.'
    )
    .argument('<file...>', 'transcripts; - is the standard input')
    .option('--json', 'print one JSON document')
    .option('--html <file>', 'write a report: tables, and conversations call by call')
    .option('--path <path>', "where transcripts stand in a document: 'runs[*].messages'")
    .option('--repair <dir>', 'write mended copies into this folder, never over what is read')
    .option('--fail-on-findings', 'exit with 3 where something is found')
    .addOption(new Option('--format <format>', 'do not detect the format').choices(Object.keys(FORMATS)))
    .option(
      '--max-identical-calls <n>',
      'how often a guard would allow the same call in one turn (default: budget.read of the config, else 3)',
      positiveInteger
    )
    .option(...CONFIG_OPTION)
    .addHelpText('after', HELP)
    .action(async (paths: ReadonlyArray<string>, flags: AuditFlags) => {
      const { runAudit } = await import('../run/audit.js')
      finish(await runAudit(paths, flags, terminal))
    })
}
