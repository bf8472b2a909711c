/** `guarded-call init`: writes a first config and a runnable example. */
import { CONFIG_FILES } from '../config/config-files.js'
import { EXIT, type ExitCode } from '../exit.js'
import { paintFor, print, type Terminal } from '../terminal.js'
import { writeNew } from '../write-new.js'
import type { Register } from './register.js'

// -- what is written

const CONFIG = `// Read by \`guarded-call mcp\`, \`doctor\` and \`audit\`. Everything is optional; docs/config.md describes it.
export default {
  // Most identical calls of one tool in one turn.
  budget: { read: 3, write: 1 },

  // Facts about tools that their server does not state.
  tools: {
    search_orders: {
      // A codec of io-ts, a Standard Schema (zod, valibot, arktype), or a JSON Schema as here.
      output: {
        type: 'object',
        properties: { orders: { type: 'array', items: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] } } },
        required: ['orders']
      },
      effect: 'read'
    }
  },

  mcp: {
    // enforce, the default, refuses wrong results and repeated calls. To begin by watching: observe refuses nothing and
    // counts what it would have refused; warn also reports each one at once.
    mode: 'enforce',
    // Whether to believe the server about which writes may be repeated.
    trusted: false
  }
}
`

const EXAMPLE = [
  '// A tool whose response was cut, and a model that repeats its call. Run: node guarded-call.example.mjs',
  `import * as t from 'io-ts'`,
  `import { guardedCall, openTurn, toModelText } from 'guarded-call'`,
  '',
  'const searchOrders = guardedCall(',
  `  { name: 'search_orders', effect: 'read', run: () => '{"orders":[{"total":12' },`,
  '  t.type({ orders: t.array(t.type({ total: t.number })) })',
  ')',
  '',
  `// One turn: a run of the agent, from a user's message to its answer.`,
  'const turn = openTurn()',
  `for (let step = 1; step <= 5; step++) console.log(step, toModelText(await turn.run(searchOrders({ status: 'open' }))))`,
  ''
].join('\n')

// ES modules, whatever the project is.
const FILES: ReadonlyArray<readonly [string, string]> = [
  ['guarded-call.config.mjs', CONFIG],
  ['guarded-call.example.mjs', EXAMPLE]
]

const HELP = `
Writes ${FILES.map(([name]) => name).join(' and ')} into the working folder. Existing files are kept without --force.

Exit codes: 0 done, 1 a file could not be written, 2 wrong usage, or a file exists already.

Examples:
  $ guarded-call init
  $ guarded-call init --force`

const NEXT = `Next:
  npx guarded-call doctor                        checks that it works
  node guarded-call.example.mjs                  shows what a model reads (for that: npm install guarded-call)
  npx guarded-call rules ./tools.js              drafts the rules of your own tools; behind --, of a server's: npx guarded-call rules -- <server's command>
  npx -y guarded-call mcp -- <server's command>  guards an MCP server, and refuses; with mode: 'observe' in the config, or --mode observe, it only counts
`

// -- the command

const init = async ({ force = false }: { readonly force?: boolean }, terminal: Terminal): Promise<ExitCode> => {
  const paint = paintFor(terminal.stdout, terminal.env)
  const written: Array<string> = []
  for (const [name, text] of FILES) {
    await writeNew(name, text, force, written.length === 0 ? '' : ` (${written.join(', ')} was written)`)
    written.push(name)
  }
  for (const name of written) print(terminal.stdout, `${paint('green', 'wrote')} ${name}\n`)
  print(terminal.stdout, NEXT)
  return EXIT.clean
}

export const registerInit: Register = (program, terminal, finish) => {
  program
    .command('init')
    .summary('write a first config and an example')
    .description(`Writes a first config and an example. Configs are ${CONFIG_FILES.join(', ')}.`)
    .option('--force', 'overwrite existing files')
    .addHelpText('after', HELP)
    .action(async (flags: { readonly force?: boolean }) => finish(await init(flags, terminal)))
}
