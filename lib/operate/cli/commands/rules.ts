/** `guarded-call rules`: drafts the rules of tools that exist. */
import { aroundDashes } from '../around-dashes.js'
import { CONFIG_OPTION } from '../config/config-files.js'
import type { RulesFlags } from '../run/rules.js'
import type { Register } from './register.js'

const HELP = `
Reads the tools that a module exports (plain functions, and tool objects of the AI SDK, OpenAI, LangChain and others: its export \`tools\`,
else what its default export holds, else all), or the list of an MCP server. Importing a module runs it: name only one that you trust.

Each tool gets a rule: its effect by its annotations or the verb in its name, \`polls\` by its name, \`narrow\` where a parameter says how much
is asked for, and an \`output\` drafted from its answers in recordings and transcripts. Whatever only you can know stands in a comment,
\`identity\` among it. Read the rules before you trust them.

The module is JavaScript (called .ts, TypeScript) and exports \`rules\`; that of a server's tools is a config of \`guarded-call mcp\`, too. Where it holds
an output it imports io-ts and guarded-call: keep it in a project that has them.

Exit codes: 0 done, 1 something could not be read or written, 2 wrong usage, no tools, or a file exists already.

Examples:
  $ guarded-call rules ./tools.js
  $ guarded-call rules ./tools.js transcripts/*.jsonl --out rules.js
  $ guarded-call rules --out guarded-call.config.mjs -- npx -y @modelcontextprotocol/server-filesystem .
  $ guarded-call rules recordings -- node server.js`

export const registerRules: Register = (program, terminal, finish) => {
  program
    .command('rules')
    .summary('draft the rules of your tools')
    .description('Writes a module with a rule for each tool of a module, or of an MCP server, for review.')
    .usage('[options] <module> [recorded...]\n       guarded-call rules [options] [recorded...] -- <command...>')
    .argument('[files...]', 'a module that exports tools; then recordings, folders of them, and transcripts')
    .option('--out <file>', 'write into this file (default: the standard output)')
    .option('--force', 'overwrite an existing file')
    .option(...CONFIG_OPTION)
    .addHelpText('after', HELP)
    .action(async (operands: ReadonlyArray<string>, flags: RulesFlags) => {
      const { runRules } = await import('../run/rules.js')
      const [files, server] = aroundDashes(program, operands)
      finish(await runRules({ files, server }, flags, terminal))
    })
}
