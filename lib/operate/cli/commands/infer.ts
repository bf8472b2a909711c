/** `guarded-call infer`: drafts codecs from recorded traffic. */
import type { InferFlags } from '../run/infer.js'
import type { Register } from './register.js'

const HELP = `
Reads recordings that \`recorder\` of guarded-call/traffic wrote, and transcripts in every format that \`guarded-call audit\` reads.

Keys that were always present are required, null is accepted where it occurred, and strings become an enumeration only if no value is rare.
A comment beside an optional key says how often it was present. Results that a codec refused are left out: if that codec is too strict,
--include-rejected includes them. Read the draft before you trust it.

The module is TypeScript, and JavaScript as it stands: called .mjs, it is what calibrate takes. It imports io-ts and guarded-call: keep
it in a project that has them.

Exit codes: 0 done, 1 a file could not be read, 2 wrong usage.

Examples:
  $ guarded-call infer recordings > codecs.mjs
  $ guarded-call calibrate recordings --tools codecs.mjs
  $ guarded-call infer ~/.claude/projects --tool get_issue
  $ guarded-call infer monday.jsonl tuesday.jsonl --tool search_orders`

const collect = (name: string, names: ReadonlyArray<string> = []): ReadonlyArray<string> => [...names, name]

export const registerInfer: Register = (program, terminal, finish) => {
  program
    .command('infer')
    .summary('draft codecs from recorded traffic')
    .description('Prints a module with a first io-ts codec for every tool, drafted from its recorded responses.')
    .argument('<file...>', 'recordings and transcripts, folders of them or patterns; - is the standard input')
    .option('--tool <name>', 'only this tool; may be repeated', collect)
    .option('--include-rejected', 'also draft from results that the present codec of a tool refused')
    .addHelpText('after', HELP)
    .action(async (paths: ReadonlyArray<string>, flags: InferFlags) => {
      const { runInfer } = await import('../run/infer.js')
      finish(await runInfer(paths, flags, terminal))
    })
}
