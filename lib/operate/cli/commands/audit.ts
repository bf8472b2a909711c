/** `guarded-call audit`: reports faults of recorded transcripts, and repairs copies of them. */
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
Reads transcripts as they are stored: messages of OpenAI (Chat, Responses, function_call), Anthropic, the AI SDK and LangChain, in requests,
responses and batch files; session logs of Claude Code, rollouts of Codex, trajectories of SWE-agent; exports of LangSmith, Langfuse and OpenTelemetry.
Formats (${Object.keys(FORMATS).join(', ')}), the one place
that holds them, and gzip are detected. Calls that cannot be read are counted as unreadable and left out of everything else.

Findings are broken lines, unreadable calls, repairs that are due, loops, and calls that a guard would have refused because they brought nothing new.
The config supplies budget.read, the options of loop, and the effects of tools; a tool without an effect counts as undeclared.

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
    .summary('report what went wrong in transcripts, and repair copies of them')
    .description(
      'Counts calls, repeats, loops, errors and broken pairs in recorded transcripts, and the calls that a guard would have refused.'
    )
    .argument('<file...>', 'transcripts; - is the standard input')
    .option('--json', 'print one JSON document')
    .option('--html <file>', 'write a report: tables, and conversations call by call')
    .option('--path <path>', "where transcripts stand in a document: 'runs[*].messages'")
    .option('--repair <dir>', 'write repaired copies into this folder, never over the input')
    .option('--fail-on-findings', 'exit with 3 if there are findings')
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
