/** `guarded-call infer`: drafts codecs from recorded traffic. */
import type { Command } from 'commander'
import { inferCodecs } from '../../traffic/infer/infer.js'
import { withRecordings } from '../calibrate/recordings.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { paintFor, type Terminal } from '../terminal.js'

interface Flags {
  readonly tool?: ReadonlyArray<string>
}

const HELP = `
Keys that were always there are required, null is taken where it came, and texts are an enumeration only where no value of it is rare.
Beside a key that was not always there stands how often it was. Answers that were refused or never came are left out: to draft
from those too, record them with observer(). Read the draft before you trust it.

Exit codes: 0 done, 1 a file could not be read, 2 wrong usage.

Examples:
  $ guarded-call infer recordings > codecs.ts
  $ guarded-call infer monday.jsonl tuesday.jsonl --tool search_orders`

const run = async (paths: ReadonlyArray<string>, { tool = [] }: Flags, terminal: Terminal): Promise<ExitCode> => {
  const { codecs, without, source } = await withRecordings(paths, terminal, (records) => inferCodecs(records, tool.length === 0 ? {} : { tools: tool }))
  const missing = tool.filter((name) => !codecs.some((codec) => codec.tool === name))
  if (codecs.length === 0 || missing.length > 0) {
    throw new UsageError(`There are no answers of ${missing.length === 0 ? 'any tool' : missing.join(', ')} that could be drafted from.`)
  }
  const warn = (text: string): void => void terminal.stderr.write(`${paintFor(terminal.stderr)('yellow', 'warning:')} ${text}\n`)
  for (const name of without) warn(`no draft of ${name}: none of its recorded answers was accepted.`)
  for (const { tool: name, answers } of codecs.filter((codec) => codec.answers < FEW)) {
    warn(`${name} has only ${answers} ${answers === 1 ? 'answer' : 'answers'}: its draft knows little.`)
  }
  terminal.stdout.write(source)
  return EXIT.clean
}

const FEW = 20

const collect = (name: string, names: ReadonlyArray<string> = []): ReadonlyArray<string> => [...names, name]

export const registerInfer = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void => {
  program
    .command('infer')
    .summary('draft codecs from recorded traffic')
    .description('Prints a TypeScript module with a first io-ts codec for every tool, drafted from what it answered.')
    .argument('<file...>', 'recordings, or folders of them')
    .option('--tool <name>', 'only this tool; may be repeated', collect)
    .addHelpText('after', HELP)
    .action(async (paths: ReadonlyArray<string>, flags: Flags) => finish(await run(paths, flags, terminal)))
}
