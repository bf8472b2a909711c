/** `guarded-call audit`: reports faults of recorded transcripts, and repairs copies of them. */
import { Option } from 'commander'
import { CONFIG_OPTION } from '../config/config-files.js'
import type { AuditFlags } from '../run/audit.js'
import { numberOption } from './number-option.js'
import type { Register } from './register.js'

// Their readers are loaded only when the command runs.
const FORMATS =
  'openai openai-responses anthropic ai-sdk langchain claude-code codex codex-stream gemini-cli gemini-stream antigravity ' +
  'copilot-cli vscode managed-agents opencode pi atif adk pydantic-ai cursor-stream swe-agent trae browser-use openhands langsmith langfuse otel'

const HELP = `
Reads transcripts as they are stored: messages of OpenAI (Chat, Responses, function_call), Anthropic, the AI SDK and LangChain, in requests,
responses and batch files; session logs of Claude Code, Codex, Gemini CLI, Antigravity, Copilot CLI, OpenCode, OpenHands, Pi, VS Code, SWE-agent, Trae Agent and browser-use,
and what \`claude -p\`, \`codex exec\`, \`gemini\` and \`cursor-agent -p\` print; ATIF (Harbor); histories of Managed Agents, Pydantic AI, Google ADK, Cline and Roo Code; exports of LangSmith, Langfuse and OpenTelemetry. The format, the one place that holds them, gzip and zstd are detected.
Of a folder it reads every .json, .jsonl, .ndjson, .log and .traj file, and leaves out those without a transcript.

The report tells what may have happened twice, what the model was given in place of data, what it cost, and which rules would have helped.
The config supplies budget.read, the options of loop, and the effects of tools. Ctrl-C ends with a report of what was read until then.

--fail-on takes limits, in counts or in percent of all calls: double-writes, errors, web-pages, cut,
more-pages, empty, too-long, repeats, loops, refused, wasted, unreadable, repairs.

Exit codes: 0 done, 1 a file could not be read whole or written, nothing could be read, or it was stopped, 2 wrong usage, 3 a limit of --fail-on is exceeded.

Examples:
  $ guarded-call audit ~/.claude/projects --html audit.html
  $ guarded-call audit ~/.codex/sessions --price in=1.25,out=10,cached=0.125
  $ guarded-call audit results.json --path 'simulations[*].messages'
  $ guarded-call audit logs --json > audit.json
  $ guarded-call audit transcripts.jsonl --repair repaired
  $ zcat archive.jsonl.gz | guarded-call audit - --fail-on double-writes=0,errors=2%`

const positiveInteger = numberOption(1, Infinity, 'Give a whole number of at least 1.')

export const registerAudit: Register = (program, terminal, finish) => {
  program
    .command('audit')
    .summary('report what went wrong in transcripts, and repair copies of them')
    .description('Tells what went wrong in recorded conversations, what it cost, and what to do about it.')
    .argument('<file...>', 'transcripts, folders or patterns; - is the standard input')
    .option('--json', 'print one JSON document')
    .option('--html <file>', 'write the report as one page: conclusion, chart, tools, conversations call by call')
    .option('--price <table>', 'what a million tokens cost: in=3,out=15,cached=0.3')
    .option(
      '--context <tokens>',
      'the context of the model, of which a tenth is too long a result (default: 200000)',
      positiveInteger
    )
    .option('--path <path>', "where transcripts stand in a document: 'runs[*].messages'")
    .option('--repair <dir>', 'write repaired copies into this folder, never over the input')
    .option('--fail-on <limits>', 'exit with 3 where more is counted: double-writes=0,errors=2%')
    .addOption(new Option('--format <format>', 'do not detect the format').choices(FORMATS.split(' ')))
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
